import {
  constants,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  type SignKeyObjectInput,
  sign,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Certificate, parseCertificate, readPkcs12, type SignatureAlgorithm } from '@websign/pki';
import { pkcs12Ports } from '@websign/ports';
import { CliError } from './error.ts';

/** A key in memory with its certificates. */
export interface Identity {
  /** The signer's certificate first, then its issuers; DER. */
  chain: Uint8Array[];
  certificate: Certificate;
  algorithm: SignatureAlgorithm;
  digestAlgorithm: 'SHA-256' | 'SHA-384';
  /** The signature value over a message; ECDSA as DER. */
  sign(message: Uint8Array): Uint8Array;
}

/** Opens a PKCS#12 file and sees to it that key and certificate belong together. */
export async function openIdentity(file: string, password: string): Promise<Identity> {
  const { privateKey, chain } = readPkcs12(await readFile(file), password, pkcs12Ports());
  const [first] = chain;
  if (first === undefined) throw new CliError('failed', `${file} holds no certificate.`);
  const certificate = parseCertificate(first);
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  if (!spki.equals(certificate.spki)) {
    throw new CliError('failed', `The certificate in ${file} is not that of its key.`);
  }
  const algorithm = algorithmOf(certificate, file);
  return {
    chain,
    certificate,
    algorithm,
    digestAlgorithm: algorithm === 'ecdsa-p384-sha384' ? 'SHA-384' : 'SHA-256',
    sign: (message) => signWith(key, algorithm, message),
  };
}

/** New signatures: ECDSA by its curve, RSA as PSS (ETSI TS 119 312). */
function algorithmOf({ publicKey }: Certificate, file: string): SignatureAlgorithm {
  if (publicKey.kind === 'ec' && publicKey.curve === 'p256') return 'ecdsa-p256-sha256';
  if (publicKey.kind === 'ec' && publicKey.curve === 'p384') return 'ecdsa-p384-sha384';
  if (publicKey.kind === 'rsa' && publicKey.bits >= 2048) return 'rsa-pss-sha256';
  throw new CliError('failed', `The key in ${file} is neither P-256, P-384 nor RSA of 2048 bits or more.`);
}

function signWith(key: KeyObject, algorithm: SignatureAlgorithm, message: Uint8Array): Uint8Array {
  const input: SignKeyObjectInput = algorithm.startsWith('rsa-')
    ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : { key, dsaEncoding: 'der' };
  return sign(algorithm.endsWith('384') ? 'sha384' : 'sha256', message, input);
}
