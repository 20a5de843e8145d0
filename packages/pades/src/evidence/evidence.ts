import {
  type LaterChanges,
  laterChangesOf,
  type Pdf,
  type PdfPorts,
  revisions,
  type SignatureFacts,
  type SignatureField,
  securityStore,
  signatureFields,
} from '@websign/pdf';
import {
  type AnyDigest,
  checkSignerValue,
  identifySigner,
  nameHash,
  type PkiPorts,
  parseSignedData,
  readable,
  signedBytes,
} from '@websign/pki';
import { type Certification, certificationOf } from './certification.ts';
import { contentsBytes, isZero, rangeBytes } from './contents.ts';
import { rangeDigests } from './digests.ts';
import type { Evidence, SignatureEvidence } from './face.ts';
import { askedDigests, attempt, materialInside } from './inside.ts';

/** What one document may cost. */
export const EVIDENCE_LIMITS = {
  /** Signatures that are judged. */
  signatures: 200,
  /** Octets that are digested for single signatures, beside the one pass over the file. */
  digested: 2 * 1024 ** 3,
  /** Octets of all CMS together, slots included: many fields may name one large /Contents. */
  cms: 64 * 1024 ** 2,
};

/**
 * Everything that judging a document's signatures needs of the document itself, in one reading. `bytes` are those of
 * `pdf`. Throws PdfError where the reader does; what a signature holds never throws.
 */
export async function evidence(bytes: Uint8Array, pdf: Pdf, ports: PdfPorts & PkiPorts): Promise<Evidence> {
  const fields = signatureFields(pdf);
  const { judged, leftOut } = admitted(bytes, fields);
  const { ranges, file } = rangeDigests(bytes, judged.flatMap(askedRange), ports);
  const certification = certificationOf(pdf);
  const changes = laterChangesOf(pdf, fields);
  const signatures: SignatureEvidence[] = [];
  let digested = 0;
  let joined = 0;
  for (const one of judged) {
    const digests = askedRange(one).length === 0 ? {} : (ranges[digested++] ?? {});
    // Each copies what it covers: past the bound such a value stays unknown, and the signature open.
    const direct = joined > EVIDENCE_LIMITS.digested ? undefined : await directValue(one, bytes, ports);
    const [, before = 0, , behind = 0] = one.signature.byteRange ?? [];
    if (direct !== undefined) joined += before + behind;
    signatures.push({
      ...describe(one, certification),
      ...(one.cms === undefined ? {} : { cms: one.cms, padded: one.padded }),
      ...(direct === undefined ? {} : { direct }),
      digests,
      changes: changes.get(one.field.name) ?? UNKNOWN,
    });
  }
  signatures.sort((a, b) => (a.end ?? Number.MAX_SAFE_INTEGER) - (b.end ?? Number.MAX_SAFE_INTEGER));
  const store = securityStore(pdf);
  return {
    size: bytes.length,
    sha256: hex(file),
    revisions: revisions(pdf).map(({ number, end }) => ({ number, end })),
    signatures,
    leftOut,
    store,
    names: namesIn(signatures, store, ports),
  };
}

/** Nothing is known of what a signature covers whose byte range is none. */
const UNKNOWN: LaterChanges = { level: 'other', changes: [], truncated: true };

/** A field whose signature is judged. */
interface Judged {
  field: SignatureField;
  signature: SignatureFacts;
  cms?: Uint8Array;
  /** Octets after the CMS that are not zero. */
  padded: boolean;
  algorithms: AnyDigest[];
}

function admitted(
  bytes: Uint8Array,
  fields: readonly SignatureField[],
): { judged: Judged[]; leftOut: number } {
  const judged: Judged[] = [];
  let leftOut = 0;
  let work = 0;
  let held = 0;
  for (const field of fields) {
    const { signature } = field;
    if (signature === undefined) continue;
    const past =
      judged.length >= EVIDENCE_LIMITS.signatures ||
      work > EVIDENCE_LIMITS.digested ||
      held > EVIDENCE_LIMITS.cms;
    if (past) {
      leftOut++;
      continue;
    }
    const inside = cmsOf(bytes, signature);
    const algorithms = inside.cms === undefined ? [] : askedDigests(inside.cms, signature.subFilter);
    held += slotLength(signature);
    work += algorithms.length * (signature.byteRange?.[3] ?? 0);
    judged.push({ field, signature, ...inside, algorithms });
  }
  return { judged, leftOut };
}

