import { randomUUID } from 'node:crypto';
import type { Turn, Turns } from '../face/turns.ts';
import type { Context } from './context.ts';

export class SqlTurns implements Turns {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async take(name: string, leaseMs: number): Promise<Turn | undefined> {
    const { engine, clock } = this.#context;
    const now = clock();
    // Looks without writing first: asking in vain costs no commit.
    const known = await engine.read
      .selectFrom('turns')
      .select(['dueAt', 'leaseUntil'])
      .where('name', '=', name)
      .executeTakeFirst();
    if (known !== undefined && (known.dueAt > now || known.leaseUntil > now)) return undefined;
    const holder = randomUUID();
    const taken = await engine.write(async (writer) => {
      await writer
        .insertInto('turns')
        .values({ name, dueAt: 0, holder: '', leaseUntil: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { numUpdatedRows } = await writer
        .updateTable('turns')
        .set({ holder, leaseUntil: now + leaseMs })
        .where('name', '=', name)
        .where('dueAt', '<=', now)
        .where('leaseUntil', '<=', now)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });
    return taken ? { done: (nextMs) => this.#done(name, holder, nextMs) } : undefined;
  }

  async #done(name: string, holder: string, nextMs: number): Promise<void> {
    const { engine, clock } = this.#context;
    await engine.write((writer) =>
      writer
        .updateTable('turns')
        .set({ dueAt: clock() + nextMs, leaseUntil: 0 })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute(),
    );
  }
}
