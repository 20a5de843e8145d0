import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect, PdfError, prepareSignature } from '../src/index.ts';
import { expectNoHang, OPTIONS, open } from './support.ts';

const MANY = 40_000;

type Objects = { number: number; body: string }[];
const numbered = (count: number, body: (index: number) => string): Objects =>
  Array.from({ length: count }, (_, index) => ({ number: 1000 + index, body: body(index) }));
const references = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${1000 + index} 0 R`).join(' ');
const file = (more: Objects, catalog = ''): Uint8Array =>
  writePdf({ kind: 'table', objects: documentObjects({ catalog, more }) });
const form = (fields: Objects, more: Objects): Uint8Array =>
  file(
    [{ number: 100, body: `<</SigFlags 3/Fields[${references(MANY)}]>>` }, ...more, ...fields],
    '/AcroForm 100 0 R',
  );
const large = (length: number): string => 'a'.repeat(length);
const SIGNATURE = '/Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 100 200 100]';

/** Where thousands of places share something large, work is their product. */
const CASES: [string, () => Uint8Array][] = [
  [
    'a script that a hundred thousand actions share',
    () =>
      file([
        { number: 100, body: `(${large(5_000_000)})` },
        { number: 101, body: `[${'<</S/JavaScript/JS 100 0 R>>'.repeat(100_000)}]` },
      ]),
  ],
  [
    'white space before endstream that a hundred thousand scripts skip',
    () =>
      file([
        { number: 100, body: `<</Length 0>>\nstream\n${' '.repeat(5_000_000)}\nendstream` },
        { number: 101, body: `[${'<</S/JavaScript/JS 100 0 R>>'.repeat(100_000)}]` },
      ]),
  ],
  ['strings that end nowhere', () => file(numbered(MANY, () => '('))],
  [
    'kids that all fields share',
    () =>
      form(
        numbered(MANY, (i) => `<</FT/Tx/T(a${i})/Kids 101 0 R>>`),
        [
          { number: 101, body: `[${'102 0 R '.repeat(100_000)}]` },
          { number: 102, body: '<</Subtype/Widget>>' },
        ],
      ),
  ],
  [
    'a long name above all fields',
    () =>
      file(
        [
          { number: 100, body: '<</Fields[101 0 R]>>' },
          { number: 101, body: `<</T(${large(1_000_000)})/FT/Sig/Kids[${references(MANY)}]>>` },
          ...numbered(MANY, (i) => `<</T(a${i})>>`),
        ],
        '/AcroForm 100 0 R',
      ),
  ],
  [
    'one signature in all fields',
    () =>
      form(
        numbered(MANY, (i) => `<</T(a${i})/FT/Sig/V 101 0 R>>`),
        [{ number: 101, body: `<<${SIGNATURE}/Contents<3003020101${'00'.repeat(3_000_000)}>>>` }],
      ),
  ],
  [
    'one lock in all fields',
    () =>
      form(
        numbered(MANY, (i) => `<</T(a${i})/FT/Sig/V 101 0 R/Lock 102 0 R>>`),
        [
          { number: 101, body: `<<${SIGNATURE}/Contents<3003020101>>>` },
          { number: 102, body: `<</Action/Include/Fields[${'(a)'.repeat(200_000)}]>>` },
        ],
      ),
  ],
  ['a name of fifteen megabytes', () => file([{ number: 100, body: `/${'#41'.repeat(5_000_000)}` }])],
];

/** A table that lists one object over and over. */
function relisted(body: string, times: number): Uint8Array {
  const text = Buffer.from(file([{ number: 100, body }])).toString('latin1');
  const entry = `100 1\n${String(text.indexOf('100 0 obj')).padStart(10, '0')} 00000 n\r\n`;
  return Buffer.from(
    text.replace(/trailer/, () => `${entry.repeat(times)}trailer`),
    'latin1',
  );
}

async function walk(bytes: Uint8Array): Promise<void> {
  const used = process.cpuUsage();
  for (const work of [
    async () => inspect(open(bytes)),
    () => prepareSignature(open(bytes), { ...OPTIONS, contentsBytes: 100 }),
  ]) {
    await work().catch((error: unknown) => {
      if (!(error instanceof PdfError)) throw error;
    });
  }
  expectNoHang(used);
}

describe('work is bounded', { timeout: 300_000 }, () => {
  it.each(CASES)('%s', async (_, make) => {
    await walk(make());
  });

  it('entries that list one object two hundred thousand times: it is read once', async () => {
    const bytes = relisted(`(${large(5_000_000)})`, 200_000);
    await walk(bytes);
    expect(inspect(open(bytes)).findings).toEqual([]);
  });

  it('entries that list an object which cannot be read', async () => {
    await walk(relisted(`[${'[]'.repeat(500_000)}]`, 10_000));
  });

  it('a box that is no box: an array of any length is not read', () => {
    const annotations = numbered(MANY, () => '<</Subtype/Link/Rect 100 0 R/JS(a)>>');
    const more = [{ number: 100, body: `[${'1 '.repeat(300_000)}]` }, ...annotations];
    const pages = [{ entries: `/Annots[${references(MANY)}]` }];
    const bytes = writePdf({ kind: 'table', objects: documentObjects({ pages, more }) });
    expect(() => inspect(open(bytes))).toThrow('more work than is allowed');
  });
});
