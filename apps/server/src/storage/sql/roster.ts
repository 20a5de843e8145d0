import { type SelectQueryBuilder, sql } from 'kysely';
import type { Account } from '../face/accounts.ts';
import type { AuditEvent } from '../face/audit.ts';
import type { Roster, RosterQuery, SealedRow } from '../face/roster.ts';
import { fold } from '../fold.ts';
import { accountColumns, toAccount } from './account-rows.ts';
import { appendAudit } from './audit-append.ts';
import type { Context } from './context.ts';
import { endSessionsBut } from './sessions.ts';
import type { Tables } from './tables.ts';

type Query = SelectQueryBuilder<Tables, 'accounts', object>;

export class SqlRoster implements Roster {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async page({ limit, offset, ...query }: RosterQuery): Promise<{ accounts: Account[]; total: number }> {
    return this.#page(matching(this.#all(), query), 'usernameFolded', { limit, offset });
  }

  count(): Promise<number> {
    return this.#count(this.#all());
  }

  ending(...[{ from, to }, page]: Parameters<Roster['ending']>): ReturnType<Roster['ending']> {
    const query = this.#all().where('validUntil', '>', from).where('validUntil', '<=', to);
    return this.#page(query, 'validUntil', page);
  }

  async sealedAfter(after: string, limit: number): Promise<SealedRow[]> {
    const rows = await this.#context.engine.read
      .selectFrom('accounts')
      .select(['id', 'secretsVersion', 'sealedVerifier', 'sealedKey', 'sealedTotp'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, secretsVersion, sealedVerifier, sealedKey, sealedTotp }) => ({
      id,
      secrets: { version: secretsVersion, verifier: sealedVerifier, key: sealedKey, totp: sealedTotp },
    }));
  }

  block(id: string, event: AuditEvent): Promise<boolean> {
    return this.#mark(id, this.#context.clock(), event);
  }

  unblock(id: string, event: AuditEvent): Promise<boolean> {
    return this.#mark(id, null, event);
  }

  /** The row is written first: a sign-in that holds it comes wholly before, and its session is ended here. */
  #mark(id: string, blockedAt: number | null, event: AuditEvent): Promise<boolean> {
    const { engine, clock } = this.#context;
    return engine.write(async (writer) => {
      const { numUpdatedRows } = await writer
        .updateTable('accounts')
        .set({ blockedAt })
        .where('id', '=', id)
        .where('blockedAt', blockedAt === null ? 'is not' : 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      if (blockedAt !== null) await endSessionsBut(writer, id);
      await appendAudit(engine, writer, clock(), [event]);
      return true;
    });
  }

  #all(): Query {
    return this.#context.engine.read.selectFrom('accounts');
  }

  async #count(query: Query): Promise<number> {
    const { count } = await query
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async #page(
    query: Query,
    order: 'usernameFolded' | 'validUntil',
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ accounts: Account[]; total: number }> {
    const rows = await query
      .select(accountColumns)
      .orderBy(order)
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute();
    return { accounts: rows.map(toAccount), total: await this.#count(query) };
  }
}

function matching(all: Query, { q = '', provider, blocked }: Omit<RosterQuery, 'limit' | 'offset'>): Query {
  let query = all;
  if (provider !== undefined) query = query.where('provider', '=', provider);
  if (blocked !== undefined) query = query.where('blockedAt', blocked ? 'is not' : 'is', null);
  const text = fold(q.trim());
  if (text === '') return query;
  const part = `%${text.replace(/[\\%_]/gu, '\\$&')}%`;
  return query.where(({ or, ref }) =>
    or([
      sql<boolean>`${ref('usernameFolded')} like ${part} escape '\\'`,
      sql<boolean>`${ref('nameFolded')} like ${part} escape '\\'`,
    ]),
  );
}
