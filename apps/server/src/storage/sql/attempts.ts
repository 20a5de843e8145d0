import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import * as lockout from '../../policy/lockout.ts';
import * as throttle from '../../policy/throttle.ts';
import { canonical } from '../canonical.ts';
import { StorageError } from '../errors.ts';
import type { Attempt, AttemptOutcome, Attempts, Evaluation } from '../face/attempts.ts';
import { fold } from '../fold.ts';
import { type Context, parsed } from './context.ts';
import type { Reader, Writer } from './tables.ts';

const waitMs = 20_000;
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

interface Stored {
  readonly counters: lockout.Counters;
  readonly address: throttle.AddressState;
}

type Admission = { kind: 'evaluate' } & Stored;
type Refusal = { kind: 'locked' | 'throttled'; until: number } | { kind: 'busy' };

export class SqlAttempts implements Attempts {
  readonly #context: Context;
  readonly #key: Uint8Array;
  readonly #limits: throttle.ThrottleLimits;

  constructor(context: Context, key: Uint8Array, addressLimit: number) {
    if (key.length < 32) throw new StorageError('invalid', 'the name key has fewer than 32 bytes');
    this.#context = context;
    this.#key = key;
    this.#limits = { ...throttle.throttleLimits, failures: addressLimit };
  }

  async evaluate<T>(attempt: Attempt, evaluate: () => Promise<Evaluation<T>>): Promise<AttemptOutcome<T>> {
    const keyed = this.#keyed(attempt);
    const refusal = await this.#reserve(keyed);
    if (refusal !== undefined) return refusal;
    let verdict: lockout.Verdict | undefined;
    try {
      const evaluation = await evaluate();
      verdict = evaluation.verdict;
      return { kind: 'evaluated', ...evaluation };
    } finally {
      await this.#settle(keyed, verdict);
    }
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

  /** Undefined once a place is reserved. Looks without writing first: refusing a flood costs no commit. */
  async #reserve(keyed: Keyed): Promise<Exclude<Refusal, { kind: 'busy' }> | undefined> {
    const until = performance.now() + waitMs;
    for (;;) {
      const looked = this.#admit(
        keyed,
        await this.#stored(this.#context.engine.read, keyed.nameKey, keyed.addressKey),
      );
      const admission = looked.kind === 'evaluate' ? await this.#reserveOnce(keyed) : looked;
      if (admission.kind === 'evaluate') return undefined;
      if (admission.kind !== 'busy') return admission;
      if (performance.now() > until) throw new StorageError('busy', 'too many attempts are under evaluation');
      await sleep(20 + Math.random() * 20);
    }
  }

  #reserveOnce(keyed: Keyed): Promise<Admission | Refusal> {
    return this.#context.engine.write(async (writer) => {
      const admission = this.#admit(keyed, await this.#locked(writer, keyed));
      if (admission.kind === 'evaluate') await this.#save(writer, keyed, admission);
      return admission;
    });
  }

  /** An address that failed too often is kept from logging in; a live session has its own five tries. */
  #admit(keyed: Keyed, { counters, address }: Stored): Admission | Refusal {
    const reservation = { id: keyed.id, at: this.#context.clock() };
    const name = lockout.admit(counters, keyed, reservation);
    if (name.kind !== 'evaluate') return name;
    if (keyed.origin === 'session') return { ...name, address };
    const place = throttle.admitAddress(address, reservation, this.#limits);
    return place.kind === 'evaluate' ? { ...name, address: place.state } : place;
  }

  async #settle(keyed: Keyed, verdict: lockout.Verdict | undefined): Promise<void> {
    const { id } = keyed;
    await this.#context.engine.write(async (writer) => {
      const { counters, address } = await this.#locked(writer, keyed);
      const at = { id, now: this.#context.clock() };
      const failed = verdict === 'wrong_password' || verdict === 'wrong_otp';
      await this.#save(writer, keyed, {
        counters: lockout.settle(counters, keyed, at, verdict),
        address: throttle.settleAddress(address, at, failed, this.#limits),
      });
    });
  }

  /** Both rows, kept from others until the transaction ends; always the name's first, so nobody deadlocks. */
  async #locked(writer: Writer, { nameKey, addressKey }: Keyed): Promise<Stored> {
    const counters = await this.#lockedRow(writer, 'attempts', nameKey, lockout.noFailures);
    const address = await this.#lockedRow(writer, 'addresses', addressKey, throttle.quietAddress);
    return { counters: countersRow.parse(counters), address: addressRow.parse(address) };
  }

  async #lockedRow(writer: Writer, table: Table, key: string, empty: object): Promise<unknown> {
    await writer
      .insertInto(table)
      .values({ key, stateJson: canonical(empty), touchedAt: this.#context.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const query = writer.selectFrom(table).select('stateJson').where('key', '=', key);
    const row = await this.#context.engine.lock(query).executeTakeFirstOrThrow();
    return parsed(row.stateJson);
  }

  async #stored(reader: Reader, nameKey: string, addressKey: string): Promise<Stored> {
    const of = (table: Table, key: string) =>
      reader.selectFrom(table).select('stateJson').where('key', '=', key).executeTakeFirst();
    const name = await of('attempts', nameKey);
    const address = await of('addresses', addressKey);
    return {
      counters: name ? countersRow.parse(parsed(name.stateJson)) : lockout.noFailures,
      address: address ? addressRow.parse(parsed(address.stateJson)) : throttle.quietAddress,
    };
  }

  async #save(writer: Writer, keyed: Keyed, stored: Stored): Promise<void> {
    const touchedAt = this.#context.clock();
    for (const [table, key, state] of rowsOf(keyed, stored)) {
      const values = { stateJson: canonical(state), touchedAt };
      await writer.updateTable(table).set(values).where('key', '=', key).execute();
    }
  }
}

const rowsOf = ({ nameKey, addressKey }: Keyed, { counters, address }: Stored) =>
  [
    ['attempts', nameKey, counters],
    ['addresses', addressKey, address],
  ] as const;
