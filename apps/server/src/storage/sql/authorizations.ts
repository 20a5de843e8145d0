import type { Selectable } from 'kysely';
import {
  type Authorization,
  type Authorizations,
  authorizationLimits,
  type NewAuthorization,
} from '../face/authorizations.ts';
import { storable } from '../fold.ts';
import type { Context } from './context.ts';
import type { Engine } from './engine.ts';
import type { Tables, Writer } from './tables.ts';

type Row = Selectable<Tables['authorizations']>;

const toAuthorization = ({ preparedSha256, preparedSize, ...row }: Row): Authorization => ({
  signingId: row.signingId,
  accountId: row.accountId,
  codeVerifier: row.codeVerifier,
  expiresAt: row.expiresAt,
  prepared: { sha256: preparedSha256, size: preparedSize },
});

export class SqlAuthorizations implements Authorizations {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async begin({ prepared, ...given }: NewAuthorization): Promise<number> {
    const createdAt = this.#context.clock();
    const expiresAt = createdAt + authorizationLimits.lifeMs;
    const row = { ...given, preparedSha256: prepared.sha256, preparedSize: prepared.size };
    await this.#context.engine.write(async (writer) => {
      await makeRoom(this.#context.engine, writer, given);
      await writer
        .insertInto('authorizations')
        .values({ ...row, createdAt, expiresAt })
        .execute();
    });
    return expiresAt;
  }

  async renew({ signingId, accountId, ...secrets }: Parameters<Authorizations['renew']>[0]) {
    const row = await this.#context.engine.write((writer) =>
      writer
        .updateTable('authorizations')
        .set(secrets)
        .where('signingId', '=', storable(signingId))
        .where('accountId', '=', accountId)
        .where('expiresAt', '>', this.#context.clock())
        .returningAll()
        .executeTakeFirst(),
    );
    return row && toAuthorization(row);
  }

  async take(accountId: string, signingId: string, stateSha256: string): Promise<Authorization | undefined> {
    const row = await this.#context.engine.write((writer) =>
      writer
        .deleteFrom('authorizations')
        .where('signingId', '=', storable(signingId))
        .where('accountId', '=', accountId)
        .where('stateSha256', '=', stateSha256)
        .where('expiresAt', '>', this.#context.clock())
        .returningAll()
        .executeTakeFirst(),
    );
    return row && toAuthorization(row);
  }

  async sweep(): Promise<number> {
    const now = this.#context.clock();
    const { numDeletedRows } = await this.#context.engine.write((writer) =>
      writer.deleteFrom('authorizations').where('expiresAt', '<=', now).executeTakeFirst(),
    );
    return Number(numDeletedRows);
  }
}

/** The account's row is locked first, so that requests that begin together count each other. */
async function makeRoom(
  engine: Engine,
  writer: Writer,
  { accountId, signingId }: Pick<NewAuthorization, 'accountId' | 'signingId'>,
): Promise<void> {
  const account = writer.selectFrom('accounts').select('id').where('id', '=', accountId);
  await engine.lock(account).executeTakeFirstOrThrow();
  const others = await writer
    .selectFrom('authorizations')
    .select('signingId')
    .where('accountId', '=', accountId)
    .where('signingId', '<>', signingId)
    .orderBy('createdAt', 'desc')
    .orderBy('signingId')
    .execute();
  // A request that its key began anew after its own record was over takes that one's place.
  const over = [signingId, ...others.slice(authorizationLimits.perAccount - 1).map((row) => row.signingId)];
  await writer.deleteFrom('authorizations').where('signingId', 'in', over).execute();
}
