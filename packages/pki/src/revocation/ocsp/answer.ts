import { equalBytes } from '../../asn1/bytes.ts';
import { Fields } from '../../asn1/fields.ts';
import { readAsn1 } from '../../asn1/reader.ts';
import { TAG } from '../../asn1/tags.ts';
import { expectTag, readOctets, readTimeValue } from '../../asn1/values.ts';
import { PkiError } from '../../error.ts';
import type { PkiPorts } from '../../face.ts';
import { OID } from '../../oids.ts';
import { signatureOutcome } from '../../path/issued.ts';
import type { Certificate } from '../../x509/certificate.ts';
import type { Extension } from '../../x509/extensions.ts';
import { readDigest } from '../../x509/identifiers.ts';
import { keyBits } from '../../x509/key-bits.ts';
import { sameName } from '../../x509/name-match.ts';
import type { RefusedRevocation, RevocationAnswer } from '../face.ts';
import { methodOf, type SignatureChecks } from '../signed.ts';
import type { IssuerHashes } from './cert-id.ts';
import type { BasicResponse, ResponderId, SingleResponse } from './response.ts';

/** A response that was read, and what is known of its signature. */
export interface ReadOcsp {
  der: Uint8Array;
  response: BasicResponse;
  checks: SignatureChecks;
}

export interface OcspQuestion {
  certificate: Certificate;
  issuer: Certificate;
  hashes: IssuerHashes;
  /** Where a responder's certificate may be when it did not come along. */
  certificates: readonly Certificate[];
  /** Of the request, where it had one. */
  nonce?: Uint8Array;
}

type Reason = RefusedRevocation['reason'];

/** Critical ones of these are understood; any other refuses the response (RFC 6960 §4.4). */
const KNOWN_RESPONSE: readonly string[] = [OID.ocspNonce, OID.ocspExtendedRevoke];
const KNOWN_SINGLE: readonly string[] = [
  OID.ocspCrlReference,
  OID.ocspArchiveCutoff,
  OID.certHash,
  OID.crlReason,
  OID.invalidityDate,
];

/** What a response says of the certificate, or why it says nothing (RFC 6960 §3.2, §4.2.2). */
export async function ocspAnswer(
  { der, response, checks }: ReadOcsp,
  question: OcspQuestion,
  ports: PkiPorts,
): Promise<RevocationAnswer | Reason> {
  const single = singleFor(response, question, ports);
  if (typeof single === 'string') return single;
  if (hasUnknown(response.extensions, KNOWN_RESPONSE) || hasUnknown(single.extensions, KNOWN_SINGLE))
    return 'unknown_critical';
  if (!answersRequest(response, question.nonce)) return 'nonce';
  const signer = await responderOf(response, checks, question, ports);
  if (typeof signer === 'string') return signer;
  const { status, revokedAt, thisUpdate, nextUpdate } = single;
  const since = archiveCutoff(single.extensions);
  // removeFromCRL is for delta CRLs; a certificate that is called revoked is.
  const reason = single.reason === 'removeFromCRL' ? undefined : single.reason;
  return {
    source: 'ocsp',
    status,
    ...(revokedAt === undefined ? {} : { revokedAt }),
    ...(reason === undefined ? {} : { reason }),
    thisUpdate,
    ...(nextUpdate === undefined ? {} : { nextUpdate }),
    producedAt: response.producedAt,
    ...(since === undefined ? {} : { since }),
    signer,
    method: methodOf(response),
    certificates: response.certificates,
    der,
  };
}

const RANK = { revoked: 0, unknown: 1, good: 2 } as const;

/** Of several that name the certificate, the one that says the worst, and the newest of those. */
function singleFor(
  { singles }: BasicResponse,
  { certificate, hashes }: OcspQuestion,
  ports: PkiPorts,
): SingleResponse | Reason {
  const matching = singles.filter(({ id }) => equalBytes(id.serial, certificate.serial) && hashes.named(id));
  const [worst] = matching.toSorted((a, b) => RANK[a.status] - RANK[b.status] || b.thisUpdate - a.thisUpdate);
  if (worst === undefined) return 'other_certificate';
  const ofThis = matching.every(({ extensions }) => hashesCertificate(extensions, certificate, ports));
  return ofThis ? worst : 'other_certificate';
}

