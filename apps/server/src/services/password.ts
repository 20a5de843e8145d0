import { brokenPasswordRules, type ChangePasswordRequest } from '@websign/contract';
import type { Account, Attempt } from '../storage/index.ts';
import { attempted, requireOwnName } from './attempt.ts';
import type { Context, SignedIn } from './context.ts';
import { RequestError } from './errors.ts';
import { mailJob } from './mail/jobs.ts';
import { hasGivenPassword, isBlocked } from './session.ts';

/** Writes that may lose against another write to the account's row. */
const tries = 3;

export interface Caller {
  /** The live session that asks; undefined for a person who is signed out (NAV-4). */
  signer: SignedIn | undefined;
  /** The person's network address. */
  address: string;
}

/**
 * PWD-1, PWD-2: verifier and key pass to the new password together, and every other session of the account ends.
 * A new password that equals the old one is a change like any other, unless the old one was given by an operator
 * (PWD-3). Throws RequestError `bad_request`, `password_rules`, `password_confirmation`, `password_given`,
 * `wrong_credentials`, `account_locked`, `account_blocked`, `too_many_requests`, `busy`.
 */
export async function changePassword(
  context: Context,
  request: ChangePasswordRequest,
  { signer, address }: Caller,
): Promise<void> {
  const { storage } = context;
  const username = request.username ?? signer?.account.username;
  if (username === undefined) throw new RequestError('bad_request');
  if (brokenPasswordRules(request.newPassword).length > 0) throw new RequestError('password_rules');
  if (request.newPassword !== request.confirmPassword) throw new RequestError('password_confirmation');
  const account = signer?.account ?? (await storage.accounts.findByUsername(username));
  const origin = signer ? 'session' : 'login';
  const attempt: Attempt = { username, origin, factors: ['password'], address };
  try {
    if (signer) await requireOwnName(context, signer, username, address);
    await attempted(context, attempt, () => replace(context, account, request, attempt, signer));
  } catch (error) {
    if (error instanceof RequestError && error.code === 'wrong_credentials') {
      const event = { kind: 'password_change_refused', ...(account && { accountId: account.id }) };
      // Anybody can make one without a session.
      await (signer ? storage.audit.append(event) : storage.audit.count(event));
    }
    throw error;
  }
}

/** A try that loses against another change begins anew: if that was the password, the old one is wrong now. */
async function replace(
  { storage, keys, clock }: Context,
  account: Account | undefined,
  { oldPassword: old, newPassword: next }: ChangePasswordRequest,
  { origin }: Attempt,
  signer: SignedIn | undefined,
): Promise<void> {
  for (let at = 0; at < tries; at++) {
    const secrets = account && (await storage.accounts.sealed(account.id));
    const sealed = account && secrets && { id: account.id, secrets };
    const parts = await keys.changePassword(sealed, { old, next }, origin);
    if (!sealed || !account) break;
    if (await isBlocked(storage, account)) throw new RequestError('account_blocked');
    if (old === next && hasGivenPassword(account)) throw new RequestError('password_given');
    const accountId = sealed.id;
    const event = { kind: 'password_changed', accountId };
    const letter = mailJob({ letter: 'password_changed', accountId, at: clock() });
    const more = { event, endSessions: { but: signer?.session.hash }, ownPassword: true };
    if (await storage.accounts.reseal(accountId, sealed.secrets.version, parts, letter, more)) return;
  }
  throw new RequestError('busy', { retryAfter: 5 });
}
