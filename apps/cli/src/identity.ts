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
import { CliError } from './error.ts';
import { readKeyFile } from './read-file.ts';

/** A key in memory with its certificates. */
export interface Identity {
  /** The signer's certificate first, then its issuers; DER. */
  chain: Uint8Array[];
  certificate: Certificate;
  algorithm: SignatureAlgorithm;
  /** The signature value over a message; ECDSA as DER. */
  sign(message: Uint8Array): Uint8Array;
}

/** Opens a PKCS#12 file and sees to it that key and certificate belong together. */
export async function openIdentity(file: string, password: string): Promise<Identity> {
  const { privateKey, chain } = readPkcs12(await readKeyFile(file), password, pkcs12Ports());
  const [first] = chain;
  if (first === undefined) throw new CliError('failed', `${file} holds no certificate.`);
  const certificate = parseCertificate(first);
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  if (!spki.equals(certificate.spki)) {
    throw new CliError('failed', `The certificate in ${file} is not that of its key.`);
  }
  const algorithm = usualAlgorithm(certificate);
  return {
    chain,
    certificate,
    algorithm,
    sign: (message) => signWith(key, algorithm, message),
  };
}

function signWith(key: KeyObject, algorithm: SignatureAlgorithm, message: Uint8Array): Uint8Array {
  const input: SignKeyObjectInput = algorithm.startsWith('rsa-')
    ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : { key, dsaEncoding: 'der' };
  return sign(algorithm.endsWith('384') ? 'sha384' : 'sha256', message, input);
}
