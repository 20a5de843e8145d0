import { boldFont } from '@websign/ports';
import { installed, judged } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, inspect, pages, type ReportText, writeReport } from '../src/index.ts';
import { font, latin1, open, ports } from './support.ts';

const fonts = { regular: font, bold: boldFont() };
const REPORT: ReportText = {
  title: 'Ευρήματα <ελέγχου> & "άλλα"',
  language: 'el',
  producer: 'WebSign',
  created: { epochMs: Date.UTC(2026, 10, 21, 10), offsetMinutes: 120 },
  sections: [],
};
const BLOCKS: Block[] = [
  { type: 'title', text: 'Ευρήματα' },
  {
    type: 'facts',
    rows: [
      { label: 'Έγγραφο', value: 'αίτηση.pdf' },
      { label: 'Αποτέλεσμα', value: 'Απορρίφθηκε', tone: 'refuse' },
    ],
  },
  { type: 'heading', text: 'Κώδικας', label: { text: 'Λόγος απόρριψης', tone: 'refuse' } },
  { type: 'text', text: 'Ο κώδικας μπορεί να αλλάξει ό,τι δείχνει το έγγραφο μετά την υπογραφή. '.repeat(3) },
  { type: 'list', items: ['Σελίδα 1', 'Σελίδα 2'] },
];
const report = (blocks: Block[] = BLOCKS): Promise<Uint8Array> =>
  writeReport(
    {
      ...REPORT,
      sections: [
        { language: 'el', blocks, footer: 'σελίδα {page} από {pages}' },
        { language: 'en', blocks: [{ type: 'title', text: 'Findings' }], footer: 'page {page} of {pages}' },
      ],
    },
    fonts,
    ports,
  );

/** As another reader takes it out. */
const read = (bytes: Uint8Array): string =>
  Buffer.from(judged('mutool', ['draw', '-F', 'txt'], bytes).text, 'latin1').toString('utf8');

describe('a report', () => {
  it('is a tagged PDF with title and languages, each from a page of its own', async () => {
    const pdf = open(await report());
    expect([...pages(pdf)]).toHaveLength(2);
    expect(pdf.text(pdf.catalog.entries.get('Lang'))).toBe('el');
    expect(pdf.text(pdf.dict(pdf.trailer.entries.get('Info'))?.entries.get('Title'))).toBe(REPORT.title);
    const root = pdf.dict(pdf.catalog.entries.get('StructTreeRoot'));
    const kids = pdf.array(pdf.dict(root?.entries.get('K'))?.entries.get('K'))?.items ?? [];
    expect(kids.map((kid) => pdf.text(pdf.dict(kid)?.entries.get('Lang')))).toEqual(['el', 'en']);
  });

  it('nothing in it is anything that the inspection finds', async () => {
    expect(inspect(open(await report())).findings).toEqual([]);
  });

  it('is the same whenever it is made', async () => {
    expect(latin1(await report())).toBe(latin1(await report()));
  });

  it.skipIf(!installed('qpdf'))('is sane to others, and says what it was told', async () => {
    const bytes = await report();
    expect(judged('qpdf', ['--check'], bytes).text).toContain('No syntax or stream encoding errors found');
    const text = installed('mutool', '-v') ? read(bytes) : '';
    if (text === '') return;
    for (const said of ['Λόγος απόρριψης', 'αίτηση.pdf', 'σελίδα 1 από 1', 'page 1 of 1'])
      expect(text).toContain(said);
  });

  it('goes on over as many pages as it takes; no line leaves its page', async () => {
    const items = Array.from({ length: 300 }, (_, at) => `${at} ${'υ'.repeat(200)}`);
    const pdf = open(await report([{ type: 'list', items }]));
    expect([...pages(pdf)].length).toBeGreaterThan(10);
    for (const page of pages(pdf)) {
      const content = pdf.resolve(page.dict.entries.get('Contents'));
      if (content?.type !== 'stream') throw new Error('a page without content');
      for (const [, x = '', y = ''] of latin1(pdf.decoded(content)).matchAll(/1 0 0 1 (\S+) (\S+) Tm/g)) {
        expect(Number(x)).toBeGreaterThan(0);
        expect(Number(y)).toBeGreaterThan(20);
      }
    }
  });

  it('takes any text: direction marks, controls, lone surrogates, letters that the font lacks', async () => {
    const hostile = 'a\u202egpj.exe\u0000\u001b[2J\ud800 漢字 \ufeff\u2028(\\)<>';
    const blocks: Block[] = [
      { type: 'title', text: hostile },
      { type: 'facts', rows: [{ label: hostile, value: hostile.repeat(100) }] },
      { type: 'heading', text: '', label: { text: hostile, tone: 'warn' } },
      { type: 'list', items: [hostile, '', '\u202e'] },
    ];
    const bytes = await report(blocks);
    expect(inspect(open(bytes)).findings).toEqual([]);
    if (!installed('mutool', '-v')) return;
    const text = read(bytes);
    expect(text).not.toMatch(/(?![\n\f])\p{Cc}|\p{Cf}/u);
    expect(text).toContain('agpj.exe');
  });

  it('letters that the font lacks beside its own digits are no other text', async () => {
    for (const words of [
      '०Ա',
      '1०Ա',
      '1०2',
      '12 Ա 34',
      'a = b, a \u2260 b, a =\u0338 b',
      'a\u0338',
      '\u2adc',
    ])
      expect(inspect(open(await report([{ type: 'list', items: [words] }]))).findings).toEqual([]);
  });

  it('property: any words make a file that is read without a finding', { timeout: 60_000 }, async () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(words, fc.array(words, { maxLength: 4 }), async (text, items) => {
        const bytes = await report([
          { type: 'heading', text },
          { type: 'list', items },
        ]);
        expect(inspect(open(bytes)).findings).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
