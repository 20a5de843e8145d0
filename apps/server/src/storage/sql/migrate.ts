import { sql } from 'kysely';
import { StorageError } from '../errors.ts';
import type { Ddl, Engine } from './engine.ts';
import { first } from './migrations/0001-first.ts';
import { termsAndSends } from './migrations/0002-terms-and-sends.ts';
import { letters } from './migrations/0003-letters.ts';
import { history } from './migrations/0004-history.ts';
import { auditOfDocuments } from './migrations/0005-audit-of-documents.ts';
import { validity } from './migrations/0006-validity.ts';
import { keyProviders } from './migrations/0007-key-providers.ts';
import { authorizations } from './migrations/0008-authorizations.ts';
import { operators } from './migrations/0009-operators.ts';
import { sharedWork } from './migrations/0010-shared-work.ts';
import { codes } from './migrations/0011-codes.ts';
import { preferences } from './migrations/0012-preferences.ts';
import { occupancy } from './migrations/0013-occupancy.ts';
import { givenPasswords } from './migrations/0014-given-passwords.ts';
import { boundSessions } from './migrations/0015-bound-sessions.ts';
import { unsigned } from './migrations/0016-unsigned.ts';
import { auditCounts } from './migrations/0017-audit-counts.ts';
import { safeCopies } from './migrations/0018-safe-copies.ts';
import type { Writer } from './tables.ts';

export interface Migration {
  readonly name: string;
  readonly statements: (ddl: Ddl) => readonly string[];
}

/**
 * In order, forward only, and each such that servers of the version before go on beside it: it adds tables, indexes and
 * columns that have a default, and takes nothing away (docs/adr/0025). One that must take something away says in its
 * name from which migration on a server does without, as in `0031-no-drift-needs-0024`: older servers then end at their
 * start.
 */
export const migrations: readonly Migration[] = [
  { name: '0001-first', statements: first },
  { name: '0002-terms-and-sends', statements: termsAndSends },
  { name: '0003-letters', statements: letters },
  { name: '0004-history', statements: history },
  { name: '0005-audit-of-documents', statements: auditOfDocuments },
  { name: '0006-validity', statements: validity },
  { name: '0007-key-providers', statements: keyProviders },
  { name: '0008-authorizations', statements: authorizations },
  { name: '0009-operators', statements: operators },
  { name: '0010-shared-work', statements: sharedWork },
  { name: '0011-codes', statements: codes },
  { name: '0012-preferences', statements: preferences },
  { name: '0013-occupancy', statements: occupancy },
  { name: '0014-given-passwords', statements: givenPasswords },
  { name: '0015-bound-sessions-needs-0015', statements: boundSessions },
  { name: '0016-unsigned', statements: unsigned },
  { name: '0017-audit-counts', statements: auditCounts },
  { name: '0018-safe-copies', statements: safeCopies },
];

/** Brings the database up to this version, once, however many processes start together. */
export async function migrate(engine: Engine, now: number, known = migrations): Promise<void> {
  await engine.write(async (writer) => {
    await engine.exclusive(writer, 'migrations');
    const { integer, strict } = engine.ddl;
    await raw(
      writer,
      `CREATE TABLE IF NOT EXISTS migrations (
        number ${integer} PRIMARY KEY, name TEXT NOT NULL, "appliedAt" ${integer} NOT NULL) ${strict}`,
    );
    const applied = await writer.selectFrom('migrations').select('name').orderBy('number').execute();
    for (const [index, { name }] of applied.entries()) requireFit(name, known, index);
    for (const [index, { name, statements }] of known.entries()) {
      if (index < applied.length) continue;
      for (const statement of statements(engine.ddl)) await raw(writer, statement);
      await writer
        .insertInto('migrations')
        .values({ number: index + 1, name, appliedAt: now })
        .execute();
    }
  });
}

/** A newer version may have gone on, as long as it takes nothing from this one. */
function requireFit(name: string, known: readonly Migration[], index: number): void {
  const ours = known[index];
  if (ours?.name === name) return;
  const needs = /^\d{4}-.*-needs-(\d{4})$/.exec(name)?.[1];
  const later = ours === undefined && /^\d{4}-/.test(name);
  if (later && (needs === undefined || Number(needs) <= known.length)) return;
  throw new StorageError('migration', `the database knows migration ${name}, this version does not`);
}

const raw = (writer: Writer, statement: string) => sql.raw(statement).execute(writer);
