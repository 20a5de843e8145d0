import { constants, createHash, type KeyObject, privateEncrypt } from 'node:crypto';
import { p256, p384 } from '@noble/curves/nist.js';
import type { SignatureAlgorithm } from '@websign/pki';

/** How the API writes algorithms (v2 §5). */
export const DIGESTS = {
  '2.16.840.1.101.3.4.2.1': { name: 'sha256', octets: 32, info: '3031300d060960864801650304020105000420' },
  '2.16.840.1.101.3.4.2.2': { name: 'sha384', octets: 48, info: '3041300d060960864801650304020205000430' },
  '2.16.840.1.101.3.4.2.3': { name: 'sha512', octets: 64, info: '3051300d060960864801650304020305000440' },
} as const;
export type DigestOid = keyof typeof DIGESTS;
export const isDigest = (oid: unknown): oid is DigestOid => Object.hasOwn(DIGESTS, String(oid));

const SIGN_OIDS: Readonly<Record<SignatureAlgorithm, string>> = {
  'ecdsa-p256-sha256': '1.2.840.10045.4.3.2',
  'ecdsa-p384-sha384': '1.2.840.10045.4.3.3',
  'rsa-pkcs1-sha256': '1.2.840.113549.1.1.11',
  'rsa-pkcs1-sha384': '1.2.840.113549.1.1.12',
  'rsa-pkcs1-sha512': '1.2.840.113549.1.1.13',
  'rsa-pss-sha256': '1.2.840.113549.1.1.10',
  'rsa-pss-sha384': '1.2.840.113549.1.1.10',
  'rsa-pss-sha512': '1.2.840.113549.1.1.10',
};
const RSA = '1.2.840.113549.1.1.1';

/** OIDs that a key lists for these; `plain`: as RSA encryption alone, with the digest said apart. */
export function listed(algorithms: readonly SignatureAlgorithm[], plain: boolean): string[] {
  const oids = algorithms.map((each) => (plain && each.startsWith('rsa-pkcs1-') ? RSA : SIGN_OIDS[each]));
  return [...new Set(oids)];
}

/** Which digest an OID of a signature implies; undefined where it is said apart. */
export function impliedDigest(signAlgo: string): DigestOid | undefined {
  const bits = { 11: 1, 12: 2, 13: 3, 2: 1, 3: 2 }[Number(signAlgo.split('.').at(-1))];
  const implies = /^1\.2\.840\.(113549\.1\.1\.1[123]|10045\.4\.3\.[23])$/.test(signAlgo);
  return implies && bits !== undefined ? (`2.16.840.1.101.3.4.2.${bits}` as DigestOid) : undefined;
}

export interface Asked {
  key: KeyObject;
  signAlgo: string;
  digestOid: DigestOid;
  /** Whether ECDSA values are r and s side by side. */
  raw: boolean;
}

/** The value over a ready digest, as a device makes it. */
export function valueOver(digest: Uint8Array, { key, signAlgo, digestOid, raw }: Asked): Uint8Array {
  if (key.asymmetricKeyType === 'ec') {
    const { d = '', crv } = key.export({ format: 'jwk' });
    const curve = crv === 'P-384' ? p384 : p256;
    const options = { prehash: false, lowS: false, format: raw ? 'compact' : 'der' } as const;
    return curve.sign(digest, Buffer.from(d, 'base64url'), options);
  }
  if (signAlgo.endsWith('.1.1.10')) return pss(key, digest, digestOid);
  const info = Buffer.from(DIGESTS[digestOid].info, 'hex');
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([info, digest]));
}

/** RSASSA-PSS over a ready digest (RFC 8017 §9.1.1), the salt as long as the digest and made of it. */
function pss(key: KeyObject, digest: Uint8Array, oid: DigestOid): Buffer {
  const { name, octets } = DIGESTS[oid];
  const hash = (...parts: Uint8Array[]) => createHash(name).update(Buffer.concat(parts)).digest();
  const length = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const salt = hash(digest, Buffer.from('salt'));
  const h = hash(Buffer.alloc(8), digest, salt);
  const db = Buffer.concat([Buffer.alloc(length - 2 * octets - 2), Buffer.from([1]), salt]);
  for (let at = 0, counter = 0; at < db.length; at += octets, counter += 1) {
    const mask = hash(h, Buffer.from([0, 0, counter >> 8, counter & 0xff]));
    for (let i = 0; i < octets && at + i < db.length; i += 1) db[at + i] = (db[at + i] ?? 0) ^ (mask[i] ?? 0);
  }
  // One bit less than the modulus has (emBits).
  db[0] = (db[0] ?? 0) & 0x7f;
  const encoded = Buffer.concat([db, h, Buffer.from([0xbc])]);
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, encoded);
}
