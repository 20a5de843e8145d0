import { createHash } from 'node:crypto';
import {
  type Certificate,
  digestOf,
  PkiError,
  type PkiPorts,
  requireKeyFor,
  type SigningItem,
} from '@websign/pki';
import { ProviderError } from './errors.ts';

/** Before a code is spent on them elsewhere: throws ProviderError `bad_request` for what no value could be right of. */
export function requireItems({ publicKey }: Pick<Certificate, 'publicKey'>, items: SigningItem[]): void {
  if (items.length === 0) throw new ProviderError('bad_request', 'nothing to sign');
  for (const { signatureAlgorithm, digestAlgorithm, digest, signedAttributes } of items) {
    requireKey(signatureAlgorithm, publicKey);
    if (digestOf(signatureAlgorithm) !== digestAlgorithm)
      throw new ProviderError('bad_request', 'digest and signature algorithm differ');
    const own = createHash(digestAlgorithm.replace('-', '')).update(signedAttributes).digest();
    if (!own.equals(digest))
      throw new ProviderError('bad_request', 'the digest is not that of the signed attributes');
  }
}

function requireKey(algorithm: SigningItem['signatureAlgorithm'], key: Certificate['publicKey']): void {
  try {
    requireKeyFor(algorithm, key);
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new ProviderError('bad_request', `the account's key does not sign ${algorithm}`, { cause });
  }
}

/**
 * What came back from elsewhere, in the order of `items`: one value each, and each verified by the certificate, or
 * ProviderError `provider_error` and none is used.
 */
export async function requireValues(
  { spki }: Pick<Certificate, 'spki'>,
  items: readonly SigningItem[],
  values: readonly Uint8Array[],
  verify: PkiPorts['verify'],
): Promise<void> {
  if (values.length !== items.length)
    throw new ProviderError('provider_error', `${values.length} values for ${items.length} documents`);
  for (const [at, { signatureAlgorithm, signedAttributes }] of items.entries()) {
    const value = values[at];
    if (value === undefined || !(await verify(signatureAlgorithm, spki, signedAttributes, value)))
      throw new ProviderError('provider_error', "a signature value is not by the account's certificate");
  }
}
