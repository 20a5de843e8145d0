import type { AnyDigest, Curve, SignatureDigest, SignatureMethod, WholeMessageAlgorithm } from '@websign/pki';

/** Reliable until then, milliseconds since 1970; undefined: no end is set. */
type End = number | undefined;

/** The cryptographic suite: what is reliable, and until when. */
interface Suite {
  digests: Readonly<Record<SignatureDigest | AnyDigest, End>>;
  methods: Readonly<Record<SignatureMethod['kind'], End>>;
  curves: Readonly<Record<Curve | WholeMessageAlgorithm, End>>;
  /** By the least size of the modulus, the largest first. */
  rsa: readonly { bits: number; until: End }[];
}

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

/**
 * ETSI TS 119 312 v1.5.1, with the ends that it sets for what is "legacy", and that its predecessors and TS 102 176-1
 * set for what is past; the days as the machine-readable suite of that version (ETSI TS 119 322, issued 2024-10-13) has
 * them. ML-DSA and SHAKE256 are younger than the table (FIPS 204, FIPS 202); a host whose OpenSSL is older than 3.5
 * verifies no ML-DSA. Keys shorter than the shortest here, and anything that is not named, never counted.
 */
export const SUITE: Suite = {
  digests: {
    'SHA-1': day('2012-08-01'),
    'SHA-256': undefined,
    'SHA-384': undefined,
    'SHA-512': undefined,
    'SHA3-256': undefined,
    'SHA3-384': undefined,
    'SHA3-512': undefined,
    SHAKE256: undefined,
    'SHA-224': day('2029-01-01'),
    MD5: day('2004-08-01'),
  },
  methods: {
    pkcs1: day('2029-01-01'),
    pss: undefined,
    ecdsa: undefined,
    ed25519: undefined,
    ed448: undefined,
    'ml-dsa-44': undefined,
    'ml-dsa-65': undefined,
    'ml-dsa-87': undefined,
  },
  curves: {
    p256: undefined,
    p384: undefined,
    p521: undefined,
    bp256: undefined,
    bp384: undefined,
    bp512: undefined,
    ed25519: undefined,
    ed448: undefined,
    'ml-dsa-44': undefined,
    'ml-dsa-65': undefined,
    'ml-dsa-87': undefined,
  },
  rsa: [
    { bits: 3000, until: undefined },
    { bits: 1900, until: day('2029-01-01') },
    { bits: 1024, until: day('2019-10-01') },
    { bits: 786, until: day('2010-08-01') },
  ],
};
