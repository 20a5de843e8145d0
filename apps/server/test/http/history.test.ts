import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  api,
  type ErrorAnswer,
  type HistoryAnswer,
  type HistoryDetail,
  historyAnswer,
  historyDetail,
  type SignAnswer,
} from '@websign/contract';
import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { parseCsv as readCsv } from '../../src/policy/csv.ts';
import { freshCode, type Person, smallPdf } from './harness.ts';
import { served } from './served.ts';

const place = served();

const { person } = place;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const scripted = () =>
  writePdf({
    kind: 'table',
    objects: documentObjects({
      pages: [{}],
      catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
    }),
  });

async function sign(signer: Person, id: string, part: object = {}) {
  const otp = freshCode(place.home, signer.account);
  const answer = await signer.sign<SignAnswer>({ documents: [id], otp, ...part });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** Rows of cells, by RFC 4180 alone, or with its commas replaced. */
function parseCsv(text: string, separator: ',' | ';' = ','): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const cells: string[] = [];
    for (;;) {
      const match = /^"((?:[^"]|"")*)"([,;]|\r\n)/.exec(text.slice(at));
      if (!match) throw new Error(`no cell at ${at}`);
      cells.push((match[1] ?? '').replaceAll('""', '"'));
      at += match[0].length;
      if (match[2] === '\r\n') break;
      if (match[2] !== separator) throw new Error(`another separator at ${at}`);
    }
    rows.push(cells);
  }
  return rows;
}

