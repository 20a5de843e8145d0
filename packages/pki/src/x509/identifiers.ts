import { Fields, inner } from '../asn1/fields.ts';
import type { Asn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { readOid, readSmallInteger } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import type { DigestAlgorithm, PkiPorts } from '../face.ts';
import { OID } from '../oids.ts';
import { DIGEST_LENGTH, DIGEST_OID } from './algorithms.ts';
import type { PublicKey } from './public-key.ts';

/** Every algorithm that can be verified, our own and others'. */
export type VerifyAlgorithm = Parameters<PkiPorts['verify']>[0];

/** Digests of others' signatures: SHA-1 is read and reported, never made. */
export type AnyDigest = DigestAlgorithm | 'SHA-1';

/** A SignatureAlgorithm read from an AlgorithmIdentifier; `digest` absent where the structure's own counts. */
export interface SignatureMethod {
  kind: 'ecdsa' | 'pkcs1' | 'pss' | 'ed25519';
  digest?: AnyDigest;
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

const DIGESTS = new Map<string, AnyDigest>([
  [OID.sha1, 'SHA-1'],
  ...Object.entries(DIGEST_OID).map(([name, dotted]): [string, AnyDigest] => [
    dotted,
    name as DigestAlgorithm,
  ]),
]);

/** The digest that an AlgorithmIdentifier names; parameters are absent or NULL. */
export function readDigest(value: Asn1): AnyDigest {
  const { oid, parameters } = readAlgorithm(value);
  const digest = DIGESTS.get(oid);
  if (digest === undefined) throw new PkiError('algorithm_unsupported', `digest ${oid}`);
  if (parameters !== undefined && parameters.tag !== TAG.null) {
    throw new PkiError('algorithm_unsupported', `parameters of digest ${oid}`);
  }
  return digest;
}

const METHODS: ReadonlyMap<string, SignatureMethod> = new Map([
  [OID.rsaEncryption, { kind: 'pkcs1' }],
  [OID.sha1WithRsa, { kind: 'pkcs1', digest: 'SHA-1' }],
  [OID.sha256WithRsa, { kind: 'pkcs1', digest: 'SHA-256' }],
  [OID.sha384WithRsa, { kind: 'pkcs1', digest: 'SHA-384' }],
  [OID.sha512WithRsa, { kind: 'pkcs1', digest: 'SHA-512' }],
  [OID.ecPublicKey, { kind: 'ecdsa' }],
  [OID.ecdsaWithSha1, { kind: 'ecdsa', digest: 'SHA-1' }],
  [OID.ecdsaWithSha256, { kind: 'ecdsa', digest: 'SHA-256' }],
  [OID.ecdsaWithSha384, { kind: 'ecdsa', digest: 'SHA-384' }],
  [OID.ecdsaWithSha512, { kind: 'ecdsa', digest: 'SHA-512' }],
  [OID.ed25519, { kind: 'ed25519' }],
]);

/** The signature method that an AlgorithmIdentifier names. */
export function readSignatureMethod(value: Asn1): SignatureMethod {
  const { oid, parameters } = readAlgorithm(value);
  if (oid === OID.rsaPss) return { kind: 'pss', digest: readPssDigest(parameters) };
  const method = METHODS.get(oid);
  if (method === undefined) throw new PkiError('algorithm_unsupported', `signature algorithm ${oid}`);
  return method;
}

/** RSASSA-PSS-params; only one digest for both, a salt of its length and the usual trailer are supported. */
function readPssDigest(parameters: Asn1 | undefined): AnyDigest {
  if (parameters === undefined) throw new PkiError('algorithm_unsupported', 'RSASSA-PSS without parameters');
  const fields = new Fields(parameters, 'RSASSA-PSS-params');
  const hash = fields.optional(context(0));
  const mask = fields.optional(context(1));
  const salt = fields.optional(context(2));
  const trailer = fields.optional(context(3));
  fields.end();
  const digest = hash === undefined ? 'SHA-1' : readDigest(inner(hash, 'hashAlgorithm'));
  const saltLength = salt === undefined ? 20 : readSmallInteger(inner(salt, 'saltLength'));
  const usual = trailer === undefined || readSmallInteger(inner(trailer, 'trailerField')) === 1;
  if (maskDigest(mask) !== digest || saltLength !== DIGEST_LENGTH[digest] || !usual) {
    throw new PkiError('algorithm_unsupported', 'RSASSA-PSS with unusual parameters');
  }
  return digest;
}

function maskDigest(mask: Asn1 | undefined): AnyDigest {
  if (mask === undefined) return 'SHA-1';
  const { oid, parameters } = readAlgorithm(inner(mask, 'maskGenAlgorithm'));
  if (oid !== OID.mgf1 || parameters === undefined) {
    throw new PkiError('algorithm_unsupported', `mask generation function ${oid}`);
  }
  return readDigest(parameters);
}

/** The algorithm for the verify port: method, digest and key must belong together. */
export function verifyAlgorithm(method: SignatureMethod, digest: AnyDigest, key: PublicKey): VerifyAlgorithm {
  const name = `${methodName(method, key)}-${digest.replace('-', '').toLowerCase()}`;
  const algorithm = method.kind === 'ed25519' && key.kind === 'ed25519' ? 'ed25519' : VERIFIABLE.get(name);
  if (algorithm === undefined) throw new PkiError('algorithm_unsupported', `signature algorithm ${name}`);
  return algorithm;
}

function methodName(method: SignatureMethod, key: PublicKey): string {
  if (method.kind === 'ecdsa' && key.kind === 'ec') return `ecdsa-${key.curve}`;
  const rsa = key.kind === 'rsa' || (key.kind === 'rsa-pss' && method.kind === 'pss');
  if ((method.kind === 'pkcs1' || method.kind === 'pss') && rsa) return `rsa-${method.kind}`;
  return `${method.kind}-with-${key.kind}`;
}

const VERIFIABLE: ReadonlyMap<string, VerifyAlgorithm> = new Map<string, VerifyAlgorithm>([
  ...(
    [
      'ecdsa-p256-sha256',
      'ecdsa-p256-sha384',
      'ecdsa-p256-sha512',
      'ecdsa-p384-sha256',
      'ecdsa-p384-sha384',
      'ecdsa-p384-sha512',
      'ecdsa-p521-sha512',
      'rsa-pkcs1-sha1',
      'rsa-pkcs1-sha256',
      'rsa-pkcs1-sha384',
      'rsa-pkcs1-sha512',
      'rsa-pss-sha256',
      'rsa-pss-sha384',
      'rsa-pss-sha512',
    ] as const
  ).map((name): [string, VerifyAlgorithm] => [name, name]),
  ['ecdsa-p256-sha1', 'ecdsa-sha1'],
  ['ecdsa-p384-sha1', 'ecdsa-sha1'],
  ['ecdsa-p521-sha1', 'ecdsa-sha1'],
]);

/** What `read` gives, or undefined where the algorithm is well-formed but not supported. */
export function supported<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PkiError && error.code === 'algorithm_unsupported') return undefined;
    throw error;
  }
}
