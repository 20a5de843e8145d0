import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  type SignKeyObjectInput,
  sign,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { SignatureAlgorithm, SigningItem } from '@websign/pki';
import { ProviderError } from '../errors.ts';
import type { KeyType } from './sealed.ts';

/** Keys that can be made here; others can be imported. */
export type NewKey = 'ec-p256' | 'ec-p384' | 'rsa-3072';

const generate = promisify(generateKeyPair);

export async function generateKey(kind: NewKey): Promise<KeyObject> {
  if (kind === 'rsa-3072') return (await generate('rsa', { modulusLength: 3072 })).privateKey;
  return (await generate('ec', { namedCurve: kind === 'ec-p256' ? 'P-256' : 'P-384' })).privateKey;
}

/** Reads unencrypted PKCS#8 DER: P-256, P-384 or RSA of 2048 to 4096 bits. Throws ProviderError `bad_request`. */
export function importKey(pkcs8: Uint8Array): KeyObject {
  try {
    const key = createPrivateKey({ key: view(pkcs8), format: 'der', type: 'pkcs8' });
    keyType(key);
    return key;
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    throw new ProviderError('bad_request', 'not an unencrypted PKCS#8 private key', { cause });
  }
}

export function keyType(key: KeyObject): KeyType {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return 'ec-p256';
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'secp384r1') return 'ec-p384';
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048 && modulusLength <= 4096) return 'rsa';
  throw new ProviderError('bad_request', 'keys are P-256, P-384 or RSA of 2048 to 4096 bits');
}

/** The same bytes, so that wiping them leaves no copy. */
function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** SubjectPublicKeyInfo, DER, of a private or a public key. */
export function spki(key: KeyObject): Buffer {
  const own = key.type === 'public' ? key : createPublicKey(key);
  return own.export({ format: 'der', type: 'spki' });
}

const SIGNS: Record<SignatureAlgorithm, { type: KeyType; hash: string; pss: boolean }> = {
  'ecdsa-p256-sha256': { type: 'ec-p256', hash: 'sha256', pss: false },
  'ecdsa-p384-sha384': { type: 'ec-p384', hash: 'sha384', pss: false },
  'rsa-pkcs1-sha256': { type: 'rsa', hash: 'sha256', pss: false },
  'rsa-pkcs1-sha384': { type: 'rsa', hash: 'sha384', pss: false },
  'rsa-pkcs1-sha512': { type: 'rsa', hash: 'sha512', pss: false },
  'rsa-pss-sha256': { type: 'rsa', hash: 'sha256', pss: true },
  'rsa-pss-sha384': { type: 'rsa', hash: 'sha384', pss: true },
  'rsa-pss-sha512': { type: 'rsa', hash: 'sha512', pss: true },
};

/** Refuses, before an OTP is spent, what could not be signed or what contradicts itself: `bad_request`. */
export function checkItem(type: KeyType, item: SigningItem): void {
  const how = SIGNS[item.signatureAlgorithm];
  if (how === undefined || how.type !== type)
    throw new ProviderError(
      'bad_request',
      `the account's ${type} key does not sign ${item.signatureAlgorithm}`,
    );
  if (item.digestAlgorithm.toLowerCase().replace('-', '') !== how.hash)
    throw new ProviderError('bad_request', 'digest and signature algorithm differ');
  if (!createHash(how.hash).update(item.signedAttributes).digest().equals(item.digest))
    throw new ProviderError('bad_request', 'the digest is not that of the signed attributes');
}

/** Signs in libuv's thread pool; PSS has a salt of the digest's length, ECDSA values are DER. */
export function signItem(key: KeyObject, item: SigningItem): Promise<Uint8Array> {
  const { hash, pss, type } = SIGNS[item.signatureAlgorithm];
  const input: SignKeyObjectInput = { key, ...(type === 'rsa' ? padding(pss) : { dsaEncoding: 'der' }) };
  return new Promise((resolve, reject) => {
    sign(hash, item.signedAttributes, input, (error, signature) =>
      error === null ? resolve(signature) : reject(error),
    );
  });
}

function padding(pss: boolean): { padding: number; saltLength?: number } {
  if (!pss) return { padding: constants.RSA_PKCS1_PADDING };
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}
