import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  api,
  type ErrorAnswer,
  type HistoryAnswer,
  type SignAnswer,
  type VerifyAnswer,
} from '@websign/contract';
import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { type SmallDisk, smallDisk } from '../storage/support/small-disk.ts';
import { freshCode, Person, startTest, type TestHome, testHome } from './harness.ts';

const megabytes = (count: number): number => count * 1024 * 1024;

/** One page and a stream of about so many bytes that nothing refers to. */
const largePdf = (bytes: number): Uint8Array =>
  writePdf({
    kind: 'table',
    objects: documentObjects({
      pages: [{ content: 'BT /F1 12 Tf (large) Tj ET' }],
      more: [{ number: 90, body: streamBody('x'.repeat(bytes)) }],
    }),
  });

const disk: SmallDisk | undefined = smallDisk(40);

describe.skipIf(!disk)(disk ? 'a full disk' : 'skipped: no file system may be mounted', () => {
  let home: TestHome;
  let server: RunningServer;
  let maria: Person;
  const { TMPDIR } = process.env;

  beforeAll(async () => {
    process.env.TMPDIR = disk?.folder;
    home = await testHome();
    server = await startTest(home);
    maria = await Person.at(server.url, home.accounts[0]);
  });
  afterAll(async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await server?.close();
    await home?.remove();
    disk?.remove();
  });

  afterEach(() => disk?.empty());

  const leftovers = () => readdirSync(join(home.folder, 'data', 'blobs', 'tmp'));
  const verify = (bytes: Uint8Array) => {
    const body = new FormData();
    body.append('document', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'large.pdf');
    return maria.call<VerifyAnswer & ErrorAnswer>(api.verify, { method: 'POST', body });
  };

  test('UP-9: an upload is told so, leaves nothing, and goes through when there is room', async () => {
    disk?.fill(megabytes(3));
    const refused = await maria.upload([{ name: 'large.pdf', bytes: largePdf(megabytes(6)) }]);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      507,
      'storage_full',
      '60',
    ]);
    expect(leftovers()).toEqual([]);
    expect((await maria.get<HistoryAnswer>('/api/history')).body.total).toBe(0);
    disk?.empty();
    await maria.document(largePdf(megabytes(6)));
  });

  test('a check of validity is told so, and goes through when there is room', async () => {
    disk?.fill(megabytes(3));
    const refused = await verify(largePdf(megabytes(6)));
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      507,
      'storage_full',
      '60',
    ]);
    disk?.empty();
    const { status, body } = await verify(largePdf(megabytes(6)));
    expect([status, body.documents.length]).toEqual([200, 1]);
  });

  test('SGN-8: a signing is told so, the document is as it was, and signs when there is room', async () => {
    const id = await maria.document(largePdf(megabytes(6)));
    const before = await maria.file(id);
    disk?.fill(megabytes(3));
    const refused = await maria.sign<SignAnswer & ErrorAnswer>({
      documents: [id],
      otp: freshCode(home, maria.account),
    });
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      507,
      'storage_full',
      '60',
    ]);
    expect(leftovers()).toEqual([]);
    expect(Buffer.from(await maria.file(id)).equals(before)).toBe(true);
    disk?.empty();
    const again = await maria.sign<SignAnswer>({ documents: [id], otp: freshCode(home, maria.account) });
    expect(again.body.status).toBe('success');
  });
});
