import {
  type AnyDigest,
  type Certificate,
  type Curve,
  type DigestAlgorithm,
  keyMakes,
  type PkiPorts,
} from '@websign/pki';
import { TrustError } from '../error.ts';
import type { Canonicalisation } from '../xml/canonical.ts';

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const PSS = 'http://www.w3.org/2007/05/xmldsig-more#';

/** SHA-1 and MD5 are not among them: a list is never older than half a year. */
const DIGESTS: Readonly<Record<string, DigestAlgorithm>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'SHA-256',
  [`${MORE}sha384`]: 'SHA-384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'SHA-512',
};

interface Method {
  kind: 'rsa-pkcs1' | 'rsa-pss' | 'ecdsa';
  hash: 'sha256' | 'sha384' | 'sha512';
}

const METHODS: Readonly<Record<string, Method>> = {
  [`${MORE}rsa-sha256`]: { kind: 'rsa-pkcs1', hash: 'sha256' },
  [`${MORE}rsa-sha384`]: { kind: 'rsa-pkcs1', hash: 'sha384' },
  [`${MORE}rsa-sha512`]: { kind: 'rsa-pkcs1', hash: 'sha512' },
  [`${PSS}sha256-rsa-MGF1`]: { kind: 'rsa-pss', hash: 'sha256' },
  [`${PSS}sha384-rsa-MGF1`]: { kind: 'rsa-pss', hash: 'sha384' },
  [`${PSS}sha512-rsa-MGF1`]: { kind: 'rsa-pss', hash: 'sha512' },
  [`${MORE}ecdsa-sha256`]: { kind: 'ecdsa', hash: 'sha256' },
  [`${MORE}ecdsa-sha384`]: { kind: 'ecdsa', hash: 'sha384' },
  [`${MORE}ecdsa-sha512`]: { kind: 'ecdsa', hash: 'sha512' },
};

/** Octets of each half of an ECDSA value (RFC 4050 §3.3): XML signatures have the two numbers side by side. */
const HALF: Readonly<Record<Curve, number>> = {
  p256: 32,
  p384: 48,
  p521: 66,
  bp256: 32,
  bp384: 48,
  bp512: 64,
};
/** A modulus of TS 119 312, table 9: what is called 2048 bits there is 1900 and more. Norway's key has 2032. */
const LEAST_RSA_BITS = 1900;

export function digestAlgorithm(uri: string | undefined): DigestAlgorithm {
  const algorithm = uri === undefined ? undefined : DIGESTS[uri];
  if (algorithm === undefined) throw new TrustError('signature_algorithm', `digest ${uri ?? 'missing'}`);
  return algorithm;
}

/**
 * The digest by which the signed properties name the signer, SHA-1 among them: the signer is the very certificate,
 * octet by octet, that the list of lists names, so that this digest decides nothing that a forger could gain by; and
 * the properties themselves are signed with SHA-2. Countries write it still (Italy, Lithuania, Sweden in 2023).
 */
export function nameDigestAlgorithm(uri: string | undefined): AnyDigest {
  return uri === 'http://www.w3.org/2000/09/xmldsig#sha1' ? 'SHA-1' : digestAlgorithm(uri);
}

/** Verifies an XML signature value with a certificate's key; false where the key makes none of that kind. */
export function verifyValue(
  uri: string | undefined,
  { publicKey, spki }: Certificate,
  signed: { message: Uint8Array; value: Uint8Array },
  ports: PkiPorts,
): boolean | Promise<boolean> {
  const method = uri === undefined ? undefined : METHODS[uri];
  if (method === undefined) throw new TrustError('signature_algorithm', `signature ${uri ?? 'missing'}`);
  const { message, value } = signed;
  const { kind, hash } = method;
  if (kind !== 'ecdsa') {
    const algorithm = `${kind}-${hash}` as const;
    if (!keyMakes(algorithm, publicKey) || !('bits' in publicKey) || publicKey.bits < LEAST_RSA_BITS)
      return false;
    return ports.verify(algorithm, spki, message, value);
  }
  if (publicKey.kind !== 'ec') return false;
  const half = HALF[publicKey.curve];
  if (value.length !== 2 * half) return false;
  const der = ecdsaDer(value.subarray(0, half), value.subarray(half));
  return ports.verify(`ecdsa-${publicKey.curve}-${hash}`, spki, message, der);
}

/** ECDSA-Sig-Value (RFC 3279 §2.2.3) of two unsigned numbers. */
function ecdsaDer(r: Uint8Array, s: Uint8Array): Uint8Array {
  const body = [...integer(r), ...integer(s)];
  const length = body.length < 0x80 ? [body.length] : [0x81, body.length];
  return Uint8Array.from([0x30, ...length, ...body]);
}

function integer(octets: Uint8Array): number[] {
  const start = octets.findIndex((octet) => octet !== 0);
  const magnitude = start < 0 ? [0] : [...octets.subarray(start)];
  const padded = (magnitude[0] ?? 0) >= 0x80 ? [0, ...magnitude] : magnitude;
  return [0x02, padded.length, ...padded];
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** The canonicalisation of that name: without comments, for what is signed is what is read. */
export function canonicalisation(uri: string | undefined, prefixList: string | undefined): Canonicalisation {
  if (uri === INCLUSIVE && prefixList === undefined) return { kind: 'inclusive', prefixes: [] };
  if (uri !== EXCLUSIVE) throw new TrustError('signature_algorithm', `canonicalisation ${uri ?? 'missing'}`);
  const prefixes = (prefixList ?? '').split(/\s+/).filter((prefix) => prefix !== '');
  return { kind: 'exclusive', prefixes: prefixes.map((prefix) => (prefix === '#default' ? '' : prefix)) };
}
