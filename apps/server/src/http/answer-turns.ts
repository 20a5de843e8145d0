import type { FastifyReply, FastifyRequest } from 'fastify';
import { FairQueue } from '../sandbox/queue.ts';
import { signerOf } from './authenticate.ts';
import { cancellation } from './parts.ts';

/**
 * Answers of one signer under way at once, and how many more wait how long: a desk of twenty documents asks for each, and
 * reports of them as PDF take their time.
 */
const answerTurns = { slotsEach: 2, queueEach: 50, waitMs: 120_000 };

/** A hook behind the session's. Throws SandboxError `busy`. */
export type AnswersInTurn = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Has what is told of documents wait its turn among the signer's own. An answer may have 16 MB, which lie in memory until
 * who asked has read them: thousands of requests that nobody reads would fill it.
 */
export function answersInTurn(): AnswersInTurn {
  const endless = Number.POSITIVE_INFINITY;
  const queue = new FairQueue({ slots: endless, queue: endless, ...answerTurns });
  return async (request, reply) => {
    const owner = signerOf(request).account.id;
    const leave = await queue.enter({ turn: 'new', owner, signal: cancellation(reply) });
    if (reply.raw.closed) leave();
    else reply.raw.once('close', leave);
  };
}
