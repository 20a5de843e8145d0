import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, type HistoryAnswer, limits } from '@websign/contract';
import { documentObjects, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { openStorage } from '../../src/storage/index.ts';
import { upload } from '../storage/support/storages.ts';
import { copyCode, copyMade, historyDetailOf, historyTotal, scriptedForm, uploaded } from './copies.ts';
import { Person, startTest, type TestHome, testHome } from './harness.ts';
import { served } from './served.ts';

const place = served();

describe('the bounds of safe copies', () => {
  let home: TestHome;
  let server: RunningServer;
  let folder: string;
  const person = (at: number) => Person.at(server.url, home.accounts[at]);
  const blobs = async () =>
    (await readdir(join(home.folder, 'data', 'blobs'), { recursive: true })).filter((name) =>
      /[0-9a-f]{60}$/.test(name),
    ).length;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'websign-copies-'));
    const policy = join(folder, 'policy.json');
    writeFileSync(policy, JSON.stringify({ web_link: 'refuse' }));
    home = await testHome({ UNSIGNED_DOCUMENTS: '2', ADMISSION_POLICY_FILE: policy });
    server = await startTest(home);
  });
  afterAll(async () => {
    await server?.close();
    await home?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('CPY-2: a copy that the check refuses is not recorded, and nothing of it stays', async () => {
    const nikos = await person(1);
    const linked = writePdf({
      kind: 'table',
      objects: documentObjects({
        pages: [{ entries: '/Annots[100 0 R]' }],
        more: [
          {
            number: 100,
            body: '<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/A<</S/URI/URI(https://example.org/)>>>>',
          },
        ],
      }),
    });
    const refused = await uploaded(nikos, linked);
    expect(refused).toMatchObject({ code: 'security_issues', copyable: true });
    const before = await blobs();
    expect(await copyCode(nikos, refused.record)).toEqual([409, 'copy_impossible']);
    expect([await historyTotal(nikos), await blobs()]).toEqual([1, before]);
  });

  test('CPY-4: it counts for the quota; one that stands is answered however full it is', async () => {
    const eleni = await person(2);
    const [first, second] = [
      await uploaded(eleni, scriptedForm({}, 'one')),
      await uploaded(eleni, scriptedForm({}, 'two')),
    ];
    const before = await blobs();
    expect(await copyCode(eleni, first.record)).toEqual([413, 'quota_reached']);
    expect([await historyTotal(eleni), await blobs()]).toEqual([2, before]);
    expect(second.copyable).toBe(true);
    const petros = await person(3);
    const only = await uploaded(petros, scriptedForm({}, 'one'));
    const id = await copyMade(petros, only.record);
    expect(await copyMade(petros, only.record)).toBe(id);
  });

  test('HIS-2 CPY-4: when the uploaded bytes have left there is none, and the history says so', async () => {
    home.advance(31 * 24 * 60 * 60_000);
    const eleni = await person(2);
    const { rows } = (await eleni.get<HistoryAnswer>(api.history)).body;
    const [row] = rows;
    expect((await historyDetailOf(eleni, row?.id ?? '')).copyable).toBe(false);
    expect(await copyCode(eleni, row?.id ?? '')).toEqual([410, 'expired']);
  });
});

test('UP-4 CPY-4: a group that is full takes no copy', async () => {
  const nikos = await place.person(1);
  const refused = await uploaded(nikos, scriptedForm({}, 'group'), 'a.pdf', '88');
  const storage = await openStorage({
    dataFolder: place.home.environment.WEBSIGN_DATA ?? '',
    nameKey: new Uint8Array(32),
    clock: place.home.clock,
  });
  try {
    const account = await storage.accounts.findByUsername('nikos');
    const row = { ...upload(account?.id ?? ''), groupId: '88' };
    await storage.documents.create(Array.from({ length: limits.documentsPerGroup - 1 }, () => row));
  } finally {
    await storage.close();
  }
  expect(await copyCode(nikos, refused.record)).toEqual([413, 'too_many_files']);
});
