import { api, type HistoryAnswer, type SignAnswer, signedName } from '@websign/contract';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { harmless, portableName } from '../../src/policy/file-name.ts';
import { freshCode, smallPdf } from './harness.ts';
import { served } from './served.ts';

const place = served();

/** Names that people and attackers give, as they should be kept. */
const given: [string, string][] = [
  ['αίτηση.pdf', 'αίτηση.pdf'],
  ['α\u0301ι\u0308.pdf', 'άϊ.pdf'],
  ['"quoted" & <b>bold</b>.pdf', 'b>.pdf'],
  ['"quoted" & <b>.pdf', '"quoted" & <b>.pdf'],
  ["it's; a=b, 100%.pdf", "it's; a=b, 100%.pdf"],
  ['=cmd|calc.pdf', '=cmd|calc.pdf'],
  ['\u202efdp.exe.pdf', '\u202efdp.exe.pdf'],
  ['\u2067اختبار\u2069.pdf', '\u2067اختبار\u2069.pdf'],
  ['a\\b/c.pdf', 'c.pdf'],
  ['..', 'document.pdf'],
  ['CON', 'CON'],
  ['.pdf', '.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['👩‍👩‍👧‍👦𝒳.pdf', '👩‍👩‍👧‍👦𝒳.pdf'],
  [`${'a'.repeat(251)}.pdf`, `${'a'.repeat(251)}.pdf`],
  [`${'ω'.repeat(125)}a.pdf`, `${'ω'.repeat(125)}a.pdf`],
  [`${'文'.repeat(300)}.pdf`, `${'文'.repeat(251)}.pdf`],
];

interface Journey {
  kept: string[];
  headers: string[];
  cells: string[];
  entries: string[];
}

/** Uploads files of these names together, signs them, and tells each place in which the names come back. */
async function journey(names: string[], at: number): Promise<Journey> {
  const person = await place.person(at);
  const files = names.map((name, n) => ({ name, bytes: smallPdf(`${at} ${n}`) }));
  const ids = (await person.upload(files, '61')).body.documents.map(({ id }) => id ?? '');
  const signed = await person.sign<SignAnswer>({
    documents: ids,
    otp: freshCode(place.home, person.account),
  });
  expect(signed.body.status).toBe('success');
  const { rows } = (await person.get<HistoryAnswer>(`${api.history}?size=100`)).body;
  const headers = await Promise.all(
    ids.map(async (id) => (await person.get(api.file(id))).headers.get('content-disposition') ?? ''),
  );
  const csv = (await person.get<string>(`${api.historyCsv}?locale=en`)).body;
  const cells = [...csv.matchAll(/(?<=\r\n)"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell);
  const zip = await fetch(place.url + api.zip('61'), { headers: person.authorization });
  return {
    kept: rows.map(({ filename }) => filename).toReversed(),
    headers: headers.map((header) => decodeURIComponent(header.split("filename*=UTF-8''")[1] ?? '')),
    cells: cells.map((cell) => cell.replaceAll('""', '"')).toReversed(),
    entries: Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer()))),
  };
}

/** What holds for any names: each place tells the same file, and none can be harmed by its name. */
function holds({ kept, headers, cells, entries }: Journey): void {
  expect(cells).toEqual(kept.map((name) => (/^[=+\-@]/.test(name) ? `'${name}` : name)));
  expect(headers).toEqual(kept.map((name) => harmless(signedName(name))));
  expect(new Set(entries.map((name) => name.toLowerCase())).size).toBe(kept.length);
  expect(entries.filter((name) => name === portableName(name))).toEqual(entries);
  for (const name of entries) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
}

test('HIS-2, SGN-9: names come back in the history, the export, downloads and the archive', async () => {
  const told = await journey(
    given.map(([name]) => name),
    0,
  );
  expect(told.kept).toEqual(given.map(([, kept]) => kept));
  holds(told);
  expect(told.entries).toContain('_quoted_ & _b__signed.pdf');
  expect(told.entries).toContain('_fdp.exe_signed.pdf');
});

test('HIS-2, SGN-9: so does any name', { timeout: 120_000 }, async () => {
  const anyName = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
  const names = fc.sample(anyName, { numRuns: 60, seed: 20_261_121 });
  const told = await journey(names, 1);
  expect(told.kept).toHaveLength(60);
  holds(told);
});

test('an upload that has another ending is saved as the PDF that it is', async () => {
  const person = await place.person(0);
  const [hta, pdf] = [
    await person.document(smallPdf('hta'), 'run.hta'),
    await person.document(smallPdf('pdf'), 'A.PDF'),
  ];
  const saved = async (id: string) =>
    (await person.get(`${api.file(id)}?revision=original`)).headers.get('content-disposition');
  expect(await saved(hta)).toBe(`attachment; filename="run.hta.pdf"; filename*=UTF-8''run.hta.pdf`);
  expect(await saved(pdf)).toContain('filename="A.PDF"');
});
