import type { SigningItem } from '@websign/pki';
import type { CallOf } from '../process/protocol.ts';
import type { MasterKeySource } from './master-key.ts';
import type { Turn } from './password.ts';
import type { NewKey } from './private-key.ts';
import type { CodeMethod, SealedAccount } from './sealed.ts';
import type { Otp, SentChallenge } from './sent-code.ts';
import type { TotpDevice } from './totp.ts';

/** In sentences about it. */
export const NAME = 'the signer process';

/** Most documents one OTP signs: LIM's 1000 parallel uploads. */
export const MAX_ITEMS = 1000;
/** UTF-8 bytes of a password. */
export const MAX_PASSWORD = 1024;
/** Bytes of one item's signed attributes; a chain is not in them, a few hundred bytes are usual. */
export const MAX_SIGNED_ATTRIBUTES = 64 * 1024;
/** Bytes of a certificate, a PKCS#8 key or a subject name. */
export const MAX_DER = 64 * 1024;
/** Calls under way at once, over all callers; past it the answer is `unavailable`. */
export const MAX_CALLS = 2000;

/**
 * Whose failures a wrong password counts among: strangers at the login page must not use up what a live
 * session needs (SES-5).
 */
export type Scope = Turn;

interface WithPassword {
  sealed: SealedAccount;
  /** UTF-8, so that it can be wiped. */
  password: Uint8Array;
}

export interface Enrolment {
  account: string;
  password: Uint8Array;
  /** Label and issuer in the authenticator app. */
  label: string;
  issuer: string;
  /** By which way codes come; sealed with their secret. */
  method: CodeMethod;
}

export interface Enrolled {
  sealed: SealedAccount;
  /** Shown to the person once, kept by nobody else. */
  totp: TotpDevice;
}

/** What a key elsewhere may sign. */
export type Authorized = Pick<SigningItem, 'digest' | 'signatureAlgorithm'>;

/** What the signer process does: input and answer of each operation. */
export interface Operations {
  /** Makes a key pair; the row signs nothing until `bindCertificate`. The CSR proves possession (RFC 2986). */
  enrol: {
    input: Enrolment & { key: NewKey; subject: Uint8Array };
    output: Enrolled & { spki: Uint8Array; csr: Uint8Array };
  };
  /**
   * An account whose key lives elsewhere: a password to sign in with and codes, and no key. `authorize` is for the key
   * of this certificate (DER) and of no other; null where the key's provider asks for secrets of its own.
   */
  enrolAccess: { input: Enrolment & { certificate: Uint8Array | null }; output: Enrolled };
  /** Takes an existing key (unencrypted PKCS#8 DER) with its certificate. */
  importKey: { input: Enrolment & { pkcs8: Uint8Array; certificate: Uint8Array }; output: Enrolled };
  /** Binds the certificate that the CA issued for the enrolled key. */
  bindCertificate: {
    input: WithPassword & { certificate: Uint8Array };
    output: SealedAccount;
  };
  /** Login. Without a row the same work is done for nobody. */
  verifyPassword: {
    input: { sealed: SealedAccount | null; password: Uint8Array; scope: Scope; now: number };
    output: boolean;
  };
  sign: {
    input: WithPassword &
      Otp & {
        items: SigningItem[];
        /** SHA-256 of the certificate the items were drafted for, lower-case hex. */
        certificateSha256: string;
      };
    output: Uint8Array[];
  };
  /**
   * Whether the code is right and was not used here before: throws `wrong_otp`, and takes nothing. For keys that
   * another secret than the password activates: what guards that secret is not asked without a right code.
   */
  checkOtp: { input: Otp & { sealed: SealedAccount }; output: null };
  /**
   * The code of a challenge, to be sent to the person and kept nowhere. Throws `sealed_row` where what is sealed does
   * not say that codes are sent.
   */
  sentCode: { input: { sealed: SealedAccount; sent: SentChallenge; now: number }; output: string };
  /**
   * For keys that live elsewhere: checks the items and the password (null where another secret activates the key),
   * takes the code, and signs nothing. Answers what of the items may be signed, in order.
   */
  authorize: {
    input: Otp & {
      sealed: SealedAccount;
      password: Uint8Array | null;
      items: SigningItem[];
      /** The certificate whose key is to sign, DER: the one that the account was enrolled with. */
      certificate: Uint8Array;
    };
    output: Authorized[];
  };
  /** Verifier and inner layer of the key together; the caller writes the row in one transaction. */
  changePassword: {
    input: WithPassword & { newPassword: Uint8Array; scope: Scope };
    output: SealedAccount;
  };
  /**
   * The row in the present format, where it is of the earlier one. Of that, nothing but the database says by which way
   * codes come: what is said here holds from now on.
   */
  upgrade: { input: WithPassword & { method: CodeMethod }; output: SealedAccount };
  /**
   * A new TOTP secret, and by which way codes come with it. No code of it counts before the delay that the process was
   * started with is over; when it takes the old one's place is the caller's (audited, told).
   */
  resetOtp: {
    input: { sealed: SealedAccount; label: string; issuer: string; method: CodeMethod; now: number };
    output: Enrolled;
  };
  /** Two consecutive codes within ±10 steps: the device's drift goes into the sealed TOTP secret. */
  resyncOtp: {
    input: WithPassword & { otp1: string; otp2: string; now: number };
    output: SealedAccount;
  };
  /** Seals every box anew under the newest master key; needs no password. */
  rewrap: { input: { sealed: SealedAccount }; output: SealedAccount };
  /**
   * Under which the server stores session ids: a key of each version of the master key that is held, the oldest first,
   * which every replica holds while versions come and go.
   */
  sessionKeys: { input: null; output: Uint8Array[] };
  /** Versions of the master key that are held, ascending. */
  versions: { input: null; output: number[] };
  ping: { input: null; output: null };
}

/** First message to the process. */
export interface Start {
  masterKey: MasterKeySource;
  /** `own`: the process trusts only its own clock; `caller`: tests freeze time. */
  clock: 'own' | 'caller';
  /** Failures of one kind per account and window before the process refuses by itself. */
  maxFailures: number;
  failureWindowMs: number;
  /** argon2 computations at once; each holds 64 MiB. */
  hashesAtOnce: number;
  /** Before so many milliseconds no new device of an account counts: not the caller's to choose. */
  newDeviceAfterMs: number;
  /** Where it notes which epochs were used; left out: nowhere but in memory. */
  ledgerFile?: string | undefined;
}

export type Call = CallOf<Operations>;

/** What the process asks in the midst of a call: that the step be taken in the database, once. */
export interface TakeStep {
  account: string;
  step: number;
}
