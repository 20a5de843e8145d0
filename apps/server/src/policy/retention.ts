/** How long a document's bytes are kept, in milliseconds from its upload or its last signature (HIS-2). */
export interface RetentionTerms {
  /** Of the uploaded bytes, signed or not. */
  readonly original: number;
  /** Of a signed document, from its last signature. */
  readonly signed: number;
}

const hour = 60 * 60 * 1000;

export const retentionTerms: RetentionTerms = { original: 24 * hour, signed: 30 * 24 * hour };

/** When the term of a document ends, epoch milliseconds. `signed` is also what a signature renews. */
export function termEnds(
  kind: keyof RetentionTerms,
  at: number,
  terms: RetentionTerms = retentionTerms,
): number {
  return at + terms[kind];
}

/** A term's last moment is before its end: what has ended is told so at once, whenever its bytes are swept. */
export const isOver = (end: number, now: number): boolean => end <= now;
