import { randomBytes, randomUUID } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import { boundCertificate, certificationRequest, certifiedKey, sha256Of } from './certification-request.ts';
import { type ConsumeStep, Factors } from './factors.ts';
import { type LiveMasterKey, underVersion } from './master-key.ts';
import { derivedKey, PasswordHasher, type Stretched, wipe } from './password.ts';
import { checkItem, generateKey, importKey, keyType, signItem, spki } from './private-key.ts';
import type { Enrolled, Enrolment, Operations, Scope, Start } from './protocol.ts';
import {
  type KeyPart,
  openEarlierKeyPart,
  openKeyPart,
  openTotp,
  requireElsewhere,
  rewrapRow,
  sealPasswordParts,
  sealTotp,
} from './rows.ts';
import type { KeyType, SealedAccount, SealedKey } from './sealed.ts';
import { TOTP_SECRET_BYTES, totpDevice } from './totp.ts';

const SIGNATURES_AT_ONCE = 4;
const MAX_HASHES_WAITING = 1000;
const SESSION_IDS = 'websign session ids 1';

/** What hangs on the password, open: {@link Stretched} is wiped by whoever asked for it. */
interface PasswordParts {
  stretched: Stretched;
  part: KeyPart | null;
}

/**
 * The operations of the signer process, over the master key that it alone holds. What is sealed anew stays under the
 * version it had, so that servers whose files differ for a while understand each other: `rewrap` moves rows on.
 */
export class Vault {
  readonly #master: LiveMasterKey;
  readonly #hasher: PasswordHasher;
  readonly #factors: Factors;
  readonly #newDeviceAfterMs: number;

  constructor(
    master: LiveMasterKey,
    start: Start,
    hasher = new PasswordHasher(start.hashesAtOnce, MAX_HASHES_WAITING),
  ) {
    this.#master = master;
    this.#hasher = hasher;
    this.#factors = new Factors(master, this.#hasher, start);
    this.#newDeviceAfterMs = start.newDeviceAfterMs;
  }

  async enrol(input: Operations['enrol']['input']): Promise<Operations['enrol']['output']> {
    const key = await generateKey(input.key);
    const csr = certificationRequest(key, input.subject);
    const enrolled = await this.#newRow(input, { id: randomUUID(), certificateSha256: null, key });
    return { ...enrolled, spki: spki(key), csr };
  }

  async enrolAccess(input: Operations['enrolAccess']['input']): Promise<Enrolled> {
    const { certificate } = input;
    if (certificate === null) return this.#newRow(input, null);
    const certificateSha256 = sha256Of(certificate);
    return this.#newRow(input, { id: randomUUID(), certificateSha256, key: 'elsewhere' });
  }

  async importKey(input: Operations['importKey']['input']): Promise<Enrolled> {
    const key = importKey(input.pkcs8);
    const certificateSha256 = boundCertificate(key, input.certificate);
    return this.#newRow(input, { id: randomUUID(), certificateSha256, key });
  }

