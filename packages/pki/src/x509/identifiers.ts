import { Fields, inner } from '../asn1/fields.ts';
import type { Asn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { readInteger, readOid, readSmallInteger } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import type { AnyDigest, DigestAlgorithm, SignatureDigest, WholeMessageAlgorithm } from '../face.ts';
import { OID } from '../oids.ts';
import { DIGEST_LENGTH, DIGEST_OID } from './algorithms.ts';

/** A SignatureAlgorithm read from an AlgorithmIdentifier; `digest` absent where the structure's own counts. */
export interface SignatureMethod {
  kind: 'ecdsa' | 'pkcs1' | 'pss' | WholeMessageAlgorithm;
  digest?: SignatureDigest;
  /** Of ECDSA: r and s side by side, no ECDSA-Sig-Value. */
  plain?: true;
  /** Octets of the salt of RSASSA-PSS, where it is not as long as the digest. */
  saltLength?: number;
  /** Digest of MGF1, where it is another one. */
  maskDigest?: SignatureDigest;
}

/** RSASSA-PSS-params (RFC 4055 §3.1), of a signature or of a key that is bound to them. */
export interface PssParameters {
  digest: SignatureDigest;
  maskDigest: SignatureDigest;
  /** Octets. */
  saltLength: number;
}

/** An AlgorithmIdentifier taken apart. */
export interface AlgorithmIdentifier {
  oid: string;
  parameters?: Asn1;
}

export function readAlgorithm(value: Asn1): AlgorithmIdentifier {
  const fields = new Fields(value, 'AlgorithmIdentifier');
  const algorithm = readOid(fields.next('algorithm'));
  const [parameters, ...more] = fields.rest();
  if (more.length > 0) throw new PkiError('asn1_unexpected', 'AlgorithmIdentifier: one member too many');
  return parameters === undefined ? { oid: algorithm } : { oid: algorithm, parameters };
}

const HASHES = new Map<string, Exclude<SignatureDigest, 'MD5'>>([
  [OID.sha1, 'SHA-1'],
  [OID.sha224, 'SHA-224'],
  [OID.sha3With256, 'SHA3-256'],
  [OID.sha3With384, 'SHA3-384'],
  [OID.sha3With512, 'SHA3-512'],
  ...Object.entries(DIGEST_OID).map(([name, dotted]): [string, DigestAlgorithm] => [
    dotted,
    name as DigestAlgorithm,
  ]),
]);

/** With the digest of content beside Ed448 and ML-DSA (RFC 8419 §2.3, RFC 9882 §3.3). */
const DIGESTS: ReadonlyMap<string, AnyDigest> = new Map<string, AnyDigest>([
  ...HASHES,
  [OID.shake256, 'SHAKE256'],
]);

/** Bits of SHAKE256 where its length is told: no other one is computed. */
const SHAKE256_BITS = 512n;

/** The digest of content that an AlgorithmIdentifier names; parameters are absent or NULL, but for a length of SHAKE256. */
export function readDigest(value: Asn1): AnyDigest {
  const { oid, parameters } = readAlgorithm(value);
  const isLong = parameters?.tag === TAG.integer && readInteger(parameters) === SHAKE256_BITS;
  return oid === OID.shake256Len && isLong ? 'SHAKE256' : digestAmong(DIGESTS, value);
}

const BROKEN: ReadonlySet<string> = new Set([OID.md2, OID.md4, OID.md5]);

/** Whether a digest (dotted OID) is known and broken: some hosts do not even offer such, and nothing is computed with it. */
export const isBrokenDigest = (oid: string): boolean => BROKEN.has(oid);

function readSignatureDigest(value: Asn1): SignatureDigest {
  return digestAmong(SIGNATURE_DIGESTS, value);
}

function digestAmong<T>(digests: ReadonlyMap<string, T>, value: Asn1): T {
  const { oid, parameters } = readAlgorithm(value);
  const digest = digests.get(oid);
  if (digest === undefined) throw new PkiError('algorithm_unsupported', `digest ${oid}`);
  if (parameters !== undefined && parameters.tag !== TAG.null) {
    throw new PkiError('algorithm_unsupported', `parameters of digest ${oid}`);
  }
  return digest;
}

const SIGNATURE_DIGESTS: ReadonlyMap<string, SignatureDigest> = new Map<string, SignatureDigest>([
  ...HASHES,
  [OID.md5, 'MD5'],
]);

const METHODS: ReadonlyMap<string, SignatureMethod> = new Map<string, SignatureMethod>([
  [OID.rsaEncryption, { kind: 'pkcs1' }],
  [OID.md5WithRsa, { kind: 'pkcs1', digest: 'MD5' }],
  [OID.sha1WithRsa, { kind: 'pkcs1', digest: 'SHA-1' }],
  [OID.sha1WithRsaOiw, { kind: 'pkcs1', digest: 'SHA-1' }],
  [OID.sha224WithRsa, { kind: 'pkcs1', digest: 'SHA-224' }],
  [OID.sha256WithRsa, { kind: 'pkcs1', digest: 'SHA-256' }],
  [OID.sha384WithRsa, { kind: 'pkcs1', digest: 'SHA-384' }],
  [OID.sha512WithRsa, { kind: 'pkcs1', digest: 'SHA-512' }],
  [OID.sha3With256Rsa, { kind: 'pkcs1', digest: 'SHA3-256' }],
  [OID.sha3With384Rsa, { kind: 'pkcs1', digest: 'SHA3-384' }],
  [OID.sha3With512Rsa, { kind: 'pkcs1', digest: 'SHA3-512' }],
  [OID.ecPublicKey, { kind: 'ecdsa' }],
  [OID.ecdsaWithSha1, { kind: 'ecdsa', digest: 'SHA-1' }],
  [OID.ecdsaWithSha224, { kind: 'ecdsa', digest: 'SHA-224' }],
  [OID.ecdsaWithSha256, { kind: 'ecdsa', digest: 'SHA-256' }],
  [OID.ecdsaWithSha384, { kind: 'ecdsa', digest: 'SHA-384' }],
  [OID.ecdsaWithSha512, { kind: 'ecdsa', digest: 'SHA-512' }],
  [OID.ecdsaWithSha3With256, { kind: 'ecdsa', digest: 'SHA3-256' }],
  [OID.ecdsaWithSha3With384, { kind: 'ecdsa', digest: 'SHA3-384' }],
  [OID.ecdsaWithSha3With512, { kind: 'ecdsa', digest: 'SHA3-512' }],
  [OID.plainEcdsaWithSha1, { kind: 'ecdsa', digest: 'SHA-1', plain: true }],
  [OID.plainEcdsaWithSha224, { kind: 'ecdsa', digest: 'SHA-224', plain: true }],
  [OID.plainEcdsaWithSha256, { kind: 'ecdsa', digest: 'SHA-256', plain: true }],
  [OID.plainEcdsaWithSha384, { kind: 'ecdsa', digest: 'SHA-384', plain: true }],
  [OID.plainEcdsaWithSha512, { kind: 'ecdsa', digest: 'SHA-512', plain: true }],
  [OID.plainEcdsaWithSha3With256, { kind: 'ecdsa', digest: 'SHA3-256', plain: true }],
  [OID.plainEcdsaWithSha3With384, { kind: 'ecdsa', digest: 'SHA3-384', plain: true }],
  [OID.plainEcdsaWithSha3With512, { kind: 'ecdsa', digest: 'SHA3-512', plain: true }],
  [OID.ed25519, { kind: 'ed25519' }],
  [OID.ed448, { kind: 'ed448' }],
  [OID.mlDsa44, { kind: 'ml-dsa-44' }],
  [OID.mlDsa65, { kind: 'ml-dsa-65' }],
  [OID.mlDsa87, { kind: 'ml-dsa-87' }],
]);

/** The signature method that an AlgorithmIdentifier names. */
export function readSignatureMethod(value: Asn1): SignatureMethod {
  const { oid, parameters } = readAlgorithm(value);
  if (oid === OID.rsaPss) return readPss(parameters);
  const method = METHODS.get(oid);
  if (method === undefined) throw new PkiError('algorithm_unsupported', `signature algorithm ${oid}`);
  return method;
}

/** Longer salts fit into no RSA key that is taken. */
const LONGEST_SALT = 1024;

function readPss(parameters: Asn1 | undefined): SignatureMethod {
  if (parameters === undefined) throw new PkiError('algorithm_unsupported', 'RSASSA-PSS without parameters');
  const { digest, maskDigest, saltLength } = readPssParameters(parameters);
  return {
    kind: 'pss',
    digest,
    ...(saltLength === DIGEST_LENGTH[digest] ? {} : { saltLength }),
    ...(maskDigest === digest ? {} : { maskDigest }),
  };
}

/** RSASSA-PSS-params; the trailer is the usual one. Throws `algorithm_unsupported` for what is not taken. */
export function readPssParameters(parameters: Asn1): PssParameters {
  const fields = new Fields(parameters, 'RSASSA-PSS-params');
  const hash = fields.optional(context(0));
  const mask = fields.optional(context(1));
  const salt = fields.optional(context(2));
  const trailer = fields.optional(context(3));
  fields.end();
  const digest = hash === undefined ? 'SHA-1' : readSignatureDigest(inner(hash, 'hashAlgorithm'));
  const maskDigest = readMaskDigest(mask);
  const saltLength = salt === undefined ? 20 : readSmallInteger(inner(salt, 'saltLength'));
  const usual = trailer === undefined || readSmallInteger(inner(trailer, 'trailerField')) === 1;
  if (saltLength > LONGEST_SALT || !usual) {
    throw new PkiError('algorithm_unsupported', 'RSASSA-PSS with unusual parameters');
  }
  return { digest, maskDigest, saltLength };
}

function readMaskDigest(mask: Asn1 | undefined): SignatureDigest {
  if (mask === undefined) return 'SHA-1';
  const { oid, parameters } = readAlgorithm(inner(mask, 'maskGenAlgorithm'));
  if (oid !== OID.mgf1 || parameters === undefined) {
    throw new PkiError('algorithm_unsupported', `mask generation function ${oid}`);
  }
  return readSignatureDigest(parameters);
}

/** What `read` gives, or undefined where the algorithm is well-formed but not supported. */
export function supported<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PkiError && error.code === 'algorithm_unsupported') return undefined;
    throw error;
  }
}
