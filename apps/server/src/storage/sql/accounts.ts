import type { Selectable } from 'kysely';
import { canonical } from '../canonical.ts';
import type { Account, Accounts, NewAccount, SealedSecrets } from '../face/accounts.ts';
import type { AuditEvent } from '../face/audit.ts';
import { fold, storable } from '../fold.ts';
import { accountColumns, toAccount } from './account-rows.ts';
import { type Context, newId } from './context.ts';
import { holdsJob, rewriteJob, takeJob, writeAlso } from './outbox-jobs.ts';
import { endSessionsBut } from './sessions.ts';
import type { Tables, Writer } from './tables.ts';

const chainText = (chain: readonly Uint8Array[]): string =>
  canonical(chain.map((der) => Buffer.from(der).toString('base64')));

/** What a search looks through beside the username; the surname on both sides, for either order of the names. */
const searched = ({ surname, name, email, subjectSerial }: NewAccount): string =>
  fold([surname, name, surname, email, subjectSerial].join(' '));

function toRow(account: NewAccount, now: number): Selectable<Tables['accounts']> {
  const { chain, verifier, key, totp } = account;
  return {
    id: account.id ?? newId(),
    username: storable(account.username),
    usernameFolded: fold(account.username),
    surname: storable(account.surname),
    name: storable(account.name),
    email: storable(account.email),
    subjectSerial: storable(account.subjectSerial),
    certificateSerial: account.certificateSerial,
    validUntil: account.validUntil,
    otpMethod: account.otpMethod,
    chainJson: chainText(chain),
    totpLast: 0,
    createdAt: now,
    secretsVersion: 1,
    sealedVerifier: verifier,
    sealedKey: key,
    sealedTotp: totp,
    provider: account.provider ?? 'software',
    keyReferenceJson: canonical(account.keyReference ?? null),
    phone: account.phone ?? '',
    blockedAt: null,
    passwordGivenAt: account.passwordGiven === true ? now : null,
    nameFolded: searched(account),
  };
}

export class SqlAccounts implements Accounts {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async create(account: NewAccount, event?: AuditEvent): Promise<Account> {
    const { engine, clock } = this.#context;
    const now = clock();
    const row = toRow(account, now);
    const created = await engine.write(async (writer) => {
      const inserted = await writer
        .insertInto('accounts')
        .values(row)
        .returning(accountColumns)
        .executeTakeFirstOrThrow();
      await writeAlso(engine, writer, now, { ...(event && { event }) });
      return inserted;
    });
    return toAccount(created);
  }

  find(id: string): Promise<Account | undefined> {
    return this.#findBy('id', id);
  }

  findByUsername(username: string): Promise<Account | undefined> {
    return this.#findBy('usernameFolded', fold(username));
  }

  async #findBy(column: 'id' | 'usernameFolded', value: string): Promise<Account | undefined> {
    const { read } = this.#context.engine;
    const row = await read
      .selectFrom('accounts')
      .select(accountColumns)
      .where(column, '=', value)
      .executeTakeFirst();
    return row && toAccount(row);
  }

  async list(): Promise<Account[]> {
    const rows = await this.#context.engine.read
      .selectFrom('accounts')
      .select(accountColumns)
      .orderBy('usernameFolded')
      .execute();
    return rows.map(toAccount);
  }

  async sealed(id: string): Promise<SealedSecrets | undefined> {
    const row = await this.#context.engine.read
      .selectFrom('accounts')
      .select(['secretsVersion', 'sealedVerifier', 'sealedKey', 'sealedTotp'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { secretsVersion, sealedVerifier, sealedKey, sealedTotp } = row;
    return { version: secretsVersion, verifier: sealedVerifier, key: sealedKey, totp: sealedTotp };
  }

  async reseal(...[id, version, parts, job, more = {}]: Parameters<Accounts['reseal']>): Promise<boolean> {
    const { engine, clock, jobAdded } = this.#context;
    const { event, settles, endSessions, rewrites, method, ownPassword } = more;
    const values = {
      ...(parts.verifier !== undefined && { sealedVerifier: parts.verifier }),
      ...(parts.key !== undefined && { sealedKey: parts.key }),
      ...(parts.totp !== undefined && { sealedTotp: parts.totp }),
      ...(method && { otpMethod: method.otpMethod, phone: method.phone }),
      ...(ownPassword && { passwordGivenAt: null }),
    };
    const changed = await engine.write(async (writer) => {
      if (settles && !(await holdsJob(engine, writer, settles))) return false;
      if (!(await change(writer, id, version, values))) return false;
      for (const job of rewrites ?? []) await rewriteJob(writer, job);
      if (settles) await takeJob(writer, settles);
      if (endSessions) await endSessionsBut(writer, id, endSessions.but);
      await writeAlso(engine, writer, clock(), { ...(job && { job }), ...(event && { event }) });
      return true;
    });
    if (changed && job) jobAdded();
    return changed;
  }

  renew(id: string, version: number, renewed: Parameters<Accounts['renew']>[2]): Promise<boolean> {
    const { certificateSerial, validUntil, chain, verifier, key } = renewed;
    const facts = { certificateSerial, validUntil, chainJson: chainText(chain) };
    const values = { ...facts, sealedVerifier: verifier, sealedKey: key };
    return this.#context.engine.write((writer) => change(writer, id, version, values));
  }

  async consumeTotpStep(id: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#context.engine.single((database) =>
      database
        .updateTable('accounts')
        .set({ totpLast: step })
        .where('id', '=', id)
        .where('totpLast', '<', step)
        // A code of a blocked account is good for nothing, whoever began with it before the block.
        .where('blockedAt', 'is', null)
        .executeTakeFirst(),
    );
    return numUpdatedRows === 1n;
  }
}

/** One version on; false when another change was first. */
async function change(
  writer: Writer,
  id: string,
  version: number,
  values: Partial<Selectable<Tables['accounts']>>,
): Promise<boolean> {
  const { numUpdatedRows } = await writer
    .updateTable('accounts')
    .set({ ...values, secretsVersion: version + 1 })
    .where('id', '=', id)
    .where('secretsVersion', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
