/** Why an operator's wish was not granted; closed. Status codes are for the operators' API. */
export const operatorErrors = {
  bad_request: 400,
  token_required: 401,
  not_found: 404,
  /** It is so already, or something else stands in its place. */
  conflict: 409,
  /** Something is still in use. */
  in_use: 409,
  too_large: 413,
  too_many_requests: 429,
  /** What the configuration does not provide. */
  not_configured: 409,
  busy: 503,
  internal: 500,
} as const;
export type OperatorErrorCode = keyof typeof operatorErrors;

/** A code, and a sentence for the operator that holds nothing secret. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}
