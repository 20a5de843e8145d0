import type { SigningItem } from '@websign/pki';
import type { ConsumeStep } from './factors.ts';
import type { NewKey } from './private-key.ts';
import type { Authorized, Enrolled, Operations, Scope, TakeStep } from './protocol.ts';
import type { CodeMethod, SealedAccount } from './sealed.ts';
import type { Otp, SentChallenge } from './sent-code.ts';
import {
  openSignerProcess,
  type SignerProcess,
  type SignerProcessOptions,
  type SignerSocketOptions,
} from './signer-process.ts';

/** An account to be made: its immutable id, first password, and the words of its authenticator entry. */
export interface NewAccount {
  account: string;
  password: string;
  label: string;
  issuer: string;
  /** By which way codes come. */
  method: CodeMethod;
}

export interface SigningCall extends Otp {
  sealed: SealedAccount;
  password: string;
  items: SigningItem[];
  /** SHA-256 of the signing certificate, lower-case hex. */
  certificateSha256: string;
}

export interface AuthorizingCall extends Otp, Pick<SigningCall, 'sealed' | 'items'> {
  /** Null where another secret activates the key. */
  password: string | null;
  /** The certificate whose key is to sign, DER. */
  certificate: Uint8Array;
}

export interface ResetCall extends Pick<NewAccount, 'label' | 'issuer' | 'method'> {
  sealed: SealedAccount;
  now: number;
}

export interface ResyncCall {
  sealed: SealedAccount;
  password: string;
  otp1: string;
  otp2: string;
  now: number;
}

/** The software keys: what the signer process does, as promises. Every method throws ProviderError. */
export class SoftwareKeys {
  readonly #process: SignerProcess;

  private constructor(process: SignerProcess) {
    this.#process = process;
  }

  /** Starts a signer process, or connects to the one that listens at a socket. */
  static async open(options: SignerProcessOptions | SignerSocketOptions): Promise<SoftwareKeys> {
    return new SoftwareKeys(await openSignerProcess(options));
  }

  /** Of the signer process, 0 of one that was connected to; undefined while it starts again after a crash. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** New key pair. `subject` is a DER Name; `csr` is PKCS#10. The row signs only after `bindCertificate`. */
  enrol(input: NewAccount & { key: NewKey; subject: Uint8Array }): Promise<Operations['enrol']['output']> {
    return secretly(input.password, (password) => this.#process.call('enrol', { ...input, password }));
  }

  /** An account whose key lives elsewhere, and is of this certificate (DER); null where `authorize` is not asked. */
  enrolAccess(input: NewAccount & { certificate: Uint8Array | null }): Promise<Enrolled> {
    return secretly(input.password, (password) => this.#process.call('enrolAccess', { ...input, password }));
  }

  /** Existing key, unencrypted PKCS#8 DER, and its certificate, DER. */
  importKey(input: NewAccount & { pkcs8: Uint8Array; certificate: Uint8Array }): Promise<Enrolled> {
    return secretly(input.password, (password) => this.#process.call('importKey', { ...input, password }));
  }

  bindCertificate(sealed: SealedAccount, password: string, certificate: Uint8Array): Promise<SealedAccount> {
    return secretly(password, (bytes) =>
      this.#process.call('bindCertificate', { sealed, password: bytes, certificate }),
    );
  }

  /** `sealed` null, for a name nobody has, takes the same time and answers false. */
  verifyPassword(
    sealed: SealedAccount | null,
    password: string,
    scope: Scope,
    now = Date.now(),
  ): Promise<boolean> {
    return secretly(password, (bytes) =>
      this.#process.call('verifyPassword', { sealed, password: bytes, scope, now }),
    );
  }

  /** One OTP, all items or none. `consume` takes the step in the database, once for all processes. */
  sign(call: SigningCall, consume: ConsumeStep): Promise<Uint8Array[]> {
    return secretly(call.password, (password) =>
      this.#process.call('sign', { ...call, password }, taking(consume)),
    );
  }

  /** Whether the code is right and unused; takes nothing. Throws ProviderError `wrong_otp`. */
  async checkOtp(call: Otp & { sealed: SealedAccount }): Promise<void> {
    await this.#process.call('checkOtp', call);
  }

  /** The code of a challenge: to be sent to the person at once, and kept nowhere. */
  sentCode(sealed: SealedAccount, sent: SentChallenge, now: number): Promise<string> {
    return this.#process.call('sentCode', { sealed, sent, now });
  }

  /**
   * For keys that live elsewhere: as `sign`, with nothing signed. Without a password only items and code are checked.
   * What may be signed, in order.
   */
  authorize(call: AuthorizingCall, consume: ConsumeStep): Promise<Authorized[]> {
    const ask = (password: Uint8Array | null) =>
      this.#process.call('authorize', { ...call, password }, taking(consume));
    return call.password === null ? ask(null) : secretly(call.password, ask);
  }

  /** The row with a new verifier and the key re-wrapped; to be written in one transaction. */
  changePassword(
    sealed: SealedAccount,
    oldPassword: string,
    newPassword: string,
    scope: Scope,
  ): Promise<SealedAccount> {
    return secretly(oldPassword, (password) =>
      secretly(newPassword, (next) =>
        this.#process.call('changePassword', { sealed, password, newPassword: next, scope }),
      ),
    );
  }

  /** The row in the present format; `method` is how the database says that its codes come. */
  upgrade(sealed: SealedAccount, password: string, method: CodeMethod): Promise<SealedAccount> {
    return secretly(password, (bytes) => this.#process.call('upgrade', { sealed, password: bytes, method }));
  }

  /** The row with another secret of codes, which none counts of before its own `notBefore`. */
  resetOtp(call: ResetCall): Promise<Enrolled> {
    return this.#process.call('resetOtp', call);
  }

  /** Two consecutive codes within ±10 steps; the row with the device's drift. */
  resyncOtp(call: ResyncCall, consume: ConsumeStep): Promise<SealedAccount> {
    return secretly(call.password, (password) =>
      this.#process.call('resyncOtp', { ...call, password }, taking(consume)),
    );
  }

  /** The row under the newest master key. */
  rewrap(sealed: SealedAccount): Promise<SealedAccount> {
    return this.#process.call('rewrap', { sealed });
  }

  /** Under which session ids are stored, of each version of the master key that is held, the oldest first. */
  sessionKeys(): Promise<Uint8Array[]> {
    return this.#process.callAgain('sessionKeys', null);
  }

  /** Versions of the master key that are held, ascending. */
  versions(): Promise<number[]> {
    return this.#process.callAgain('versions', null);
  }

  /** Resolves when the process answers; throws ProviderError `unavailable`, `timeout`. */
  async ping(): Promise<void> {
    await this.#process.call('ping', null);
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

/** Our own process asks for nothing else. */
function taking(consume: ConsumeStep): (question: unknown) => Promise<boolean> {
  return (question) => {
    const { account, step } = question as TakeStep;
    return consume(account, step);
  };
}

/**
 * The password as UTF-8 of its NFC form, wiped once the call was answered. No Buffer: JSON would make a list of its
 * octets first.
 */
async function secretly<R>(password: string, call: (bytes: Uint8Array) => Promise<R>): Promise<R> {
  const bytes = new TextEncoder().encode(password.normalize('NFC'));
  try {
    return await call(bytes);
  } finally {
    bytes.fill(0);
  }
}
