import { PkiError } from '../error.ts';
import type { SignatureAlgorithm } from '../face.ts';
import { parseCertificate } from './certificate.ts';

/**
 * The signature algorithm that a signer's key makes by default (TS 119 312): ECDSA with the digest of its
 * curve, RSA with PSS. `pkcs1` is for providers that can do no other. Throws `algorithm_unsupported`.
 */
export function usualAlgorithm(
  certificate: Uint8Array,
  options: { pkcs1?: boolean } = {},
): SignatureAlgorithm {
  const { publicKey } = parseCertificate(certificate);
  if (publicKey.kind === 'ec' && publicKey.curve === 'p256') return 'ecdsa-p256-sha256';
  if (publicKey.kind === 'ec' && publicKey.curve === 'p384') return 'ecdsa-p384-sha384';
  if (publicKey.kind === 'rsa-pss') return 'rsa-pss-sha256';
  if (publicKey.kind === 'rsa') return options.pkcs1 === true ? 'rsa-pkcs1-sha256' : 'rsa-pss-sha256';
  throw new PkiError('algorithm_unsupported', `no signature algorithm for a key of kind ${publicKey.kind}`);
}
