import { Fields, inner } from '../../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../../asn1/reader.ts';
import { context, TAG } from '../../asn1/tags.ts';
import {
  expectTag,
  readBitOctets,
  readOctets,
  readOid,
  readSmallInteger,
  readTimeValue,
} from '../../asn1/values.ts';
import { PkiError } from '../../error.ts';
import { OID } from '../../oids.ts';
import { type Certificate, parseCertificate } from '../../x509/certificate.ts';
import type { Extension } from '../../x509/extensions.ts';
import { type Name, readName } from '../../x509/name.ts';
import { readExtensionList } from '../extension-list.ts';
import { type EntryReason, reasonOf } from '../reasons.ts';
import type { Signed } from '../signed.ts';
import { type CertId, readCertId } from './cert-id.ts';

/** Bounds: an answer has one to four KB, one with many certificates and statuses tens of them. */
const LIMITS = { maxBytes: 1024 * 1024, maxNodes: 20_000, maxDepth: 24 };
const MAX_CERTIFICATES = 16;
/** Milliseconds by which a responder's two clocks may differ: producedAt may not be older than what it tells. */
const SLACK = 5 * 60_000;

/** Who signed, by the response's word. */
export type ResponderId = { name: Name } | { keyHash: Uint8Array };

/** One SingleResponse (RFC 6960 §4.2.1). */
export interface SingleResponse {
  id: CertId;
  status: 'good' | 'revoked' | 'unknown';
  revokedAt?: number;
  reason?: EntryReason;
  thisUpdate: number;
  nextUpdate?: number;
  extensions: Extension[];
}

/** A BasicOCSPResponse taken apart; no judgement. */
export interface BasicResponse extends Signed {
  responder: ResponderId;
  producedAt: number;
  singles: SingleResponse[];
  extensions: Extension[];
  /** Those that can be read. */
  certificates: Certificate[];
}

/** OCSPResponseStatus (RFC 6960 §4.2.1) by name; 4 is not used. */
export const RESPONSE_STATUS = {
  malformedRequest: 1,
  internalError: 2,
  tryLater: 3,
  sigRequired: 5,
  unauthorized: 6,
} as const;
export type OcspFailure = keyof typeof RESPONSE_STATUS;

/** Reads an OCSPResponse; `unsuccessful` where its status is another. Throws PkiError `asn1_*`. */
export function readOcspResponse(der: Uint8Array): BasicResponse | 'unsuccessful' {
  const outer = new Fields(readAsn1(der, LIMITS), 'OCSPResponse');
  const status = readSmallInteger(outer.next('responseStatus'), TAG.enumerated);
  const tagged = outer.optional(context(0));
  outer.end();
  if (status !== 0) return 'unsuccessful';
  if (tagged === undefined) throw new PkiError('asn1_unexpected', 'OCSPResponse: no responseBytes');
  const fields = new Fields(inner(tagged, 'responseBytes'), 'ResponseBytes');
  const type = readOid(fields.next('responseType'));
  const response = readOctets(fields.next('response'));
  fields.end();
  if (type !== OID.ocspBasic) throw new PkiError('asn1_unexpected', `a response of type ${type}`);
  return readBasicResponse(response);
}

function readBasicResponse(der: Uint8Array): BasicResponse {
  const fields = new Fields(readAsn1(der, LIMITS), 'BasicOCSPResponse');
  const tbs = fields.next('tbsResponseData', TAG.sequence);
  const algorithm = fields.next('signatureAlgorithm', TAG.sequence);
  const signature = readBitOctets(fields.next('signature'));
  const certificates = fields.optional(context(0));
  fields.end();
  return {
    ...readResponseData(tbs),
    tbs: tbs.raw,
    signatureAlgorithm: algorithm.raw,
    signature,
    certificates: readCertificates(certificates),
  };
}

function readResponseData(
  tbs: Asn1,
): Pick<BasicResponse, 'responder' | 'producedAt' | 'singles' | 'extensions'> {
  const fields = new Fields(tbs, 'ResponseData');
  const version = fields.optional(context(0));
  const responder = readResponderId(fields.next('responderID'));
  const producedAt = readTimeValue(fields.next('producedAt', TAG.generalizedTime));
  const singles = fields.next('responses', TAG.sequence).members().map(readSingle);
  const extensions = readExtensionList(fields.optional(context(1)));
  fields.end();
  if (version !== undefined && readSmallInteger(inner(version, 'version')) !== 0)
    throw new PkiError('asn1_unexpected', 'an OCSPResponse of another version');
  if (singles.some(({ thisUpdate }) => thisUpdate > producedAt + SLACK))
    throw new PkiError('asn1_unexpected', 'a status that is newer than its response');
  return { responder, producedAt, singles, extensions };
}

function readResponderId(value: Asn1): ResponderId {
  const choice = inner(value, 'responderID');
  if (value.tag === context(1)) return { name: readName(choice) };
  expectTag(value, context(2), 'responderID');
  return { keyHash: readOctets(choice) };
}

function readSingle(value: Asn1): SingleResponse {
  const fields = new Fields(value, 'SingleResponse');
  const id = readCertId(fields.next('certID'));
  const status = readStatus(fields.next('certStatus'));
  const thisUpdate = readTimeValue(fields.next('thisUpdate', TAG.generalizedTime));
  const next = fields.optional(context(0));
  const extensions = readExtensionList(fields.optional(context(1)));
  fields.end();
  const nextUpdate =
    next === undefined
      ? undefined
      : readTimeValue(expectTag(inner(next, 'nextUpdate'), TAG.generalizedTime, 'nextUpdate'));
  if (nextUpdate !== undefined && nextUpdate < thisUpdate)
    throw new PkiError('asn1_unexpected', 'nextUpdate before thisUpdate');
  return { id, ...status, thisUpdate, ...(nextUpdate === undefined ? {} : { nextUpdate }), extensions };
}

function readStatus(value: Asn1): Pick<SingleResponse, 'status' | 'revokedAt' | 'reason'> {
  // good and unknown are NULL under an implicit tag.
  if (value.tag === context(0, true) && value.content.length === 0) return { status: 'good' };
  if (value.tag === context(2, true) && value.content.length === 0) return { status: 'unknown' };
  const fields = new Fields(value, 'RevokedInfo', context(1));
  const revokedAt = readTimeValue(fields.next('revocationTime', TAG.generalizedTime));
  const reason = fields.optional(context(0));
  fields.end();
  if (reason === undefined) return { status: 'revoked', revokedAt };
  const code = readSmallInteger(inner(reason, 'revocationReason'), TAG.enumerated);
  return { status: 'revoked', revokedAt, reason: reasonOf(code) };
}

function readCertificates(tagged: Asn1 | undefined): Certificate[] {
  const members =
    tagged === undefined ? [] : expectTag(inner(tagged, 'certs'), TAG.sequence, 'certs').members();
  if (members.length > MAX_CERTIFICATES) throw new PkiError('asn1_limit', 'too many certificates');
  return members.flatMap(({ raw }) => {
    try {
      return [parseCertificate(raw)];
    } catch (error) {
      if (error instanceof PkiError) return []; // one that nobody needs may be of a kind that is not known
      throw error;
    }
  });
}
