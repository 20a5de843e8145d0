import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, type ErrorAnswer, type GroupAnswer, type SignAnswer } from '@websign/contract';
import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { freshCode, type Person, smallPdf } from './harness.ts';
import { served } from './served.ts';

const place = served();

const { person } = place;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function signedGroup(signer: Person, names: string[], groupId: string): Promise<string[]> {
  const files = names.map((name, at) => ({ name, bytes: smallPdf(`${groupId} ${at}`) }));
  const { body } = await signer.upload(files, groupId);
  const ids = body.documents.map(({ id }) => id ?? '');
  const otp = freshCode(place.home, signer.account);
  const answer = await signer.sign<SignAnswer>({ documents: ids, otp });
  expect(answer.body.status).toBe('success');
  return ids;
}

const download = (signer: Person, groupId: string) =>
  fetch(place.url + api.zip(groupId), { headers: signer.authorization });

/** Blobs that this process has open. */
const openBlobs = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('/blobs/');
    } catch {
      return false;
    }
  }).length;

/** What another's library takes out of an archive: names and bytes. */
const unzipped = (bytes: ArrayBuffer) => new Map(Object.entries(unzipSync(new Uint8Array(bytes))));

describe('all signed documents of a group', () => {
  test('SGN-9: as they stand, under the names that downloads have, with their length', async () => {
    const maria = await person(0);
    const names = ['αίτηση.pdf', 'αίτηση.pdf', 'ΑΊΤΗΣΗ.pdf', 'a "b" <c>.pdf', 'fdp.\u202eexe.pdf'];
    const long = `${'ω'.repeat(125)}.pdf`;
    const ids = await signedGroup(maria, [...names, long], '21');
    await maria.document(smallPdf('unsigned'), 'unsigned.pdf', '21');
    const response = await download(maria, '21');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(/filename="WebSign_\d{4}-\d\d-\d\d\.zip"/);
    const bytes = await response.arrayBuffer();
    expect(Number(response.headers.get('content-length'))).toBe(bytes.byteLength);
    const files = unzipped(bytes);
    expect([...files.keys()].sort()).toEqual(
      [
        'αίτηση_signed.pdf',
        'αίτηση_signed (2).pdf',
        'ΑΊΤΗΣΗ_signed (3).pdf',
        'a _b_ _c__signed.pdf',
        'fdp._exe_signed.pdf',
        `${'ω'.repeat(122)}_signed.pdf`,
      ].sort(),
    );
    const current = await Promise.all(ids.map((id) => maria.file(id)));
    expect([...files.values()].map(sha256).sort()).toEqual(current.map(sha256).sort());
  });

  test('SGN-9: a name that looks like a counted one meets none', async () => {
    const maria = await person(0);
    await signedGroup(maria, ['a.pdf', 'a_signed (2).pdf', 'a.pdf', 'a.pdf'], '22');
    const files = unzipped(await (await download(maria, '22')).arrayBuffer());
    expect(files.size).toBe(4);
  });

  test('SGN-9: nothing signed, nothing known, somebody else’s', async () => {
    const [maria, nikos] = [await person(0), await person(1)];
    await nikos.document(smallPdf('n'), 'n.pdf', '23');
    const code = async (signer: Person, groupId: string) => {
      const { status, body } = await signer.get<ErrorAnswer>(api.zip(groupId));
      return [status, body.error.code];
    };
    expect(await code(nikos, '23')).toEqual([409, 'not_signed']);
    expect(await code(nikos, '99')).toEqual([404, 'not_found']);
    expect(await code(maria, '23')).toEqual([404, 'not_found']);
    expect(await code(nikos, '21')).toEqual([404, 'not_found']);
  });

  test('SGN-9: bytes that fail break the download off, it never ends as a shorter archive', async () => {
    const eleni = await person(2);
    const ids = await signedGroup(eleni, ['1.pdf', '2.pdf', '3.pdf'], '24');
    const sums = await Promise.all(ids.map(async (id) => sha256(await eleni.file(id))));
    const path = (at: number) =>
      join(
        place.home.environment.WEBSIGN_DATA ?? '',
        'blobs',
        (sums[at] ?? '').slice(0, 2),
        (sums[at] ?? '').slice(2),
      );
    const whole = readFileSync(path(1));
    const changed = Buffer.from(whole);
    changed[100] = (changed[100] ?? 0) ^ 1;
    writeFileSync(path(1), changed);
    await expect(download(eleni, '24').then((answer) => answer.arrayBuffer())).rejects.toThrow();
    truncateSync(path(1), 50);
    await expect(download(eleni, '24').then((answer) => answer.arrayBuffer())).rejects.toThrow();
    rmSync(path(1));
    await expect(download(eleni, '24').then((answer) => answer.arrayBuffer())).rejects.toThrow();
    writeFileSync(path(1), whole);
    expect((await (await download(eleni, '24')).arrayBuffer()).byteLength).toBeGreaterThan(whole.length);
  });

  test.skipIf(process.platform !== 'linux')(
    'SGN-9: a download that is broken off leaves no file open',
    async () => {
      const petros = await person(3);
      const padded = (fill: string) => {
        const body = streamBody(Buffer.alloc(12 * 1024 * 1024, fill));
        return writePdf({ kind: 'table', objects: documentObjects({ more: [{ number: 100, body }] }) });
      };
      const ids: string[] = [];
      for (const fill of ['a', 'b']) ids.push(await petros.document(padded(fill), `${fill}.pdf`, '25'));
      const answer = await petros.sign<SignAnswer>({
        documents: ids,
        otp: freshCode(place.home, petros.account),
      });
      expect(answer.body.status).toBe('success');
      const warnings: Error[] = [];
      const heard = (warning: Error) => warnings.push(warning);
      process.on('warning', heard);
      for (let at = 0; at < 5; at++) {
        const controller = new AbortController();
        const response = await fetch(place.url + api.zip('25'), {
          headers: petros.authorization,
          signal: controller.signal,
        });
        await response.body?.getReader().read();
        controller.abort();
      }
      await expect.poll(openBlobs, { timeout: 10_000 }).toBe(0);
      // A file that is only closed because it was forgotten is warned of.
      process.off('warning', heard);
      expect(warnings).toEqual([]);
    },
  );
});