/** CertHash, where there is one, must be of this certificate: else another one bears the same serial number. */
function hashesCertificate(extensions: Extension[], certificate: Certificate, ports: PkiPorts): boolean {
  const value = extensions.find(({ oid }) => oid === OID.certHash)?.value;
  if (value === undefined) return true;
  const fields = new Fields(readAsn1(value), 'CertHash');
  const digest = readDigest(fields.next('hashAlgorithm'));
  const hash = readOctets(fields.next('certificateHash'));
  fields.end();
  return equalBytes(hash, ports.digest(digest, certificate.der));
}

function hasUnknown(extensions: Extension[], known: readonly string[]): boolean {
  return extensions.some(({ oid, critical }) => critical && !known.includes(oid));
}

/** A nonce that came back must be the one that went out; answers made beforehand have none (RFC 9654 §2.1). */
function answersRequest({ extensions }: BasicResponse, nonce: Uint8Array | undefined): boolean {
  const returned = extensions.find(({ oid }) => oid === OID.ocspNonce)?.value;
  if (nonce === undefined || returned === undefined) return true;
  // The value is an OCTET STRING within; some responders give the octets bare.
  return equalBytes(returned, nonce) || equalBytes(returned.subarray(2), nonce);
}

function archiveCutoff(extensions: Extension[]): number | undefined {
  const value = extensions.find(({ oid }) => oid === OID.ocspArchiveCutoff)?.value;
  if (value === undefined) return undefined;
  return readTimeValue(expectTag(readAsn1(value), TAG.generalizedTime, 'archiveCutoff'));
}

/** The certificate that signed: the issuer's own, or one that the issuer's key certified to sign answers. */
async function responderOf(
  response: BasicResponse,
  checks: SignatureChecks,
  { issuer, certificates }: OcspQuestion,
  ports: PkiPorts,
): Promise<Certificate | Reason> {
  const named = [issuer, ...response.certificates, ...certificates].filter(
    (candidate, at, all) =>
      isResponder(candidate, response.responder, ports) &&
      all.findIndex(({ der }) => equalBytes(der, candidate.der)) === at,
  );
  let reason: Reason = 'unauthorised';
  for (const candidate of named.slice(0, MAX_CANDIDATES)) {
    const entitled = await mayAnswer(candidate, issuer, ports);
    const outcome = await checks.by(candidate, ports);
    if (entitled && outcome === 'holds') return candidate;
    if (entitled && outcome !== 'holds') reason = outcome;
  }
  return reason;
}

/** Certificates of one name or key that are tried. */
const MAX_CANDIDATES = 8;

function isResponder(candidate: Certificate, id: ResponderId, ports: PkiPorts): boolean {
  if ('name' in id) return sameName(candidate.subject, id.name);
  // byKey is SHA-1 of the key's octets (RFC 6960 §4.2.1).
  return equalBytes(ports.digest('SHA-1', keyBits(candidate.spki)), id.keyHash);
}

/**
 * RFC 6960 §4.2.2.2: the issuer, or a certificate for OCSPSigning that was issued directly by it, with the same key.
 * One with extensions that are not understood is not entitled, as nobody may look at a nocheck responder again.
 */
async function mayAnswer(candidate: Certificate, issuer: Certificate, ports: PkiPorts): Promise<boolean> {
  if (equalBytes(candidate.spki, issuer.spki) && sameName(candidate.subject, issuer.subject)) return true;
  const { extendedKeyUsage, keyUsage, unknownCritical } = candidate.extensions;
  const purpose = extendedKeyUsage?.purposes.includes(OID.ocspSigning) === true;
  const usage = keyUsage?.some((use) => use === 'digitalSignature' || use === 'nonRepudiation') ?? true;
  if (!purpose || !usage || unknownCritical.length > 0) return false;
  if (!sameName(candidate.issuer, issuer.subject)) return false;
  return (await signatureOutcome(issuer, candidate, ports, () => true)) === 'holds';
}

/** What cannot be read in the end has one reason. */
export async function ocspAnswerOrMalformed(
  ...args: Parameters<typeof ocspAnswer>
): Promise<RevocationAnswer | Reason> {
  try {
    return await ocspAnswer(...args);
  } catch (error) {
    if (error instanceof PkiError) return 'malformed';
    throw error;
  }
}
