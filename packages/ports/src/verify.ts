import { constants, createPublicKey, type KeyObject, verify as nodeVerify } from 'node:crypto';
import type { PkiPorts } from '@websign/pki';

type Algorithm = Parameters<PkiPorts['verify']>[0];
type Scheme =
  | { kind: 'ec'; hash: string; curve?: Curve }
  | { kind: 'rsa'; hash: string; pss: boolean }
  | { kind: 'ed25519' };
type Curve = keyof typeof curveOids;

/** DER of the named-curve parameters (RFC 5480 §2.1.1.1). */
const curveOids = {
  prime256v1: '06082a8648ce3d030107',
  secp384r1: '06052b81040022',
  secp521r1: '06052b81040023',
};
const ecPublicKey = '06072a8648ce3d0201';

/** Longer than any honest key: RSA-16384 takes 2,086 bytes. */
const longestSpki = 4096;

const schemes: Record<Algorithm, Scheme> = {
  'ecdsa-p256-sha256': { kind: 'ec', hash: 'sha256', curve: 'prime256v1' },
  'ecdsa-p256-sha384': { kind: 'ec', hash: 'sha384', curve: 'prime256v1' },
  'ecdsa-p256-sha512': { kind: 'ec', hash: 'sha512', curve: 'prime256v1' },
  'ecdsa-p384-sha256': { kind: 'ec', hash: 'sha256', curve: 'secp384r1' },
  'ecdsa-p384-sha384': { kind: 'ec', hash: 'sha384', curve: 'secp384r1' },
  'ecdsa-p384-sha512': { kind: 'ec', hash: 'sha512', curve: 'secp384r1' },
  'ecdsa-p521-sha512': { kind: 'ec', hash: 'sha512', curve: 'secp521r1' },
  'ecdsa-sha1': { kind: 'ec', hash: 'sha1' },
  'rsa-pkcs1-sha1': { kind: 'rsa', hash: 'sha1', pss: false },
  'rsa-pkcs1-sha256': { kind: 'rsa', hash: 'sha256', pss: false },
  'rsa-pkcs1-sha384': { kind: 'rsa', hash: 'sha384', pss: false },
  'rsa-pkcs1-sha512': { kind: 'rsa', hash: 'sha512', pss: false },
  'rsa-pss-sha256': { kind: 'rsa', hash: 'sha256', pss: true },
  'rsa-pss-sha384': { kind: 'rsa', hash: 'sha384', pss: true },
  'rsa-pss-sha512': { kind: 'rsa', hash: 'sha512', pss: true },
  ed25519: { kind: 'ed25519' },
};

/**
 * Verifies `signature` over `message` with a SubjectPublicKeyInfo. Anything that is not a valid signature by
 * a key of the algorithm's own type is false: a wrong key, damaged DER, trailing bytes, explicit curves.
 */
export function verify(
  algorithm: Algorithm,
  spki: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    const scheme = schemes[algorithm];
    const key = publicKey(spki);
    return key !== undefined && suits(key, spki, scheme) && check(scheme, key, message, signature);
  } catch {
    // OpenSSL throws for keys and values that it cannot read; to the caller these do not verify.
    return false;
  }
}

function check(scheme: Scheme, key: KeyObject, message: Uint8Array, signature: Uint8Array): boolean {
  switch (scheme.kind) {
    case 'ed25519':
      return nodeVerify(null, message, key, signature);
    case 'ec':
      return nodeVerify(scheme.hash, message, { key, dsaEncoding: 'der' }, signature);
    case 'rsa': {
      const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_DIGEST } = constants;
      const padding = scheme.pss
        ? { padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST }
        : { padding: RSA_PKCS1_PADDING };
      return nodeVerify(scheme.hash, message, { key, ...padding }, signature);
    }
  }
}

function publicKey(spki: Uint8Array): KeyObject | undefined {
  if (spki.length > longestSpki || !isOneSequence(spki)) return undefined;
  return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
}

function suits(key: KeyObject, spki: Uint8Array, scheme: Scheme): boolean {
  const type = key.asymmetricKeyType;
  switch (scheme.kind) {
    case 'ed25519':
      return type === 'ed25519';
    case 'ec':
      return type === 'ec' && namesCurve(spki, scheme.curve);
    case 'rsa':
      return type === 'rsa' || (type === 'rsa-pss' && scheme.pss);
  }
}

/**
 * Named curves only (RFC 5480 §2.1.1): explicit parameters let a forger choose the generator. Points are
 * whole or compressed (§2.2); the hybrid form, which OpenSSL takes, is a second spelling of the same key.
 */
function namesCurve(spki: Uint8Array, curve: Curve | undefined): boolean {
  const head = Buffer.from(spki.subarray(0, 32)).toString('hex');
  const oids = curve === undefined ? Object.values(curveOids) : [curveOids[curve]];
  return oids.some((oid) => {
    const [, point] = head.split(ecPublicKey + oid);
    return point !== undefined && /^03(81)?..000[234]/.test(point);
  });
}

/** One DER SEQUENCE that ends where the bytes end: OpenSSL itself passes over trailing bytes. */
function isOneSequence(der: Uint8Array): boolean {
  const [tag, first = 0, second = 0, third = 0] = der;
  if (tag !== 0x30) return false;
  if (first < 0x80) return der.length === 2 + first;
  if (first === 0x81) return der.length === 3 + second;
  return first === 0x82 && der.length === 4 + second * 256 + third;
}
