import { randomBytes, randomUUID } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import { Attempts } from './attempts.ts';
import { boundCertificate, certificationRequest, certifiedKey, sha256Of } from './certification-request.ts';
import { type LiveMasterKey, type MasterKey, underVersion } from './master-key.ts';
import { PasswordHasher } from './password.ts';
import { checkItem, generateKey, importKey, keyType, signItem, spki } from './private-key.ts';
import type { Enrolled, Enrolment, Operations, Scope, Start } from './protocol.ts';
import {
  openKey,
  openTotp,
  openVerifier,
  requireElsewhere,
  rewrapRow,
  sealElsewhere,
  sealKey,
  sealTotp,
  sealVerifier,
} from './rows.ts';
import type { KeyType, SealedAccount, SealedKey } from './sealed.ts';
import { isSentCode, type Otp, sentCode } from './sent-code.ts';
import { StepLedger } from './step-ledger.ts';
import {
  matchingSteps,
  RESYNC_WINDOW,
  TOTP_SECRET_BYTES,
  TOTP_WINDOW,
  totpDevice,
  totpStep,
} from './totp.ts';

const USED = 'the code was used before';
const SIGNATURES_AT_ONCE = 4;
const MAX_HASHES_WAITING = 1000;

/** Takes the step in the database, for all processes; false: it, or a later one, was taken before. */
export type ConsumeStep = (account: string, step: number) => Promise<boolean>;

/**
 * The operations of the signer process, over the master key that it alone holds. What is sealed anew stays under the
 * version it had, so that servers whose files differ for a while understand each other: `rewrap` moves rows on.
 */
export class Vault {
  readonly #master: LiveMasterKey;
  readonly #hasher: PasswordHasher;
  readonly #attempts: Attempts;
  readonly #steps = new StepLedger();
  readonly #callersClock: boolean;

  constructor(master: LiveMasterKey, start: Start) {
    this.#master = master;
    this.#hasher = new PasswordHasher(start.hashesAtOnce, MAX_HASHES_WAITING);
    this.#attempts = new Attempts(start.maxFailures, start.failureWindowMs, () => performance.now());
    this.#callersClock = start.clock === 'caller';
  }

