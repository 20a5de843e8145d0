import type { Certificate } from '../x509/certificate.ts';
import { checkChain } from './check.ts';
import type { ChainInput, ChainSearch, CheckOptions, PathPorts, PathProblem, PathVerdict } from './face.ts';
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
  const { chains, ...search } = await searchChains(input, ports);
  let failure: PathProblem | undefined;
  for (const chain of chains) {
    const found = checkChain(chain, input);
    if (found === undefined) return { valid: true, path: chain.certificates, anchor: chain.anchor };
    failure ??= found;
  }
  return { valid: false, ...(failure ?? whyNone(search, input.certificate)) };
}

/** Why there is no chain: where the search ended early, an issuer that did not sign is not known to be the only one. */
function whyNone({ exhausted, problem }: Omit<ChainSearch, 'chains'>, certificate: Certificate): PathProblem {
  if (exhausted) return { reason: 'limit', certificate };
  return problem ?? { reason: 'no_path', certificate };
}
