import type { KeyProvider } from '@websign/contract';
import type { AuditEvent } from './audit.ts';
import type { NewJob, OutboxJob } from './outbox.ts';

/** What everybody may read of a signer's account. Times are epoch milliseconds. */
export interface Account {
  readonly id: string;
  /** As enrolled; looked up in the folded form of `fold`. */
  readonly username: string;
  readonly surname: string;
  readonly name: string;
  readonly email: string;
  /** The subject's serialNumber attribute (CRT-1). */
  readonly subjectSerial: string;
  /** The signing certificate's serial number, upper-case hexadecimal. */
  readonly certificateSerial: string;
  readonly validUntil: number;
  /** `TOTP`, `EMAIL`, `SMS`; `PROVIDER`: the provider's own code; `NONE`: the provider's own page asks. */
  readonly otpMethod: string;
  readonly provider: KeyProvider;
  /** What finds the key with its provider: plain data that the provider understands; null for `software`. */
  readonly keyReference: unknown;
  /** E.164; '' where none is known. */
  readonly phone: string;
  /** Since when an operator keeps the account from signing in and from signing; null: not at all. */
  readonly blockedAt: number | null;
  /** Since when the password is one that an operator gave, which has to be changed first; null: the signer's own. */
  readonly passwordGivenAt: number | null;
  /** The signer's certificate first, then its issuers; DER. */
  readonly chain: readonly Uint8Array[];
  /** The last TOTP step that was consumed; 0 before the first. */
  readonly totpLast: number;
  readonly createdAt: number;
}

/** Three sealed parts that only the signer process can open; opaque text here. */
export interface SealedSecrets {
  /** Grows by one with every `reseal`; the optimistic check of the next one. */
  readonly version: number;
  readonly verifier: string;
  readonly key: string;
  readonly totp: string;
}

export interface NewAccount
  extends Omit<
      Account,
      | 'id'
      | 'totpLast'
      | 'createdAt'
      | 'provider'
      | 'keyReference'
      | 'phone'
      | 'blockedAt'
      | 'passwordGivenAt'
    >,
    Partial<Pick<Account, 'provider' | 'keyReference' | 'phone'>>,
    Omit<SealedSecrets, 'version'> {
  /** Chosen by the caller when the sealed parts are bound to it; else a random one. */
  readonly id?: string;
  /** An operator chose the password: the signer has to change it before anything else. */
  readonly passwordGiven?: boolean;
}

/**
 * A waiting job's payload, sealed anew: whoever has claimed the job loses it. All or nothing with the account's own
 * parts; a job that is no longer what it was makes `reseal` throw StorageError `busy`.
 */
export interface Rewrite {
  readonly id: number;
  readonly from: unknown;
  readonly to: unknown;
}

export interface Accounts {
  /** With the event, in one transaction. Throws StorageError `exists` when the folded username or the id is taken. */
  create(account: NewAccount, event?: AuditEvent): Promise<Account>;
  find(id: string): Promise<Account | undefined>;
  findByUsername(username: string): Promise<Account | undefined>;
  list(): Promise<Account[]>;
  sealed(id: string): Promise<SealedSecrets | undefined>;
  /**
   * Writes the given parts in one transaction, and `job` with them; false when `version` is no longer the stored one,
   * or the claim of the job that it `settles` has passed on: then nothing was written.
   */
  reseal(
    id: string,
    version: number,
    parts: Partial<Omit<SealedSecrets, 'version'>>,
    job?: NewJob,
    more?: {
      readonly event?: AuditEvent;
      readonly settles?: OutboxJob;
      /** Ends the account's sessions but the one of this hash (PWD-2). */
      readonly endSessions?: { readonly but: string | undefined };
      /** By which way codes come from now on. */
      readonly method?: Pick<Account, 'otpMethod' | 'phone'>;
      /** The new password is the signer's own. */
      readonly ownPassword?: boolean;
      /** Jobs that hold sealed parts of this account, sealed anew with it. */
      readonly rewrites?: readonly Rewrite[];
    },
  ): Promise<boolean>;
  /** A renewed certificate with its newly sealed key, and the verifier of the same epoch. False as in `reseal`. */
  renew(
    id: string,
    version: number,
    certificate: Pick<Account, 'certificateSerial' | 'validUntil' | 'chain'> &
      Pick<SealedSecrets, 'verifier' | 'key'>,
  ): Promise<boolean>;
  /** True once per step and account that is not blocked: a step at or before the last consumed one answers false (RFC 6238 §5.2). */
  consumeTotpStep(id: string, step: number): Promise<boolean>;
}
