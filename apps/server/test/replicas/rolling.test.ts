import type { SignAnswer } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { postgresEngine } from '../../src/storage/sql/engine.ts';
import { migrate, migrations } from '../../src/storage/sql/migrate.ts';
import { servedBy } from './support/served.ts';

const pair = servedBy(2, 2);
const { at, signedIn, uploaded, signatures } = pair;

/** What a version after this one adds, as the rule for migrations has it. */
const later = [
  ...migrations,
  {
    name: `${String(migrations.length + 1).padStart(4, '0')}-later`,
    statements: () => [
      `ALTER TABLE accounts ADD COLUMN "laterText" TEXT NOT NULL DEFAULT ''`,
      `ALTER TABLE documents ADD COLUMN "laterNumber" BIGINT`,
      `ALTER TABLE versions ADD COLUMN "laterJson" TEXT NOT NULL DEFAULT 'null'`,
      `ALTER TABLE signings ADD COLUMN "laterText" TEXT`,
      `ALTER TABLE outbox ADD COLUMN "laterAt" BIGINT NOT NULL DEFAULT 0`,
      `ALTER TABLE audit ADD COLUMN "laterText" TEXT`,
      `CREATE TABLE later (id TEXT PRIMARY KEY)`,
      `CREATE INDEX later_documents ON documents ("laterNumber")`,
    ],
  },
];

describe('an upgrade while the service runs', () => {
  test('servers of the version before go on, and start again, beside a newer one', async () => {
    const [maria, nikos] = [await signedIn(0), await signedIn(1)];
    const [hers, his] = [await uploaded(maria), await uploaded(nikos)];
    const newer = postgresEngine(pair.place.wire.url, () => undefined, true);
    // Several servers of the new version come at once, under load.
    const signing = maria.sign(hers);
    await Promise.all([1, 2, 3].map(() => migrate(newer, Date.now(), later)));
    expect((await signing)?.status).toBe(200);
    await newer.close();
    // One that was running goes on; another starts anew on what is not its own schema.
    await pair.replica(1).stop();
    await pair.replica(1).start();
    const there = at(pair.replica(1), nikos);
    expect((await there.sign<SignAnswer>({ documents: [his], otp: await nikos.code() })).status).toBe(200);
    expect(await signatures(nikos.person, his)).toBe(1);
    for (const [signer, replica] of [
      [maria, pair.replica(1)],
      [nikos, pair.replica(0)],
    ] as const) {
      const id = await uploaded(signer);
      const answer = await at(replica, signer).sign<SignAnswer>({
        documents: [id],
        otp: await signer.code(),
      });
      expect(answer.status).toBe(200);
    }
    const storage = await pair.place.storage();
    expect(await storage.audit.verify()).toMatchObject({ ok: true });
    await storage.close();
  }, 150_000);
});
