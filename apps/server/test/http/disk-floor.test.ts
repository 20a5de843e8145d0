import { statfsSync } from 'node:fs';
import type { HistoryAnswer, LoginAnswer, SignAnswer } from '@websign/contract';
import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { type SmallDisk, smallDisk } from '../storage/support/small-disk.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';
import { type RemoteHome, remoteHome, Visitor } from './remote.ts';

const megabytes = (count: number): number => count * 1024 * 1024;
const FLOOR = 30;

/** One page and a stream of about so many bytes that nothing refers to. */
const largePdf = (bytes: number): Uint8Array =>
  writePdf({
    kind: 'table',
    objects: documentObjects({ pages: [{}], more: [{ number: 90, body: streamBody('x'.repeat(bytes)) }] }),
  });

const disk: SmallDisk | undefined = smallDisk(100);
const { TMPDIR } = process.env;
// Homes are made where temporary files go.
beforeAll(() => {
  if (disk) process.env.TMPDIR = disk.folder;
});
afterAll(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  disk?.remove();
});

describe.skipIf(!disk)(disk ? 'the floor of the disk' : 'skipped: no file system may be mounted', () => {
  let home: TestHome;
  let server: RunningServer;
  let maria: Person;

  beforeAll(async () => {
    home = await testHome({ DISK_FLOOR_MB: String(FLOOR) });
    server = await startTest(home);
    maria = await Person.at(server.url, home.accounts[0]);
  });
  afterAll(async () => {
    await server?.close();
    await home?.remove();
  });
  afterEach(() => disk?.empty());

  const free = () => {
    const { bavail, bsize } = statfsSync(disk?.folder ?? '/');
    return bavail * bsize;
  };
  const asked = async (path: string) => {
    const answer = await fetch(server.operationsUrl + path);
    return { status: answer.status, text: await answer.text() };
  };
  const uploaded = async (bytes: Uint8Array) => {
    const { status, body, headers } = await maria.upload([{ name: 'a.pdf', bytes }]);
    return [status, body.code, headers.get('retry-after')];
  };

  test('below it uploads are refused; what is there is signed and handed out, and people sign in', async () => {
    const id = await maria.document(smallPdf());
    expect((await asked('/metrics')).text).toContain('websign_uploads_open 1');
    disk?.fill(megabytes(FLOOR - 5));
    expect(await uploaded(smallPdf())).toEqual([507, 'storage_full', '60']);
    expect((await maria.get<HistoryAnswer>('/api/history')).body.total).toBe(1);
    const signed = await maria.sign<SignAnswer>({ documents: [id], otp: freshCode(home, maria.account) });
    expect(signed.body.status).toBe('success');
    expect((await maria.file(id)).length).toBeGreaterThan(smallPdf().length);
    const { username = '', password = '' } = home.accounts[1] ?? {};
    expect((await maria.post<LoginAnswer>('/api/login', { username, password })).status).toBe(200);
  });

  test('the operator is told: by the log, by the metric, and by readiness, which stays', async () => {
    disk?.fill(megabytes(FLOOR - 5));
    await uploaded(smallPdf());
    expect(home.logged.join('')).toContain('uploads are refused: no room');
    expect((await asked('/metrics')).text).toContain('websign_uploads_open 0');
    const { status, text } = await asked('/readyz');
    expect([status, JSON.parse(text)]).toMatchObject([200, { status: 'ready', uploads: 'full' }]);
    disk?.empty();
    expect(JSON.parse((await asked('/readyz')).text)).toMatchObject({ uploads: 'open' });
    expect(await uploaded(smallPdf())).toEqual([200, null, null]);
    expect(home.logged.join('')).toContain('uploads are refused: no room: over');
  });

  test('a file that would pass it is stopped while it is written, and nothing of it stays', async () => {
    disk?.fill(megabytes(FLOOR + 4));
    const before = free();
    const watched: number[] = [];
    const timer = setInterval(() => watched.push(free()), 1);
    expect(await uploaded(largePdf(megabytes(15)))).toEqual([507, 'storage_full', '60']);
    clearInterval(timer);
    expect(watched.length).toBeGreaterThan(0);
    // What was written when it was looked at, and one look's worth more.
    expect(Math.min(...watched)).toBeGreaterThan(megabytes(FLOOR - 2));
    // The rows' own files grow on the same disk; of the document more would be left.
    expect(before - free()).toBeLessThan(megabytes(3));
  });
});

describe.skipIf(!disk)(
  disk ? 'the floor and pages of providers' : 'skipped: no file system may be mounted',
  () => {
    let home: RemoteHome;
    let server: RunningServer;

    beforeAll(async () => {
      home = await remoteHome({ DISK_FLOOR_MB: String(FLOOR), CSC_ACTIVATION: 'redirect' });
      server = await startTest(home);
    });
    afterAll(async () => {
      await server?.close();
      await home?.remove();
    });

    test('below it nothing is kept for a signing that leads to a provider’s page', async () => {
      const visitor = await Visitor.at(server.url, home.elsewhere[0]);
      const id = await visitor.document(smallPdf());
      disk?.fill(megabytes(FLOOR - 5));
      const { status, body } = await visitor.leave([id]);
      expect([status, body]).toMatchObject([507, { error: { code: 'storage_full' } }]);
      disk?.empty();
      expect((await visitor.leave([id])).body).toMatchObject({ redirect: expect.stringContaining('http') });
    });
  },
);
