import { randomBytes } from 'node:crypto';
import { limits } from '@websign/contract';
import type { Selectable } from 'kysely';
import { StorageError } from '../errors.ts';
import type { AuditEvent } from '../face/audit.ts';
import type { LiveSession, NewSession, Session, Sessions } from '../face/sessions.ts';
import { accountColumns, toAccount } from './account-rows.ts';
import { appendAudit } from './audit-append.ts';
import type { Context } from './context.ts';
import { SessionIds } from './session-ids.ts';
import type { Tables, Writer } from './tables.ts';

/** Use is written down at most this often, and counts from what is written: the idle end is never late. */
const touchMs = 60_000;

type Row = Omit<Selectable<Tables['sessions']>, 'bound'>;

function toSession({ hash, accountId, createdAt, usedAt, endsAt }: Row): Session {
  return { hash, accountId, createdAt, endsAt, idleUntil: Math.min(endsAt, usedAt + limits.sessionIdleMs) };
}

/** How many sessions ended stands in the event beside what it says itself. */
const withCount = (detail: unknown, sessions: number): unknown =>
  typeof detail === 'object' && detail !== null ? { ...detail, sessions } : { sessions };

/** Ends the account's sessions but the one of `hash` within somebody's transaction. */
export async function endSessionsBut(writer: Writer, accountId: string, hash = ''): Promise<void> {
  await writer.deleteFrom('sessions').where('accountId', '=', accountId).where('hash', '<>', hash).execute();
}

export class SqlSessions implements Sessions {
  readonly #context: Context;
  readonly #ids = new SessionIds();

  constructor(context: Context) {
    this.#context = context;
  }

  keyed(keys: readonly Uint8Array[]): void {
    this.#ids.keyed(keys);
  }

  begin(accountId: string, verifier: string, event?: AuditEvent): Promise<NewSession | undefined> {
    const { engine, clock } = this.#context;
    return engine.write(async (writer) => {
      // Locked: a change of password comes wholly before, and is seen here, or wholly after, and ends the session.
      const query = writer
        .selectFrom('accounts')
        .select(['sealedVerifier', 'blockedAt'])
        .where('id', '=', accountId);
      const account = await engine.lock(query).executeTakeFirst();
      const open = account?.sealedVerifier === verifier && account.blockedAt === null;
      if (!open) return undefined;
      const session = await this.#insert(writer, accountId);
      if (event) await appendAudit(engine, writer, clock(), [event]);
      return session;
    });
  }

