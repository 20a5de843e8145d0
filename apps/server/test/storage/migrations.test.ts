import { describe, expect, test } from 'vitest';
import type { Ddl } from '../../src/storage/sql/engine.ts';
import { migrations } from '../../src/storage/sql/migrate.ts';

const ddl: Ddl = { integer: 'BIGINT', identity: 'BIGINT PRIMARY KEY', strict: '', appendOnly: () => [] };

/** What a server of the version before does not notice. */
const additive = [
  /^CREATE (UNIQUE )?INDEX /,
  /^CREATE TABLE /,
  /^UPDATE /,
  // Nullable, or with a default: an older server's INSERT does not name it.
  /^ALTER TABLE \S+ ADD COLUMN (?!.*NOT NULL)/,
  /^ALTER TABLE \S+ ADD COLUMN .*NOT NULL DEFAULT /,
];

describe('migrations', () => {
  test('are numbered in order', () => {
    expect(migrations.map(({ name }) => Number(name.slice(0, 4)))).toEqual(migrations.map((_, at) => at + 1));
  });

  test('since 0007 let the version before run beside, or say from which version on they do', () => {
    for (const { name, statements } of migrations.slice(6)) {
      if (/-needs-\d{4}$/.test(name)) continue;
      for (const statement of statements(ddl)) {
        const plain = statement.replaceAll(/\s+/g, ' ').trim();
        expect(
          additive.some((form) => form.test(plain)),
          `${name}: ${plain}`,
        ).toBe(true);
      }
    }
  });
});
