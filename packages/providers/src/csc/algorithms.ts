import type { DigestAlgorithm, SignatureAlgorithm } from '@websign/pki';
import { ProviderError } from '../errors.ts';

export const DIGEST_OIDS: Readonly<Record<DigestAlgorithm, string>> = {
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
};

const RSA = '1.2.840.113549.1.1.1';
const PSS = '1.2.840.113549.1.1.10';
const EC = '1.2.840.10045.2.1';

/** By which OIDs a service may list each algorithm of a key, the exact one first: signAlgo is one it lists. */
const SIGN_OIDS: Readonly<Record<SignatureAlgorithm, readonly string[]>> = {
  'ecdsa-p256-sha256': ['1.2.840.10045.4.3.2', EC],
  'ecdsa-p384-sha384': ['1.2.840.10045.4.3.3', EC],
  'rsa-pkcs1-sha256': ['1.2.840.113549.1.1.11', RSA],
  'rsa-pkcs1-sha384': ['1.2.840.113549.1.1.12', RSA],
  'rsa-pkcs1-sha512': ['1.2.840.113549.1.1.13', RSA],
  'rsa-pss-sha256': [PSS],
  'rsa-pss-sha384': [PSS],
  'rsa-pss-sha512': [PSS],
};

/** How `signatures/signHash` is told which algorithm. Throws ProviderError `bad_request` where the key does not list it. */
export function signParameters(
  algorithm: SignatureAlgorithm,
  listed: readonly string[],
): { signAlgo: string; signAlgoParams?: string } {
  const signAlgo = SIGN_OIDS[algorithm].find((oid) => listed.includes(oid));
  if (signAlgo === undefined)
    throw new ProviderError('bad_request', `the signing service's key does not list ${algorithm}`);
  return signAlgo === PSS ? { signAlgo, signAlgoParams: pssParams(algorithm) } : { signAlgo };
}

/** Whether a key that lists these OIDs makes the algorithm. */
export const makes = (algorithm: SignatureAlgorithm, listed: readonly string[]): boolean =>
  SIGN_OIDS[algorithm].some((oid) => listed.includes(oid));

/** RSASSA-PSS-params (RFC 8017 §A.2.3): this digest, MGF1 with the same, a salt of its length; DER in base64. */
function pssParams(algorithm: SignatureAlgorithm): string {
  const bits = Number(algorithm.slice(-3));
  const last = { 256: 1, 384: 2, 512: 3 }[bits] ?? 1;
  const hash = sequence(Buffer.from([0x06, 9, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, last]), NULL);
  const mgf = sequence(MGF1, hash);
  const salt = Buffer.from([0x02, 1, bits / 8]);
  return sequence(wrap(0xa0, hash), wrap(0xa1, mgf), wrap(0xa2, salt)).toString('base64');
}

const NULL = Buffer.from([0x05, 0]);
const MGF1 = Buffer.from([0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x08]);
/** All of it is shorter than 128 octets. */
const wrap = (tag: number, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
};
const sequence = (...parts: Buffer[]) => wrap(0x30, ...parts);
