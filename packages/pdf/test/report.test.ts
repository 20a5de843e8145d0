import { boldFont } from '@websign/ports';
import { isInstalled, judged, judgedByVerapdf, verapdfHome } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProfile } from '../src/content/colour/icc.ts';
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
const HOSTILE = 'a\u202egpj.exe\u0000\u001b[2J\ud800 漢字 \ufeff\u2028(\\)<>';
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

  it('says that it is PDF/A-2a and PDF/UA-1, and that its colours are sRGB', async () => {
    const pdf = open(await report());
    const metadata = pdf.resolve(pdf.catalog.entries.get('Metadata'));
    if (metadata?.type !== 'stream') throw new Error('a file without metadata');
    const packet = latin1(pdf.decoded(metadata));
    expect(packet).toMatch(/<pdfaid:part>2<.*<pdfaid:conformance>A<.*<pdfuaid:part>1</);
    expect(packet).toContain('<pdfaSchema:prefix>pdfuaid<');
    const [intent] = pdf.array(pdf.catalog.entries.get('OutputIntents'))?.items ?? [];
    expect(pdf.name(pdf.dict(intent)?.entries.get('S'))).toBe('GTS_PDFA1');
    const profile = pdf.resolve(pdf.dict(intent)?.entries.get('DestOutputProfile'));
    if (profile?.type !== 'stream') throw new Error('an intent without a profile');
    const colours = readProfile(pdf.decoded(profile), 3);
    // Our own reading scales to its white each of X, Y and Z alone: greys come out as they are, colours nearly so.
    for (const [r, g, b, most] of [
      ...[0, 9, 128, 255].map((grey) => [grey, grey, grey, 1] as const),
      [200, 3, 90, 10],
      [7, 128, 250, 10],
    ] as const) {
      const read = colours?.rgb([r / 255, g / 255, b / 255]) ?? Number.NaN;
      for (const [at, value] of [b, g, r].entries())
        expect(Math.abs(((read >> (8 * at)) & 255) - value)).toBeLessThanOrEqual(most);
    }
  });

  it('headers of its tables say what they are of, lists how they are marked; footers are of the page', async () => {
    const bytes = await report();
    const text = latin1(bytes);
    expect(text.match(/\/S\/TH\/[^>]*\/Scope\/Row/g)?.length).toBe(text.match(/\/S\/TH\//g)?.length);
    expect(text).toMatch(/\/S\/L\/[^>]*\/ListNumbering\/Disc/);
    const pdf = open(bytes);
    for (const page of pages(pdf)) {
      expect(pdf.name(page.dict.entries.get('Tabs'))).toBe('S');
      const content = pdf.resolve(page.dict.entries.get('Contents'));
      if (content?.type !== 'stream') throw new Error('a page without content');
      const drawn = latin1(pdf.decoded(content));
      expect(drawn.match(/\/Type\/Pagination\/Subtype\/Footer>> BDC/g)).toHaveLength(1);
      expect(drawn.match(/\bBT\b/g)?.length).toBe(
        drawn.match(/(?:MCID \d+|Subtype\/Footer)>> BDC\nBT\b/g)?.length,
      );
    }
  });

  it.skipIf(verapdfHome === undefined)(
    verapdfHome === undefined
      ? 'skipped: veraPDF not installed'
      : 'any words make a file that is PDF/A-2a and PDF/UA-1, by veraPDF',
    { timeout: 300_000 },
    async () => {
      const own = Array.from({ length: 64 }, (_, row) =>
        Array.from({ length: 100 }, (__, at) => String.fromCharCode(0xe000 + 100 * row + at)).join(''),
      );
      const blocks: Record<string, Block[]> = {
        everyday: BLOCKS,
        hostile: [
          { type: 'title', text: HOSTILE },
          { type: 'facts', rows: [{ label: HOSTILE, value: HOSTILE.repeat(100) }] },
          { type: 'heading', text: '', label: { text: HOSTILE, tone: 'warn' } },
          { type: 'list', items: [HOSTILE, '', '\u202e'] },
        ],
        // Letters of nobody's: their meaning would have to be told (ISO 19005-2 §6.2.11.7.3).
        private: [{ type: 'list', items: own }],
        empty: [
          { type: 'text', text: '' },
          { type: 'list', items: [] },
          { type: 'facts', rows: [{ label: '', value: '' }] },
          { type: 'facts', rows: [] },
        ],
      };
      const made = await Promise.all(
        Object.entries(blocks).map(async ([name, parts]) => ({ name, bytes: await report(parts) })),
      );
      const jobs = made.flatMap((one) => ['2a', 'ua1'].map((flavour) => ({ ...one, flavour })));
      const broken = judgedByVerapdf(jobs, verapdfHome ?? '').filter(({ conforms }) => !conforms);
      expect(broken).toEqual([]);
    },
  );

  it('nothing in it is anything that the inspection finds', async () => {
    expect(inspect(open(await report())).findings).toEqual([]);
  });

  it('is the same whenever it is made', async () => {
    expect(latin1(await report())).toBe(latin1(await report()));
  });

  it.skipIf(!isInstalled('qpdf'))('is sane to others, and says what it was told', async () => {
    const bytes = await report();
    expect(judged('qpdf', ['--check'], bytes).text).toContain('No syntax or stream encoding errors found');
    const text = isInstalled('mutool') ? read(bytes) : '';
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
    const blocks: Block[] = [
      { type: 'title', text: HOSTILE },
      { type: 'facts', rows: [{ label: HOSTILE, value: HOSTILE.repeat(100) }] },
      { type: 'heading', text: '', label: { text: HOSTILE, tone: 'warn' } },
      { type: 'list', items: [HOSTILE, '', '\u202e'] },
    ];
    const bytes = await report(blocks);
    expect(inspect(open(bytes)).findings).toEqual([]);
    if (!isInstalled('mutool')) return;
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
