import type { KeyProvider } from '@websign/contract';
import type { Account, SealedSecrets } from './accounts.ts';
import type { AuditEvent } from './audit.ts';

export interface RosterQuery {
  /** Part of a username, a name, an e-mail address or a subject serial, in any case; all accounts when left out. */
  readonly q?: string;
  readonly provider?: KeyProvider;
  /** Blocked accounts only, or only the others. */
  readonly blocked?: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** An account's sealed parts beside its id. */
export interface SealedRow {
  readonly id: string;
  readonly secrets: SealedSecrets;
}

/** All accounts, as operators see them. */
export interface Roster {
  /** By username. */
  page(query: RosterQuery): Promise<{ accounts: Account[]; total: number }>;
  count(): Promise<number>;
  /** Accounts whose certificate ends after `from` and at or before `to` (epoch milliseconds), the soonest first. */
  ending(
    range: { readonly from: number; readonly to: number },
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ accounts: Account[]; total: number }>;
  /** Sealed parts in the order of ids, from behind `after`: a walk that meets every account that stays. */
  sealedAfter(after: string, limit: number): Promise<SealedRow[]>;
  /** Blocks the account and ends its sessions, with the event; false when it was blocked already. */
  block(id: string, event: AuditEvent): Promise<boolean>;
  /** False when it was not blocked. */
  unblock(id: string, event: AuditEvent): Promise<boolean>;
}
