import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { type CodeBegun, type CodeChallenge, type Codes, codeLimits } from '../face/codes.ts';
import type { Context } from './context.ts';
import type { Tables } from './tables.ts';

type Row = Selectable<Tables['codes']>;
type Day = Pick<Row, 'dayUntil' | 'dayCount'>;

export class SqlCodes implements Codes {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  begin(accountId: string): Promise<CodeBegun> {
    const { engine, clock } = this.#context;
    return engine.write(async (writer): Promise<CodeBegun> => {
      const now = clock();
      // The account's row keeps others of the same signer waiting, so that the counts are exact.
      const account = writer.selectFrom('accounts').select('id').where('id', '=', accountId);
      await engine.lock(account).executeTakeFirstOrThrow();
      const before = await writer
        .selectFrom('codes')
        .selectAll()
        .where('accountId', '=', accountId)
        .executeTakeFirst();
      const until = limitOf(before, now);
      if (until !== undefined) return { kind: 'limit', until };
      const begun = { challenge: randomBytes(16).toString('hex'), expiresAt: now + codeLimits.lifeMs };
      const row = { ...begun, spent: 0, pauseUntil: now + codeLimits.pauseMs, ...oneMore(before, now) };
      await writer
        .insertInto('codes')
        .values({ accountId, ...row })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
        .execute();
      return { kind: 'begun', ...begun };
    });
  }

  async current(accountId: string): Promise<CodeChallenge | undefined> {
    return this.#context.engine.read
      .selectFrom('codes')
      .select(['challenge', 'expiresAt'])
      .where('accountId', '=', accountId)
      .where('spent', '=', 0)
      .where('expiresAt', '>', this.#context.clock())
      .executeTakeFirst();
  }

  spend(accountId: string, challenge: string): Promise<boolean> {
    const now = this.#context.clock();
    return this.#context.engine.write(async (writer) => {
      const { numUpdatedRows } = await writer
        .updateTable('codes')
        .set({ spent: 1 })
        .where('accountId', '=', accountId)
        .where('challenge', '=', challenge)
        .where('spent', '=', 0)
        .where('expiresAt', '>', now)
        // A code of a blocked account is good for nothing, whoever began with it before the block.
        .where('accountId', 'in', (inner) =>
          inner
            .selectFrom('accounts')
            .select('id')
            .where('id', '=', accountId)
            .where('blockedAt', 'is', null),
        )
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });
  }

  async withdraw(accountId: string, challenge: string): Promise<void> {
    await this.#context.engine.write((writer) =>
      writer
        .updateTable('codes')
        .set({ spent: 1, pauseUntil: 0 })
        .where('accountId', '=', accountId)
        .where('challenge', '=', challenge)
        .execute(),
    );
  }
}

/** When the next code may be asked for, if that is not now. */
function limitOf(before: Row | undefined, now: number): number | undefined {
  if (before === undefined) return undefined;
  const { dayUntil, dayCount, pauseUntil } = before;
  if (dayUntil > now && dayCount >= codeLimits.perDay) return dayUntil;
  return pauseUntil > now ? pauseUntil : undefined;
}

/** The day begins with its first code. */
function oneMore(before: Day | undefined, now: number): Day {
  if (before === undefined || before.dayUntil <= now)
    return { dayUntil: now + codeLimits.dayMs, dayCount: 1 };
  return { dayUntil: before.dayUntil, dayCount: before.dayCount + 1 };
}
