import { ProviderError } from '../errors.ts';
import { Attempts } from './attempts.ts';
import { EpochLedger } from './epochs.ts';
import type { LiveMasterKey } from './master-key.ts';
import { type PasswordHasher, type Stretched, wipe } from './password.ts';
import type { Scope, Start } from './protocol.ts';
import { openTotp, openVerifier } from './rows.ts';
import type { SealedAccount } from './sealed.ts';
import { isSentCode, type Otp, type SentChallenge, sentCode } from './sent-code.ts';
import { StepLedger } from './step-ledger.ts';
import { matchingSteps, RESYNC_WINDOW, TOTP_WINDOW, totpStep } from './totp.ts';

const USED = 'the code was used before';
/** Longer than a password waits for its turn, and is stretched. */
const PATIENCE_MS = 15_000;

/** Takes the step in the database, for all processes; false: it, or a later one, was taken before. */
export type ConsumeStep = (account: string, step: number) => Promise<boolean>;

/** What a right password opens: null for a verifier of the earlier format, which has nothing to do with the key. */
export type Proven = Stretched | null;

/** Steps for which a code is right, ascending, and whose they are. */
interface Guess {
  device: string;
  steps: number[];
}

export const deviceOf = ({ account, totp }: SealedAccount): string => `${account} ${totp.id}`;

/** Judges passwords and one-time codes by what is sealed of an account, by this process's clock and its own counts. */
export class Factors {
  readonly #master: LiveMasterKey;
  readonly #hasher: PasswordHasher;
  readonly #attempts: Attempts;
  readonly #steps = new StepLedger();
  readonly #epochs: EpochLedger;
  readonly #callersClock: boolean;

  constructor(master: LiveMasterKey, hasher: PasswordHasher, start: Start) {
    this.#master = master;
    this.#hasher = hasher;
    this.#attempts = new Attempts(start.maxFailures, start.failureWindowMs, () => performance.now());
    this.#epochs = new EpochLedger(start.ledgerFile);
    this.#callersClock = start.clock === 'caller';
  }

  /** Epoch milliseconds: the process's own, whatever the caller says, unless a test froze it. */
  now(callers: number): number {
    return this.#callersClock ? callers : Date.now();
  }

  /** Throws `sealed_row` for a row of before a change that was used. */
  requireCurrent(row: SealedAccount): void {
    this.#epochs.requireCurrent(row);
  }

