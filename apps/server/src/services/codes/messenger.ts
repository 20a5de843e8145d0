import type { Account } from '../../storage/index.ts';
import type { SentMethod } from './destination.ts';

/** A one-time code on its way to its signer. */
export interface CodeMessage {
  account: Account;
  code: string;
  /** Epoch milliseconds. */
  sentAt: number;
  expiresAt: number;
}

/** What became of it; `reason` is for the log: without code, address and number. */
export type CodeDelivery = { readonly kind: 'sent' } | { readonly kind: 'not_sent'; readonly reason: string };

/** Hands a code over at once and in bounded time; never throws for what the other side does, and keeps nothing. */
export type Messenger = (message: CodeMessage) => Promise<CodeDelivery>;

/** By the account's method; what is not configured is missing. */
export type Messengers = Readonly<Partial<Record<SentMethod, Messenger>>>;
