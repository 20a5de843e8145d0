/** How long a document's bytes are kept, in milliseconds from its upload or its last signature (HIS-2). */
export interface RetentionTerms {
  readonly refused: number;
  readonly unsigned: number;
  readonly signed: number;
}

const day = 24 * 60 * 60 * 1000;

export const retentionTerms: RetentionTerms = { refused: day, unsigned: 7 * day, signed: 90 * day };

/** When the term of a document ends, epoch milliseconds. `signed` is also what a signature renews. */
export function termEnds(
  kind: keyof RetentionTerms,
  at: number,
  terms: RetentionTerms = retentionTerms,
): number {
  return at + terms[kind];
}
