import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SignAnswer } from '@websign/contract';
import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';
import { holdUpload } from './held-upload.ts';

let home: TestHome;
let server: RunningServer;
beforeAll(async () => {
  home = await testHome({ UNSIGNED_DOCUMENTS: '4', UNSIGNED_MB: '3' });
  server = await startTest(home);
});
afterAll(async () => {
  await server?.close();
  await home?.remove();
});

const person = (at: number) => Person.at(server.url, home.accounts[at]);
const small = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${at}.pdf`, bytes: smallPdf(`${at}`) }));
/** One page and a stream of about so many bytes that nothing refers to. */
const large = (bytes: number, letter = 'x') => ({
  name: 'large.pdf',
  bytes: writePdf({
    kind: 'table',
    objects: documentObjects({ pages: [{}], more: [{ number: 90, body: streamBody(letter.repeat(bytes)) }] }),
  }),
});
const megabyte = 1024 * 1024;
const codes = async (who: Person, files: { name: string; bytes: Uint8Array }[]) => {
  const { status, body } = await who.upload(files);
  return [status, body.code, ...body.documents.map(({ code }) => code)];
};

describe('what one signer has unsigned', () => {
  test('past so many documents the rest is refused with words, and signing one makes room for one', async () => {
    const maria = await person(0);
    const full = 'quota_reached';
    expect(await codes(maria, small(5))).toEqual([413, full, null, null, null, null, full]);
    expect(await codes(maria, small(1))).toEqual([413, full, full]);
    const history = await maria.get<{ rows: { id: string; can_sign: boolean }[]; total: number }>(
      '/api/history',
    );
    expect(history.body.total).toBe(4);
    const { body } = await maria.get<{ documents: { id: string }[] }>('/api/groups/1');
    const [first] = body.documents;
    const signed = await maria.sign<SignAnswer>({
      documents: [first?.id ?? ''],
      otp: freshCode(home, maria.account),
    });
    expect(signed.body.status).toBe('success');
    expect((await maria.file(first?.id ?? '')).length).toBeGreaterThan(1000);
    expect(await codes(maria, small(1))).toEqual([200, null, null]);
    expect(await codes(maria, small(1))).toEqual([413, full, full]);
    // Others have room of their own.
    expect(await codes(await person(1), small(1))).toEqual([200, null, null]);
  });

  test('past so many octets a file is refused, those before it stay, and refused files count too', async () => {
    const eleni = await person(2);
    const script = writePdf({
      kind: 'table',
      objects: documentObjects({
        catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>',
        more: [{ number: 90, body: streamBody('x'.repeat(2 * megabyte)) }],
      }),
    });
    expect(await codes(eleni, [{ name: 'script.pdf', bytes: script }])).toEqual([
      200,
      'security_issues',
      'security_issues',
    ]);
    expect(await codes(eleni, [...small(1), large(megabyte)])).toEqual([
      413,
      'quota_reached',
      null,
      'quota_reached',
    ]);
    expect(await codes(eleni, [large(megabyte / 2)])).toEqual([200, null, null]);
  });

  test('files of uploads that were cut off count until they are gone', async () => {
    const petros = await person(3);
    const { bytes } = large(2.5 * megabyte, 'y');
    const upload = holdUpload(petros, withNext(bytes));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const blob = join(home.folder, 'data', 'blobs', sha256.slice(0, 2), sha256.slice(2));
    await expect.poll(() => existsSync(blob), { timeout: 10_000 }).toBe(true);
    upload.cut();
    expect(await codes(petros, [large(megabyte)])).toEqual([413, 'quota_reached', 'quota_reached']);
    expect(await codes(petros, [large(megabyte / 4)])).toEqual([200, null, null]);
  });
});

/** The body of one file, and the beginning of another part behind it. */
function withNext(bytes: Uint8Array): Uint8Array {
  const next =
    '\r\n--held\r\nContent-Disposition: form-data; name="document"; filename="next.pdf"\r\n\r\nabc';
  return Buffer.concat([bytes, Buffer.from(next)]);
}
