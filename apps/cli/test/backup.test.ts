import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../server/src/main.ts';
import {
  freshCode,
  Person,
  smallPdf,
  startTest,
  type TestHome,
  testHome,
} from '../../server/test/http/harness.ts';
import {
  installedPostgres,
  type Postgres,
  startPostgres,
} from '../../server/test/storage/support/postgres.ts';
import { type Outcome, websign } from './process.ts';

const programs = await installedPostgres();
const folder = mkdtempSync(join(tmpdir(), 'websign-backup-'));
const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closing) await close();
});

/** A server, its home, and the same home's keys over a place where nothing is yet. */
interface Places {
  home: TestHome;
  server: RunningServer;
  /** The environment of the restored one. */
  restored: Record<string, string>;
}

async function places(name: string, postgres?: Postgres): Promise<Places> {
  const nameKey = join(folder, `${name}.key`);
  writeFileSync(nameKey, randomBytes(32), { mode: 0o600 });
  const database = async () => (postgres ? { DATABASE_URL: await postgres.createDatabase() } : {});
  const home = await testHome({ NAME_KEY_FILE: nameKey, ...(await database()) });
  const server = await startTest(home);
  closing.unshift(() => home.remove());
  const WEBSIGN_DATA = join(folder, `${name}-restored`);
  return { home, server, restored: { ...home.environment, WEBSIGN_DATA, ...(await database()) } };
}

/** Uploads and signs until it is told to stop; the documents that were signed, with their bytes. */
function signingOn({ home, server }: Places): { stop(): Promise<Map<string, Buffer>>; signed(): number } {
  const documents = new Map<string, Buffer>();
  let going = true;
  const [first, ...others] = home.accounts;
  const work = [first, ...others].map(async (account, at) => {
    const person = await Person.at(server.url, account);
    for (let number = 0; going; number += 1) {
      const id = await person.document(smallPdf(`${at} ${number}`));
      const { status } = await person.sign({ documents: [id], otp: freshCode(home, person.account) });
      if (status === 200) documents.set(`${at} ${id}`, Buffer.from(await person.file(id)));
    }
  });
  return {
    signed: () => documents.size,
    async stop() {
      going = false;
      await Promise.all(work);
      return documents;
    },
  };
}

/** Every document of before the backup is there, as it was; sessions of before are over; the server signs on. */
async function showWhole(
  places: Places,
  before: ReadonlyMap<string, Buffer>,
  sessionId: string,
): Promise<void> {
  const { home, restored } = places;
  const again = await startTest({ ...home, environment: restored });
  try {
    expect((await fetch(`${again.url}/api/ping?sessionId=${sessionId}`)).status).toBe(401);
    for (const [key, bytes] of before) {
      const [at, id = ''] = key.split(' ');
      const person = await Person.at(again.url, home.accounts[Number(at)]);
      expect(Buffer.from(await person.file(id)).equals(bytes)).toBe(true);
    }
    const person = await Person.at(again.url, home.accounts[0]);
    const id = await person.document(smallPdf('after'));
    expect((await person.sign({ documents: [id], otp: freshCode(home, person.account) })).status).toBe(200);
  } finally {
    await again.close();
  }
}

async function backUpUnderLoad(name: string, postgres?: Postgres): Promise<void> {
  const both = await places(name, postgres);
  const { home, server, restored } = both;
  const backup = join(folder, `${name}-backup`);
  const { sessionId } = await Person.at(server.url, home.accounts[0]);
  const load = signingOn(both);
  try {
    await expect.poll(load.signed, { timeout: 20_000 }).toBeGreaterThan(4);
    const sofar = load.signed();
    const copied = await websign(['backup', backup], { env: home.environment });
    expect(copied).toMatchObject({ code: 0, stderr: '' });
    // What was under way while it was copied goes on to its end.
    await expect.poll(load.signed, { timeout: 30_000 }).toBeGreaterThan(sofar);
    const before = new Map([...(await load.stop())].slice(0, sofar));
    const outcome = await websign(['restore', backup], { env: restored });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(
      /^Restored 4 accounts, \d+ files, and an audit log of \d+ entries that is whole/,
    );
    await showWhole(both, before, sessionId);
    const twice: Outcome = await websign(['restore', backup], { env: restored });
    expect(twice.code).toBe(1);
    expect(twice.stderr).toMatch(/there is a database already|already exists/);
  } finally {
    await load.stop();
    await server.close();
  }
}

describe('backup and restore', () => {
  test('SQLite and files: backed up while people sign, restored whole, and signing goes on', async () => {
    await backUpUnderLoad('sqlite');
  }, 120_000);

  test.skipIf(programs === undefined)(
    `PostgreSQL: the same${programs === undefined ? ' (skipped: postgresql not installed)' : ''}`,
    async () => {
      const postgres = await startPostgres({ programs: programs ?? '' });
      closing.push(() => postgres.stop());
      await backUpUnderLoad('postgres', postgres);
    },
    120_000,
  );

  test('a backup of the other kind, a torn one and none are refused with a sentence', async () => {
    const env = { WEBSIGN_DATA: join(folder, 'none'), DATABASE_URL: '' };
    const none = await websign(['restore', join(folder, 'nowhere')], { env });
    expect(none).toMatchObject({ code: 1, stderr: 'websign: the backup cannot be read\n' });
    const torn = mkdtempSync(join(folder, 'torn-'));
    const empty = await websign(['restore', torn], { env });
    expect(empty).toMatchObject({ code: 1, stderr: 'websign: the backup holds no websign.db with blobs\n' });
  });
});
