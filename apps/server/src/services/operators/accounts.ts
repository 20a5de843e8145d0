import type { KeyProvider } from '@websign/contract';
import type { Account, RosterQuery } from '../../storage/index.ts';
import { otpResetKey } from '../otp-reset.ts';
import { OperatorError } from './error.ts';
import { accountOf, iso, isoOrNull, type OperatorTools, type Page } from './tools.ts';

/** An account as operators see it; times in ISO 8601, UTC. Nothing of it is secret. */
export interface ShownAccount {
  id: string;
  username: string;
  surname: string;
  name: string;
  email: string;
  phone: string;
  subjectSerial: string;
  certificateSerial: string;
  validUntil: string;
  provider: KeyProvider;
  otpMethod: string;
  createdAt: string;
  blockedAt: string | null;
  /** Since when the signer has not changed the password that was given; null: it is the signer's own. */
  passwordGivenAt: string | null;
  /** Until when SES-5 keeps a live session from signing. */
  lockedUntil: string | null;
}

export interface ShownAccountInFull extends ShownAccount {
  /** Until when SES-5 keeps strangers from signing in. */
  loginLockedUntil: string | null;
  lastSignIn: string | null;
  /** When a new one-time-code secret takes effect; null: none waits. */
  otpResetAt: string | null;
  sessions: number;
}

async function shown({ storage }: OperatorTools, account: Account): Promise<ShownAccount> {
  const { id, username, surname, name, email, phone, subjectSerial, certificateSerial } = account;
  const { provider, otpMethod, validUntil, createdAt, blockedAt, passwordGivenAt } = account;
  const lockedUntil = await storage.attempts.lockedUntil({ username, origin: 'session' });
  return {
    ...{ id, username, surname, name, email, phone, subjectSerial, certificateSerial },
    validUntil: iso(validUntil),
    ...{ provider, otpMethod },
    createdAt: iso(createdAt),
    blockedAt: isoOrNull(blockedAt),
    passwordGivenAt: isoOrNull(passwordGivenAt),
    lockedUntil: isoOrNull(lockedUntil),
  };
}

/** A page of all accounts, or of those that a search finds. */
export async function listAccounts(
  tools: OperatorTools,
  query: RosterQuery,
): Promise<{ accounts: ShownAccount[]; total: number }> {
  const { accounts, total } = await tools.storage.roster.page(query);
  return { accounts: await eachShown(tools, accounts), total };
}

/** One account with what is known of its use. Throws OperatorError `not_found`. */
export async function showAccount(tools: OperatorTools, username: string): Promise<ShownAccountInFull> {
  const { storage } = tools;
  const account = await accountOf(tools, username);
  const { id } = account;
  const sessions = await storage.sessions.live({ accountId: id, limit: 1, offset: 0 });
  return {
    ...(await shown(tools, account)),
    loginLockedUntil: isoOrNull(
      await storage.attempts.lockedUntil({ username: account.username, origin: 'login' }),
    ),
    lastSignIn: isoOrNull((await storage.audit.last(id, 'login'))?.at),
    otpResetAt: isoOrNull(await storage.outbox.dueAt(otpResetKey(id))),
    sessions: sessions.total,
  };
}

/** Keeps the account from signing in and from signing, and ends its sessions. Throws `not_found`, `conflict`. */
export async function blockAccount({ storage, ...tools }: OperatorTools, username: string): Promise<void> {
  const { id: accountId } = await accountOf({ storage }, username);
  const event = { kind: 'account_blocked', accountId, detail: { by: tools.by } };
  if (!(await storage.roster.block(accountId, event)))
    throw new OperatorError('conflict', `${username} is blocked already.`);
}

/** Throws OperatorError `not_found`, `conflict`. */
export async function unblockAccount({ storage, ...tools }: OperatorTools, username: string): Promise<void> {
  const { id: accountId } = await accountOf({ storage }, username);
  const event = { kind: 'account_unblocked', accountId, detail: { by: tools.by } };
  if (!(await storage.roster.unblock(accountId, event)))
    throw new OperatorError('conflict', `${username} is not blocked.`);
}

/** Clears the counts of failed attempts (SES-5). Throws OperatorError `not_found`. */
export async function unlockAccount({ storage, by }: OperatorTools, username: string): Promise<void> {
  const { id: accountId } = await accountOf({ storage }, username);
  await storage.attempts.unlock(username);
  await storage.audit.append({ kind: 'account_unlocked', accountId, detail: { by } });
}

/** Accounts whose certificate ends within so many days, the soonest first. */
export async function endingCertificates(
  tools: OperatorTools,
  days: number,
  page: Page,
): Promise<{ accounts: ShownAccount[]; total: number }> {
  const from = tools.clock();
  const range = { from, to: from + days * 24 * 60 * 60_000 };
  const { accounts, total } = await tools.storage.roster.ending(range, page);
  return { accounts: await eachShown(tools, accounts), total };
}

async function eachShown(tools: OperatorTools, accounts: readonly Account[]): Promise<ShownAccount[]> {
  const all: ShownAccount[] = [];
  for (const account of accounts) all.push(await shown(tools, account));
  return all;
}
