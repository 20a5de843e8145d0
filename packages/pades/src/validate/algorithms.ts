import type { AnyDigest, PublicKey, SignatureDigest, SignatureMethod } from '@websign/pki';
import { SUITE } from './suite.ts';

/** What a signature rests on. */
export interface AlgorithmUse {
  digest?: SignatureDigest | AnyDigest | undefined;
  method?: SignatureMethod | undefined;
  key: PublicKey;
}

/**
 * Until when everything that a signature rests on is reliable: milliseconds since 1970, undefined without an end,
 * 0 where a part of it never was or is not known.
 */
export function reliableUntil({ digest, method, key }: AlgorithmUse): number | undefined {
  const ends = [
    digest === undefined ? undefined : SUITE.digests[digest],
    method === undefined ? 0 : SUITE.methods[method.kind],
    // TS 119 312 ends digests as such, with no exception for MGF1: the mask counts like the message, SHA-1 until 2012.
    method?.maskDigest === undefined ? undefined : SUITE.digests[method.maskDigest],
    keyEnd(key),
  ];
  const known = ends.filter((end) => end !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function keyEnd(key: PublicKey): number | undefined {
  switch (key.kind) {
    case 'ec':
      return SUITE.curves[key.curve];
    case 'rsa':
    case 'rsa-pss':
      return (SUITE.rsa.find(({ bits }) => key.bits >= bits) ?? { until: 0 }).until;
    case 'other':
      return 0;
    default:
      return SUITE.curves[key.kind];
  }
}
