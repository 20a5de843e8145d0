import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { accountsContract } from './contract/accounts.ts';
import { attemptsContract } from './contract/attempts.ts';
import { auditContract } from './contract/audit.ts';
import { authorizationsContract } from './contract/authorizations.ts';
import { censusContract } from './contract/census.ts';
import { codesContract } from './contract/codes.ts';
import { copiesContract } from './contract/copies.ts';
import { documentsContract } from './contract/documents.ts';
import { operatorsContract } from './contract/operators.ts';
import { outboxContract } from './contract/outbox.ts';
import { preferencesContract } from './contract/preferences.ts';
import { quotaContract } from './contract/quota.ts';
import { sendsContract } from './contract/sends.ts';
import { sessionsContract } from './contract/sessions.ts';
import { sharedWorkContract } from './contract/shared-work.ts';
import { signingsContract } from './contract/signings.ts';
import { wholeContract } from './contract/whole.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { Grounds } from './support/storages.ts';

function contract(grounds: Grounds, tamper: (place: string, statements: string[]) => Promise<void>): void {
  afterEach(() => grounds.clear());
  accountsContract(grounds);
  sessionsContract(grounds);
  attemptsContract(grounds);
  codesContract(grounds);
  documentsContract(grounds);
  copiesContract(grounds);
  quotaContract(grounds);
  signingsContract(grounds);
  auditContract(grounds, tamper);
  authorizationsContract(grounds);
  outboxContract(grounds);
  preferencesContract(grounds);
  sendsContract(grounds);
  operatorsContract(grounds);
  censusContract(grounds);
  sharedWorkContract(grounds);
  wholeContract(grounds, tamper);
}

describe('SQLite', () => {
  contract(new Grounds(async () => undefined), async (file, statements) => {
    const database = new DatabaseSync(file, { timeout: 5000 });
    try {
      for (const statement of statements) database.exec(statement);
    } finally {
      database.close();
    }
  });
});

describe('PostgreSQL', () => {
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());
  const grounds = new Grounds(
    (like) => postgres?.createDatabase(like) ?? Promise.reject(new Error('no server')),
  );
  contract(grounds, async (url, statements) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  });
});
