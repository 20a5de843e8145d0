import { Fields } from '../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { integerOctets, readBoolean, readOctets, readOid, readSmallInteger } from '../asn1/values.ts';
import { boolean, integer, octetString, oid, sequence, unsignedInteger } from '../asn1/writer.ts';
import { PkiError } from '../error.ts';
import type { AnyDigest, DigestAlgorithm } from '../face.ts';
import { DIGEST_LENGTH, digestIdentifier } from '../x509/algorithms.ts';
import { readAlgorithm, readDigest, supported } from '../x509/identifiers.ts';

/** A time-stamp request (RFC 3161 §2.4.1): plain data that the answer is checked against. */
export interface TimeStampRequest {
  /** DER of the TimeStampReq, to be posted as application/timestamp-query. */
  der: Uint8Array;
  digest: Uint8Array;
  algorithm: DigestAlgorithm;
  nonce: Uint8Array;
  certReq: boolean;
  /** Policy OID that the answer must have. */
  policy?: string;
}

/** `nonce` is 8 or more random octets from the caller. */
export function createTimeStampRequest(input: Omit<TimeStampRequest, 'der'>): TimeStampRequest {
  const { digest, algorithm, nonce, certReq, policy } = input;
  if (digest.length !== DIGEST_LENGTH[algorithm]) {
    throw new PkiError('algorithm_mismatch', `${digest.length} octets are no ${algorithm} digest`);
  }
  if (nonce.length < 8 || nonce.length > 32) throw new PkiError('asn1_value', 'a nonce has 8 to 32 octets');
  const der = sequence(
    integer(1),
    sequence(digestIdentifier(algorithm), octetString(digest)),
    ...(policy === undefined ? [] : [oid(policy)]),
    unsignedInteger(nonce),
    ...(certReq ? [boolean(true)] : []),
  );
  return { ...input, der };
}

/** MessageImprint; `algorithm` absent where it is not supported. */
export interface MessageImprint {
  algorithm?: AnyDigest;
  /** Dotted OID of the algorithm. */
  oid: string;
  digest: Uint8Array;
  der: Uint8Array;
}

export function readMessageImprint(value: Asn1): MessageImprint {
  const fields = new Fields(value, 'MessageImprint');
  const identifier = fields.next('hashAlgorithm');
  const algorithm = supported(() => readDigest(identifier));
  const digest = readOctets(fields.next('hashedMessage'));
  fields.end();
  return {
    ...(algorithm === undefined ? {} : { algorithm }),
    oid: readAlgorithm(identifier).oid,
    digest,
    der: value.raw,
  };
}

/** A request as an authority reads it. */
export interface ReceivedRequest {
  version: number;
  imprint: MessageImprint;
  policy?: string;
  /** DER of the nonce's INTEGER, to be given back as it came. */
  nonce?: Uint8Array;
  certReq: boolean;
  hasExtensions: boolean;
}

/** Reads a stranger's TimeStampReq; throws PkiError `asn1_*`. */
export function readTimeStampRequest(der: Uint8Array): ReceivedRequest {
  const fields = new Fields(readAsn1(der, { maxBytes: 4096, maxNodes: 64, maxDepth: 8 }), 'TimeStampReq');
  const version = readSmallInteger(fields.next('version'));
  const imprint = readMessageImprint(fields.next('messageImprint'));
  const policy = fields.optional(TAG.oid);
  const nonce = fields.optional(TAG.integer);
  const certReq = fields.optional(TAG.boolean);
  const extensions = fields.optional(context(0));
  fields.end();
  if (nonce !== undefined && integerOctets(nonce).length > 64)
    throw new PkiError('asn1_limit', 'a nonce too long');
  return {
    version,
    imprint,
    ...(policy === undefined ? {} : { policy: readOid(policy) }),
    ...(nonce === undefined ? {} : { nonce: nonce.raw }),
    certReq: certReq !== undefined && readBoolean(certReq),
    hasExtensions: extensions !== undefined,
  };
}
