import type { NewJob } from './outbox.ts';

/** `unknown`: the mail server took the letter without an answer; it is not sent again. */
export type SendState = 'waiting' | 'sent' | 'unknown' | 'failed';

/** A signed document that its signer sends by e-mail. Times are epoch milliseconds. */
export interface Send {
  readonly id: string;
  readonly accountId: string;
  readonly documentId: string;
  readonly recipient: string;
  /** Whether a letter of its own goes to the signer as well; `state` is about the recipient's. */
  readonly copy: boolean;
  readonly createdAt: number;
  readonly settledAt: number | null;
  readonly state: SendState;
  /** Why it failed, as a word of the contract's; the mail server's own answer stays with the job. */
  readonly reason: string | null;
}

export interface NewSend {
  readonly accountId: string;
  readonly documentId: string;
  readonly recipient: string;
  readonly copy: boolean;
  /** The same key of the same account for the same letter is one send. */
  readonly idempotencyKey?: string;
}

export type AskOutcome =
  | { readonly kind: 'added'; readonly id: string }
  /** The key was used for the same letter before. */
  | { readonly kind: 'known'; readonly id: string }
  /** The key was used for another letter. */
  | { readonly kind: 'mismatch' }
  /** As many as allowed were asked for within the window; the next may be at `until`. */
  | { readonly kind: 'limit'; readonly until: number };

export interface Sends {
  /**
   * Adds a send, its letters (`jobs`, told the send's id) and an audit event in one transaction; at most `most`
   * of an account within `windowMs`, exact however many ask at once.
   */
  ask(
    send: NewSend,
    limit: { readonly most: number; readonly windowMs: number },
    jobs: (id: string) => readonly NewJob[],
  ): Promise<AskOutcome>;
  find(id: string): Promise<Send | undefined>;
  /** Newest first; empty when the document belongs to somebody else. */
  of(accountId: string, documentId: string): Promise<Send[]>;
  /** False when it was settled before: only an answer that comes late changes `unknown`. */
  settle(id: string, state: Exclude<SendState, 'waiting'>, reason?: string): Promise<boolean>;
}
