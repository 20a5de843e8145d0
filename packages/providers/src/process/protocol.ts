import type { ProviderErrorCode } from '../errors.ts';

/** What a process of ours does: input and answer of each operation by its name. */
export type OperationsOf<O> = { [K in keyof O]: { input: unknown; output: unknown } };

export type CallOf<O extends OperationsOf<O>> = {
  [K in keyof O & string]: { type: 'call'; id: number; op: K; input: O[K]['input'] };
}[keyof O & string];

/** The answer to a question of the process; null: it could not be asked. */
export interface Told {
  type: 'told';
  id: number;
  answer: unknown;
}

/** From whoever calls a process: calls, and answers to its questions. */
export type FromCaller<O extends OperationsOf<O>> = CallOf<O> | Told;

/**
 * From its parent alone: how to start, first; then, with a socket beside it, that somebody has come; last, that it take
 * no more calls, and end when those under way have ended, at the latest after so many milliseconds.
 */
export type ToProcess<Start, O extends OperationsOf<O>> =
  | { type: 'start'; start: Start }
  | { type: 'connection' }
  | { type: 'finish'; withinMs: number }
  | FromCaller<O>;

/** Of what both ends of a socket speak; another one when messages change. */
export const PROTOCOL = 1;

/**
 * From a process. It may ask something in the midst of call `id`, one question at a time; questions that belong to no
 * call have negative ids, and are for its parent.
 */
export type FromProcess =
  /** To its parent when it has started, and to whoever connects: which process this is. */
  | { type: 'ready'; name: string; protocol: number }
  | { type: 'reply'; id: number; ok: true; output: unknown }
  | { type: 'reply'; id: number; ok: false; code: ProviderErrorCode; message: string }
  | { type: 'ask'; id: number; question: unknown };
