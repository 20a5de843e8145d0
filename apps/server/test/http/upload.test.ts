import { createHash } from 'node:crypto';
import { readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { api, type HistoryDetail, limits } from '@websign/contract';
import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { openStorage } from '../../src/storage/index.ts';
import { Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';
import { type Part, post, sendOn } from './multipart.ts';

let home: TestHome;
let server: RunningServer;
let maria: Person;
beforeAll(async () => {
  home = await testHome();
  server = await startTest(home);
  maria = await Person.at(server.url, home.accounts[0]);
});
afterAll(async () => {
  await server?.close();
  await home?.remove();
});

/** A sane PDF of exactly so many bytes. */
function pdfOf(size: number): Uint8Array {
  const make = (padding: number) =>
    writePdf({
      kind: 'table',
      objects: documentObjects({ more: [{ number: 100, body: streamBody(Buffer.alloc(padding, 120)) }] }),
    });
  const guess = make(size - 2000);
  const exact = make(size - 2000 + (size - guess.length));
  return exact.length === size ? exact : make(size - 2000 + (size - guess.length) - (exact.length - size));
}

const session = (): Part => ({ name: 'sessionId', value: maria.sessionId });
const group = (value = '5'): Part => ({ name: 'groupId', value });
const file = (bytes: Uint8Array, filename = 'a.pdf', name = 'document'): Part => ({ name, filename, bytes });
const rows = async () => {
  const answer = await maria.get<{ documents?: unknown[] }>('/api/groups/5');
  return answer.body.documents?.length ?? 0;
};

describe('upload', () => {
  test('UP-2: document, document[] and document[0] are all taken, in order, each with its own outcome', async () => {
    const names = ['document', 'document[]', 'document[0]'];
    const parts = names.map((name, at) => file(smallPdf(name), `${at}.pdf`, name));
    const { status, body } = await post(server.url, [session(), group('6'), ...parts]);
    expect(status).toBe(200);
    expect(body.status).toBe('success');
    expect(body.documents.map((document) => document.name)).toEqual(['0.pdf', '1.pdf', '2.pdf']);
    expect(body.document).toBe(body.documents[0]?.id);
  });

  test('UP-6: one refused file makes an error; the accepted ones stay reachable', async () => {
    const bytes = smallPdf();
    const parts = [file(bytes, 'good.pdf'), file(Buffer.from('no PDF at all'), 'bad.pdf')];
    const { status, body } = await post(server.url, [session(), group('7'), ...parts]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'error',
      code: 'file_type',
      message: "You can't upload files of this type",
      documents: [
        { name: 'good.pdf', status: 'success', record: body.document, error: { has_js: false, layers: [] } },
        { name: 'bad.pdf', status: 'error', id: null, code: 'file_type' },
      ],
    });
    const good = await maria.get<{ checksum: string }>(`/api/documents/${body.document}`);
    expect(good.body.checksum).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('UP-8 HIS-2: a refused file has no id to go on with, but its record leads to its row and its bytes', async () => {
    const bytes = writePdf({
      kind: 'table',
      objects: documentObjects({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>' }),
    });
    const { body } = await post(server.url, [session(), group('9'), file(bytes, 'script.pdf')]);
    const [refused] = body.documents;
    expect(refused).toMatchObject({ id: null, status: 'error', code: 'security_issues' });
    const row = await maria.get<HistoryDetail>(api.historyRow(refused?.record ?? ''));
    expect(row.body).toMatchObject({
      row: { filename: 'script.pdf', state: 'refused' },
      original_kept: true,
    });
    expect(Buffer.from(await maria.file(refused?.record ?? '', 'original'))).toEqual(Buffer.from(bytes));
    const stranger = await Person.at(server.url, home.accounts[1]);
    expect((await stranger.get(`${api.file(refused?.record ?? '')}?revision=original`)).status).toBe(404);
  });

  test('the name keeps its letters', async () => {
    const { body } = await post(server.url, [
      session(),
      group('8'),
      file(smallPdf(), 'αίτηση άδειας “2026”.pdf'),
    ]);
    const { headers } = await maria.get(`/api/documents/${body.document}/file`);
    expect(decodeURIComponent(headers.get('content-disposition')?.split("UTF-8''")[1] ?? '')).toBe(
      'αίτηση άδειας “2026”.pdf',
    );
  });

  test.each<[string, () => Part[]]>([
    ['the file before the fields', () => [file(smallPdf()), session(), group()]],
    ['the group after the file', () => [session(), file(smallPdf()), group()]],
    ['no group', () => [session(), file(smallPdf())]],
    ['a group of letters', () => [session(), group('abc'), file(smallPdf())]],
    ['a group of 21 digits', () => [session(), group('1'.repeat(21)), file(smallPdf())]],
    ['no file', () => [session(), group()]],
    ['a file under another name', () => [session(), group(), file(smallPdf(), 'a.pdf', 'other')]],
  ])('UP-2: %s answers 400 and nothing is stored', async (_, parts) => {
    const { status, body } = await post(server.url, parts());
    expect(status).toBe(400);
    expect(body).toEqual({
      status: 'error',
      document: null,
      message: 'Bad request',
      code: 'bad_request',
      error: null,
      documents: [],
    });
    expect(await rows()).toBe(0);
  });

  test.each([['nothing'], ['A'.repeat(43)]])(
    'a session of %s answers 401 in the shape of UP-6',
    async (value) => {
      const { status, body } = await post(server.url, [
        { name: 'sessionId', value },
        group(),
        file(smallPdf()),
      ]);
      expect([status, body.code, body.status]).toEqual([401, 'session_required', 'error']);
    },
  );

  test('what is no multipart answers 400 in the shape of UP-6', async () => {
    const response = await fetch(`${server.url}/api/upload_document`, { method: 'POST', body: 'text' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status: 'error', code: 'bad_request', documents: [] });
  });
});

describe('a broken body', () => {
  const head = (name: string, more = '') =>
    `--BB\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const fields = () => `${head('sessionId')}${maria.sessionId}\r\n${head('groupId')}18\r\n`;
  const send = (body: string, type = 'multipart/form-data; boundary=BB') =>
    fetch(`${server.url}/api/upload_document`, { method: 'POST', headers: { 'content-type': type }, body });

  test.each<[string, () => string, string?]>([
    ['no boundary in the header', () => fields(), 'multipart/form-data'],
    ['no boundary in the body', () => 'x'.repeat(1000)],
    ['a file without an end', () => `${fields()}${head('document', '; filename="a.pdf"')}%PDF-1.7`],
    ['headers without an end', () => `${fields()}--BB\r\nContent-Disposition: form-data; name="document"`],
    ['a field named __proto__', () => `${fields()}${head('__proto__')}x\r\n--BB--\r\n`],
  ])('%s answers 400 in the shape of UP-6 and leaves nothing', async (_, body, type) => {
    const response = await send(body(), type);
    expect(await response.json()).toMatchObject({ status: 'error', code: 'bad_request', documents: [] });
    expect(response.status).toBe(400);
    expect((await maria.get('/api/groups/18')).status).toBe(404);
    expect(readdirSync(join(home.environment.WEBSIGN_DATA ?? '', 'blobs/tmp'))).toEqual([]);
    expect(home.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  test('UP-3: a request without an end is cut off, whatever it is made of', async () => {
    for (const begin of ['preamble', head('field'), `${fields()}--BB\r\nX: `, `${fields()}--BB--\r\n`]) {
      const { sent, outcome } = await sendOn(`${server.url}/api/upload_document`, begin);
      expect(outcome).toMatch(/^(413|400|ECONNRESET|EPIPE)$/);
      expect(sent).toBeLessThan(limits.drainBytes + 32 * 1024 * 1024);
    }
  });

  test('UP-3: one file without an end answers 413 or is cut off', async () => {
    const begin = `${fields()}${head('document', '; filename="a.pdf"')}`;
    const { sent, outcome } = await sendOn(`${server.url}/api/upload_document`, begin);
    expect(outcome).toMatch(/^(413|ECONNRESET|EPIPE)$/);
    expect(sent).toBeLessThan(limits.drainBytes + 32 * 1024 * 1024);
  });
});

test('files that cannot be stored answer 503 once all is read, and the next upload passes', async () => {
  const temporary = join(home.environment.WEBSIGN_DATA ?? '', 'blobs/tmp');
  renameSync(temporary, `${temporary}-away`);
  const parts = [1, 2, 3].map((at) => file(pdfOf(15 * 1024 * 1024), `${at}.pdf`));
  const failed = await post(server.url, [session(), group('19'), ...parts]);
  renameSync(`${temporary}-away`, temporary);
  expect([failed.status, failed.body.code, failed.body.status]).toEqual([503, 'busy', 'error']);
  expect(failed.headers['retry-after']).toBe('5');
  expect((await maria.upload([{ name: 'next.pdf', bytes: smallPdf() }])).body.status).toBe('success');
});

describe('limits', () => {
  test('UP-3: exactly 20 MB is taken', async () => {
    const bytes = pdfOf(limits.fileBytes);
    const { status, body } = await post(server.url, [session(), group('9'), file(bytes)]);
    expect([status, body.status, bytes.length]).toEqual([200, 'success', limits.fileBytes]);
  });

  test('UP-3: one byte more is not, and nothing after it', async () => {
    const parts = [
      file(smallPdf(), 'a.pdf'),
      file(pdfOf(limits.fileBytes + 1), 'b.pdf'),
      file(smallPdf(), 'c.pdf'),
    ];
    const { status, body } = await post(server.url, [session(), group('10'), ...parts]);
    expect([status, body.code, body.message]).toEqual([413, 'file_too_big', 'File is too big']);
    expect(body.documents.map(({ status: each, code, record }) => [each, code, record !== null])).toEqual([
      ['success', null, true],
      ['error', 'file_too_big', false],
      ['error', 'not_taken', false],
    ]);
    const stored = await maria.get<{ documents: unknown[] }>('/api/groups/10');
    expect(stored.body.documents).toHaveLength(1);
  });

  test('UP-3: past 60 MB several files are too big together, whichever of them is too big by itself', async () => {
    // The bound is passed with the last bytes: nothing is left to send when the answer comes.
    const sizes = [21, 19, 19, 1].map((megabytes) => megabytes * 1024 * 1024);
    const parts = sizes.map((size, at) => file(pdfOf(size + 100), `${at}.pdf`));
    const { status, body } = await post(server.url, [session(), group('22'), ...parts]);
    expect([status, body.code, body.documents]).toEqual([413, 'total_too_big', []]);
  });

  test('UP-3: 50 MB in all, exact to the byte', async () => {
    const sizes = [limits.fileBytes, limits.fileBytes, limits.totalBytes - 2 * limits.fileBytes];
    const parts = sizes.map((size) => file(pdfOf(size)));
    const whole = await post(server.url, [session(), group('11'), ...parts]);
    expect([whole.status, whole.body.status]).toEqual([200, 'success']);
    const more = await post(server.url, [session(), group('12'), ...parts, file(Buffer.from('x'))]);
    expect([more.status, more.body.message]).toEqual([413, 'Total upload size is too big']);
    expect(more.body.documents.map((document) => document.status)).toEqual([
      'success',
      'success',
      'success',
      'error',
    ]);
  });

  test('UP-3: what comes after a limit is drained, so that the answer is read', async () => {
    const parts = [1, 2, 3, 4].map((at) => file(pdfOf(14.9 * 1024 * 1024), `${at}.pdf`));
    const { status, body } = await post(server.url, [session(), group('13'), ...parts]);
    expect([status, body.code]).toEqual([413, 'total_too_big']);
  });

  test('UP-3: past 60 MB the connection ends', async () => {
    const parts = [1, 2, 3, 4, 5, 6].map((at) => file(Buffer.alloc(19 * 1024 * 1024), `${at}.pdf`));
    const outcome = await post(server.url, [session(), group('14'), ...parts]).then(
      ({ status, headers }) => `${status} ${headers.connection}`,
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(['413 close', 'ECONNRESET', 'EPIPE']).toContain(outcome);
  });

  test('UP-2: 1000 files in one request, not 1001', { timeout: 300_000 }, async () => {
    // One in twenty is a PDF that a child of its own reads; what is none is told so at once, and counts all the same.
    const isPdf = (at: number): boolean => at % 20 === 0;
    const tiny = smallPdf();
    const parts = Array.from({ length: limits.filesPerRequest }, (_, at) =>
      isPdf(at) ? file(tiny, `${at}.pdf`) : file(Buffer.from('no PDF')),
    );
    const { status, body } = await post(server.url, [session(), group('15'), ...parts]);
    expect([status, body.documents.length]).toEqual([200, 1000]);
    const codes: (string | null)[] = body.documents.map(({ code }: { code: string | null }) => code);
    expect(codes).toEqual(codes.map((_, at) => (isPdf(at) ? null : 'file_type')));
    const others = Array.from({ length: limits.filesPerRequest + 1 }, () => file(Buffer.from('no PDF')));
    const more = await post(server.url, [session(), group('16'), ...others]);
    const ends = [more.body.documents.at(0)?.code, more.body.documents.at(-1)?.code];
    expect([more.status, ...ends]).toEqual([413, 'file_type', 'too_many_files']);
  });
});

/** So many small files, as if they had been uploaded. */
async function filled(groupId: string, count: number): Promise<void> {
  const storage = await openStorage({
    dataFolder: join(home.folder, 'data'),
    nameKey: new Uint8Array(32),
    clock: home.clock,
  });
  try {
    const account = await storage.accounts.findByUsername('maria');
    if (!account) throw new Error('the account is gone');
    const checks = { info: 0, warn: 0, refuse: 0 };
    const summary = { security: 'passed', validity: 'none', checks };
    const shape = { summary, state: 'ready', pages: 1, findings: [], signatures: {}, size: 5 } as const;
    const one = { ...shape, accountId: account.id, groupId, name: 'a.pdf', sha256: 'a'.repeat(64) };
    await storage.documents.create(Array.from({ length: count }, () => one));
  } finally {
    await storage.close();
  }
}

test('UP-4: a group that is full takes nothing more, and says so', async () => {
  await filled('20', limits.documentsPerGroup - 1);
  const total = async () => (await maria.get<{ total: number }>('/api/history')).body.total;
  const before = await total();
  expect(before).toBeGreaterThanOrEqual(limits.documentsPerGroup - 1);
  const two = await post(server.url, [session(), group('20'), file(smallPdf()), file(smallPdf('b'))]);
  expect([two.status, two.body]).toMatchObject([
    413,
    { status: 'error', code: 'too_many_files', document: null },
  ]);
  expect(await total()).toBe(before);
  const one = await post(server.url, [session(), group('20'), file(smallPdf())]);
  expect([one.status, one.body.status]).toEqual([200, 'success']);
});

/** A sane PDF of so many empty pages, in few bytes. */
function manyPages(count: number): Uint8Array {
  const numbers = Array.from({ length: count }, (_, at) => at + 3);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  const tree = `<</Type/Pages/Count ${count}/MediaBox[0 0 595.2755 841.8898]/Resources<<>>/Kids[${kids}]>>`;
  const bodies = ['<</Type/Catalog/Pages 2 0 R>>', tree, ...numbers.map(() => '<</Type/Page/Parent 2 0 R>>')];
  let text = '%PDF-1.7\n';
  const places = bodies.map((body, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj${body}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = bodies.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${text}${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

test('UP-4: files with a great many pages each pass what one request may tell of', {
  timeout: 300_000,
}, async () => {
  const long = manyPages(10_000);
  const parts = Array.from({ length: 40 }, (_, at) => file(long, `${at}.pdf`));
  const { status, body } = await post(server.url, [session(), group('21'), ...parts]);
  expect([status, body.status, body.code]).toEqual([413, 'error', 'too_many_files']);
  const kept = body.documents.filter((each) => each.status === 'success').length;
  expect(kept).toBeGreaterThan(30);
  const listed = await maria.get<{ documents: unknown[] }>('/api/groups/21');
  expect([listed.status, listed.body.documents.length]).toEqual([200, kept]);
  expect(JSON.stringify(listed.body).length).toBeLessThan(limits.factsPerGroup + 1024 * 1024);
});

describe('a cancelled upload', () => {
  test('UP-9: keeps nothing', async () => {
    const parts = [session(), group('17'), file(smallPdf()), file(pdfOf(10 * 1024 * 1024))];
    await expect(post(server.url, parts, { cutAfter: 5 * 1024 * 1024 })).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await maria.get('/api/groups/17')).status).toBe(404);
    expect((await maria.upload([{ name: 'next.pdf', bytes: smallPdf() }])).body.status).toBe('success');
    const blobs = join(home.environment.WEBSIGN_DATA ?? '', 'blobs');
    const leftovers = () =>
      readdirSync(blobs, { recursive: true })
        .map((name) => join(blobs, String(name)))
        .filter((path) => statSync(path).isFile() && !/[0-9a-f]{62}$/.test(path));
    // A busy machine hears late that nobody sends any more.
    await vi.waitFor(() => expect(leftovers()).toEqual([]), { timeout: 10_000 });
  });
});
