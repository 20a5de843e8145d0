import type { Attempt, AttemptOutcome } from '../storage/index.ts';
import type { Context } from './context.ts';
import { mailJob } from './mail/jobs.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * What remains of a failure that locked (SES-5). In a live session it is a row of the audit log, and the first of a day is told
 * to the signer by e-mail: who has the session, or the password as well, may try codes again every five minutes. Strangers'
 * are counted, of known and unknown names alike.
 */
export async function recordLock(
  { storage, clock }: Pick<Context, 'storage' | 'clock'>,
  { username, origin }: Pick<Attempt, 'username' | 'origin'>,
  outcome: AttemptOutcome<unknown>,
): Promise<void> {
  if (outcome.kind !== 'evaluated' || outcome.isLocking !== true) return;
  const account = await storage.accounts.findByUsername(username);
  if (origin === 'login') {
    await storage.audit.count({ kind: 'login_locked', ...(account && { accountId: account.id }) });
    return;
  }
  if (!account) return;
  const accountId = account.id;
  const code = outcome.verdict === 'wrong_otp' ? 'wrong_otp' : 'wrong_credentials';
  const event = { kind: 'account_locked', accountId, detail: { code, until: outcome.lockedUntil ?? null } };
  const now = clock();
  const letter = mailJob({ letter: 'account_locked', accountId, at: now });
  const day = Math.floor(now / dayMs);
  const told = await storage.outbox.addOnce(`account_locked:${accountId}:${day}`, letter, { event });
  if (!told) await storage.audit.append(event);
}
