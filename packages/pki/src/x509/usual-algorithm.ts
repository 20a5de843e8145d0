import { PkiError } from '../error.ts';
import type { SignatureAlgorithm } from '../face.ts';
import type { Certificate } from './certificate.ts';
import { keyMakes, LEAST_RSA_BITS } from './public-key.ts';

const PSS = ['rsa-pss-sha256', 'rsa-pss-sha384', 'rsa-pss-sha512'] as const;

/**
 * The signature algorithm that a signer's key makes by default (TS 119 312): ECDSA with the digest of its
 * curve, RSA with PSS and SHA-256, or the digest that the key is bound to. `pkcs1` is for providers that can do no
 * other. Throws `algorithm_unsupported`.
 */
export function usualAlgorithm(
  { publicKey }: Pick<Certificate, 'publicKey'>,
  options: { pkcs1?: boolean } = {},
): SignatureAlgorithm {
  if (publicKey.kind === 'ec' && publicKey.curve === 'p256') return 'ecdsa-p256-sha256';
  if (publicKey.kind === 'ec' && publicKey.curve === 'p384') return 'ecdsa-p384-sha384';
  const strong = 'bits' in publicKey && publicKey.bits >= LEAST_RSA_BITS;
  if (publicKey.kind === 'rsa' && strong)
    return options.pkcs1 === true ? 'rsa-pkcs1-sha256' : 'rsa-pss-sha256';
  const pss = PSS.find((algorithm) => keyMakes(algorithm, publicKey));
  if (publicKey.kind === 'rsa-pss' && strong && pss !== undefined) return pss;
  throw new PkiError('algorithm_unsupported', 'a signing key is P-256, P-384 or RSA of 2048 bits or more');
}
