import { equalBytes } from '../asn1/bytes.ts';
import { readAsn1 } from '../asn1/reader.ts';
import { readOctets, readOid } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import type { AnyDigest, PkiPorts } from '../face.ts';
import { OID } from '../oids.ts';
import { type Certificate, parseCertificate } from '../x509/certificate.ts';
import { isBrokenDigest, type SignatureMethod } from '../x509/identifiers.ts';
import { sameName } from '../x509/name-match.ts';
import { verification } from '../x509/verification.ts';
import { keepsAlgorithms } from './algorithm-protection.ts';
import { type SignedData, type SignerIdentifier, type SignerInfo, singleValue } from './signed-data.ts';
import { namesCertificate, readSigningCertificates } from './signing-certificate.ts';

/** What a signature is over. */
export interface SignedContent {
  digest(algorithm: AnyDigest): Uint8Array;
  /** The whole content; asked for only where a signature has no signed attributes. */
  bytes(): Uint8Array;
}

/** Content that is at hand as a whole. */
export function signedBytes(bytes: Uint8Array, ports: Pick<PkiPorts, 'digest'>): SignedContent {
  return { digest: (algorithm) => ports.digest(algorithm, bytes), bytes: () => bytes };
}

/** Why a signature does not hold, or cannot be judged. */
export type SignerFailure = (typeof SIGNER_FAILURES)[number];
export const SIGNER_FAILURES = [
  /** message-digest is not the digest of the content. */
  'content_digest',
  /** The value does not verify with the certificate's key. */
  'signature_value',
  /** The signer's certificate is not among those given. */
  'certificate_missing',
  /** signing-certificate is missing where it must be, or names another certificate. */
  'certificate_binding',
  /** content-type or message-digest is missing, repeated or wrong, or other algorithms were signed along. */
  'attributes',
  'algorithm_unsupported',
  /** Over a digest that is broken and computed no more. */
  'algorithm_weak',
  /** More than the reader takes: nothing is known of it. */
  'limit',
  'malformed',
] as const;

/** The verdict on one SignerInfo; the certificate is not judged here. */
export type SignerVerdict =
  | { integrity: 'intact'; certificate: Certificate }
  | { integrity: 'broken' | 'unsupported'; reason: SignerFailure; certificate?: Certificate };

/** Verifies one SignerInfo over its content (RFC 5652 §5.4, §5.6) and its ESS binding (RFC 5035). */
export async function verifySigner(
  data: SignedData,
  signer: SignerInfo,
  content: SignedContent,
  ports: PkiPorts,
  options: { requireSigningCertificate: boolean },
): Promise<SignerVerdict> {
  const found = identifySigner(data, signer, ports);
  const fail = (reason: SignerFailure): SignerVerdict => ({
    integrity: UNJUDGED.has(reason) ? 'unsupported' : 'broken',
    reason,
    ...(found.certificate === undefined ? {} : { certificate: found.certificate }),
  });
  if (found.failure !== undefined) return fail(found.failure);
  if (!found.bound && options.requireSigningCertificate) return fail('certificate_binding');
  const { certificate } = found;
  const reason = await checkSignerValue(data, signer, certificate, content, ports);
  return reason === undefined ? { integrity: 'intact', certificate } : fail(reason);
}

/** Reasons that say nothing of whether the signature holds. */
const UNJUDGED: ReadonlySet<SignerFailure> = new Set(['algorithm_unsupported', 'algorithm_weak', 'limit']);

/** Who signed, as far as the structure says. */
export type SignerIdentity =
  | {
      certificate: Certificate;
      /** Whether signing-certificate names it; false where there is no such attribute. */
      bound: boolean;
      failure?: never;
    }
  | {
      failure: 'certificate_missing' | 'certificate_binding' | Unread;
      certificate?: Certificate;
    };

/** Why something cannot be judged. */
type Unread = Extract<SignerFailure, 'algorithm_unsupported' | 'limit' | 'malformed'>;

