import { constants, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { SignatureAlgorithm } from '@websign/pki';
import { TEST_KEYS, type TestKeyName } from './keys.ts';

/** A test key with its certificate and the ones above it. */
export interface TestIdentity {
  /** DER. */
  certificate: Uint8Array;
  /** The certificate first, then its issuers without the root; DER. */
  chain: Uint8Array[];
  privateKey: KeyObject;
  /** PKCS#8, DER. */
  pkcs8: Uint8Array;
  /** Signature value over a message; ECDSA as DER. */
  sign(algorithm: SignatureAlgorithm, message: Uint8Array): Uint8Array;
  /** A certificate that this one issued, whether it may or not; for keys on P-256. */
  issueBelow(key: TestKeyName, commonName: string): TestIdentity;
}

export interface TestKey {
  privateKey: KeyObject;
  pkcs8: Uint8Array;
  spki: Uint8Array;
}

export function testKey(name: TestKeyName): TestKey {
  const privateKey = createPrivateKey(TEST_KEYS[name]);
  return {
    privateKey,
    pkcs8: privateKey.export({ format: 'der', type: 'pkcs8' }),
    spki: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
  };
}

/** Signs as a provider would: the value of `algorithm` over `message`. */
export function signWith(key: KeyObject, algorithm: SignatureAlgorithm, message: Uint8Array): Uint8Array {
  const hash = algorithm.slice(-6);
  if (algorithm.startsWith('ecdsa-')) return sign(hash, message, { key, dsaEncoding: 'der' });
  if (algorithm.startsWith('rsa-pkcs1-')) return sign(hash, message, key);
  return sign(hash, message, {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  });
}