  /** Notes the row's device as the one in use, from the time on from which it counts. */
  noteDevice(row: SealedAccount, callers: number): void {
    if (row.totp.epoch === 0 || this.now(callers) < row.totp.notBefore) return;
    openTotp(this.#master, row).secret.fill(0); // what the row merely claims is noted of nobody
    this.#epochs.raise(row.account, { device: row.totp.epoch });
  }

  /** Undefined for a wrong password, which is counted. The caller wipes what it gives. */
  async provePassword(
    row: SealedAccount,
    password: Uint8Array,
    scope: Scope,
  ): Promise<{ proven: Proven } | undefined> {
    this.requireCurrent(row);
    const verifier = openVerifier(this.#master, row);
    const found: { proven: Proven }[] = [];
    await this.#attempts
      .evaluate(`password ${scope} ${row.account}`, async () => {
        if (row.verifier.epoch === 0) {
          if (await this.#hasher.checkEarlier(verifier, password, scope)) found.push({ proven: null });
        } else {
          const proven = await this.#hasher.check(verifier, password, scope);
          if (proven !== undefined) found.push({ proven });
        }
        return found.length > 0;
      })
      .finally(() => verifier.fill(0));
    const [right] = found;
    if (right === undefined) return undefined;
    try {
      this.#epochs.raise(row.account, { password: row.verifier.epoch });
      return right;
    } catch (error) {
      wipe(right.proven);
      throw error;
    }
  }

  /** As {@link provePassword}; throws `wrong_password`. */
  async requirePassword(row: SealedAccount, password: Uint8Array, scope: Scope): Promise<Proven> {
    const right = await this.provePassword(row, password, scope);
    if (right === undefined) throw new ProviderError('wrong_password', 'the password is wrong');
    return right.proven;
  }

  /** Whether the code is right and unused; takes nothing. Throws `wrong_otp`. */
  async checkOtp(row: SealedAccount, otp: Otp): Promise<void> {
    const guess = this.#guess(row, otp, this.now(otp.now));
    await this.#requireStep(row, guess, (device, at) => this.#steps.isFree(device, at));
  }

  /**
   * Whether the code was right at `arrivedAt`, of this process's clock: takes it in memory and in the database, or throws
   * `wrong_otp`. The password that came with it may have waited for its turn since, which is no fault of the person's;
   * where it waited so long that nobody waits for the answer any more, nothing is taken (`unavailable`).
   */
  async spendOtp(row: SealedAccount, otp: Otp, arrivedAt: number, consume: ConsumeStep): Promise<void> {
    if (this.now(otp.now) - arrivedAt > PATIENCE_MS)
      throw new ProviderError('unavailable', 'the code waited too long for its password');
    await this.#takeStep(row, this.#guess(row, otp, arrivedAt), consume);
  }

  /**
   * How many steps the device runs ahead that showed these codes one after the other at `now`; the later one is taken.
   * Throws `wrong_otp`.
   */
  async spendPair(
    row: SealedAccount,
    secret: Uint8Array,
    { otp1, otp2, now: callers }: { otp1: string; otp2: string; now: number },
    consume: ConsumeStep,
  ): Promise<number> {
    const now = this.now(callers);
    const centre = totpStep(now);
    const second = new Set(matchingSteps(secret, otp2, centre, RESYNC_WINDOW));
    const step = matchingSteps(secret, otp1, centre, RESYNC_WINDOW).find((at) => second.has(at + 1));
    const steps = step === undefined || !isInEffect(row, 'device', now) ? [] : [step + 1];
    await this.#takeStep(row, { device: deviceOf(row), steps }, consume);
    return (step ?? centre) + 1 - centre;
  }

  /** The code of a challenge. Throws `sealed_row` where the row itself does not say that codes are sent. */
  sentCode(row: SealedAccount, sent: SentChallenge, callers: number): string {
    this.requireCurrent(row);
    if (!isInEffect(row, 'sent', this.now(callers)))
      throw new ProviderError('sealed_row', 'no codes are sent for this account');
    const { secret } = openTotp(this.#master, row);
    const code = sentCode(secret, deviceOf(row), sent);
    secret.fill(0);
    return code;
  }

  /** Called from a timer: forgets what can no longer matter. */
  sweep(): void {
    this.#attempts.sweep();
    if (!this.#callersClock) this.#steps.sweep(totpStep(Date.now()) - 20 * RESYNC_WINDOW);
  }

  /** What the code is right for: steps of the person's device, or the one step of a code that was sent. */
  #guess(row: SealedAccount, { otp, sent }: Otp, now: number): Guess {
    this.requireCurrent(row);
    const device = deviceOf(row);
    const { secret, drift } = openTotp(this.#master, row);
    try {
      if (sent === undefined) {
        const steps = matchingSteps(secret, otp, totpStep(now) + drift, TOTP_WINDOW);
        return { device, steps: isInEffect(row, 'device', now) ? steps : [] };
      }
      const right =
        sent !== null && isSentCode(secret, device, otp, sent, now) && isInEffect(row, 'sent', now);
      return { device: `${device} ${sent?.challenge}`, steps: right ? [totpStep(sent.expiresAt)] : [] };
    } finally {
      secret.fill(0);
    }
  }

  /** The code was right for one of the steps: takes one in memory and in the database, or throws `wrong_otp`. */
  async #takeStep(row: SealedAccount, guess: Guess, consume: ConsumeStep): Promise<void> {
    const step = await this.#requireStep(row, guess, (device, at) => this.#steps.take(device, at));
    this.#epochs.raise(row.account, { device: row.totp.epoch });
    if (!(await consume(row.account, step))) throw new ProviderError('wrong_otp', USED);
  }

  /** The first of the steps that `free` takes; throws `wrong_otp` where there is none. */
  async #requireStep(
    row: SealedAccount,
    { device, steps }: Guess,
    free: (device: string, step: number) => boolean,
  ): Promise<number> {
    const found: number[] = [];
    const right = await this.#attempts.evaluate(`otp ${row.account}`, async () => {
      const step = steps.find((at) => free(device, at));
      if (step !== undefined) found.push(step);
      // A used code is no guess, but whoever saw it must not clear the count of guesses with it.
      return step === undefined && steps.length > 0 ? undefined : step !== undefined;
    });
    const [step] = found;
    if (step === undefined)
      throw new ProviderError('wrong_otp', right === false ? 'the code is wrong' : USED);
    return step;
  }
}

/** Whether codes come by that way, as the row itself says, and from a time on that has come. */
function isInEffect({ totp }: SealedAccount, way: SealedAccount['totp']['method'], now: number): boolean {
  return totp.method === way && now >= totp.notBefore;
}
