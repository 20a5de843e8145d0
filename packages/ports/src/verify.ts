import { constants, createPublicKey, type KeyObject, verify as nodeVerify } from 'node:crypto';
import {
  type Curve,
  PkiError,
  rsaPublicKey,
  type VerifyAlgorithm,
  type WholeMessageAlgorithm,
} from '@websign/pki';
import { verifyPss } from './pss.ts';

type Scheme =
  | { kind: 'ec'; hash: string; curve: Curve; dsaEncoding: 'der' | 'ieee-p1363' }
  | { kind: 'rsa'; hash: string }
  | { kind: 'pss'; hash: string; mask: string; saltLength: number }
  | { kind: WholeMessageAlgorithm };

/** DER of the named-curve parameters (RFC 5480 §2.1.1.1, RFC 5639 §4.1). */
const curveOids: Record<Curve, string> = {
  p256: '06082a8648ce3d030107',
  p384: '06052b81040022',
  p521: '06052b81040023',
  bp256: '06092b2403030208010107',
  bp384: '06092b240303020801010b',
  bp512: '06092b240303020801010d',
};
const ecPublicKey = '06072a8648ce3d0201';

/** Longer than any honest key: RSA-16384 takes 2,086 bytes. */
const longestSpki = 4096;

/** What a name says: `ecdsa-p256-sha256`, `ecdsa-plain-bp256-sha256`, `rsa-pss-sha3-256-salt20`, `rsa-pss-sha256-mgf1-sha1-salt32`, `ml-dsa-65`. */
function schemeOf(algorithm: VerifyAlgorithm): Scheme {
  if (isWholeMessage(algorithm)) return { kind: algorithm };
  const pss = /^rsa-pss-(.+?)(?:-mgf1-(.+?))?(?:-salt(\d+))?$/.exec(algorithm);
  if (pss !== null) {
    const [, hash = '', mask = hash, salt = constants.RSA_PSS_SALTLEN_DIGEST] = pss;
    return { kind: 'pss', hash, mask, saltLength: Number(salt) };
  }
  const hash = /(md5|sha[13]?-?\d*)$/.exec(algorithm)?.[1] ?? '';
  if (algorithm.startsWith('rsa-pkcs1-')) return { kind: 'rsa', hash };
  const [, first, second] = algorithm.split('-');
  const isPlain = first === 'plain';
  const curve = (isPlain ? second : first) as Curve;
  return { kind: 'ec', hash, curve, dsaEncoding: isPlain ? 'ieee-p1363' : 'der' };
}

const isWholeMessage = (algorithm: VerifyAlgorithm): algorithm is WholeMessageAlgorithm =>
  /^(ed|ml-dsa-)\d+$/.test(algorithm);

/** A key of ML-DSA-44 as SubjectPublicKeyInfo: its 1312 octets may be any (FIPS 204 §7.2). */
const someMlDsaKey = Buffer.concat([
  Buffer.from('30820532300b06096086480165030403110382052100', 'hex'),
  Buffer.alloc(1312),
]);

/** Whether the host computes with ML-DSA, which OpenSSL does from 3.5 on. */
const offersMlDsa = isReadable(someMlDsaKey);

