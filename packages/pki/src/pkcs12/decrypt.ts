import { Fields } from '../asn1/fields.ts';
import type { Asn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import { utf8 } from '../asn1/text.ts';
import { readOctets, readSmallInteger } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import { readAlgorithm } from '../x509/identifiers.ts';
import { deriveKey, type Pkcs12Digest, PURPOSE } from './kdf.ts';
import type { PkcsPorts } from './ports.ts';

/** Iterations a file may ask for in one derivation: the MAC's are done in the host language, digest by digest. */
export const MAX_ITERATIONS = 2_000_000;

/** What is left to spend on key derivations in one file. */
export interface Allowance {
  iterations: number;
}

/** Takes `iterations` off the allowance; refuses what passes it. */
export function spend(allowance: Allowance, iterations: number): number {
  allowance.iterations -= iterations;
  if (iterations < 1 || allowance.iterations < 0) {
    throw new PkiError('pkcs12_limit', `${iterations} iterations of key derivation`);
  }
  return iterations;
}

type Cipher = Parameters<PkcsPorts['decryptCbc']>[0];

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const TRIPLE_DES_SHA1 = '1.2.840.113549.1.12.1.3';

/** Pseudo-random functions of PBKDF2 (RFC 8018 Appendix B.1); left out it is HMAC-SHA-1. */
const PRFS: ReadonlyMap<string, Pkcs12Digest> = new Map([
  ['1.2.840.113549.2.7', 'SHA-1'],
  ['1.2.840.113549.2.9', 'SHA-256'],
  ['1.2.840.113549.2.10', 'SHA-384'],
  ['1.2.840.113549.2.11', 'SHA-512'],
]);

const CIPHERS: ReadonlyMap<string, { cipher: Cipher; keyLength: number }> = new Map([
  ['2.16.840.1.101.3.4.1.2', { cipher: 'aes-128', keyLength: 16 }],
  ['2.16.840.1.101.3.4.1.22', { cipher: 'aes-192', keyLength: 24 }],
  ['2.16.840.1.101.3.4.1.42', { cipher: 'aes-256', keyLength: 32 }],
  ['1.2.840.113549.3.7', { cipher: 'des-ede3', keyLength: 24 }],
]);

/** Decrypts with a password: PBES2, or pbeWithSHA1And3-KeyTripleDES-CBC. RC2 and RC4 are refused by name. */
export function decrypt(
  algorithm: Asn1,
  encrypted: Uint8Array,
  password: string,
  allowance: Allowance,
  ports: PkcsPorts,
): Uint8Array {
  const { oid, parameters } = readAlgorithm(algorithm);
  if (parameters === undefined) throw new PkiError('pkcs12_malformed', 'encryption without parameters');
  const { cipher, key, iv } =
    oid === PBES2
      ? pbes2(parameters, password, allowance, ports)
      : legacy(oid, parameters, password, allowance, ports);
  const decrypted = ports.decryptCbc(cipher, key, iv, encrypted);
  if (decrypted === undefined) throw new PkiError('pkcs12_password', 'the password does not open this part');
  return decrypted;
}

interface Keyed {
  cipher: Cipher;
  key: Uint8Array;
  iv: Uint8Array;
}

/** RFC 8018 §6.2. */
function pbes2(parameters: Asn1, password: string, allowance: Allowance, ports: PkcsPorts): Keyed {
  const fields = new Fields(parameters, 'PBES2-params');
  const derivation = readAlgorithm(fields.next('keyDerivationFunc'));
  const scheme = readAlgorithm(fields.next('encryptionScheme'));
  fields.end();
  const found = CIPHERS.get(scheme.oid);
  if (derivation.oid !== PBKDF2 || found === undefined) {
    throw new PkiError('pkcs12_unsupported', `encryption ${derivation.oid} with ${scheme.oid}`);
  }
  if (derivation.parameters === undefined || scheme.parameters === undefined) {
    throw new PkiError('pkcs12_malformed', 'PBES2 without parameters');
  }
  const { salt, iterations, prf } = readPbkdf2(derivation.parameters, found.keyLength);
  spend(allowance, iterations);
  const key = ports.pbkdf2(prf, utf8(password), salt, iterations, found.keyLength);
  return { cipher: found.cipher, key, iv: requireIv(readOctets(scheme.parameters), found.cipher) };
}

function readPbkdf2(parameters: Asn1, keyLength: number) {
  const fields = new Fields(parameters, 'PBKDF2-params');
  const salt = readOctets(fields.next('salt'));
  const iterations = readSmallInteger(fields.next('iterationCount'));
  const length = fields.optional(TAG.integer);
  const prfIdentifier = fields.optional(TAG.sequence);
  fields.end();
  const prfOid = prfIdentifier === undefined ? '1.2.840.113549.2.7' : readAlgorithm(prfIdentifier).oid;
  const prf = PRFS.get(prfOid);
  if (prf === undefined) throw new PkiError('pkcs12_unsupported', `pseudo-random function ${prfOid}`);
  if (length !== undefined && readSmallInteger(length) !== keyLength) {
    throw new PkiError('pkcs12_malformed', 'a key length that is not the cipher’s');
  }
  return { salt, iterations, prf };
}

function requireIv(iv: Uint8Array, cipher: Cipher): Uint8Array {
  if (iv.length === (cipher === 'des-ede3' ? 8 : 16)) return iv;
  throw new PkiError('pkcs12_malformed', 'an initialisation vector of the wrong length');
}

/** RFC 7292 Appendix C. */
function legacy(
  oid: string,
  parameters: Asn1,
  password: string,
  allowance: Allowance,
  ports: PkcsPorts,
): Keyed {
  if (oid !== TRIPLE_DES_SHA1) throw new PkiError('pkcs12_unsupported', `encryption ${oid}`);
  const fields = new Fields(parameters, 'pkcs-12PbeParams');
  const salt = readOctets(fields.next('salt'));
  const iterations = readSmallInteger(fields.next('iterations'));
  fields.end();
  spend(allowance, iterations * 3); // two digests for the key, one for the vector
  const input = { digest: 'SHA-1' as const, password, salt, iterations };
  return {
    cipher: 'des-ede3',
    key: deriveKey({ ...input, purpose: PURPOSE.key }, 24, ports),
    iv: deriveKey({ ...input, purpose: PURPOSE.iv }, 8, ports),
  };
}
