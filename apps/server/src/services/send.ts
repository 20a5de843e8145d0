import { limits, type sendRequest } from '@websign/contract';
import type { z } from 'zod';
import { parseAddress } from '../policy/address.ts';
import { isOver } from '../policy/retention.ts';
import type { Context, SignedIn } from './context.ts';
import { findDocument } from './documents.ts';
import { RequestError, secondsUntil } from './errors.ts';
import { mailJob } from './mail/jobs.ts';

const dayMs = 24 * 60 * 60_000;
const daily = { most: limits.sendsPerDay, windowMs: dayMs };

/**
 * Sends one of the signer's own signed documents, as it stands now, to one address, and a copy in a letter of its own
 * to the signer when asked. Resolves once both are in the outbox. Throws RequestError `not_found`, `expired`,
 * `not_signed`, `address_invalid`, `daily_limit`.
 */
export async function sendDocument(
  context: Context,
  signer: SignedIn,
  request: z.output<typeof sendRequest>,
  idempotencyKey: string | undefined,
): Promise<void> {
  const { storage, clock } = context;
  const at = clock();
  const accountId = signer.account.id;
  const document = await findDocument(context, signer, request.document);
  if (document.state === 'expired' || isOver(document.expiresAt, at)) throw new RequestError('expired');
  if (document.versions === 0) throw new RequestError('not_signed');
  const recipient = parseAddress(request.to);
  if (recipient === undefined) throw new RequestError('address_invalid');
  const { copy } = request;
  const outcome = await storage.sends.ask(
    {
      ...{ accountId, documentId: document.id, recipient, copy },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    },
    daily,
    (sendId) => {
      const letter = { letter: 'document', accountId, at, sendId, sha256: document.currentSha256 } as const;
      const first = mailJob({ ...letter, to: 'recipient' });
      return copy ? [first, mailJob({ ...letter, to: 'signer' })] : [first];
    },
  );
  if (outcome.kind === 'mismatch') throw new RequestError('bad_request');
  if (outcome.kind === 'limit') {
    throw new RequestError('daily_limit', { retryAfter: secondsUntil(outcome.until, at) });
  }
}
