import {
  constants,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  type SignKeyObjectInput,
  sign,
} from 'node:crypto';
import {
  type Certificate,
  parseCertificate,
  readPkcs12,
  type SignatureAlgorithm,
  usualAlgorithm,
} from '@websign/pki';
import { pkcs12Ports } from '@websign/ports';
import { ConfigError } from './config.ts';

/** A key in memory with its certificates. */
export interface Identity {
  /** The signer's certificate first, then its issuers; DER. */
  chain: Uint8Array[];
  certificate: Certificate;
  algorithm: SignatureAlgorithm;
  /** The signature value over a message; ECDSA as DER. */
  sign(message: Uint8Array): Uint8Array;
}

/**
 * Opens the bytes of a PKCS#12 file; `file` is its name for sentences. Throws PkiError, or ConfigError where key and
 * certificate do not belong together.
 */
export function openIdentity(file: string, bytes: Uint8Array, password: string): Identity {
  const { privateKey, chain } = readPkcs12(bytes, password, pkcs12Ports());
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  return identityOf(file, key, chain);
}

/** The identity of a key and its certificates, the key's own first. Throws ConfigError where they do not fit. */
export function identityOf(file: string, key: KeyObject, chain: Uint8Array[]): Identity {
  const [first] = chain;
  if (first === undefined) throw new ConfigError(`${file} holds no certificate.`);
  const certificate = parseCertificate(first);
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  if (!spki.equals(certificate.spki)) {
    throw new ConfigError(`The certificate in ${file} is not that of its key.`);
  }
  const algorithm = usualAlgorithm(certificate);
  return { chain, certificate, algorithm, sign: (message) => signWith(key, algorithm, message) };
}

function signWith(key: KeyObject, algorithm: SignatureAlgorithm, message: Uint8Array): Uint8Array {
  const input: SignKeyObjectInput = algorithm.startsWith('rsa-')
    ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : { key, dsaEncoding: 'der' };
  return sign(algorithm.endsWith('384') ? 'sha384' : 'sha256', message, input);
}