  async enrol(input: Operations['enrol']['input']): Promise<Operations['enrol']['output']> {
    const key = await generateKey(input.key);
    const csr = certificationRequest(key, input.subject);
    const identity = { id: randomUUID(), certificateSha256: null };
    const sealed = await sealKey(this.#master, this.#hasher, input.account, input.password, key, identity);
    return { ...(await this.#newRow(input, sealed)), spki: spki(key), csr };
  }

  async enrolAccess(input: Operations['enrolAccess']['input']): Promise<Enrolled> {
    const { account, certificate } = input;
    if (certificate === null) return this.#newRow(input, null);
    const identity = { id: randomUUID(), certificateSha256: sha256Of(certificate) };
    return this.#newRow(input, sealElsewhere(this.#master, account, identity));
  }

  async importKey(input: Operations['importKey']['input']): Promise<Enrolled> {
    const key = importKey(input.pkcs8);
    const identity = { id: randomUUID(), certificateSha256: boundCertificate(key, input.certificate) };
    const sealed = await sealKey(this.#master, this.#hasher, input.account, input.password, key, identity);
    return this.#newRow(input, sealed);
  }

  async bindCertificate(input: Operations['bindCertificate']['input']): Promise<SealedAccount> {
    const { sealed: row, password } = input;
    await this.#requirePassword(row, password, 'session');
    const old = keyOf(row);
    const key = await openKey(this.#master, this.#hasher, row.account, password, old);
    const identity = { id: old.id, certificateSha256: boundCertificate(key, input.certificate) };
    const master = underVersion(this.#master, old.version);
    const bound = await sealKey(master, this.#hasher, row.account, password, key, identity);
    return { ...row, key: bound };
  }

  async verifyPassword(input: Operations['verifyPassword']['input']): Promise<boolean> {
    if (input.sealed === null) return this.#hasher.verifyNobody(input.password, input.scope);
    return this.#passwordRight(input.sealed, input.password, input.scope);
  }

  async sign(input: Operations['sign']['input'], consume: ConsumeStep): Promise<Uint8Array[]> {
    const { sealed: row, password } = input;
    const sealedKey = keyOf(row);
    if (sealedKey.certificateSha256 === null)
      throw new ProviderError('no_key', 'the key has no certificate yet');
    if (sealedKey.certificateSha256 !== input.certificateSha256)
      throw new ProviderError('sealed_row', 'the account’s key is of another certificate');
    for (const item of input.items) checkItem(sealedKey.type, item);
    await this.#requirePassword(row, password, 'session');
    await this.#spendOtp(row, input, consume);
    const key = await openKey(this.#master, this.#hasher, row.account, password, sealedKey);
    return inBatches(input.items, (item) => signItem(key, item));
  }

  async checkOtp({ sealed: row, ...otp }: Operations['checkOtp']['input']): Promise<null> {
    await this.#requireStep(row, this.#guess(row, otp), (device, at) => this.#steps.isFree(device, at));
    return null;
  }

  async sentCode({ sealed: row, sent }: Operations['sentCode']['input']): Promise<string> {
    const { secret } = openTotp(this.#master, row);
    const code = sentCode(secret, deviceOf(row), sent);
    secret.fill(0);
    return code;
  }

  async authorize(
    input: Operations['authorize']['input'],
    consume: ConsumeStep,
  ): Promise<Operations['authorize']['output']> {
    const { sealed: row, password, items } = input;
    const type = keyType(certifiedKey(input.certificate));
    requireElsewhere(this.#master, row, sha256Of(input.certificate));
    for (const item of items) checkItem(type, item);
    if (password !== null) await this.#requirePassword(row, password, 'session');
    await this.#spendOtp(row, input, consume);
    return items.map(({ digest, signatureAlgorithm }) => ({ digest, signatureAlgorithm }));
  }

  async changePassword(input: Operations['changePassword']['input']): Promise<SealedAccount> {
    const { sealed: row, password, newPassword } = input;
    await this.#requirePassword(row, password, input.scope);
    const same = underVersion(this.#master, row.verifier.version);
    const verifier = await this.#sealNewVerifier(same, row.account, newPassword);
    if (row.key === null || row.key.type === 'elsewhere') return { ...row, verifier };
    const key = await openKey(this.#master, this.#hasher, row.account, password, row.key);
    const master = underVersion(this.#master, row.key.version);
    const again = await sealKey(master, this.#hasher, row.account, newPassword, key, {
      id: row.key.id,
      certificateSha256: row.key.certificateSha256,
    });
    return { ...row, verifier, key: again };
  }

  async resetOtp({ sealed: row, ...device }: Operations['resetOtp']['input']): Promise<Enrolled> {
    openTotp(this.#master, row).secret.fill(0); // refuses a row that is not of this account
    const { totp, sealed } = this.#newTotp(underVersion(this.#master, row.totp.version), row.account, device);
    return { sealed: { ...row, totp: sealed }, totp };
  }

  async resyncOtp(input: Operations['resyncOtp']['input'], consume: ConsumeStep): Promise<SealedAccount> {
    const { sealed: row, otp1, otp2 } = input;
    await this.#requirePassword(row, input.password, 'session');
    const { secret, drift: _ } = openTotp(this.#master, row);
    try {
      const centre = totpStep(this.#now(input.now));
      const second = new Set(matchingSteps(secret, otp2, centre, RESYNC_WINDOW));
      const step = matchingSteps(secret, otp1, centre, RESYNC_WINDOW).find((at) => second.has(at + 1));
      const steps = step === undefined ? [] : [step + 1];
      await this.#takeStep(row, { device: deviceOf(row), steps }, consume);
      const drift = (step ?? centre) + 1 - centre;
      const master = underVersion(this.#master, row.totp.version);
      return { ...row, totp: sealTotp(master, row.account, row.totp.id, { secret, drift }) };
    } finally {
      secret.fill(0);
    }
  }

  async rewrap({ sealed }: Operations['rewrap']['input']): Promise<SealedAccount> {
    this.#master.refresh();
    return rewrapRow(this.#master, sealed);
  }

  async ping(): Promise<null> {
    return null;
  }

  /** Called from a timer: forgets what can no longer matter, versions of the master key that were retired included. */
  sweep(): void {
    this.#master.refresh();
    this.#attempts.sweep();
    if (!this.#callersClock) this.#steps.sweep(totpStep(Date.now()) - 20 * RESYNC_WINDOW);
  }

  async #requirePassword(row: SealedAccount, password: Uint8Array, scope: Scope): Promise<void> {
    if (!(await this.#passwordRight(row, password, scope)))
      throw new ProviderError('wrong_password', 'the password is wrong');
  }

  #passwordRight(row: SealedAccount, password: Uint8Array, scope: Scope): Promise<boolean> {
    const verifier = openVerifier(this.#master, row);
    return this.#attempts.evaluate(`password ${scope} ${row.account}`, () =>
      this.#hasher.verify(verifier, password, scope).finally(() => verifier.fill(0)),
    );
  }

  async #spendOtp(row: SealedAccount, otp: Otp, consume: ConsumeStep): Promise<void> {
    await this.#takeStep(row, this.#guess(row, otp), consume);
  }

  /** What the code is right for: steps of the person's device, or the one step of a code that was sent. */
  #guess(row: SealedAccount, { otp, now: callers, sent }: Otp): Guess {
    const now = this.#now(callers);
    const device = deviceOf(row);
    const { secret, drift } = openTotp(this.#master, row);
    try {
      if (sent === undefined)
        return { device, steps: matchingSteps(secret, otp, totpStep(now) + drift, TOTP_WINDOW) };
      const right = sent !== null && isSentCode(secret, device, otp, sent, now);
      return { device: `${device} ${sent?.challenge}`, steps: right ? [totpStep(sent.expiresAt)] : [] };
    } finally {
      secret.fill(0);
    }
  }

  /** The code was right for one of the steps: takes one in memory and in the database, or throws `wrong_otp`. */
  async #takeStep(row: SealedAccount, guess: Guess, consume: ConsumeStep): Promise<void> {
    const step = await this.#requireStep(row, guess, (device, at) => this.#steps.take(device, at));
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

  async #newRow(input: Enrolment, key: SealedKey | null): Promise<Enrolled> {
    const verifier = await this.#sealNewVerifier(this.#master, input.account, input.password);
    const { totp, sealed } = this.#newTotp(this.#master, input.account, input);
    return { sealed: { format: 1, account: input.account, verifier, totp: sealed, key }, totp };
  }

  async #sealNewVerifier(
    master: MasterKey,
    account: string,
    password: Uint8Array,
  ): Promise<SealedAccount['verifier']> {
    const verifier = await this.#hasher.verifier(password);
    try {
      return sealVerifier(master, account, verifier);
    } finally {
      verifier.fill(0);
    }
  }

  #newTotp(master: MasterKey, account: string, { issuer, label }: Pick<Enrolment, 'issuer' | 'label'>) {
    const secret = randomBytes(TOTP_SECRET_BYTES);
    const sealed = sealTotp(master, account, randomUUID(), { secret, drift: 0 });
    const totp = totpDevice(secret, issuer, label);
    secret.fill(0);
    return { totp, sealed };
  }

  #now(callers: number): number {
    return this.#callersClock ? callers : Date.now();
  }
}

/** Steps for which a code is right, ascending, and whose they are. */
interface Guess {
  device: string;
  steps: number[];
}

const deviceOf = ({ account, totp }: SealedAccount): string => `${account} ${totp.id}`;

function keyOf({ key }: SealedAccount): SealedKey & { type: KeyType } {
  if (key === null || key.type === 'elsewhere')
    throw new ProviderError('no_key', 'the account has no key here');
  return { ...key, type: key.type };
}

/** A few at once in the thread pool; results in the order of the items. */
async function inBatches<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += SIGNATURES_AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + SIGNATURES_AT_ONCE).map(work))));
  return results;
}
