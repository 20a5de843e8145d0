import { PkiError } from '../error.ts';
import type {
  AnyDigest,
  PkiPorts,
  SignatureDigest,
  VerifyAlgorithm,
  WholeMessageAlgorithm,
} from '../face.ts';
import { DIGEST_LENGTH } from './algorithms.ts';
import type { SignatureMethod } from './identifiers.ts';
import { type PublicKey, permitsPss } from './public-key.ts';

/** Whether a key made a value, as far as it can be told; `signature`: it did not. */
export type SignatureOutcome = 'holds' | 'signature' | 'algorithm_unsupported';

/** How the port is asked about a value, or what is certain of the kinds alone. */
export type Verification =
  | { algorithm: VerifyAlgorithm }
  | { algorithm?: never; outcome: Exclude<SignatureOutcome, 'holds'> };

const NOT_MADE: Verification = { outcome: 'signature' };
const UNSUPPORTED: Verification = { outcome: 'algorithm_unsupported' };

/**
 * The algorithm of a value. A key makes no values of another kind's method: whoever puts two of them together, both
 * known, has no value of that key, which is more than not knowing. `digest` counts where the method names none.
 */
export function verification(
  method: SignatureMethod | undefined,
  digest: AnyDigest | undefined,
  key: PublicKey,
): Verification {
  if (method === undefined) return UNSUPPORTED;
  if (!makes(key.kind, method.kind)) return NOT_MADE;
  if (key.kind === 'rsa-pss' && !permitsPss(key, method)) return NOT_MADE;
  if (isWholeMessage(method.kind)) return key.kind === 'other' ? UNSUPPORTED : { algorithm: method.kind };
  const over = method.digest ?? digest;
  // Methods over SHAKE256 have names of their own (RFC 8702 §3), and outside a CMS each method names its digest.
  if (over === undefined || over === 'SHAKE256') return NOT_MADE;
  const algorithm = overDigest(method, over, key);
  return algorithm === undefined ? UNSUPPORTED : { algorithm };
}

/** Whether such a key makes such values; of a key that is not known nothing is said. */
function makes(key: PublicKey['kind'], method: SignatureMethod['kind']): boolean {
  switch (key) {
    case 'other':
      return true;
    case 'rsa':
      return method === 'pkcs1' || method === 'pss';
    case 'rsa-pss': // for RSASSA-PSS alone (RFC 4055 §1.2)
      return method === 'pss';
    case 'ec':
      return method === 'ecdsa';
    default:
      return method === key;
  }
}

/** Whether a signature is over the message itself, with no digest to be named beside it. */
function isWholeMessage(kind: SignatureMethod['kind']): kind is WholeMessageAlgorithm {
  return kind !== 'ecdsa' && kind !== 'pkcs1' && kind !== 'pss';
}

/** Longer moduli are not computed with (OpenSSL's bound). */
const MOST_RSA_BITS = 16_384;

function overDigest(
  { kind, plain, saltLength, maskDigest }: SignatureMethod,
  digest: SignatureDigest,
  key: PublicKey,
): VerifyAlgorithm | undefined {
  const hash = HASH[digest];
  if (key.kind === 'ec') return `${plain === true ? 'ecdsa-plain' : 'ecdsa'}-${key.curve}-${hash}`;
  if (!('bits' in key) || key.bits > MOST_RSA_BITS) return undefined;
  if (kind === 'pkcs1') return `rsa-pkcs1-${hash}`;
  if (maskDigest !== undefined)
    return `rsa-pss-${hash}-mgf1-${HASH[maskDigest]}-salt${saltLength ?? DIGEST_LENGTH[digest]}`;
  return saltLength === undefined ? `rsa-pss-${hash}` : `rsa-pss-${hash}-salt${saltLength}`;
}

const HASH = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-224': 'sha224',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
  'SHA3-256': 'sha3-256',
  'SHA3-384': 'sha3-384',
  'SHA3-512': 'sha3-512',
} as const satisfies Record<SignatureDigest, string>;

/** Asks the port; a host may lack an algorithm. */
export async function valueOutcome(
  algorithm: VerifyAlgorithm,
  spki: Uint8Array,
  { message, value }: { message: Uint8Array; value: Uint8Array },
  { verify }: Pick<PkiPorts, 'verify'>,
): Promise<SignatureOutcome> {
  try {
    return (await verify(algorithm, spki, message, value)) ? 'holds' : 'signature';
  } catch (error) {
    if (error instanceof PkiError && error.code === 'algorithm_unsupported') return error.code;
    throw error;
  }
}