describe('the history', () => {
  test('HIS-1, HIS-2: one row per uploaded file, refused ones too, newest first', async () => {
    const maria = await person(0);
    const [plain, script, noise] = [smallPdf('row'), scripted(), Buffer.from('no PDF at all')];
    const id = await maria.document(plain, 'Σύμβαση.pdf', '11');
    await maria.upload([{ name: 'σενάριο.pdf', bytes: script }], '12');
    await maria.upload([{ name: 'noise.pdf', bytes: noise }], '12');
    const { status, body } = await maria.get<HistoryAnswer>(api.history);
    expect(status).toBe(200);
    expect(historyAnswer.parse(body)).toEqual(body);
    expect(body.total).toBe(3);
    expect(body.rows.map(({ filename }) => filename)).toEqual(['noise.pdf', 'σενάριο.pdf', 'Σύμβαση.pdf']);
    expect(body.rows[2]).toEqual({
      ...{ id, groupId: '11', filename: 'Σύμβαση.pdf', size: plain.length, checksum: sha256(plain) },
      ...{ security: 'passed', validity: 'none', checks: { info: 0, warn: 0, refuse: 0 } },
      ...{ uploaded_at: expect.stringMatching(/Z$/), signed_at: null, signed: false, state: 'ready' },
      origin: null,
    });
    expect(body.rows[1]).toMatchObject({ security: 'refused', checks: { refuse: 1 }, state: 'refused' });
    expect(body.rows[0]).toMatchObject({ security: 'refused', checks: { refuse: 0 }, state: 'refused' });
  });

  test('HIS-1: a signed row keeps the facts of its upload; what it came with is told apart from ours', async () => {
    const maria = await person(0);
    const bytes = smallPdf('to be signed');
    const id = await maria.document(bytes, 'αίτηση.pdf', '13');
    await sign(maria, id);
    const again = await maria.document(await maria.file(id), 'with one.pdf', '13');
    const csv = await maria.get<string>(`${api.historyCsv}?q=with+one`);
    expect(parseCsv(csv.body.replace(/^\ufeff/, ''))[1]?.slice(0, 8)).toEqual([
      ...[
        'with one.pdf',
        expect.any(String),
        'Χωρίς προβλήματα',
        'Δεν μπορεί να διαπιστωθεί',
        '1 πληροφορία',
      ],
      ...[expect.any(String), '', 'Δεν έχει υπογραφεί εδώ'],
    ]);
    await sign(maria, again);
    const rowOf = async (wanted: string) => (await maria.get<HistoryDetail>(api.historyRow(wanted))).body.row;
    expect(await rowOf(id)).toMatchObject({
      ...{ validity: 'none', checksum: sha256(bytes), size: bytes.length },
      ...{ signed: true, signed_at: expect.stringMatching(/Z$/), state: 'signed' },
    });
    expect(await rowOf(again)).toMatchObject({ validity: 'unclear', signed: true });
    const { body } = await maria.get<HistoryAnswer>(`${api.history}?signed=true`);
    expect(body.rows.map((row) => row.id)).toEqual([again, id]);
    const unsigned = await maria.get<HistoryAnswer>(`${api.history}?signed=false`);
    expect(unsigned.body.total).toBe(3);
    const found = await maria.get<HistoryAnswer>(`${api.history}?q=${encodeURIComponent('ΑΙΤΗΣΗ')}`);
    expect(found.body.rows.map((row) => row.id)).toEqual([id]);
    const byChecksum = await maria.get<HistoryAnswer>(`${api.history}?q=${sha256(bytes).slice(0, 12)}`);
    expect(byChecksum.body.rows.map((row) => row.id)).toContain(id);
  });

  test('HIS-1: rows from before summaries were kept say the same', async () => {
    const maria = await person(0);
    const before = (await maria.get<HistoryAnswer>(api.history)).body;
    const database = new DatabaseSync(join(place.home.environment.WEBSIGN_DATA ?? '', 'websign.db'), {
      timeout: 5000,
    });
    database.exec(`UPDATE documents SET "summaryJson" = 'null'`);
    database.close();
    expect((await maria.get<HistoryAnswer>(api.history)).body).toEqual(before);
  });

  test('HIS-2: the detail shows findings, the refusal, signatures and each signed version', async () => {
    const nikos = await person(1);
    const id = await nikos.document(smallPdf('detail'), 'δύο.pdf', '14');
    await sign(nikos, id, { reason: 'Έγκριση', title: 'Διευθυντής', visibility: true });
    await sign(nikos, id);
    const { status, body } = await nikos.get<HistoryDetail>(api.historyRow(id));
    expect(status).toBe(200);
    expect(historyDetail.parse(body)).toEqual(body);
    const current = await nikos.file(id);
    expect(body.versions).toMatchObject([
      { number: 1, reason: 'Έγκριση', title: 'Διευθυντής', visible: true, level: 'B-T' },
      { number: 2, reason: '', title: '', visible: false, checksum: sha256(current), size: current.length },
    ]);
    expect(body.signatures).toHaveLength(2);
    expect(body).toMatchObject({ refusal: null, sends: [], current_kept: true, original_kept: true });
    await nikos.upload([{ name: 'σενάριο.pdf', bytes: scripted() }], '15');
    const [refused] = (await nikos.get<HistoryAnswer>(api.history)).body.rows;
    const detail = await nikos.get<HistoryDetail>(api.historyRow(refused?.id ?? ''));
    expect(detail.body.refusal).toMatchObject({
      ...{ code: 'security_issues', message: 'Document has security issues', error: { has_js: true } },
    });
    expect(detail.body.findings).toMatchObject([{ kind: 'javascript', verdict: 'refuse' }]);
  });

  test('HIS-2: pages, and nothing past them', async () => {
    const eleni = await person(2);
    const files = Array.from({ length: 7 }, (_, at) => ({ name: `${at}.pdf`, bytes: smallPdf(`p${at}`) }));
    await eleni.upload(files, '16');
    const page = async (query: string) => (await eleni.get<HistoryAnswer>(`${api.history}?${query}`)).body;
    expect((await page('page=2&size=3')).rows.map(({ filename }) => filename)).toEqual([
      ...['3.pdf', '2.pdf', '1.pdf'],
    ]);
    expect(await page('page=4&size=3')).toEqual({ rows: [], total: 7 });
    expect((await page('page=1000000&size=100')).rows).toEqual([]);
  });

  test('HIS-2: another signer sees none of it', async () => {
    const [maria, petros] = [await person(0), await person(3)];
    const [mine] = (await maria.get<HistoryAnswer>(api.history)).body.rows;
    expect((await petros.get<HistoryAnswer>(api.history)).body).toEqual({ rows: [], total: 0 });
    const { status, body } = await petros.get<ErrorAnswer>(api.historyRow(mine?.id ?? ''));
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    const csv = await petros.get<string>(api.historyCsv);
    expect(parseCsv(csv.body.replace(/^\ufeff/, ''))).toHaveLength(1);
  });
});

