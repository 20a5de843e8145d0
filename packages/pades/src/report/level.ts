import type { ChainJudgement, Link } from '../validate/chain.ts';
import type { Inquiry } from '../validate/inquiry.ts';
import type { SignatureLevel, TimeStampReport } from './face.ts';

/** What the level of a signature rests on. */
export interface Leveled {
  /** The chain of the signer, and those of its time-stamps. */
  chains: readonly ChainJudgement[];
  stamps: readonly Pick<TimeStampReport, 'kind' | 'indication'>[];
  /** Ends of the document time-stamps that cover the signature. */
  covering: readonly number[];
}

/**
 * The level of a PAdES signature by what is there (EN 319 142-1 §6.3), not by whether it is valid: a time-stamp that
 * does not hold counts as none, material that says nothing of the chains as none either.
 */
export function levelOf({ chains, stamps, covering }: Leveled, inquiry: Inquiry): SignatureLevel {
  if (!stamps.some(({ indication }) => indication !== 'TOTAL-FAILED')) return 'B-B';
  const ends = chains.map((chain) => materialEnd(chain, inquiry));
  const complete = ends.every((end) => end !== undefined);
  if (!complete || ends.length === 0) return 'B-T';
  const last = Math.max(...ends.flatMap((end) => end ?? []));
  return last > 0 && covering.some((end) => end >= last) ? 'B-LTA' : 'B-LT';
}

/**
 * Octets of the file that hold all material of a chain; undefined where some of it is not in the file. A document
 * time-stamp that comes last has its own chain's in the next one.
 */
function materialEnd({ chain, links }: ChainJudgement, inquiry: Inquiry): number | undefined {
  if (chain === undefined) return undefined;
  const ends = links.map((link) => linkEnd(link, inquiry));
  return ends.every((end) => end !== undefined) ? Math.max(0, ...ends) : undefined;
}

function linkEnd({ certificate, status }: Link, inquiry: Inquiry): number | undefined {
  const held = inquiry.pool.find('certificates', certificate.der);
  if (status.exempt) return held?.end ?? 0;
  if (held?.origin !== 'embedded') return undefined;
  const ends = status.answers.flatMap(({ source, der }) => {
    const answer = inquiry.pool.find(source === 'ocsp' ? 'ocsps' : 'crls', der);
    return answer?.origin === 'embedded' ? [answer.end] : [];
  });
  return ends.length === 0 ? undefined : Math.max(held.end, Math.min(...ends));
}
