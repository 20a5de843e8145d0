import { StorageError } from '../errors.ts';
import type { Blobs } from '../face/blobs.ts';
import type { ListCopies, ListCopy } from '../face/list-copies.ts';
import type { Context } from './context.ts';

/** The row names the bytes, which lie with the documents'. */
export class SqlListCopies implements ListCopies {
  readonly #context: Context;
  readonly #blobs: Blobs;

  constructor(context: Context, blobs: Blobs) {
    this.#context = context;
    this.#blobs = blobs;
  }

  async read(name: string): Promise<ListCopy | undefined> {
    const row = await this.#context.engine.read
      .selectFrom('listCopies')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { sha256, size, fetchedAt } = row;
    try {
      return { bytes: await this.#blobs.read(sha256, { size, verify: true }), fetchedAt };
    } catch (error) {
      // Another server may have put a newer one in its place in this moment.
      if (error instanceof StorageError && error.code === 'missing') return undefined;
      throw error;
    }
  }

  async write(name: string, { bytes, fetchedAt }: ListCopy): Promise<void> {
    const { sha256, size } = await this.#blobs.put(bytes);
    const values = { sha256, size, fetchedAt };
    await this.#context.engine.write((writer) =>
      writer
        .insertInto('listCopies')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute(),
    );
  }

  async seen(name: string, at: number): Promise<void> {
    await this.#context.engine.write((writer) =>
      writer.updateTable('listCopies').set({ fetchedAt: at }).where('name', '=', name).execute(),
    );
  }

  async state(): Promise<string> {
    const rows = await this.#context.engine.read
      .selectFrom('listCopies')
      .select(['name', 'sha256', 'fetchedAt'])
      .orderBy('name')
      .execute();
    return JSON.stringify(rows);
  }
}
