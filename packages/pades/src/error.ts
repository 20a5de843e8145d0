/** Everything that pades refuses; closed. */
export type PadesErrorCode =
  /** The signer's value does not verify with the signer's certificate. */
  | 'signature_invalid'
  /** The time-stamp authority did not answer as it must; its error is the cause. */
  | 'time_stamp_failed'
  /** The CMS with its time-stamp does not fit the reserved slot. */
  | 'time_stamp_too_large'
  /** A document is to be raised that has no signature. */
  | 'unsigned'
  /** A signature is none of PAdES (EN 319 142-1). */
  | 'not_pades'
  /** A signature that is to be raised is not valid, or the document was changed after it. */
  | 'not_valid'
  /** The same, since a certificate of its chain is revoked or on hold. */
  | 'revoked'
  /** Revocation data are not to be had now: the same may go well later. */
  | 'revocation_unavailable';

/** The one error class of this package. */
export class PadesError extends Error {
  readonly code: PadesErrorCode;

  constructor(code: PadesErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PadesError';
    this.code = code;
  }
}
