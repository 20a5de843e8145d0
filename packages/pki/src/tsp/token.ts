import { toHex } from '../asn1/bytes.ts';
import { Fields } from '../asn1/fields.ts';
import { readAsn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { integerOctets, readBoolean, readOid, readSmallInteger, readTimeValue } from '../asn1/values.ts';
import { parseSignedData, type SignedData, type SignerInfo } from '../cms/signed-data.ts';
import { readable, signedBytes, verifySigner } from '../cms/verify.ts';
import { PkiError, type TimeStampFailure } from '../error.ts';
import type { PkiPorts } from '../face.ts';
import { OID } from '../oids.ts';
import { anchorOf } from '../path/anchors.ts';
import { validatePath } from '../path/path.ts';
import type { Certificate } from '../x509/certificate.ts';
import { type MessageImprint, readMessageImprint } from './request.ts';

/** Facts of a TSTInfo (RFC 3161 §2.4.2). */
export interface TimeStampInfo {
  policy: string;
  imprint: MessageImprint;
  /** Lower-case hexadecimal. */
  serialHex: string;
  /** Milliseconds since 1970. */
  genTime: number;
  /** Milliseconds either way; absent where the authority does not say. */
  accuracyMs?: number;
  /** DER of the nonce's INTEGER. */
  nonce?: Uint8Array;
}

/** A token taken apart. */
export interface TimeStampToken {
  info: TimeStampInfo;
  signedData: SignedData;
}

/** Reads a time-stamp token; throws PkiError `asn1_*`, `cms_*` or `timestamp_malformed`. */
export function parseTimeStampToken(
  der: Uint8Array,
  options: { allowTrailing?: boolean } = {},
): TimeStampToken {
  const signedData = parseSignedData(der, options);
  if (signedData.contentType !== OID.tstInfo || signedData.content === undefined) {
    throw new PkiError('timestamp_malformed', 'no TSTInfo inside');
  }
  return { info: readTimeStampInfo(signedData.content), signedData };
}

function readTimeStampInfo(der: Uint8Array): TimeStampInfo {
  const fields = new Fields(readAsn1(der, { maxBytes: 16 * 1024, maxNodes: 500 }), 'TSTInfo');
  const version = readSmallInteger(fields.next('version'));
  const policy = readOid(fields.next('policy'));
  const imprint = readMessageImprint(fields.next('messageImprint'));
  const serial = integerOctets(fields.next('serialNumber'));
  const genTime = readTimeValue(fields.next('genTime', TAG.generalizedTime));
  const accuracy = fields.optional(TAG.sequence);
  const ordering = fields.optional(TAG.boolean);
  const nonce = fields.optional(TAG.integer);
  fields.optional(context(0)); // tsa: a hint only; the signer is named by signing-certificate
  const extensions = fields.optional(context(1));
  fields.end();
  if (version !== 1) throw new PkiError('timestamp_malformed', `TSTInfo of version ${version}`);
  if (ordering !== undefined) readBoolean(ordering);
  for (const extension of extensions?.members() ?? []) {
    const critical = new Fields(extension, 'Extension').rest()[1];
    if (critical?.tag === TAG.boolean && readBoolean(critical)) {
      throw new PkiError('timestamp_malformed', 'a critical extension that is not known');
    }
  }
  return {
    policy,
    imprint,
    serialHex: toHex(serial),
    genTime,
    ...(accuracy === undefined ? {} : { accuracyMs: readAccuracy(new Fields(accuracy, 'Accuracy')) }),
    ...(nonce === undefined ? {} : { nonce: nonce.raw }),
  };
}

function readAccuracy(fields: Fields): number {
  const seconds = fields.optional(TAG.integer);
  const millis = fields.optional(context(0, true));
  const micros = fields.optional(context(1, true));
  fields.end();
  return (
    (seconds === undefined ? 0 : readSmallInteger(seconds) * 1000) +
    (millis === undefined ? 0 : readSmallInteger(millis, millis.tag)) +
    (micros === undefined ? 0 : readSmallInteger(micros, micros.tag) / 1000)
  );
}

/** A verdict on a token. */
export type TimeStampVerdict =
  | { valid: true; info: TimeStampInfo; certificate: Certificate; path: Certificate[] }
  | { valid: false; reason: TimeStampFailure | 'algorithm_unsupported'; certificate?: Certificate };

/**
 * Verifies a token in itself: one signer, TSTInfo bound by content type and digest, signature value, ESS
 * binding, key purpose, validity at genTime, and the path to `anchors` at genTime where they are given. That
 * the imprint is of the right bytes is the caller's to compare ({@link TimeStampInfo.imprint}).
 */
export async function verifyTimeStampToken(
  { info, signedData }: TimeStampToken,
  trust: { anchors?: readonly Certificate[] },
  ports: PkiPorts,
): Promise<TimeStampVerdict> {
  const [signer, ...more] = signedData.signers;
  const { content } = signedData;
  if (signer === undefined || more.length > 0 || content === undefined) {
    return { valid: false, reason: 'timestamp_malformed' }; // RFC 3161 §2.4.2: only the authority's signature
  }
  const signed = signedBytes(content, ports);
  const verdict = await verifySigner(signedData, signer, signed, ports, { requireSigningCertificate: true });
  if (verdict.integrity !== 'intact') {
    return { ...verdict, valid: false, reason: REASON[verdict.reason] };
  }
  const { certificate } = verdict;
  if (!isTimeStampingCertificate(certificate))
    return { valid: false, reason: 'timestamp_key_usage', certificate };
  const { notBefore, notAfter } = certificate.validity;
  if (info.genTime < notBefore || info.genTime > notAfter) {
    return { valid: false, reason: 'timestamp_validity', certificate };
  }
  if (trust.anchors === undefined) return { valid: true, info, certificate, path: [certificate] };
  const intermediates = readable(signedData.certificates);
  const path = await validatePath(
    { certificate, intermediates, anchors: trust.anchors.map(anchorOf), at: info.genTime },
    ports,
  );
  if (!path.valid) return { valid: false, reason: 'timestamp_untrusted', certificate };
  return { valid: true, info, certificate, path: path.path };
}

const REASON = {
  content_digest: 'timestamp_content',
  attributes: 'timestamp_content',
  signature_value: 'timestamp_signature',
  certificate_missing: 'timestamp_certificate',
  certificate_binding: 'timestamp_certificate',
  algorithm_unsupported: 'algorithm_unsupported',
  algorithm_weak: 'algorithm_unsupported',
  limit: 'timestamp_malformed',
  malformed: 'timestamp_malformed',
} as const;

/** RFC 3161 §2.3: extendedKeyUsage critical with timeStamping alone; a keyUsage only for signatures. */
export function isTimeStampingCertificate({ extensions }: Certificate): boolean {
  const { extendedKeyUsage, keyUsage, unknownCritical } = extensions;
  if (unknownCritical.includes(OID.keyUsage)) return false; // it stands there and cannot be read
  const purpose =
    extendedKeyUsage?.critical === true && extendedKeyUsage.purposes.join() === OID.timeStamping;
  const usage = keyUsage?.every((use) => use === 'digitalSignature' || use === 'nonRepudiation') ?? true;
  return purpose && usage;
}

/** Attributes that hold time-stamps (EN 319 122-1 §5.2.8, §5.3, §5.5; RFC 3161 appendix A). */
const STAMPS = {
  content: [OID.contentTimeStamp],
  signature: [OID.signatureTimeStampToken],
  archive: [OID.archiveTimeStampV2, OID.archiveTimeStampV3],
} as const;

/** The time-stamp tokens of one kind that a signer has, in their order; content time-stamps are signed attributes. */
export function timeStampTokens(signer: SignerInfo, kind: keyof typeof STAMPS): Uint8Array[] {
  const attributes =
    kind === 'content' ? (signer.signedAttributes?.attributes ?? []) : signer.unsignedAttributes;
  const types: readonly string[] = STAMPS[kind];
  return attributes.flatMap(({ type, values }) => (types.includes(type) ? values : []));
}

/** The tokens of a signer's signature time-stamps, in their order. */
export const signatureTimeStamps = (signer: SignerInfo): Uint8Array[] => timeStampTokens(signer, 'signature');
