/** Everything that pades refuses; closed. */
export type PadesErrorCode =
  /** The signer's value does not verify with the signer's certificate. */
  | 'signature_invalid'
  /** The time-stamp authority did not answer as it must; its error is the cause. */
  | 'time_stamp_failed'
  /** The CMS with its time-stamp does not fit the reserved slot. */
  | 'time_stamp_too_large';

/** The one error class of this package. */
export class PadesError extends Error {
  readonly code: PadesErrorCode;

  constructor(code: PadesErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PadesError';
    this.code = code;
  }
}
