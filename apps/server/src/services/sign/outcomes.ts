import { type ErrorCode, errorCodes, type SignAnswer } from '@websign/contract';
import { RequestError, retryAfterSeconds } from '../errors.ts';

/** How each document ended; null: it is signed. */
export type Outcomes = ReadonlyMap<string, ErrorCode | null>;

/** A request that signed nothing, with every document's outcome. */
export class SigningError extends RequestError {
  readonly outcomes: Outcomes;
  /** Whether password and code were right before the documents failed: the code is of no use any more. */
  readonly isCodeSpent: boolean;

  constructor(code: ErrorCode, outcomes: Outcomes, isCodeSpent = false) {
    super(code, { retryAfter: retryAfterSeconds[code] });
    this.outcomes = outcomes;
    this.isCodeSpent = isCodeSpent;
  }
}

/** The answer; a request that signed nothing fails with its first document's code (SigningError). */
export function settle(documents: readonly string[], outcomes: Outcomes, isCodeSpent = false): SignAnswer {
  const codes = documents.map((id) => outcomes.get(id) ?? null);
  const [first] = codes.filter((code) => code !== null);
  if (first !== undefined && !codes.includes(null)) throw new SigningError(first, outcomes, isCodeSpent);
  return answerOf(documents, outcomes);
}

/** The contract's answer; documents without an outcome yet are pending. */
export function answerOf(ids: readonly string[], outcomes: Outcomes): SignAnswer {
  const documents = ids.map((document): SignAnswer['documents'][number] => {
    const code = outcomes.get(document);
    if (code === undefined) return { document, status: 'pending' };
    if (code === null) return { document, status: 'success' };
    return { document, status: 'error', code, message: errorCodes[code].message };
  });
  const is = (status: string) => (one: { status: string }) => one.status === status;
  if (documents.some(is('pending'))) return { status: 'pending', documents };
  if (documents.every(is('success'))) return { status: 'success', documents };
  return { status: documents.some(is('success')) ? 'partial' : 'error', documents };
}