  async #insert(writer: Writer, accountId: string): Promise<NewSession> {
    const id = randomBytes(32).toString('base64url');
    const now = this.#context.clock();
    const endsAt = now + limits.sessionMs;
    const hash = this.#ids.newHash(id);
    if (hash === undefined) throw new StorageError('unavailable', 'sessions have no key yet');
    const row = { hash, accountId, createdAt: now, usedAt: now, endsAt };
    await writer
      .insertInto('sessions')
      .values({ ...row, bound: this.#ids.bound(id, row) })
      .execute();
    return { ...toSession(row), id };
  }

  async use(id: string): Promise<Session | undefined> {
    return (await this.resume(id))?.session;
  }

  async resume(id: string): ReturnType<Sessions['resume']> {
    const row = await this.#withAccount(id);
    if (row === undefined) return undefined;
    const account = toAccount(row);
    const now = this.#context.clock();
    const session = { ...row, createdAt: row.begunAt };
    if (!this.#ids.isAsMade(id, session)) return undefined;
    if (now - row.usedAt < touchMs) return { session: toSession(session), account };
    const touched = await this.#touch(row.hash, row.usedAt, now);
    const known = touched ? toSession({ ...session, usedAt: now }) : await this.peek(id);
    return known && { session: known, account };
  }

  async peek(id: string): Promise<Session | undefined> {
    const row = await this.#live(id);
    return row && this.#ids.isAsMade(id, row) ? toSession(row) : undefined;
  }

  async live(...[{ accountId, limit, offset }]: Parameters<Sessions['live']>): ReturnType<Sessions['live']> {
    const now = this.#context.clock();
    let query = this.#context.engine.read
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
      .where('endsAt', '>', now)
      .where('usedAt', '>', now - limits.sessionIdleMs);
    if (accountId !== undefined) query = query.where('sessions.accountId', '=', accountId);
    const rows = await query
      .select(['accounts.username', 'sessions.accountId', 'sessions.createdAt', 'usedAt', 'endsAt'])
      .orderBy('sessions.createdAt', 'desc')
      .orderBy('hash')
      .limit(limit)
      .offset(offset)
      .execute();
    const { count } = await query
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const sessions = rows.map(
      (row): LiveSession => ({ ...row, idleUntil: Math.min(row.endsAt, row.usedAt + limits.sessionIdleMs) }),
    );
    return { sessions, total: Number(count) };
  }

  endAll(accountId: string, event: AuditEvent): Promise<number> {
    const { engine, clock } = this.#context;
    return engine.write(async (writer) => {
      const now = clock();
      const ended = await writer
        .deleteFrom('sessions')
        .where('accountId', '=', accountId)
        .returning(['endsAt', 'usedAt'])
        .execute();
      const live = ended.filter(
        ({ endsAt, usedAt }) => endsAt > now && usedAt > now - limits.sessionIdleMs,
      ).length;
      await appendAudit(engine, writer, now, [{ ...event, detail: withCount(event.detail, live) }]);
      return live;
    });
  }

  end(id: string, event?: AuditEvent): Promise<boolean> {
    const { engine, clock } = this.#context;
    return engine.write(async (writer) => {
      const ended = await writer
        .deleteFrom('sessions')
        .where('hash', 'in', this.#hashes(id))
        .returning(['endsAt', 'usedAt'])
        .executeTakeFirst();
      const now = clock();
      const live = ended !== undefined && ended.endsAt > now && ended.usedAt > now - limits.sessionIdleMs;
      if (live && event) await appendAudit(engine, writer, now, [event]);
      return live;
    });
  }

  async sweep(): Promise<number> {
    const now = this.#context.clock();
    const { numDeletedRows } = await this.#context.engine.write((writer) =>
      writer
        .deleteFrom('sessions')
        .where((is) => is.or([is('endsAt', '<=', now), is('usedAt', '<=', now - limits.sessionIdleMs)]))
        .executeTakeFirst(),
    );
    return Number(numDeletedRows);
  }

  /** One at least, for the statement. */
  #hashes(id: string): string[] {
    const hashes = this.#ids.hashes(id);
    return hashes.length === 0 ? [''] : hashes;
  }

  async #live(id: string): Promise<Selectable<Tables['sessions']> | undefined> {
    const now = this.#context.clock();
    return this.#context.engine.read
      .selectFrom('sessions')
      .selectAll()
      .where('hash', 'in', this.#hashes(id))
      .where('endsAt', '>', now)
      .where('usedAt', '>', now - limits.sessionIdleMs)
      .executeTakeFirst();
  }

  #withAccount(id: string) {
    const now = this.#context.clock();
    return this.#context.engine.read
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
      .select(accountColumns.map((column) => `accounts.${column}` as const))
      .select(['hash', 'accountId', 'sessions.createdAt as begunAt', 'usedAt', 'endsAt', 'bound'])
      .where('hash', 'in', this.#hashes(id))
      .where('endsAt', '>', now)
      .where('usedAt', '>', now - limits.sessionIdleMs)
      .executeTakeFirst();
  }

  /** False when another request was faster, or has ended the session. */
  async #touch(hash: string, usedAt: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#context.engine.single((database) =>
      database
        .updateTable('sessions')
        .set({ usedAt: now })
        .where('hash', '=', hash)
        .where('usedAt', '=', usedAt)
        .executeTakeFirst(),
    );
    return numUpdatedRows === 1n;
  }
}