describe('retention', () => {
  test('HIS-2: exactly the revision that left answers 410; signing goes on', {
    timeout: 60_000,
  }, async () => {
    const nikos = await person(1);
    const [id = ''] = await signedGroup(nikos, ['μένει.pdf'], '31');
    const unsigned = await nikos.document(smallPdf('goes'), 'φεύγει.pdf', '31');
    const versionOne = await nikos.file(id);
    const revision = async (of: string, which: string) => {
      const path = `${api.file(of)}?revision=${which}`;
      const { status, body } = await nikos.get<ErrorAnswer | string>(path);
      return typeof body === 'string' ? status : [status, body.error.code];
    };
    expect(await revision(id, 'original')).toBe(200);
    expect(await revision(id, '1')).toBe(200);
    expect(await revision(id, '2')).toEqual([404, 'not_found']);
    place.home.advance(24 * 3_600_000 - 60_000);
    const later = await person(1);
    nikos.sessionId = later.sessionId;
    expect(await revision(id, 'original')).toBe(200);
    place.home.advance(60_000);
    // No sweep has been: the time decides.
    expect(await revision(id, 'original')).toEqual([410, 'expired']);
    expect(await revision(id, 'current')).toBe(200);
    for (const which of ['original', 'current'])
      expect(await revision(unsigned, which)).toEqual([410, 'expired']);
    const group = (await nikos.get<GroupAnswer>(api.group('31'))).body;
    expect(group.documents.map(({ state }) => state)).toEqual(['signed', 'expired']);
    const otp = freshCode(place.home, nikos.account);
    const signing = await nikos.sign<SignAnswer>({ documents: [id, unsigned], otp });
    expect(signing.body).toMatchObject({
      status: 'partial',
      documents: [{ status: 'success' }, { status: 'error', code: 'expired' }],
    });
    expect(await nikos.file(id, '1')).toEqual(versionOne);
    expect(Buffer.from(await nikos.file(id, '2')).subarray(0, versionOne.length)).toEqual(
      Buffer.from(versionOne),
    );
    const row = (await nikos.get<{ current_kept: boolean; original_kept: boolean }>(api.historyRow(id))).body;
    expect(row).toMatchObject({ current_kept: true, original_kept: false });
    place.home.advance(30 * 24 * 3_600_000);
    nikos.sessionId = (await person(1)).sessionId;
    for (const which of ['original', 'current', '1', '2'])
      expect(await revision(id, which)).toEqual([410, 'expired']);
    expect((await nikos.get<ErrorAnswer>(api.zip('31'))).body.error.code).toBe('expired');
    const late = await nikos.sign<ErrorAnswer>({
      documents: [id],
      otp: freshCode(place.home, nikos.account),
    });
    expect([late.status, late.body.error.code]).toEqual([410, 'expired']);
    expect((await nikos.get(api.historyRow(id))).body).toMatchObject({
      row: { signed: true, state: 'expired' },
      ...{ current_kept: false, original_kept: false, versions: [{ number: 1 }, { number: 2 }] },
    });
  });
});
