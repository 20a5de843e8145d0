import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateLimit } from '../../policy/rate.ts';
import { addressGroup } from '../../policy/throttle.ts';
import { OperatorError } from '../../services/operators/error.ts';
import { type OperatorToken, operatorOf } from '../../services/operators/tokens.ts';

/** Calls of one operator, and wrong tokens from one address, in a minute. */
export const operatorRates = {
  calls: { most: 600, windowMs: 60_000 },
  refusals: { most: 10, windowMs: 60_000 },
} as const;

const callers = new WeakMap<FastifyRequest, string>();

/** The operator of a request that passed the hook. */
export function callerOf(request: FastifyRequest): string {
  const name = callers.get(request);
  if (name === undefined) throw new OperatorError('token_required', 'A token is required.');
  return name;
}

export interface Gate {
  /** The tokens as they are now; throws where their file cannot be used. */
  tokens(): readonly OperatorToken[];
  clock(): number;
  /** Told of each wrong token, by the address it came from. */
  refused(address: string): void;
}

/** A hook that lets operators in by their token, before anything is read, and neither too often. */
export function requireToken({ tokens, clock, refused }: Gate) {
  const calls = rateLimit(operatorRates.calls);
  const refusals = rateLimit(operatorRates.refusals);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const now = clock();
    const address = addressGroup(request.ip);
    const [, token] = /^Bearer ([\x21-\x7e]{1,512})$/.exec(request.headers.authorization ?? '') ?? [];
    const name = token === undefined ? undefined : operatorOf(tokens(), token);
    if (name === undefined) {
      // A right token is looked for first: whoever shares an address with a guesser works on.
      wait(reply, refusals.wait(address, now));
      if (token !== undefined) {
        refusals.count(address, now);
        refused(address);
      }
      reply.header('www-authenticate', 'Bearer');
      throw new OperatorError('token_required', 'A token is required.');
    }
    wait(reply, calls.wait(name, now));
    calls.count(name, now);
    callers.set(request, name);
  };
}

function wait(reply: FastifyReply, ms: number): void {
  if (ms === 0) return;
  reply.header('retry-after', String(Math.ceil(ms / 1000)));
  throw new OperatorError('too_many_requests', 'Too many requests.');
}
