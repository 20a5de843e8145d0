import { randomInt } from 'node:crypto';
import { SingleUseTotp } from '../one-time.ts';
import type { CscSimulatedCredential, CscSimulatorOptions } from './face.ts';
import { invalid, Refused } from './refused.ts';

/** A credential with what happened to it. */
export interface Kept extends CscSimulatedCredential {
  totp: SingleUseTotp | undefined;
  /** The code that was sent last, until it is taken. */
  sent: string;
  failed: number;
  authorized: number;
  signed: number;
}

/** The credentials and their factors: single-use codes, lockout after wrong tries. */
export class Keys {
  readonly #kept: Map<string, Kept>;
  readonly #options: CscSimulatorOptions;
  readonly #clock: () => number;

  constructor(options: CscSimulatorOptions, clock: () => number) {
    this.#options = options;
    this.#clock = clock;
    this.#kept = new Map(options.credentials.map((credential) => [credential.id, kept(credential)]));
  }

  all(): Kept[] {
    return [...this.#kept.values()];
  }

  get(id: unknown): Kept {
    const found = this.#kept.get(String(id));
    if (found === undefined) throw invalid('Invalid parameter credentialID');
    return found;
  }

  code({ totp, sent }: Kept): string {
    return totp?.code(this.#clock()) ?? sent;
  }

  send(credential: Kept): void {
    if (credential.second !== 'sent') throw invalid('Invalid parameter authObjectID');
    credential.sent = String(randomInt(1_000_000)).padStart(6, '0');
  }

  /** The PIN first, so that a wrong one takes no code out of use. */
  check(credential: Kept, given: { pin: unknown; otp: unknown }): void {
    const { enabled = true, second } = credential;
    if (!enabled) throw invalid(`The credential identified by ${credential.id} is disabled`);
    if (credential.failed >= (this.#options.failures ?? 5)) throw invalid('Credential locked');
    if (given.pin !== credential.pin) throw this.#wrong(credential, 'PIN');
    if (second !== 'push' && !this.#take(credential, given.otp)) throw this.#wrong(credential, 'OTP');
    credential.failed = 0;
  }

  #take(credential: Kept, otp: unknown): boolean {
    if (typeof otp !== 'string' || otp === '') return false;
    if (credential.totp !== undefined) return credential.totp.take(otp, this.#clock());
    if (otp !== credential.sent) return false;
    credential.sent = '';
    return true;
  }

  #wrong(credential: Kept, factor: 'PIN' | 'OTP'): Refused {
    credential.failed += 1;
    const { version = 2, vague = false } = this.#options;
    if (version === 1) return new Refused(`invalid_${factor.toLowerCase()}`, `The ${factor} is invalid`);
    const which = vague ? '' : `: ${factor}`;
    return new Refused('invalid_authentication_data', `The authentication data is invalid${which}`);
  }
}

const kept = (credential: CscSimulatedCredential): Kept => ({
  ...credential,
  totp: typeof credential.second === 'string' ? undefined : new SingleUseTotp(credential.second.totpSecret),
  sent: '',
  failed: 0,
  authorized: 0,
  signed: 0,
});
