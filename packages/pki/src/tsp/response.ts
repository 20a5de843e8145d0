import { equalBytes } from '../asn1/bytes.ts';
import { Fields } from '../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import { readNamedBits, readSmallInteger, readText } from '../asn1/values.ts';
import { unsignedInteger } from '../asn1/writer.ts';
import { PkiError } from '../error.ts';
import type { PkiPorts } from '../face.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { TimeStampRequest } from './request.ts';
import { parseTimeStampToken, type TimeStampInfo, verifyTimeStampToken } from './token.ts';

/** Against what an answer is checked. */
export interface TimeStampTrust {
  /** Trust anchors of time-stamp authorities; without them the token is checked in itself only. */
  anchors?: readonly Certificate[];
  /** Milliseconds since 1970 now. */
  at: number;
  /** How far genTime may be from `at`, default 5 minutes. */
  maxSkewMs?: number;
}

/** An accepted time-stamp. */
export interface TimeStamp {
  /** DER of the token: the value of the unsigned attribute, or the /Contents of a document time-stamp. */
  token: Uint8Array;
  info: TimeStampInfo;
  /** The authority's certificate first, then what leads to the anchor. */
  path: Certificate[];
}

/**
 * Checks an authority's answer in full (RFC 3161 §2.2, §2.4.2): status, token, imprint, nonce, policy, time,
 * signature, ESS binding, key purpose, validity, path. Throws PkiError with a `timestamp_*` code, or
 * `algorithm_unsupported`.
 */
export async function checkTimeStampResponse(
  response: Uint8Array,
  request: TimeStampRequest,
  trust: TimeStampTrust,
  ports: PkiPorts,
): Promise<TimeStamp> {
  const token = wellFormed(() => readToken(response));
  const parsed = wellFormed(() => parseTimeStampToken(token));
  requireAnswerTo(request, parsed.info);
  if (Math.abs(parsed.info.genTime - trust.at) > (trust.maxSkewMs ?? 5 * 60_000)) {
    throw new PkiError('timestamp_time', 'the time of the answer is not the time of asking');
  }
  const verdict = await verifyTimeStampToken(parsed, trust, ports);
  if (!verdict.valid) throw new PkiError(verdict.reason, 'the time-stamp token does not hold');
  return { token, info: verdict.info, path: verdict.path };
}

function requireAnswerTo(request: TimeStampRequest, info: TimeStampInfo): void {
  const { imprint, nonce, policy } = info;
  if (imprint.algorithm !== request.algorithm || !equalBytes(imprint.digest, request.digest)) {
    throw new PkiError('timestamp_imprint', 'the answer is about other bytes');
  }
  if (nonce === undefined || !equalBytes(nonce, unsignedInteger(request.nonce))) {
    throw new PkiError('timestamp_nonce', 'the answer belongs to another request');
  }
  if (request.policy !== undefined && policy !== request.policy) {
    throw new PkiError('timestamp_policy', `the answer is under policy ${policy}`);
  }
}

function readToken(response: Uint8Array): Uint8Array {
  const fields = new Fields(readAsn1(response, { ber: true, maxBytes: 1024 * 1024 }), 'TimeStampResp');
  requireGranted(fields.next('status'));
  const token = fields.next('timeStampToken', TAG.sequence).raw;
  fields.end();
  return token;
}

/** PKIStatusInfo: granted (0) or grantedWithMods (1). */
function requireGranted(value: Asn1): void {
  const fields = new Fields(value, 'PKIStatusInfo');
  const status = readSmallInteger(fields.next('status'));
  if (status <= 1) return;
  const words = fields.optional(TAG.sequence)?.members().map(readText).join(' ') ?? '';
  const failInfo = fields.optional(TAG.bitString);
  const bits = failInfo === undefined ? '' : ` failInfo ${readNamedBits(failInfo).join()}`;
  throw new PkiError('timestamp_rejected', `status ${status}${bits} ${words.slice(0, 200)}`.trimEnd());
}

/** What is no response at all has one code, whatever the reader stumbled over. */
function wellFormed<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof PkiError) || cause.code.startsWith('timestamp_')) throw cause;
    throw new PkiError('timestamp_malformed', `not a time-stamp answer: ${cause.message}`, { cause });
  }
}
