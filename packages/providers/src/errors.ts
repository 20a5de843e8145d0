import type { SignerErrorCode } from './signer.ts';

/** Why a time-stamp authority gave nothing usable; closed. */
export type TimeStampErrorCode =
  | 'tsa_timeout'
  | 'tsa_unreachable'
  | 'tsa_status'
  | 'tsa_content_type'
  | 'tsa_too_large'
  | 'tsa_refused';

export type ProviderErrorCode = SignerErrorCode | TimeStampErrorCode;

/** The one error of this package: a closed code to decide on, a sentence for operators, the cause kept. */
export class ProviderError extends Error {
  readonly code: ProviderErrorCode;

  constructor(code: ProviderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderError';
    this.code = code;
  }
}
