import type { SignedDocument } from '@websign/contract';

/** The documents of one opening of the sign box, and how far it has come with them. */
export interface Work {
  /** Ids that still wait for a code, in order. */
  queue: readonly string[];
  /** How each tried document ended last. */
  outcomes: ReadonlyMap<string, SignedDocument>;
  /** The code that is asked for now, from 1, and how many there will be. */
  code: number;
  codes: number;
}

/** How many codes sign `count` documents, `perCode` with each. */
export function codesFor(count: number, perCode: number): number {
  return Math.ceil(count / Math.max(1, perCode));
}

/** Asks for all of `ids`; what ended before stays to be seen. */
export function begun(ids: readonly string[], perCode: number, outcomes: Work['outcomes'] = new Map()): Work {
  return { queue: ids, outcomes, code: 1, codes: codesFor(ids.length, perCode) };
}

/** The documents that the next code signs. */
export function batchOf({ queue }: Work, perCode: number): readonly string[] {
  return queue.slice(0, Math.max(1, perCode));
}

/** After a code: what it tried waits no more, whatever came of it. */
export function advanced(work: Work, ended: readonly SignedDocument[]): Work {
  const tried = new Set(ended.map(({ document }) => document));
  return {
    ...work,
    queue: work.queue.filter((id) => !tried.has(id)),
    outcomes: new Map([
      ...work.outcomes,
      ...ended.map((one): [string, SignedDocument] => [one.document, one]),
    ]),
    code: work.code + 1,
  };
}
