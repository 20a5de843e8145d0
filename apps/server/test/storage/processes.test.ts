import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage, type Storage, type StorageConfig } from '../../src/storage/index.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { startWorker } from './support/processes.ts';
import { enrol, Grounds } from './support/storages.ts';

type Fact = Record<string, unknown>;

const settingsOf = ({ dataFolder, databaseUrl }: StorageConfig, accountId: string) => ({
  ...{ dataFolder, accountId },
  ...(databaseUrl && { databaseUrl }),
});

const together = 3;

/** Starts three writers again and again and kills each at any moment from its start on; answers what they said. */
async function killInLoop(settings: object, kills: number): Promise<Fact[]> {
  const killOne = async (index: number): Promise<Fact[]> => {
    const { child, speaks, ended } = startWorker('write', settings);
    // One in ten dies while it starts, the others while they work.
    if (index % 10 === 0) await sleep(Math.random() * 300);
    else await speaks;
    await sleep(Math.random() * 80);
    child.kill('SIGKILL');
    return ended;
  };
  const facts: Fact[] = [];
  for (let done = 0; done < kills; done += together) {
    const writers = Array.from({ length: together }, (_, index) => killOne(done + index));
    facts.push(...(await Promise.all(writers)).flat());
  }
  return facts;
}

/** Every acknowledged fact is there, and whatever else is there is whole. */
async function judge(storage: Storage, accountId: string, facts: readonly Fact[]): Promise<void> {
  const documents = new Map<unknown, { sha256: string; versions: string[] }>();
  for await (const { id, sha256, size } of storage.documents.each(accountId, {})) {
    const versions = await storage.signings.versions(accountId, id);
    for (const blob of [{ sha256, size }, ...versions]) {
      await storage.blobs.read(blob.sha256, { size: blob.size, verify: true });
    }
    documents.set(id, { sha256, versions: versions.map((version) => version.sha256) });
  }
  for (const { document, sha256, version } of facts) {
    const there = documents.get(document);
    if (version === undefined) expect(there?.sha256).toBe(sha256);
    else expect(there?.versions).toEqual([version]);
  }
  for await (const { sha256, size } of storage.blobs.list()) {
    await storage.blobs.read(sha256, { size, verify: true });
  }
  const signed = [...documents.values()].flatMap(({ versions }) => versions).length;
  expect(await storage.audit.verify()).toMatchObject({
    ok: true,
    head: { sequence: documents.size + signed },
  });
}

function suite(grounds: Grounds, kills: number): void {
  it(`loses nothing acknowledged and leaves nothing half in ${kills} kills`, {
    timeout: 300_000,
  }, async () => {
    const { storage, config } = await grounds.lay({ clock: Date.now });
    const { id } = await enrol(storage);
    await storage.close();
    const facts = await killInLoop(settingsOf(config, id), kills);
    const after = await openStorage(config);
    try {
      expect(facts.length).toBeGreaterThan(kills / 2);
      await judge(after, id, facts);
      expect(await readdir(join(config.dataFolder, 'blobs', 'tmp'))).toEqual([]);
    } finally {
      await after.close();
    }
  });

  it('SES-5 counts exactly across four processes, and the audit stays one chain', async () => {
    const { storage, config } = await grounds.lay({ clock: Date.now });
    const { id } = await enrol(storage);
    const workers = Array.from({ length: 4 }, () => startWorker('contend', settingsOf(config, id)));
    const said = (await Promise.all(workers.map(({ ended }) => ended))).flat();
    const sum = (name: string) => said.reduce((total, fact) => total + Number(fact[name]), 0);
    expect([sum('evaluated'), sum('locked'), sum('consumed'), sum('appended')]).toEqual([5, 195, 1, 200]);
    expect(await storage.audit.verify()).toMatchObject({ ok: true, head: { sequence: 200 } });
  });
}

describe('SQLite', () => {
  const grounds = new Grounds(async () => undefined);
  afterAll(() => grounds.clear());
  suite(grounds, 60);
});

describe('PostgreSQL', () => {
  let postgres: Postgres | undefined;
  const grounds = new Grounds(
    (like) => postgres?.createDatabase(like) ?? Promise.reject(new Error('no server')),
  );
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await grounds.clear();
    await postgres?.stop();
  });
  suite(grounds, 9);
});