/** The signer's certificate, and whether the signed attributes bind it; `others` may hold it where the CMS does not. */
export function identifySigner(
  data: SignedData,
  signer: SignerInfo,
  ports: Pick<PkiPorts, 'digest'>,
  others: readonly Certificate[] = [],
): SignerIdentity {
  try {
    if (!isConsistent(data, signer)) return { failure: 'malformed' };
    const { certificate, bound } = findCertificate(
      [...readable(data.certificates), ...others],
      signer,
      ports,
    );
    if (certificate === undefined) return { failure: 'certificate_missing' };
    return bound === false
      ? { failure: 'certificate_binding', certificate }
      : { certificate, bound: bound === true };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Whether the signature's value is of this content and this certificate's key; undefined where it is. */
export async function checkSignerValue(
  data: Pick<SignedData, 'contentType'>,
  signer: SignerInfo,
  certificate: Certificate,
  content: SignedContent,
  ports: PkiPorts,
): Promise<SignerFailure | undefined> {
  try {
    return await checkValue(data.contentType, signer, certificate, content, ports);
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Unread {
  if (!(error instanceof PkiError)) throw error;
  if (error.code === 'asn1_limit') return 'limit';
  return error.code === 'algorithm_unsupported' ? error.code : 'malformed';
}

/** RFC 5652 §5.1, §5.3: the versions that these forms have, and a digest algorithm that was announced. */
function isConsistent(data: SignedData, signer: SignerInfo): boolean {
  const announced = data.digestAlgorithms.includes(signer.digestOid);
  return [1, 3, 4, 5].includes(data.version) && (signer.version === 1 || signer.version === 3) && announced;
}

async function checkValue(
  contentType: string,
  signer: SignerInfo,
  certificate: Certificate,
  content: SignedContent,
  ports: PkiPorts,
): Promise<SignerFailure | undefined> {
  const { digestAlgorithm, signatureMethod, signedAttributes, signature } = signer;
  if (isBrokenDigest(signer.digestOid)) return 'algorithm_weak';
  if (digestAlgorithm === undefined || signatureMethod === undefined) return 'algorithm_unsupported';
  if (!agrees(signatureMethod, digestAlgorithm)) return 'malformed';
  const failure = checkAttributes(contentType, signer, digestAlgorithm, content);
  if (failure !== undefined) return failure;
  const found = verification(signatureMethod, digestAlgorithm, certificate.publicKey);
  if (found.algorithm === undefined) {
    return found.outcome === 'signature' ? 'signature_value' : found.outcome;
  }
  for (const message of signedAttributes?.encodings() ?? [content.bytes()]) {
    if (await ports.verify(found.algorithm, certificate.spki, message, signature)) return undefined;
  }
  return 'signature_value';
}

/** RFC 5754 §3, RFC 5753 §2.1.1, RFC 8419 §3.1: the digest is that of the signature's algorithm. */
function agrees({ kind, digest }: SignatureMethod, announced: AnyDigest): boolean {
  const own = kind === 'ed25519' ? 'SHA-512' : kind === 'ed448' ? 'SHAKE256' : digest;
  return own === undefined || own === announced;
}

function checkAttributes(
  contentType: string,
  signer: SignerInfo,
  digestAlgorithm: AnyDigest,
  content: SignedContent,
): SignerFailure | undefined {
  // RFC 5652 §5.3: signed attributes may be left out only where the content is id-data.
  if (signer.signedAttributes === undefined) return contentType === OID.data ? undefined : 'attributes';
  const { attributes } = signer.signedAttributes;
  const type = singleValue(attributes, OID.contentType);
  const digest = singleValue(attributes, OID.messageDigest);
  if (type === undefined || digest === undefined || readOid(readAsn1(type, { ber: true })) !== contentType)
    return 'attributes';
  if (!keepsAlgorithms(signer)) return 'attributes';
  return equalBytes(readOctets(readAsn1(digest, { ber: true })), content.digest(digestAlgorithm))
    ? undefined
    : 'content_digest';
}

interface Found {
  certificate: Certificate | undefined;
  /** Whether signing-certificate names it; undefined where there is no such attribute. */
  bound: boolean | undefined;
}

/** Of the certificates that the identifier fits, the one that signing-certificate names, else the first. */
function findCertificate(
  certificates: readonly Certificate[],
  signer: SignerInfo,
  ports: Pick<PkiPorts, 'digest'>,
): Found {
  const fitting = certificates.filter((candidate) => identifies(signer.sid, candidate));
  const named = readSigningCertificates(signer.signedAttributes?.attributes ?? []);
  if (named.length === 0) return { certificate: fitting[0], bound: undefined };
  const bound = fitting.find((candidate) => named.every((one) => namesCertificate(one, candidate, ports)));
  return { certificate: bound ?? fitting[0], bound: bound !== undefined };
}

/** The certificates that can be read: a stranger's odd one in the bag does not spoil the signer's. */
export function readable(certificates: readonly Uint8Array[]): Certificate[] {
  return certificates.flatMap((der) => {
    try {
      return [parseCertificate(der)];
    } catch (error) {
      if (error instanceof PkiError) return [];
      throw error;
    }
  });
}

function identifies(sid: SignerIdentifier, certificate: Certificate): boolean {
  if (sid.kind === 'issuerAndSerial') {
    return equalBytes(sid.serial, certificate.serial) && sameName(sid.issuer, certificate.issuer);
  }
  const { subjectKeyIdentifier } = certificate.extensions;
  return subjectKeyIdentifier !== undefined && equalBytes(sid.keyIdentifier, subjectKeyIdentifier);
}
