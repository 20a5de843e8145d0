import type { PreferenceStore } from '../face/preferences.ts';
import { type Context, parsed } from './context.ts';

export class SqlPreferences implements PreferenceStore {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async find(accountId: string): Promise<unknown> {
    const row = await this.#context.engine.read
      .selectFrom('preferences')
      .select('valueJson')
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    return row && parsed(row.valueJson);
  }

  async save(accountId: string, value: unknown): Promise<void> {
    const row = { valueJson: JSON.stringify(value), savedAt: this.#context.clock() };
    await this.#context.engine.single((database) =>
      database
        .insertInto('preferences')
        .values({ accountId, ...row })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
        .execute(),
    );
  }

  async forget(accountId: string): Promise<void> {
    await this.#context.engine.single((database) =>
      database.deleteFrom('preferences').where('accountId', '=', accountId).execute(),
    );
  }
}