function isReadable(spki: Buffer): boolean {
  try {
    createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Verifies `signature` over `message` with a SubjectPublicKeyInfo. Anything that is not a valid signature by
 * a key of the algorithm's own type is false: a wrong key, damaged DER, trailing bytes, explicit curves. Throws
 * PkiError `algorithm_unsupported` for ML-DSA on a host that lacks it: there nothing is known of the value.
 */
export function verify(
  algorithm: VerifyAlgorithm,
  spki: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (algorithm.startsWith('ml-dsa-') && !offersMlDsa) {
    throw new PkiError('algorithm_unsupported', `${algorithm} on this host: it needs OpenSSL 3.5`);
  }
  try {
    const scheme = schemeOf(algorithm);
    const key = publicKey(spki);
    if (key === undefined || !suits(key, spki, scheme)) return false;
    return check(scheme, unbound(key, spki), message, signature);
  } catch {
    // OpenSSL throws for keys and values that it cannot read; to the caller these do not verify.
    return false;
  }
}

function check(scheme: Scheme, key: KeyObject, message: Uint8Array, signature: Uint8Array): boolean {
  switch (scheme.kind) {
    case 'ec':
      return nodeVerify(scheme.hash, message, { key, dsaEncoding: scheme.dsaEncoding }, signature);
    case 'rsa':
      if (!isOfKeyLength(signature, key)) return false;
      return nodeVerify(scheme.hash, message, { key, padding: constants.RSA_PKCS1_PADDING }, signature);
    case 'pss': {
      if (!isOfKeyLength(signature, key)) return false;
      if (scheme.mask !== scheme.hash) return verifyPss(key, message, signature, scheme);
      const padding = constants.RSA_PKCS1_PSS_PADDING;
      return nodeVerify(scheme.hash, message, { key, padding, saltLength: scheme.saltLength }, signature);
    }
    default:
      return nodeVerify(null, message, key, signature);
  }
}

/** RFC 8017 §8.1.2 and §8.2.2, step 1. OpenSSL also takes a value whose leading octets of zero were left out. */
const isOfKeyLength = (signature: Uint8Array, { asymmetricKeyDetails }: KeyObject): boolean =>
  signature.length === Math.ceil((asymmetricKeyDetails?.modulusLength ?? 0) / 8);

function publicKey(spki: Uint8Array): KeyObject | undefined {
  if (spki.length > longestSpki || !isOneSequence(spki)) return undefined;
  return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
}

/**
 * A key of RSASSA-PSS as one of RSA, without the parameters that it is bound to: OpenSSL would take the mask's digest
 * from there, whatever the signature's parameters say, and reads no SHA-3 there.
 */
function unbound(key: KeyObject, spki: Uint8Array): KeyObject {
  if (key.asymmetricKeyType !== 'rsa-pss') return key;
  return createPublicKey({ key: Buffer.from(rsaPublicKey(spki)), format: 'der', type: 'pkcs1' });
}

function suits(key: KeyObject, spki: Uint8Array, scheme: Scheme): boolean {
  const type = key.asymmetricKeyType;
  if (!hasSecret(key)) return false;
  switch (scheme.kind) {
    case 'ec':
      return type === 'ec' && namesCurve(spki, scheme.curve);
    case 'rsa':
      return type === 'rsa';
    case 'pss':
      return type === 'rsa' || type === 'rsa-pss';
    default:
      return type === scheme.kind;
  }
}

/**
 * RFC 8017 §3.1: the exponent of an RSA key is odd and at least 3. By an exponent of 1 a value is its own padded digest,
 * which anybody writes down, and OpenSSL takes it.
 */
function hasSecret({ asymmetricKeyDetails }: KeyObject): boolean {
  const exponent = asymmetricKeyDetails?.publicExponent;
  return exponent === undefined || (exponent > 1n && exponent % 2n === 1n);
}

/**
 * Named curves only (RFC 5480 §2.1.1): explicit parameters let a forger choose the generator. Points are
 * whole or compressed (§2.2); the hybrid form, which OpenSSL takes, is a second spelling of the same key.
 */
function namesCurve(spki: Uint8Array, curve: Curve): boolean {
  const head = Buffer.from(spki.subarray(0, 32)).toString('hex');
  const [, point] = head.split(ecPublicKey + curveOids[curve]);
  return point !== undefined && /^03(81)?..000[234]/.test(point);
}

/** One DER SEQUENCE that ends where the bytes end: OpenSSL itself passes over trailing bytes. */
function isOneSequence(der: Uint8Array): boolean {
  const [tag, first = 0, second = 0, third = 0] = der;
  if (tag !== 0x30) return false;
  if (first < 0x80) return der.length === 2 + first;
  if (first === 0x81) return der.length === 3 + second;
  return first === 0x82 && der.length === 4 + second * 256 + third;
}
