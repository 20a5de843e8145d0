import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { ProviderError } from '../errors.ts';
import { decrypt } from './seal.ts';

/** argon2id (RFC 9106) parameters; memory in KiB. */
export interface Cost {
  memory: number;
  passes: number;
}

/** One computation a guess, of verifier and key alike: m = 64 MiB, t = 3, p = 1. */
const COST: Cost = { memory: 64 * 1024, passes: 3 };
const SALT = 16;
const HEADER = 5;
const LENGTH = 32;
/** RFC 9106: eight blocks of a KiB. */
const LEAST_MEMORY = 8;
/** Of one argon2id output: who sees the verifier learns nothing of what the key is under. */
const LABEL = { check: 'websign password check 2', layer: 'websign password layer 2' } as const;

/** What a password gives; the caller wipes both. */
export interface Stretched {
  /** The verifier's plaintext: cost, salt, and what the password is recognised by. */
  verifier: Buffer;
  /** The AES-256 key of the private key's inner layer. */
  layer: Buffer;
}

export function wipe(stretched: Stretched | null | undefined): void {
  stretched?.verifier.fill(0);
  stretched?.layer.fill(0);
}

/** Whose turn comes first: people at work before strangers at the login page. */
export type Turn = 'session' | 'anonymous';

interface Waiting {
  go(): void;
}

/** A password waits no longer: a one-time code that was typed with it would grow too old meanwhile. */
const WAIT_MS = 10_000;
/** After so many others one of the login page has its turn: signing must not keep people from signing in. */
const OTHERS_FIRST = 3;

/**
 * Runs argon2 with few at once, as each holds its memory. Passwords wait in two queues, bounded in number and time, so
 * that a flood of logins neither delays signing much nor takes its places; past a bound the answer is `unavailable`.
 */
export class PasswordHasher {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waitMs: number;
  readonly #cost: Cost;
  readonly #waiting: Record<Turn, Waiting[]> = { session: [], anonymous: [] };
  #running = 0;
  #others = 0;

  /** `cost`: of new passwords. Each record says its own, by which its password is checked. */
  constructor(atOnce: number, maxWaiting: number, waitMs = WAIT_MS, cost = COST) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
    this.#waitMs = waitMs;
    this.#cost = cost;
  }

  /** Of a new password, with a salt of its own. */
  async stretch(password: Uint8Array): Promise<Stretched> {
    const salt = randomBytes(SALT);
    const { check, layer } = await this.#derive(password, salt, this.#cost, 'session');
    return { verifier: Buffer.concat([header(this.#cost), salt, check]), layer };
  }

  /** What the verifier's password gives; undefined for another password. */
  async check(verifier: Uint8Array, password: Uint8Array, turn: Turn): Promise<Stretched | undefined> {
    const { cost, salt, rest } = parse(verifier);
    const { check, layer } = await this.#derive(password, salt, cost, turn);
    if (rest.length === check.length && timingSafeEqual(rest, check))
      return { verifier: Buffer.from(verifier), layer };
    layer.fill(0);
    return undefined;
  }

  /** For a name nobody has: the same work as `check`, and always false. */
  async verifyNobody(password: Uint8Array, turn: Turn): Promise<false> {
    const { layer } = await this.#derive(password, randomBytes(SALT), COST, turn);
    layer.fill(0);
    return false;
  }

  /**
   * As `check`, for a verifier of the earlier format, which is the hash itself. Such a guess cost less: the rest of
   * today's work is done beside it, so that time tells nothing of an account.
   */
  async checkEarlier(verifier: Uint8Array, password: Uint8Array, turn: Turn): Promise<boolean> {
    const { cost, salt, rest } = parse(verifier);
    const lacking = COST.memory - Math.ceil((cost.memory * cost.passes) / COST.passes);
    const hash = await this.#hash(password, salt, cost, turn);
    if (lacking >= LEAST_MEMORY)
      (await this.#hash(password, salt, { ...COST, memory: lacking }, turn)).fill(0);
    return rest.length === hash.length && timingSafeEqual(rest, hash);
  }

  /** The private key's inner layer of the earlier format, which had a salt and an argon2id of its own. */
  async unwrapEarlier(password: Uint8Array, wrapped: Uint8Array, aad: Uint8Array): Promise<Buffer> {
    const { cost, salt, rest } = parse(wrapped);
    const key = await this.#hash(password, salt, cost, 'session');
    try {
      return decrypt(key, rest, aad);
    } finally {
      key.fill(0);
    }
  }

  async #derive(password: Uint8Array, salt: Uint8Array, cost: Cost, turn: Turn) {
    const hash = await this.#hash(password, salt, cost, turn);
    try {
      return { check: derivedKey(hash, LABEL.check), layer: derivedKey(hash, LABEL.layer) };
    } finally {
      hash.fill(0);
    }
  }

  async #hash(password: Uint8Array, salt: Uint8Array, cost: Cost, turn: Turn): Promise<Buffer> {
    await this.#enter(turn);
    try {
      // argon2id is the library's default algorithm.
      return await hashRaw(password, {
        memoryCost: cost.memory,
        timeCost: cost.passes,
        parallelism: 1,
        outputLen: LENGTH,
        salt,
      });
    } finally {
      this.#leave();
    }
  }

  async #enter(turn: Turn): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    const queue = this.#waiting[turn];
    if (queue.length >= this.#maxWaiting)
      throw new ProviderError('unavailable', 'too many passwords wait to be checked');
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(new ProviderError('unavailable', 'the password waited too long to be checked'));
      }, this.#waitMs);
      queue.push(waiting);
    });
  }

  /** Hands its place to the next in line, so that no newcomer slips in between. */
  #leave(): void {
    const next = this.#next();
    if (next === undefined) this.#running -= 1;
    else next.go();
  }

  #next(): Waiting | undefined {
    const { session, anonymous } = this.#waiting;
    const other = this.#others < OTHERS_FIRST || anonymous.length === 0 ? session.shift() : undefined;
    this.#others = other === undefined ? 0 : this.#others + 1;
    return other ?? anonymous.shift();
  }
}

/** A key of its own for the purpose that the label names (HKDF-SHA-256, RFC 5869). */
export const derivedKey = (from: Uint8Array, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, '', label, LENGTH));

/** Cost as it is stored: memory in KiB (4 bytes), passes (1 byte). */
function header(cost: Cost): Buffer {
  const bytes = Buffer.alloc(HEADER);
  bytes.writeUInt32BE(cost.memory);
  bytes.writeUInt8(cost.passes, 4);
  return bytes;
}

/** Costs are read from authenticated bytes; the bound is for a row sealed by a mistaken version of us. */
function parse(bytes: Uint8Array): { cost: Cost; salt: Uint8Array; rest: Uint8Array } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.length < HEADER + SALT) throw new ProviderError('sealed_row', 'password record is too short');
  const cost = { memory: view.readUInt32BE(0), passes: view.readUInt8(4) };
  if (cost.memory < LEAST_MEMORY || cost.memory > 1024 * 1024 || cost.passes < 1 || cost.passes > 16)
    throw new ProviderError('sealed_row', 'password record asks for an impossible cost');
  return { cost, salt: view.subarray(HEADER, HEADER + SALT), rest: view.subarray(HEADER + SALT) };
}
