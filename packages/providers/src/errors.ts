import type { ProviderSaying } from './said.ts';
import type { SignerErrorCode } from './signer.ts';

/** Why a time-stamp authority gave nothing usable; closed. */
export type TimeStampErrorCode =
  | 'tsa_timeout'
  | 'tsa_unreachable'
  | 'tsa_status'
  | 'tsa_content_type'
  | 'tsa_too_large'
  | 'tsa_refused';

/** Why a server gave nothing over HTTP; closed. */
export type HttpErrorCode =
  | 'http_timeout'
  | 'http_unreachable'
  /** An answer of another status than 200. */
  | 'http_status'
  /** One that may be another the next time: 429 or 5xx. */
  | 'http_busy'
  | 'http_too_large'
  /** A URL that is not plain http(s), or leads to an address that must not be reached. */
  | 'http_address';

export type ProviderErrorCode = SignerErrorCode | TimeStampErrorCode | HttpErrorCode;

/** The one error of this package: a closed code to decide on, a sentence for operators, the cause kept. */
export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  /** What a remote provider said of it, for the audit. */
  readonly said: ProviderSaying | undefined;

  constructor(code: ProviderErrorCode, message: string, options?: ErrorOptions & { said?: ProviderSaying }) {
    super(message, options);
    this.name = 'ProviderError';
    this.code = code;
    this.said = options?.said;
  }
}
