import {
  draftSignature,
  type Evidence,
  evidence,
  finishSignature,
  type SignatureReport,
  type Validation,
  validate,
} from '@websign/pades';
import {
  embed,
  openPdf,
  prepareDocTimeStamp,
  prepareDss,
  prepareSignature,
  signatureFields,
} from '@websign/pdf';
import {
  createTimeStampRequest,
  digestOf,
  type ExtensionTemplate,
  issueTimeStamp,
  type Material,
  type PkiPorts,
  type TrustAnchor,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  AUTHORITY_EXTENSIONS,
  documentObjects,
  RESPONDER_EXTENSIONS,
  signedBy,
  TEST_NOW,
  type TestSubject,
  testCrl,
  testOcsp,
  testSubject,
  writePdf,
} from '@websign/testkit';

export const ports = nodePorts();
export const DAY = 24 * 3600 * 1000;
export const YEAR = 365 * DAY;
export const NONE: Material = { certificates: [], ocsps: [], crls: [] };

export const smallPdf = (): Uint8Array =>
  writePdf({
    objects: documentObjects({ pages: [{ content: 'BT /F1 24 Tf 72 700 Td (hello) Tj ET' }] }),
    kind: 'table',
  });

/** Where the statuses of the world's certificates are told. */
const SOURCES: ExtensionTemplate = {
  authorityInfoAccess: { ocsp: ['http://ocsp.test.invalid/'], caIssuers: ['http://ca.test.invalid/ca.cer'] },
  crlDistributionPoints: ['http://crl.test.invalid/ca.crl'],
};
export const SIGNER_EXTENSIONS: ExtensionTemplate = {
  ...SOURCES,
  basicConstraints: { ca: false },
  keyUsage: ['nonRepudiation'],
};
export const TSA_EXTENSIONS: ExtensionTemplate = {
  ...SOURCES,
  basicConstraints: { ca: false },
  keyUsage: ['digitalSignature'],
  extendedKeyUsage: { purposes: ['1.3.6.1.5.5.7.3.8'], critical: true },
};

export interface World {
  root: TestSubject;
  ca: TestSubject;
  signer: TestSubject;
  tsa: TestSubject;
  responder: TestSubject;
  anchors: TrustAnchor[];
}

const serial = (number: number): Uint8Array => Uint8Array.of(0x5a, number);

/** A root, an authority below it, and who it certified; each may be made otherwise. */
export async function world(
  change: {
    ca?: Parameters<typeof testSubject>[3];
    signer?: Parameters<typeof testSubject>[3];
    tsa?: Parameters<typeof testSubject>[3];
    responder?: Parameters<typeof testSubject>[3];
  } = {},
): Promise<World> {
  const long = { notBefore: TEST_NOW - 3 * YEAR, notAfter: TEST_NOW + 20 * YEAR };
  const root = await testSubject('root', 'Root', undefined, {
    extensions: AUTHORITY_EXTENSIONS,
    validity: long,
  });
  const ca = await testSubject('intermediate', 'Authority', root, {
    serial: serial(2),
    validity: long,
    extensions: { ...SOURCES, ...AUTHORITY_EXTENSIONS },
    ...change.ca,
  });
  const of = (
    key: 'p256' | 'tsa' | 'p384',
    name: string,
    number: number,
    extensions: ExtensionTemplate,
    other = {},
  ) => testSubject(key, name, ca, { serial: serial(number), extensions, ...other });
  return {
    root,
    ca,
    signer: await of('p256', 'Signer', 10, SIGNER_EXTENSIONS, change.signer),
    tsa: await of('tsa', 'Time-Stamp Authority', 20, TSA_EXTENSIONS, change.tsa),
    responder: await of('p384', 'Responder', 30, RESPONDER_EXTENSIONS, change.responder),
    anchors: [anchor(root)],
  };
}

export const anchor = ({ certificate }: TestSubject): TrustAnchor => ({
  certificate,
  source: 'operator',
  services: [],
});

/** A token over bytes, or over others where the authority is wrong. */
export async function token(
  { tsa, ca }: Pick<World, 'tsa' | 'ca'>,
  content: Uint8Array,
  time: number,
  serialNumber = 1,
): Promise<Uint8Array> {
  return tokenOf({ tsa, ca }, ports.digest('SHA-256', content), time, serialNumber);
}

