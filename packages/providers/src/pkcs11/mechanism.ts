import type { SignatureAlgorithm } from '@websign/pki';
import { ProviderError } from '../errors.ts';
import { CK, type Mechanism } from './cryptoki.ts';

interface Scheme {
  mechanism: Mechanism;
  /** What the module is handed for a digest. */
  input(digest: Uint8Array): Buffer;
  /** What it answers, as the standards of signatures have it. */
  value(raw: Buffer): Uint8Array;
}

/** Bytes before the digest in a DigestInfo (RFC 8017 §9.2, note 1). */
const DIGEST_INFO = {
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
} as const;

/** CKM_SHA*, CKG_MGF1_SHA* and the length of the salt, which is the digest's. */
const PSS = {
  sha256: { hashAlg: 0x250, mgf: 0x2, saltLen: 32 },
  sha384: { hashAlg: 0x260, mgf: 0x3, saltLen: 48 },
  sha512: { hashAlg: 0x270, mgf: 0x4, saltLen: 64 },
} as const;
/** The bridge's number for these parameters. */
const PARAMS_RSA_PSS = 5;

type Hash = keyof typeof PSS;

/** Over digests throughout: the documents' bytes do not travel to the HSM. */
const SCHEMES: Record<SignatureAlgorithm, Scheme> = {
  'ecdsa-p256-sha256': ecdsa(32),
  'ecdsa-p384-sha384': ecdsa(48),
  'rsa-pkcs1-sha256': pkcs1('sha256'),
  'rsa-pkcs1-sha384': pkcs1('sha384'),
  'rsa-pkcs1-sha512': pkcs1('sha512'),
  'rsa-pss-sha256': pss('sha256'),
  'rsa-pss-sha384': pss('sha384'),
  'rsa-pss-sha512': pss('sha512'),
};

/** How PKCS#11 makes signatures of that algorithm (PKCS#11 Current Mechanisms v2.40 §2.1.7, §2.1.10, §2.3.6). */
export function schemeOf(algorithm: SignatureAlgorithm): Scheme {
  const scheme = SCHEMES[algorithm];
  if (scheme === undefined) throw new ProviderError('bad_request', 'no such signature algorithm');
  return scheme;
}

function pkcs1(hash: Hash): Scheme {
  const prefix = Buffer.from(DIGEST_INFO[hash], 'hex');
  return {
    mechanism: { mechanism: CK.RSA_PKCS },
    input: (digest) => Buffer.concat([prefix, digest]),
    value: (raw) => raw,
  };
}

function pss(hash: Hash): Scheme {
  return {
    mechanism: { mechanism: CK.RSA_PKCS_PSS, parameter: { type: PARAMS_RSA_PSS, ...PSS[hash] } },
    input: (digest) => Buffer.from(digest),
    value: (raw) => raw,
  };
}

function ecdsa(bytes: number): Scheme {
  return {
    mechanism: { mechanism: CK.ECDSA },
    input: (digest) => Buffer.from(digest),
    value(raw) {
      if (raw.length !== 2 * bytes)
        throw new ProviderError('provider_error', `the HSM's module gave ${raw.length} bytes for r and s`);
      return ecdsaValue(raw.subarray(0, bytes), raw.subarray(bytes));
    },
  };
}

/** ECDSA-Sig-Value (RFC 3279 §2.2.3) of two numbers of at most 48 bytes. */
function ecdsaValue(r: Buffer, s: Buffer): Uint8Array {
  const body = Buffer.concat([integer(r), integer(s)]);
  return Buffer.concat([Uint8Array.of(0x30, body.length), body]);
}

/** Without leading zeros, but for the one that keeps it positive (X.690 §8.3). */
function integer(unsigned: Buffer): Buffer {
  const first = unsigned.findIndex((byte) => byte !== 0);
  const shortest = first < 0 ? Buffer.of(0) : unsigned.subarray(first);
  const sign = (shortest[0] ?? 0) >= 0x80 ? [0] : [];
  return Buffer.concat([Uint8Array.of(0x02, sign.length + shortest.length, ...sign), shortest]);
}
