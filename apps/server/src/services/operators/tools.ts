import type { Account, Storage } from '../../storage/index.ts';
import { OperatorError } from './error.ts';

/** What operators' use cases work with; the operators' API and the command line both give it. */
export interface OperatorTools {
  readonly storage: Storage;
  /** Epoch milliseconds. */
  clock(): number;
  /** Who asks, for the audit log. */
  readonly by: string;
}

/** A page of a list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The account of that name. Throws OperatorError `not_found`. */
export async function accountOf(
  { storage }: Pick<OperatorTools, 'storage'>,
  username: string,
): Promise<Account> {
  const account = await storage.accounts.findByUsername(username);
  if (account === undefined) throw new OperatorError('not_found', `There is no account "${username}".`);
  return account;
}

export const iso = (ms: number): string => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : iso(ms);