/** A token over what has this digest; `others` stand among its certificates, `by` digests for the authority. */
export async function tokenOf(
  { tsa, ca }: Pick<World, 'tsa' | 'ca'>,
  digest: Uint8Array,
  time: number,
  serialNumber = 1,
  others: Uint8Array[] = [],
  by: Pick<PkiPorts, 'digest'> = ports,
): Promise<Uint8Array> {
  const request = createTimeStampRequest({
    digest,
    algorithm: 'SHA-256',
    nonce: new Uint8Array(8).fill(7),
    certReq: true,
  });
  const response = await issueTimeStamp(
    request.der,
    {
      chain: [tsa.certificate, ca.certificate, ...others],
      algorithm: 'ecdsa-p256-sha256',
      sign: signedBy(tsa),
      time,
      serial: Uint8Array.of(1, serialNumber),
      policy: '1.3.6.1.4.1.99999.1',
    },
    by,
  );
  // TimeStampResp: a header of four octets, PKIStatusInfo of five, the token.
  return response.subarray(9);
}

/** Signs, with a time-stamp at `stamped` where it is given. */
export async function sign(
  it: Pick<World, 'signer' | 'tsa' | 'ca'>,
  options: { base?: Uint8Array; stamped?: number; over?: Uint8Array; claimed?: number } = {},
): Promise<Uint8Array> {
  const { base = smallPdf(), stamped, over, claimed = TEST_NOW } = options;
  const { algorithm } = it.signer;
  const prepared = await prepareSignature(openPdf(base, ports), {
    time: { epochMs: claimed, offsetMinutes: 0 },
    digestAlgorithm: digestOf(algorithm),
    contentsBytes: 16_000,
  });
  const draft = draftSignature(
    prepared,
    { chain: [it.signer.certificate, it.ca.certificate], algorithm },
    ports,
  );
  const value = signedBy(it.signer)(draft.signedAttributes);
  const stamp = stamped === undefined ? undefined : (bytes: Uint8Array) => token(it, over ?? bytes, stamped);
  const { tail } = await finishSignature(prepared, draft, value, ports, stamp);
  return joined(base, tail);
}

export function withMaterial(bytes: Uint8Array, material: Partial<Material>): Uint8Array {
  return joined(bytes, prepareDss(openPdf(bytes, ports), { ...NONE, ...material }).tail);
}

/** Adds a document time-stamp. */
export async function withStamp(
  bytes: Uint8Array,
  it: Pick<World, 'tsa' | 'ca'>,
  time: number,
): Promise<Uint8Array> {
  const prepared = prepareDocTimeStamp(openPdf(bytes, ports), {
    digestAlgorithm: 'SHA-256',
    contentsBytes: 10_000,
  });
  const der = await tokenOf(it, prepared.digest, time, 2);
  return joined(bytes, embed(prepared, der));
}

export const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => new Uint8Array(Buffer.concat([a, b]));

/** A good OCSP answer by the authority itself, unless it is told otherwise. */
export const good = (
  it: World,
  of: TestSubject,
  change: Parameters<typeof testOcsp>[3] = {},
  issuer: TestSubject = it.ca,
): Promise<Uint8Array> => testOcsp(issuer, issuer, of.certificate, change);

/** Everything that is good, as of `time`: the signer's and the time-stamp authority's by OCSP, the authority's by CRL. */
export async function allGood(
  it: World,
  time: number = TEST_NOW,
  nextUpdate = time + 7 * DAY,
): Promise<Material> {
  const change = { producedAt: time, nextUpdate };
  return {
    certificates: [it.ca.certificate],
    ocsps: [await good(it, it.signer, change), await good(it, it.tsa, change)],
    crls: [await testCrl(it.root, { thisUpdate: time, nextUpdate })],
  };
}

export const read = (bytes: Uint8Array): Promise<Evidence> => evidence(bytes, openPdf(bytes, ports), ports);

export async function judge(
  bytes: Uint8Array,
  it: Pick<World, 'anchors'>,
  options: { at?: number; material?: Partial<Material>; freshnessMs?: number } = {},
): Promise<Validation> {
  const { at = TEST_NOW, material = {}, freshnessMs = DAY } = options;
  return validate(
    await read(bytes),
    { ...NONE, ...material },
    { anchors: it.anchors, at, freshnessMs },
    ports,
  );
}

/** The report on the first signature. */
export function first({ signatures: [report] }: Validation): SignatureReport {
  if (report === undefined) throw new Error('no signature');
  return report;
}

/** What is concluded of the first signature: its sub-indication where it has one. */
export async function conclusionOn(...asked: Parameters<typeof judge>): Promise<string> {
  const { subIndication, indication } = first(await judge(...asked));
  return subIndication ?? indication;
}

export const hasPassed = ({ indication, kind }: SignatureReport): boolean =>
  indication === 'TOTAL-PASSED' && kind !== 'timestamp';

/** Where the /Contents of a signature stand in the file. */
export const slotOf = (bytes: Uint8Array, index = 0): { start: number; end: number } =>
  signatureFields(openPdf(bytes, ports))[index]?.signature?.contents ?? { start: 0, end: 0 };