describe('the exported history', () => {
  const hostile = [
    '=HYPERLINK("evil.example","x").pdf',
    '+1.pdf',
    '-1+1.pdf',
    '@SUM(A1).pdf',
    'a;=1+1,"q".pdf',
    "'quoted'.pdf",
  ];

  test('HIS-2: UTF-8 with BOM, RFC 4180, no formulas, times with their zone', async () => {
    const petros = await person(3);
    await petros.upload(
      hostile.map((name, at) => ({ name, bytes: smallPdf(`csv ${at}`) })),
      '17',
    );
    const response = await fetch(`${place.url}${api.historyCsv}?locale=en`, {
      headers: petros.authorization,
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/filename="history_\d{4}-\d\d-\d\d\.csv"/);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [headings, ...rows] = parseCsv(new TextDecoder().decode(bytes));
    expect(headings).toEqual([
      ...['File name', 'Size (bytes)', 'Security check', 'Validity check', 'Findings'],
      ...['Checksum (SHA-256)', 'Signed at', 'Signature', 'Uploaded at', 'Safe copy of (SHA-256)'],
    ]);
    const names = hostile.map((name) => (/^[=+\-@]/.test(name) ? `'${name}` : name));
    expect(rows.map(([name]) => name)).toEqual(names.toReversed());
    for (const row of rows) {
      expect(row).toHaveLength(10);
      expect(row[8]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[23]:00$/);
      for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }
  });

  test('HIS-2: with semicolons where they are asked for: the same cells, BOM, quotes and apostrophes', async () => {
    const petros = await person(3);
    const read = async (query: string) => {
      const answer = await fetch(`${place.url}${api.historyCsv}${query}`, { headers: petros.authorization });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      return new TextDecoder().decode(bytes);
    };
    const [commas, plain] = [await read('?separator=comma'), await read('')];
    expect(plain).toBe(commas);
    const semicolons = await read('?separator=semicolon');
    const rows = parseCsv(semicolons, ';');
    expect(rows.length).toBeGreaterThan(hostile.length);
    expect(rows).toEqual(parseCsv(commas));
    // No line before the headings tells the separator: with one a spreadsheet no longer looks at the byte order mark.
    expect(semicolons.startsWith('"Όνομα αρχείου";"Μέγεθος (byte)";')).toBe(true);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    // What guesses the separator by the first line, as spreadsheets do when they are told to, finds the same.
    const bounds = { records: 1000, fields: 20, letters: 10_000 };
    expect(readCsv(semicolons, bounds).map(({ fields }) => fields)).toEqual(rows);
    const { status } = await petros.get(`${api.historyCsv}?separator=tab`);
    expect(status).toBe(400);
  });

  test('HIS-2: in Greek, with the filters of the page', async () => {
    const maria = await person(0);
    const query = `?signed=true&q=${encodeURIComponent('αίτηση')}`;
    const response = await fetch(place.url + api.historyCsv + query, { headers: maria.authorization });
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('ιστορικό_');
    const [headings, ...rows] = parseCsv((await response.text()).replace(/^\ufeff/, ''));
    expect(headings?.[0]).toBe('Όνομα αρχείου');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      ...{ 0: 'αίτηση.pdf', 2: 'Χωρίς προβλήματα', 3: 'Δεν έφερε υπογραφές', 4: 'Κανένα' },
      ...{ 6: expect.stringMatching(/T.*\+0[23]:00$/), 7: 'Υπογεγραμμένο' },
    });
  });
});
