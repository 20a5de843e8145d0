import type { Readable } from 'node:stream';

/** One letter to one person, ready to be put into an envelope. */
export interface Letter {
  /** The same for the same job, so that whoever gets it twice can tell. */
  readonly messageId: string;
  /** Epoch milliseconds. */
  readonly date: number;
  /** A bare address: the name stands in the letter. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachment?: Attachment;
}

export interface Attachment {
  readonly name: string;
  /** When the document leaves, epoch milliseconds. */
  readonly until: number;
  /** A stream is read once: each try opens its own. */
  open(): Promise<Readable>;
}

/** What became of a letter. */
export type Delivery =
  | { readonly kind: 'accepted' }
  /** Not taken, and sure of it: later again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Refused for good, for the sake of its recipient or its own. */
  | { readonly kind: 'rejected'; readonly because: 'recipient' | 'letter'; readonly reason: string }
  /** Handed over whole, with no answer. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** `hand` said that the letter is not this worker's any more: nothing was sent. */
  | { readonly kind: 'taken' };

export interface Transport {
  /**
   * Delivers one letter in bounded time; never throws for what the other side does. `hand` is called just before the
   * first byte of the letter leaves where it could arrive twice.
   */
  deliver(letter: Letter, hand: () => Promise<boolean>, signal: AbortSignal): Promise<Delivery>;
  /** Tries the other side without a letter: why it would take none, undefined where it would. Left out where nobody is asked. */
  greet?(signal: AbortSignal): Promise<string | undefined>;
  /** Forgets, at `now`, the letters it kept that are `keptMs` old, and those whose document has left (HIS-2). */
  tidy(now: number, keptMs: number): Promise<void>;
}
