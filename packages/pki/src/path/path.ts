import { checkChain } from './check.ts';
import type { ChainInput, CheckOptions, PathPorts, PathProblem, PathVerdict } from './face.ts';
import { searchChains } from './search.ts';

export interface PathInput extends ChainInput, CheckOptions {
  /** Milliseconds since 1970 at which the path must be valid. */
  at: number;
}

/**
 * Looks for a path to an anchor and validates it (RFC 5280 §6.1, revocation apart). Among several chains the first
 * valid one is the answer; among failures that of the best chain, so that "expired" is said rather than "no path".
 */
export async function validatePath(input: PathInput, ports: PathPorts): Promise<PathVerdict> {
  const { chains, problem } = await searchChains(input, ports);
  let failure: PathProblem | undefined;
  for (const chain of chains) {
    const found = checkChain(chain, input);
    if (found === undefined) return { valid: true, path: chain.certificates, anchor: chain.anchor };
    failure ??= found;
  }
  return { valid: false, ...(failure ?? problem ?? { reason: 'no_path', certificate: input.certificate }) };
}
