import type { Finding, UploadError } from '@websign/contract';

export type Verdict = Finding['verdict'];

/** Mildest first. */
export const verdicts: readonly Verdict[] = ['info', 'warn', 'refuse'];

/** Where a finding stands, as far as the verdict depends on it. */
export type Context =
  /** In the document as it is now. */
  | 'now'
  /** In an earlier state of the file only: what is open today does not hold it. */
  | 'earlier'
  /** In a document that carries signatures already. */
  | 'signed';

/** What UP-6 answers when a finding of the kind warns or refuses. */
export type Told = Exclude<keyof UploadError, 'has_signatures' | 'signatures' | 'valid_signatures'>;

/** What one kind of finding means for signing. */
export interface Row {
  /** In the document as it is now, and in each context that says nothing else. */
  now: Verdict;
  earlier?: Verdict;
  signed?: Verdict;
  /** An operator may not make it milder. */
  fixed?: true;
  tells?: Told;
  /** Why it is so: one sentence for operators. */
  reason: string;
}

type Rest = Omit<Row, 'now' | 'reason'>;
const of =
  (now: Verdict) =>
  (reason: string, rest: Rest = {}): Row => ({ now, ...rest, reason });
export const inform = of('info');
export const warn = of('warn');
export const refuse = of('refuse');

/** The verdict in a context: an earlier state first, since what others signed is told of by findings of its own. */
export function verdictOf(row: Row, { earlier, signed }: { earlier: boolean; signed: boolean }): Verdict {
  return (earlier ? row.earlier : undefined) ?? (signed ? row.signed : undefined) ?? row.now;
}
