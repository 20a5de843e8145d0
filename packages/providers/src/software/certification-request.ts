import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import { keyType, spki } from './private-key.ts';

const VERSION_1 = Uint8Array.of(0x02, 0x01, 0x00);
const NO_ATTRIBUTES = Uint8Array.of(0xa0, 0x00);
/** AlgorithmIdentifiers: ecdsa-with-SHA256, ecdsa-with-SHA384, sha256WithRSAEncryption (NULL, RFC 8017 A.2.4). */
const ALGORITHM = {
  'ec-p256': { hash: 'sha256', der: '300a06082a8648ce3d040302' },
  'ec-p384': { hash: 'sha384', der: '300a06082a8648ce3d040303' },
  rsa: { hash: 'sha256', der: '300d06092a864886f70d01010b0500' },
} as const;

/** PKCS#10 (RFC 2986 §4) for a DER Name: the CA's proof that the key is held. No attributes. */
export function certificationRequest(key: KeyObject, subject: Uint8Array): Buffer {
  const { hash, der } = ALGORITHM[keyType(key)];
  const info = sequence(VERSION_1, subject, spki(key), NO_ATTRIBUTES);
  const signature = sign(hash, info, { key, dsaEncoding: 'der' });
  return sequence(info, Buffer.from(der, 'hex'), tlv(0x03, Uint8Array.of(0), signature));
}

/** SHA-256 of the certificate, lower-case hex; throws `bad_request` if it is not this key's. */
export function boundCertificate(key: KeyObject, certificate: Uint8Array): string {
  // Not KeyObject.equals: on keys of two types it leaves an error behind that OpenSSL's next call reports.
  if (!spki(certifiedKey(certificate)).equals(spki(key)))
    throw new ProviderError('bad_request', 'the certificate is of another key');
  return sha256Of(certificate);
}

/** What names a certificate in a sealed row: lower-case hex. */
export const sha256Of = (certificate: Uint8Array): string =>
  createHash('sha256').update(certificate).digest('hex');

/** The public key of a certificate; throws `bad_request` for what is not exactly one. */
export function certifiedKey(certificate: Uint8Array): KeyObject {
  try {
    const read = new X509Certificate(certificate);
    if (read.raw.equals(certificate)) return read.publicKey;
  } catch (cause) {
    throw new ProviderError('bad_request', 'not a certificate', { cause });
  }
  throw new ProviderError('bad_request', 'not exactly one certificate in DER');
}

function sequence(...parts: Uint8Array[]): Buffer {
  return tlv(0x30, ...parts);
}

function tlv(tag: number, ...parts: Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const length = value.length.toString(16);
  const octets = Buffer.from(length.padStart(length.length + (length.length % 2), '0'), 'hex');
  const head = value.length < 0x80 ? [tag, value.length] : [tag, 0x80 | octets.length, ...octets];
  return Buffer.concat([Uint8Array.from(head), value]);
}
