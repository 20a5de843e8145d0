import type { ProviderErrorCode } from '../errors.ts';

/** What a process of ours does: input and answer of each operation by its name. */
export type OperationsOf<O> = { [K in keyof O]: { input: unknown; output: unknown } };

export type CallOf<O extends OperationsOf<O>> = {
  [K in keyof O & string]: { type: 'call'; id: number; op: K; input: O[K]['input'] };
}[keyof O & string];

/** To a process: how to start, first; then calls, and answers to its questions (null: it could not be asked). */
export type ToProcess<Start, O extends OperationsOf<O>> =
  | { type: 'start'; start: Start }
  | CallOf<O>
  | { type: 'told'; id: number; answer: unknown };

/** From a process. It may ask something in the midst of call `id`, one question at a time. */
export type FromProcess =
  | { type: 'ready' }
  | { type: 'reply'; id: number; ok: true; output: unknown }
  | { type: 'reply'; id: number; ok: false; code: ProviderErrorCode; message: string }
  | { type: 'ask'; id: number; question: unknown };
