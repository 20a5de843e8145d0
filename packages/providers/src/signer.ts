import type { SigningItem } from '@websign/pki';

/** What a person gives to activate a key: the sole-control factors of this one request. */
export interface Activation {
  /** The account whose key signs. */
  account: string;
  password: string;
  otp: string;
}

/** Outcomes a provider answers with instead of signatures; closed, mapped to SGN-5's texts in one place. */
export type SignerErrorCode =
  | 'wrong_password'
  | 'wrong_otp'
  | 'account_locked'
  | 'too_many_items'
  | 'unavailable'
  | 'timeout'
  | 'internal';

/** Where private keys live. One call signs many documents with one OTP. */
export interface Signer {
  /** Signer's certificate first, then its chain; DER. */
  certificates(account: string): Promise<Uint8Array[]>;
  /** Signature values in the order of `items`; ECDSA values are DER. Throws SignerError. All or none. */
  sign(items: SigningItem[], activation: Activation): Promise<Uint8Array[]>;
  /** How many documents one OTP can sign. */
  readonly maxItemsPerActivation: number;
  close(): Promise<void>;
}