  async bindCertificate(input: Operations['bindCertificate']['input']): Promise<SealedAccount> {
    const { sealed: row, password, certificate } = input;
    keyOf(row);
    return this.#reseal(row, password, 'session', async ({ stretched, part }) => {
      if (part === null || part.key === 'elsewhere')
        throw new ProviderError('no_key', 'the account has no key here');
      const certificateSha256 = boundCertificate(part.key, certificate);
      return { stretched, part: { ...part, certificateSha256 } };
    });
  }

  async verifyPassword(input: Operations['verifyPassword']['input']): Promise<boolean> {
    if (input.sealed === null) return this.#hasher.verifyNobody(input.password, input.scope);
    const right = await this.#factors.provePassword(input.sealed, input.password, input.scope);
    wipe(right?.proven);
    if (right !== undefined) this.#factors.noteDevice(input.sealed, input.now);
    return right !== undefined;
  }

  async sign(input: Operations['sign']['input'], consume: ConsumeStep): Promise<Uint8Array[]> {
    const { sealed: row, password } = input;
    const arrivedAt = this.#factors.now(input.now);
    const { type, certificateSha256 } = keyOf(row);
    if (certificateSha256 === null) throw new ProviderError('no_key', 'the key has no certificate yet');
    if (certificateSha256 !== input.certificateSha256)
      throw new ProviderError('sealed_row', 'the account’s key is of another certificate');
    for (const item of input.items) checkItem(type, item);
    const stretched = requirePresent(await this.#factors.requirePassword(row, password, 'session'));
    try {
      await this.#factors.spendOtp(row, input, arrivedAt, consume);
      const part = openKeyPart(this.#master, row, stretched);
      if (part === null || part.key === 'elsewhere') throw new ProviderError('no_key', 'no key here');
      const { key } = part;
      return await inBatches(input.items, (item) => signItem(key, item));
    } finally {
      wipe(stretched);
    }
  }

  async checkOtp({ sealed: row, ...otp }: Operations['checkOtp']['input']): Promise<null> {
    await this.#factors.checkOtp(row, otp);
    return null;
  }

  async sentCode({ sealed: row, sent, now }: Operations['sentCode']['input']): Promise<string> {
    return this.#factors.sentCode(row, sent, now);
  }

  async authorize(
    input: Operations['authorize']['input'],
    consume: ConsumeStep,
  ): Promise<Operations['authorize']['output']> {
    const { sealed: row, password, items } = input;
    const arrivedAt = this.#factors.now(input.now);
    const type = keyType(certifiedKey(input.certificate));
    requireElsewhere(this.#master, row, sha256Of(input.certificate));
    for (const item of items) checkItem(type, item);
    if (password !== null) wipe(await this.#factors.requirePassword(row, password, 'session'));
    await this.#factors.spendOtp(row, input, arrivedAt, consume);
    return items.map(({ digest, signatureAlgorithm }) => ({ digest, signatureAlgorithm }));
  }

  async changePassword(input: Operations['changePassword']['input']): Promise<SealedAccount> {
    const { sealed: row, password, newPassword, scope } = input;
    return this.#reseal(row, password, scope, async ({ stretched, part }) => {
      wipe(stretched);
      return { stretched: await this.#hasher.stretch(newPassword), part };
    });
  }

  async upgrade({ sealed: row, password, method }: Operations['upgrade']['input']): Promise<SealedAccount> {
    const known = row.verifier.epoch > 0;
    if (known) wipe(await this.#factors.requirePassword(row, password, 'session'));
    const later = known ? row : await this.#reseal(row, password, 'session', async (parts) => parts);
    if (row.totp.epoch > 0) return later;
    const opened = openTotp(this.#master, row);
    try {
      const master = underVersion(this.#master, row.totp.version);
      const counted = { id: row.totp.id, epoch: 1, method, notBefore: 0 };
      return { ...later, totp: sealTotp(master, row, counted, opened) };
    } finally {
      opened.secret.fill(0);
    }
  }

  async resetOtp(input: Operations['resetOtp']['input']): Promise<Enrolled> {
    const { sealed: row, method, now } = input;
    this.#factors.requireCurrent(row);
    openTotp(this.#master, row).secret.fill(0); // refuses a row that is not of this account
    const counted = {
      epoch: row.totp.epoch + 1,
      method,
      notBefore: this.#factors.now(now) + this.#newDeviceAfterMs,
    };
    const { totp, sealed } = this.#newTotp(row, counted, input, row.totp.version);
    return { sealed: { ...row, totp: sealed }, totp };
  }

  async resyncOtp(input: Operations['resyncOtp']['input'], consume: ConsumeStep): Promise<SealedAccount> {
    const { sealed: row, password } = input;
    wipe(await this.#factors.requirePassword(row, password, 'session'));
    const { secret, drift: _ } = openTotp(this.#master, row);
    try {
      const drift = await this.#factors.spendPair(row, secret, input, consume);
      const master = underVersion(this.#master, row.totp.version);
      const counted = { ...row.totp, epoch: row.totp.epoch + 1 };
      return { ...row, totp: sealTotp(master, row, counted, { secret, drift }) };
    } finally {
      secret.fill(0);
    }
  }

  async rewrap({ sealed }: Operations['rewrap']['input']): Promise<SealedAccount> {
    this.#master.refresh();
    return rewrapRow(this.#master, sealed);
  }

  async versions(): Promise<number[]> {
    this.#master.refresh();
    return this.#master.versions();
  }

  async sessionKeys(): Promise<Uint8Array[]> {
    this.#master.refresh();
    return this.#master.versions().map((version) => derivedKey(this.#master.key(version), SESSION_IDS));
  }

  async ping(): Promise<null> {
    return null;
  }

  /** Called from a timer: forgets what can no longer matter, versions of the master key that were retired included. */
  sweep(): void {
    this.#master.refresh();
    this.#factors.sweep();
  }

  /** What hangs on the password as `change` leaves it, one epoch on. */
  async #reseal(
    row: SealedAccount,
    password: Uint8Array,
    scope: Scope,
    change: (parts: PasswordParts) => Promise<PasswordParts>,
  ): Promise<SealedAccount> {
    const opened = await this.#open(row, password, scope);
    const changed: PasswordParts[] = [];
    try {
      const { stretched, part } = await change(opened);
      changed.push({ stretched, part });
      const master = underVersion(this.#master, row.verifier.version);
      const counted = { account: row.account, epoch: row.verifier.epoch + 1 };
      return { ...row, ...sealPasswordParts(master, counted, stretched, part) };
    } finally {
      for (const { stretched } of [opened, ...changed]) wipe(stretched);
    }
  }

  async #open(row: SealedAccount, password: Uint8Array, scope: Scope): Promise<PasswordParts> {
    const proven = await this.#factors.requirePassword(row, password, scope);
    if (proven !== null) return { stretched: proven, part: openKeyPart(this.#master, row, proven) };
    const part = await openEarlierKeyPart(this.#master, row, this.#hasher, password);
    return { stretched: await this.#hasher.stretch(password), part };
  }

  async #newRow(input: Enrolment, part: KeyPart | null): Promise<Enrolled> {
    const { account, method } = input;
    const stretched = await this.#hasher.stretch(input.password);
    try {
      const parts = sealPasswordParts(this.#master, { account, epoch: 1 }, stretched, part);
      const counted = { epoch: 1, method, notBefore: 0 };
      const { totp, sealed } = this.#newTotp({ account, key: part }, counted, input, this.#master.version);
      return { sealed: { account, ...parts, totp: sealed }, totp };
    } finally {
      wipe(stretched);
    }
  }

  #newTotp(
    owner: Parameters<typeof sealTotp>[1],
    counted: Pick<SealedAccount['totp'], 'epoch' | 'method' | 'notBefore'>,
    { issuer, label }: Pick<Enrolment, 'issuer' | 'label'>,
    version: number,
  ) {
    const secret = randomBytes(TOTP_SECRET_BYTES);
    const master = underVersion(this.#master, version);
    const sealed = sealTotp(master, owner, { id: randomUUID(), ...counted }, { secret, drift: 0 });
    const totp = totpDevice(secret, issuer, label);
    secret.fill(0);
    return { totp, sealed };
  }
}

/** Throws where the row is still of the earlier format: a sign-in seals it anew, and without one nobody signs. */
function requirePresent(proven: Stretched | null): Stretched {
  if (proven === null) throw new ProviderError('sealed_row', 'the row is of the earlier format');
  return proven;
}

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
