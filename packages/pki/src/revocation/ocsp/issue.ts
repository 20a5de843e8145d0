import { toHex } from '../../asn1/bytes.ts';
import { context, TAG } from '../../asn1/tags.ts';
import { generalizedTime } from '../../asn1/time.ts';
import {
  bitString,
  explicit,
  implicit,
  nullValue,
  octetString,
  oid,
  sequence,
  tlv,
} from '../../asn1/writer.ts';
import { PkiError } from '../../error.ts';
import type { PkiPorts, SignatureAlgorithm } from '../../face.ts';
import { OID } from '../../oids.ts';
import { signatureIdentifier } from '../../x509/algorithms.ts';
import { extension } from '../../x509/build.ts';
import { type Certificate, parseCertificate } from '../../x509/certificate.ts';
import { keyBits } from '../../x509/key-bits.ts';
import type { RevocationReason } from '../face.ts';
import { reasonCode } from '../reasons.ts';
import { type CertId, IssuerHashes } from './cert-id.ts';
import { type ReceivedOcspRequest, readOcspRequest } from './request.ts';
import { type OcspFailure, RESPONSE_STATUS } from './response.ts';

/** What a responder says of one certificate; times in milliseconds since 1970. */
export type CertificateStatus =
  | { status: 'good' | 'unknown' }
  | { status: 'revoked'; revokedAt: number; reason?: RevocationReason };

/** What a responder answers with; the times are of this one answer. */
export interface OcspResponder {
  /** The authority whose certificates it tells of; DER. */
  issuer: Uint8Array;
  /** The responder's certificate first, then what goes along; DER. */
  chain: readonly Uint8Array[];
  algorithm: SignatureAlgorithm;
  /** The value over a message; ECDSA as DER. */
  sign(message: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** `serialHex`: as {@link Certificate} gives it. */
  status(serialHex: string): CertificateStatus | Promise<CertificateStatus>;
  /** When the answer is made. */
  producedAt: number;
  /** When the status was right; `producedAt` where it is left out. */
  thisUpdate?: number;
  nextUpdate?: number;
  archiveCutoff?: number;
  /** Further extensions, ready in DER: of the response, and of each single one. */
  others?: { response?: readonly NewExtension[]; single?: readonly NewExtension[] };
}

export interface NewExtension {
  oid: string;
  critical: boolean;
  value: Uint8Array;
}

/**
 * Answers an OCSPRequest with an OCSPResponse (RFC 6960 §4.2), the responder named by its key. A bad request gets an
 * answer that says so; only what goes wrong in the responder itself throws.
 */
export async function issueOcspResponse(
  request: Uint8Array,
  responder: OcspResponder,
  ports: Pick<PkiPorts, 'digest'>,
): Promise<Uint8Array> {
  const received = readRequest(request);
  if (received === undefined || received.unknownCritical) return refuseOcsp('malformedRequest');
  const hashes = new IssuerHashes(parseCertificate(responder.issuer), ports);
  if (!received.ids.every((id) => hashes.named(id))) return refuseOcsp('unauthorized');
  const [own] = responder.chain;
  if (own === undefined) throw new PkiError('chain_empty', "the responder's certificate is missing");
  const singles = await Promise.all(received.ids.map((id) => encodeSingle(id, responder)));
  const tbs = responseData(parseCertificate(own), singles, received, responder, ports);
  const { algorithm, chain } = responder;
  return successful(
    sequence(
      tbs,
      signatureIdentifier(algorithm),
      bitString(await responder.sign(tbs)),
      explicit(0, sequence(...chain)),
    ),
  );
}

/** An OCSPResponse of another status than successful. */
export function refuseOcsp(failure: OcspFailure): Uint8Array {
  return sequence(tlv(TAG.enumerated, Uint8Array.of(RESPONSE_STATUS[failure])));
}

function readRequest(der: Uint8Array): ReceivedOcspRequest | undefined {
  try {
    return readOcspRequest(der);
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

function successful(basic: Uint8Array): Uint8Array {
  const bytes = sequence(oid(OID.ocspBasic), octetString(basic));
  return sequence(tlv(TAG.enumerated, Uint8Array.of(0)), explicit(0, bytes));
}

function responseData(
  own: Certificate,
  singles: Uint8Array[],
  { nonce }: ReceivedOcspRequest,
  { producedAt, others }: OcspResponder,
  ports: Pick<PkiPorts, 'digest'>,
): Uint8Array {
  const key = ports.digest('SHA-1', keyBits(own.spki));
  return sequence(
    explicit(2, octetString(key)),
    wholeSecond(producedAt),
    sequence(...singles),
    ...extensions(1, [
      ...(nonce === undefined ? [] : [{ oid: OID.ocspNonce, critical: false, value: nonce }]),
      ...(others?.response ?? []),
    ]),
  );
}

async function encodeSingle(id: CertId, responder: OcspResponder): Promise<Uint8Array> {
  const { producedAt, thisUpdate = producedAt, nextUpdate, archiveCutoff, others } = responder;
  const serial = id.serial[0] === 0 && id.serial.length > 1 ? id.serial.subarray(1) : id.serial;
  const cutoff =
    archiveCutoff === undefined
      ? []
      : [{ oid: OID.ocspArchiveCutoff, critical: false, value: wholeSecond(archiveCutoff) }];
  return sequence(
    id.der,
    encodeStatus(await responder.status(toHex(serial))),
    wholeSecond(thisUpdate),
    ...(nextUpdate === undefined ? [] : [explicit(0, wholeSecond(nextUpdate))]),
    ...extensions(1, [...cutoff, ...(others?.single ?? [])]),
  );
}

/** Extensions under an explicit tag; nothing where there are none. */
function extensions(tag: number, all: readonly NewExtension[]): Uint8Array[] {
  if (all.length === 0) return [];
  return [
    explicit(tag, sequence(...all.map(({ oid: type, critical, value }) => extension(type, critical, value)))),
  ];
}

function encodeStatus(status: CertificateStatus): Uint8Array {
  if (status.status !== 'revoked') return implicit(status.status === 'good' ? 0 : 2, nullValue());
  const { revokedAt, reason } = status;
  return tlv(
    context(1),
    wholeSecond(revokedAt),
    ...(reason === undefined ? [] : [explicit(0, tlv(TAG.enumerated, Uint8Array.of(reasonCode(reason))))]),
  );
}

/** GeneralizedTime without a fraction (RFC 5280 §4.1.2.5.2). */
function wholeSecond(epochMs: number): Uint8Array {
  return generalizedTime(Math.floor(epochMs / 1000) * 1000);
}
