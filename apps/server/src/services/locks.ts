import { limits } from '@websign/contract';
import { type RateLimit, rateLimit } from '../policy/rate.ts';
import { addressGroup } from '../policy/throttle.ts';
import type { Attempt, AttemptOutcome } from '../storage/index.ts';
import type { Context } from './context.ts';
import { mailJob } from './mail/jobs.ts';
import { dayIn } from './sign/zoned-time.ts';

type LockContext = Pick<Context, 'storage' | 'clock' | 'log' | 'config'>;

/** One line of a server for each address in the time for which it is kept out. */
const limitsOfWarnings = new WeakMap<Context['storage'], RateLimit>();

function warningsOf(storage: Context['storage']): RateLimit {
  const known = limitsOfWarnings.get(storage) ?? rateLimit({ most: 1, windowMs: limits.lockMs });
  limitsOfWarnings.set(storage, known);
  return known;
}

/** A whole office may be behind the address: only the operator can tell, and put the guesser out. */
function warnOfAddress({ log, storage }: LockContext, address: string, now: number): void {
  const warnings = warningsOf(storage);
  if (warnings.wait(address, now) > 0) return;
  warnings.count(address, now);
  log.warn(
    { address },
    'nobody can log in from an address for some minutes: too many failed tries came from it',
  );
}

/**
 * What remains of a failure that locked an account (SES-5), or kept an address from logging in, which a line of the
 * log tells. A lock made in a live session is a row of the audit log, and the first of a day is told to the signer by
 * e-mail: who has the session, or the password as well, may try codes again every five minutes. Strangers' locks are
 * counted, of known and unknown names alike.
 */
export async function recordLock(
  context: LockContext,
  { username, origin, address }: Pick<Attempt, 'username' | 'origin' | 'address'>,
  outcome: AttemptOutcome<unknown>,
): Promise<void> {
  const { storage, clock, config } = context;
  if (outcome.kind !== 'evaluated') return;
  if (outcome.isThrottling === true) warnOfAddress(context, addressGroup(address), clock());
  if (outcome.isLocking !== true) return;
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
  const day = dayIn(now, config.TIME_ZONE);
  const told = await storage.outbox.addOnce(`account_locked:${accountId}:${day}`, letter, { event });
  if (!told) await storage.audit.append(event);
}
