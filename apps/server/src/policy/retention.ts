/** How long a document's bytes are kept, in milliseconds from its upload or its last signature. */
export interface RetentionTerms {
  readonly refused: number;
  readonly unsigned: number;
  readonly signed: number;
}