const slotLength = ({ contents }: SignatureFacts): number =>
  contents === undefined ? 0 : (contents.end - contents.start) >> 1;

/** The CMS in a /Contents, and whether what follows it is more than padding. */
function cmsOf(bytes: Uint8Array, { contents, subFilter }: SignatureFacts): Pick<Judged, 'cms' | 'padded'> {
  if (contents === undefined) return { padded: false };
  const octets = contentsBytes(bytes.subarray(contents.start, contents.end));
  if (octets === undefined) return { padded: false };
  const length = attempt(() => parseSignedData(octets, { allowTrailing: true }).length);
  // What cannot be read is handed on as it stands: the validation says what is wrong with it.
  if (length === undefined) return READ.has(subFilter) ? { cms: octets, padded: false } : { padded: false };
  return { cms: octets.slice(0, length), padded: !isZero(octets, length) };
}

const READ: ReadonlySet<string | undefined> = new Set([
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  'ETSI.CAdES.detached',
  'ETSI.RFC3161',
]);

function askedRange({ signature: { byteRange }, algorithms }: Judged) {
  return byteRange === undefined || algorithms.length === 0 ? [] : [{ byteRange, algorithms }];
}

const DETACHED: ReadonlySet<string | undefined> = new Set(['adbe.pkcs7.detached', 'ETSI.CAdES.detached']);

/** The value of a CMS without signed attributes needs the bytes themselves, so it is checked here. */
async function directValue(
  one: Judged,
  bytes: Uint8Array,
  ports: PkiPorts,
): Promise<SignatureEvidence['direct']> {
  const { cms, signature } = one;
  if (cms === undefined || signature.byteRange === undefined) return undefined;
  if (!DETACHED.has(signature.subFilter)) return undefined;
  const data = attempt(() => parseSignedData(cms));
  const [signer, ...more] = data?.signers ?? [];
  if (data === undefined || signer === undefined || more.length > 0) return undefined;
  if (signer.signedAttributes !== undefined) return undefined;
  const { certificate, failure = 'certificate_missing' } = identifySigner(data, signer, ports);
  if (certificate === undefined) return failure;
  const content = signedBytes(rangeBytes(bytes, signature.byteRange), ports);
  return (await checkSignerValue(data, signer, certificate, content, ports)) ?? 'holds';
}

function describe(
  { field, signature }: Judged,
  certification: Certification | undefined,
): Omit<SignatureEvidence, 'digests' | 'changes'> {
  const { byteRange, covers, problems, object, isTimeStamp } = signature;
  const certifies = object !== undefined && object === certification?.object;
  return present({
    field: field.name,
    object,
    kind: isTimeStamp ? 'timestamp' : certifies ? 'certification' : 'signature',
    subFilter: signature.subFilter,
    page: field.page,
    rect: field.rect,
    name: signature.name,
    reason: signature.reason,
    location: signature.location,
    contactInfo: signature.contactInfo,
    claimedTime: signature.claimedTime,
    permission: certifies ? certification?.permission : undefined,
    covers: covers === 'whole_file' ? 'whole-file' : covers === 'less' ? 'partial' : 'revision',
    revision: signature.revision,
    end: byteRange === undefined ? undefined : byteRange[2] + byteRange[3],
    problems,
  });
}

/** Leaves out what is undefined: evidence is plain data that crosses processes. */
function present<T extends object>(facts: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T;
}

/** Every name that a certificate here bears. */
function namesIn(
  signatures: readonly SignatureEvidence[],
  store: Evidence['store'],
  ports: Pick<PkiPorts, 'digest'>,
): string[] {
  const inside = signatures.flatMap(({ cms }) => {
    const data = cms === undefined ? undefined : attempt(() => parseSignedData(cms));
    return data === undefined ? [] : materialInside(data).certificates;
  });
  const certificates = readable([...inside, ...store.certificates.map(({ der }) => der)]);
  return [
    ...new Set(
      certificates.flatMap(({ subject, issuer }) => [nameHash(subject, ports), nameHash(issuer, ports)]),
    ),
  ];
}

const hex = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');
