import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import * as lockout from '../../policy/lockout.ts';
import * as throttle from '../../policy/throttle.ts';
import { canonical } from '../canonical.ts';
import { StorageError } from '../errors.ts';
import type { Attempt, AttemptOutcome, Attempts, Consequence, Evaluation } from '../face/attempts.ts';
import { fold } from '../fold.ts';
import { AttemptLines, type Busy } from './attempt-lines.ts';
import { type Context, parsed } from './context.ts';
import type { Reader, Writer } from './tables.ts';

/** After which those may come again for whom there was no room to wait. */
const crowdedMs = 5000;
const forgottenMs = 24 * 60 * 60 * 1000;

const reservations = z.array(z.object({ id: z.string(), at: z.number() }));
const counter = z.object({ failed: z.number(), lockedUntil: z.number(), pending: reservations });
const countersRow = z.object({ login: counter, session: counter, otp: counter });
const addressRow = z.object({ failures: z.array(z.number()), pending: reservations });

type Table = 'attempts' | 'addresses';

/** One attempt with its row keys. */
interface Keyed extends lockout.Try {
  readonly nameKey: string;
  readonly addressKey: string;
  readonly id: string;
}

/** `address` is left out where it neither matters nor changes. */
interface State {
  readonly counters: lockout.Counters;
  readonly address?: throttle.AddressState;
}

/** As it was read; `text` is the name's row. */
interface Stored extends Required<State> {
  readonly text?: string;
}

type Admission = { kind: 'evaluate' } & State;
type Refusal = { kind: 'locked' | 'throttled'; until: number };
/** The name's row as the reservation left it. */
type Reserved = { kind: 'reserved'; text: string };

export class SqlAttempts implements Attempts {
  readonly #context: Context;
  readonly #key: Uint8Array;
  readonly #limits: throttle.ThrottleLimits;
  readonly #lines = new AttemptLines();

  constructor(context: Context, key: Uint8Array, addressLimit: number) {
    if (key.length < 32) throw new StorageError('invalid', 'the name key has fewer than 32 bytes');
    this.#context = context;
    this.#key = key;
    this.#limits = { ...throttle.throttleLimits, failures: addressLimit };
  }

  async evaluate<T>(attempt: Attempt, evaluate: () => Promise<Evaluation<T>>): Promise<AttemptOutcome<T>> {
    const keyed = this.#keyed(attempt);
    const reserved = await this.#reserve(keyed);
    if (reserved.kind !== 'reserved') return reserved;
    let evaluation: Evaluation<T>;
    try {
      evaluation = await evaluate();
    } catch (error) {
      await this.#settle(keyed, undefined, reserved.text);
      throw error;
    }
    const lock = await this.#settle(keyed, evaluation.verdict, reserved.text);
    return { kind: 'evaluated', ...evaluation, ...lock };
  }

  async lockedUntil(attempt: Pick<Attempt, 'username' | 'origin'>): Promise<number | undefined> {
    const { counters } = await this.#stored(
      this.#context.engine.read,
      this.#hmac('name', attempt.username),
      '',
    );
    return lockout.lockedUntil(counters, attempt.origin, this.#context.clock());
  }

