import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { ProviderError } from '../errors.ts';
import { decrypt, encrypt } from './seal.ts';

/** argon2id (RFC 9106) parameters; memory in KiB. */
interface Cost {
  memory: number;
  passes: number;
}

/** The login verifier: asked often, so the smaller of the two (OWASP's argon2id profile, m = 19 MiB, t = 2). */
const VERIFIER_COST: Cost = { memory: 19 * 1024, passes: 2 };
/** The inner layer of a private key: m = 64 MiB, t = 3 (RFC 9106 §4, second recommendation). */
const KEY_COST: Cost = { memory: 64 * 1024, passes: 3 };
const SALT = 16;
const HEADER = 5;

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
 * Keys come before all of them, and always have their turn: their one-time codes are spent.
 */
export class PasswordHasher {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waitMs: number;
  readonly #waiting: Record<Turn | 'key', Waiting[]> = { key: [], session: [], anonymous: [] };
  #running = 0;
  #others = 0;

  constructor(atOnce: number, maxWaiting: number, waitMs = WAIT_MS) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
    this.#waitMs = waitMs;
  }

  /** The verifier's plaintext: cost, salt, hash. */
  async verifier(password: Uint8Array): Promise<Buffer> {
    const salt = randomBytes(SALT);
    return Buffer.concat([header(VERIFIER_COST), salt, await this.#hash(password, salt, VERIFIER_COST)]);
  }

  async verify(verifier: Uint8Array, password: Uint8Array, turn: Turn): Promise<boolean> {
    const { cost, salt, rest } = parse(verifier);
    const hash = await this.#hash(password, salt, cost, turn);
    return rest.length === hash.length && timingSafeEqual(rest, hash);
  }

  /** For a name nobody has: the same work as `verify`, and always false. */
  async verifyNobody(password: Uint8Array, turn: Turn): Promise<false> {
    await this.#hash(password, randomBytes(SALT), VERIFIER_COST, turn);
    return false;
  }

  /** Inner layer: cost, salt, AES-256-GCM under argon2id of the password. */
  async wrap(password: Uint8Array, secret: Uint8Array, aad: Uint8Array): Promise<Buffer> {
    const salt = randomBytes(SALT);
    const key = await this.#hash(password, salt, KEY_COST);
    try {
      return Buffer.concat([header(KEY_COST), salt, encrypt(key, secret, aad)]);
    } finally {
      key.fill(0);
    }
  }

  async unwrap(password: Uint8Array, wrapped: Uint8Array, aad: Uint8Array): Promise<Buffer> {
    const { cost, salt, rest } = parse(wrapped);
    const key = await this.#hash(password, salt, cost, 'key');
    try {
      return decrypt(key, rest, aad);
    } finally {
      key.fill(0);
    }
  }

  async #hash(
    password: Uint8Array,
    salt: Uint8Array,
    cost: Cost,
    turn: Turn | 'key' = 'session',
  ): Promise<Buffer> {
    await this.#enter(turn);
    try {
      // argon2id is the library's default algorithm.
      return await hashRaw(password, {
        memoryCost: cost.memory,
        timeCost: cost.passes,
        parallelism: 1,
        outputLen: 32,
        salt,
      });
    } finally {
      this.#leave();
    }
  }

  async #enter(turn: Turn | 'key'): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    const queue = this.#waiting[turn];
    // Keys are as many as calls may be under way.
    if (turn === 'key') return new Promise((go) => queue.push({ go }));
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
    const { key, session, anonymous } = this.#waiting;
    const other =
      this.#others < OTHERS_FIRST || anonymous.length === 0 ? (key.shift() ?? session.shift()) : undefined;
    this.#others = other === undefined ? 0 : this.#others + 1;
    return other ?? anonymous.shift();
  }
}

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
  if (cost.memory < 8 || cost.memory > 1024 * 1024 || cost.passes < 1 || cost.passes > 16)
    throw new ProviderError('sealed_row', 'password record asks for an impossible cost');
  return { cost, salt: view.subarray(HEADER, HEADER + SALT), rest: view.subarray(HEADER + SALT) };
}
