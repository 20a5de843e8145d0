import type { Certificate, SignatureAlgorithm, SigningItem } from '@websign/pki';

/** What a person gives to activate a key: the sole-control factors of this one request. */
export interface Activation {
  /** The account whose key signs. */
  account: string;
  password: string;
  otp: string;
}

/**
 * Outcomes a provider answers with instead of signatures; closed, mapped to SGN-5's texts in one place.
 * `bad_request`: an item that contradicts itself or the key; `no_key`: the account has no certified key;
 * `sealed_row`: the stored row does not open (damaged, of another account, or another certificate's);
 * `wrong_factor`: password or code, and the provider does not say which; `denied`: the person, or the provider for
 * them, refused at the provider's page or device;
 * `token_locked`: the person's token takes no PIN until it is unlocked, however long one waits;
 * `provider_error`: a remote provider failed in a way that is none of the others (`said` tells what it said), or gave
 * a value that its own certificate does not verify.
 */
export type SignerErrorCode =
  | 'wrong_password'
  | 'wrong_otp'
  | 'wrong_factor'
  | 'denied'
  | 'account_locked'
  | 'token_locked'
  | 'too_many_items'
  | 'no_key'
  | 'sealed_row'
  | 'bad_request'
  | 'provider_error'
  | 'unavailable'
  | 'timeout'
  | 'internal';

/** Where private keys live. One call signs many documents with one OTP. */
export interface Signer {
  /** Signer's certificate first, then its chain; DER. Throws ProviderError `no_key`. */
  certificates(account: string): Promise<Uint8Array[]>;
  /**
   * Signature values in the order of `items`; ECDSA values are DER (RFC 3279 §2.2.3). All or none. Throws
   * ProviderError with a SignerErrorCode. A wrong password never uses the OTP up; a right OTP works once.
   */
  sign(items: SigningItem[], activation: Activation): Promise<Uint8Array[]>;
  /** How many documents one OTP can sign. */
  readonly maxItemsPerActivation: number;
  /** What the account's key makes, where that is not the usual algorithm of such a key. */
  algorithm?(account: string, certificate: Certificate): Promise<SignatureAlgorithm>;
  /** Has the provider send the person a code of its own; false where it sends none. Throws as `sign`. */
  requestOtp?(account: string): Promise<boolean>;
  /** Resolves when keys could sign now; throws ProviderError `unavailable`, `timeout`. */
  health(): Promise<void>;
  close(): Promise<void>;
}
