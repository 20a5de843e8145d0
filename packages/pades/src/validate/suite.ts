import type { Curve, SignatureDigest, SignatureMethod } from '@websign/pki';

/** Reliable until then, milliseconds since 1970; undefined: no end is set. */
type End = number | undefined;

/** The cryptographic suite: what is reliable, and until when. */
interface Suite {
  digests: Readonly<Record<SignatureDigest, End>>;
  methods: Readonly<Record<SignatureMethod['kind'], End>>;
  curves: Readonly<Record<Curve | 'ed25519' | 'ed448', End>>;
  /** By the least size of the modulus, the largest first. */
  rsa: readonly { bits: number; until: End }[];
}

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

/**
 * ETSI TS 119 312 v1.5.1 (2024-12): §5.2 and table 1 for digests, §6.2 and table 3 for signature schemes, §8.4 and
 * table 8 for keys, with the ends that table 10 and its predecessors set for what is no longer recommended. Keys
 * shorter than the shortest here never were reliable for signatures that last.
 */
export const SUITE: Suite = {
  digests: {
    // Not recommended since TS 102 176-1 v2.1.1; no new signatures after 2012.
    'SHA-1': day('2013-01-01'),
    'SHA-256': undefined,
    'SHA-384': undefined,
    'SHA-512': undefined,
    'SHA3-256': undefined,
    'SHA3-384': undefined,
    'SHA3-512': undefined,
    'SHA-224': day('2026-01-01'),
    MD5: day('2005-01-01'),
  },
  methods: {
    // "Legacy": acceptable until the end of 2028 (§6.2.2.2).
    pkcs1: day('2029-01-01'),
    pss: undefined,
    ecdsa: undefined,
    ed25519: undefined,
    ed448: undefined,
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
  },
  rsa: [
    { bits: 3000, until: undefined },
    { bits: 1900, until: day('2029-01-01') },
    { bits: 1536, until: day('2020-01-01') },
    { bits: 1024, until: day('2012-01-01') },
  ],
};