  async unlock(username: string): Promise<void> {
    const key = this.#hmac('name', username);
    await this.#context.engine.write((writer) =>
      writer.deleteFrom('attempts').where('key', '=', key).execute(),
    );
  }

  async sweep(): Promise<number> {
    const before = this.#context.clock() - forgottenMs;
    return this.#context.engine.write(async (writer) => {
      const names = await writer.deleteFrom('attempts').where('touchedAt', '<', before).executeTakeFirst();
      const addresses = await writer
        .deleteFrom('addresses')
        .where('touchedAt', '<', before)
        .executeTakeFirst();
      return Number(names.numDeletedRows + addresses.numDeletedRows);
    });
  }

  #keyed({ username, origin, factors, address }: Attempt): Keyed {
    const nameKey = this.#hmac('name', username);
    return {
      origin,
      factors,
      nameKey,
      addressKey: this.#hmac('address', throttle.addressGroup(address)),
      id: randomUUID(),
    };
  }

  #hmac(kind: 'name' | 'address', text: string): string {
    return createHmac('sha256', this.#key)
      .update(`${kind}\n${fold(text)}`)
      .digest('hex');
  }

  /** Who finds no room to wait comes again, and costs no look. */
  async #reserve(keyed: Keyed): Promise<Refusal | Reserved> {
    const looked = await this.#lines.take(keyed, () => this.#look(keyed));
    return looked === 'full' ? { kind: 'throttled', until: this.#context.clock() + crowdedMs } : looked;
  }

  /** Looks without writing first: refusing a flood costs no commit. */
  async #look(keyed: Keyed): Promise<Refusal | Reserved | Busy> {
    const stored = await this.#stored(this.#context.engine.read, keyed.nameKey, keyed.addressKey);
    const looked = this.#admit(keyed, stored);
    return looked.kind === 'evaluate' ? this.#reserveOnce(keyed, stored, looked) : looked;
  }

  /** What was looked at is written where it still is so; else both rows are kept from others and looked at anew. */
  async #reserveOnce(keyed: Keyed, { text }: Stored, looked: Admission): Promise<Reserved | Refusal | Busy> {
    const state = canonical(looked.counters);
    if (looked.address === undefined && (await this.#swap(keyed, text, state))) {
      return { kind: 'reserved', text: state };
    }
    return this.#context.engine.write(async (writer) => {
      const admission = this.#admit(keyed, await this.#locked(writer, keyed));
      if (admission.kind !== 'evaluate') return admission;
      await this.#save(writer, keyed, admission);
      return { kind: 'reserved', text: canonical(admission.counters) };
    });
  }

  /** Writes the name's row alone where it still is what it was: in one statement, which keeps nobody waiting. */
  async #swap({ nameKey }: Keyed, from: string | undefined, stateJson: string): Promise<boolean> {
    const { engine, clock } = this.#context;
    if (from === undefined) return false;
    const { numUpdatedRows } = await engine.single((database) =>
      database
        .updateTable('attempts')
        .set({ stateJson, touchedAt: clock() })
        .where('key', '=', nameKey)
        .where('stateJson', '=', from)
        .executeTakeFirst(),
    );
    return numUpdatedRows === 1n;
  }

  /** An address that failed too often is kept from logging in; a live session has its own five tries. */
  #admit(keyed: Keyed, { counters, address }: Stored): Admission | Refusal | Busy {
    const reservation = { id: keyed.id, at: this.#context.clock() };
    const name = lockout.admit(counters, keyed, reservation);
    if (name.kind === 'busy') return { kind: 'busy', by: 'name' };
    if (name.kind !== 'evaluate') return name;
    if (keyed.origin === 'session') return name;
    const place = throttle.admitAddress(address, reservation, this.#limits);
    if (place.kind === 'busy') return { kind: 'busy', by: 'address' };
    return place.kind === 'evaluate' ? { ...name, address: place.state } : place;
  }

  /** Answers when the lock ends that meets the next such try after a failure; undefined where there is none. */
  async #settle(
    keyed: Keyed,
    verdict: lockout.Verdict | undefined,
    reserved: string,
  ): Promise<Consequence | undefined> {
    try {
      return await this.#settled(keyed, verdict, reserved);
    } finally {
      this.#lines.stir(keyed);
    }
  }

  async #settled(
    keyed: Keyed,
    verdict: lockout.Verdict | undefined,
    reserved: string,
  ): Promise<Consequence | undefined> {
    const { engine, clock } = this.#context;
    const at = { id: keyed.id, now: clock() };
    const failed = verdict === 'wrong_password' || verdict === 'wrong_otp';
    const quiet = keyed.origin === 'session' && !failed;
    const alone = quiet && canonical(lockout.settle(readCounters(reserved), keyed, at, verdict));
    if (alone && (await this.#swap(keyed, reserved, alone))) return undefined;
    return engine.write(async (writer) => {
      const stored = await this.#locked(writer, keyed);
      const now = clock();
      const counters = lockout.settle(stored.counters, keyed, { ...at, now }, verdict);
      const address = throttle.settleAddress(stored.address, { ...at, now }, failed, this.#limits);
      await this.#save(writer, keyed, { counters, address });
      if (!failed) return undefined;
      const lockedUntil = lockout.lockedUntil(counters, keyed.origin, now);
      const isLocking =
        lockedUntil !== undefined && lockout.lockedUntil(stored.counters, keyed.origin, now) === undefined;
      const isThrottling = throttle.isFull(address, this.#limits);
      return { ...(lockedUntil !== undefined && { lockedUntil }), isLocking, isThrottling };
    });
  }

  /** Both rows, kept from others until the transaction ends; always the name's first, so nobody deadlocks. */
  async #locked(writer: Writer, { nameKey, addressKey }: Keyed): Promise<Stored> {
    const counters = await this.#lockedRow(writer, 'attempts', nameKey, lockout.noFailures);
    const address = await this.#lockedRow(writer, 'addresses', addressKey, throttle.quietAddress);
    return { counters: readCounters(counters), address: readAddress(address) };
  }

  async #lockedRow(writer: Writer, table: Table, key: string, empty: object): Promise<string> {
    const query = writer.selectFrom(table).select('stateJson').where('key', '=', key);
    const locked = this.#context.engine.lock(query);
    const there = await locked.executeTakeFirst();
    if (there !== undefined) return there.stateJson;
    await writer
      .insertInto(table)
      .values({ key, stateJson: canonical(empty), touchedAt: this.#context.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await locked.executeTakeFirstOrThrow()).stateJson;
  }

  async #stored(reader: Reader, nameKey: string, addressKey: string): Promise<Stored> {
    const rows = await reader
      .selectFrom('attempts')
      .select(['key', 'stateJson'])
      .where('key', '=', nameKey)
      .unionAll(reader.selectFrom('addresses').select(['key', 'stateJson']).where('key', '=', addressKey))
      .execute();
    const of = (wanted: string) => rows.find(({ key }) => key === wanted)?.stateJson;
    const name = of(nameKey);
    const address = of(addressKey);
    return {
      counters: name === undefined ? lockout.noFailures : readCounters(name),
      address: address === undefined ? throttle.quietAddress : readAddress(address),
      ...(name !== undefined && { text: name }),
    };
  }

  async #save(writer: Writer, { nameKey, addressKey }: Keyed, { counters, address }: State): Promise<void> {
    const put = async (table: Table, key: string, state: object) => {
      const values = { stateJson: canonical(state), touchedAt: this.#context.clock() };
      await writer.updateTable(table).set(values).where('key', '=', key).execute();
    };
    await put('attempts', nameKey, counters);
    if (address !== undefined) await put('addresses', addressKey, address);
  }
}

const readCounters = (text: string): lockout.Counters => countersRow.parse(parsed(text));
const readAddress = (text: string): throttle.AddressState => addressRow.parse(parsed(text));
