import { nodePorts, signatureFont } from '@websign/ports';
import { isInstalled } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  type Appearance,
  drawAppearance,
  type PageFacts,
  placeOnPage,
  shownSize,
} from '../src/sign/appearance/index.ts';
import type { AppearanceText } from '../src/sign/face.ts';
import type { Layout } from '../src/stamp/index.ts';
import { judge, type Picture, pageWith, picture } from './appearance-page.ts';

const ports = nodePorts();
const tools = (['mutool', 'pdftoppm'] as const).map((tool) => ({ tool, here: isInstalled(tool) }));
const note = (here: boolean, tool: string) => (here ? '' : ` (skipped: ${tool} not installed)`);

const greek: AppearanceText = {
  name: 'Γεώργιος Παπαδόπουλος',
  lines: [
    { label: 'Λόγος', value: 'Έγκριση ΆΈΉΊΌΎΏ άέήίόύώ ϊϋΐΰΪΫ ςσΣ' },
    { label: 'Ιδιότητα', value: 'Ἀθῆναι ᾧ ᾄδω Ῥόδος ἦν ὁ λόγος ὓ ἁ' },
    { label: 'Ημερομηνία', value: '21/11/2026 14:03:22 +02:00' },
  ],
};
const english: AppearanceText = {
  name: "Maria O'Papadopoulou-Smith",
  lines: [
    { label: 'Reason', value: 'Approved "as is" & signed' },
    { label: 'Date', value: '2026-11-21 14:03:22 +02:00' },
  ],
};

/** Whether anything dark stands in a rectangle given in points from the lower left of the picture. */
function inked(picture: Picture, dpi: number, x1: number, y1: number, x2: number, y2: number): boolean {
  const scale = dpi / 72;
  for (let y = Math.floor(picture.height - y2 * scale); y < picture.height - y1 * scale; y++) {
    for (let x = Math.floor(x1 * scale); x < x2 * scale; x++) {
      if (x >= 0 && y >= 0 && x < picture.width && y < picture.height && picture.at(x, y) < 140) return true;
    }
  }
  return false;
}

/** Every glyph that is to be seen leaves ink in the middle of its advance, every space leaves none. */
function expectInk(
  shown: Picture,
  dpi: number,
  layout: Layout,
  font: Appearance['font'],
  x0: number,
  y0: number,
) {
  const glyphs = new Map(Array.from(font.unicode, ([glyph, character]) => [character, glyph]));
  for (const { text, x, y, size } of layout.texts) {
    let at = x0 + x;
    for (const character of text) {
      const advance = ((font.widths[glyphs.get(character) ?? 0] ?? 0) / 1000) * size;
      const middle = [at + advance * 0.2, at + advance * 0.8] as const;
      const ink = inked(shown, dpi, middle[0], y0 + y - 0.2 * size, middle[1], y0 + y + 0.9 * size);
      expect(ink, `${character} in ${text}`).toBe(character !== ' ');
      at += advance;
    }
  }
}

async function stampOn(facts: PageFacts, at: { x: number; y: number; width: number; height: number }) {
  const place = placeOnPage(facts, at);
  const appearance = await drawAppearance(greek, place.size, signatureFont(), ports);
  return { appearance, pdf: pageWith(facts, [{ appearance, place }]) };
}

describe.each(tools)('what $tool shows', ({ tool, here }) => {
  test.skipIf(!here).each([
    ['Greek', greek, 220, 80],
    ['English', english, 220, 80],
    ['Greek in a tiny box', greek, 60, 20],
    ['Greek in a large box', greek, 400, 200],
    ['a name alone', { name: greek.name, lines: [] }, 100, 30],
  ])(
    `has ink at every letter and none between words: %s${note(here, tool)}`,
    async (_name, text, width, height) => {
      const facts: PageFacts = { mediaBox: [0, 0, width + 20, height + 20] };
      const place = placeOnPage(facts, { x: 10, y: 10, width, height });
      const appearance = await drawAppearance(text, place.size, signatureFont(), ports);
      const dpi = width < 100 ? 900 : 288;
      const shown = picture(tool, pageWith(facts, [{ appearance, place }]), dpi);
      expectInk(shown, dpi, appearance.layout, appearance.font, 10, 10);
    },
  );

  test.skipIf(!here)(`the subset looks as the whole font does, dot for dot${note(here, tool)}`, async () => {
    const facts: PageFacts = { mediaBox: [0, 0, 240, 100] };
    const place = placeOnPage(facts, { x: 10, y: 10, width: 220, height: 80 });
    const whole = { ...ports, subset: async (font: Uint8Array) => font };
    const [small, large] = await Promise.all(
      [ports, whole].map((used) => drawAppearance(greek, place.size, signatureFont(), used)),
    );
    if (!small || !large) throw new Error('nothing drawn');
    expect(small.content).not.toEqual(large.content);
    const [a, b] = [small, large].map((appearance) =>
      picture(tool, pageWith(facts, [{ appearance, place }]), 144),
    );
    expect(Buffer.compare(a?.pixels ?? Buffer.of(0), b?.pixels ?? Buffer.of(1))).toBe(0);
  });

  const pages: [string, PageFacts][] = [0, 90, 180, 270].flatMap((rotate): [string, PageFacts][] => [
    [`turned by ${rotate}`, { mediaBox: [0, 0, 300, 400], rotate }],
    [
      `turned by ${rotate}, cropped, with a negative origin and swapped corners`,
      { mediaBox: [500, 600, -50, -70], cropBox: [420, 380, 20, -30], rotate },
    ],
  ]);
  test.skipIf(!here).each(pages)(`stands upright on a page %s${note(here, tool)}`, async (_name, facts) => {
    const shown = shownSize(facts);
    for (const [x, y] of [
      [0, 0],
      [shown.width - 200, shown.height - 75],
      [33.3, 120.7],
    ] as const) {
      const { appearance, pdf } = await stampOn(facts, { x, y, width: 200, height: 75 });
      const page = picture(tool, pdf, 216);
      expect(Math.abs(page.width - shown.width * 3)).toBeLessThanOrEqual(1);
      expect(Math.abs(page.height - shown.height * 3)).toBeLessThanOrEqual(1);
      expectInk(page, 216, appearance.layout, appearance.font, x, y);
      expect(inked(page, 216, x + 202, 0, shown.width, shown.height)).toBe(false);
      expect(inked(page, 216, 0, 0, x - 2, shown.height)).toBe(false);
    }
  });
});

test.skipIf(!isInstalled('mutool'))('a unit of two points keeps the size that was asked for', async () => {
  const facts: PageFacts = { mediaBox: [0, 0, 150, 200], userUnit: 2, rotate: 90 };
  const { appearance, pdf } = await stampOn(facts, { x: 40, y: 50, width: 200, height: 75 });
  const page = picture('mutool', pdf, 216);
  expect([page.width, page.height]).toEqual([1200, 900]);
  expectInk(page, 216, appearance.layout, appearance.font, 40, 50);
});

const extractors = [
  { tool: 'pdftotext', args: (file: string) => ['-raw', '-enc', 'UTF-8', file, '-'] },
  { tool: 'mutool', args: (file: string) => ['draw', '-F', 'text', '-o', '-', file] },
];
describe.each(extractors)('the text that $tool reads', ({ tool, args }) => {
  const here = isInstalled(tool);
  test.skipIf(!here).each([
    ['Greek', greek],
    ['English', english],
    ['decomposed Greek', { name: greek.name.normalize('NFD'), lines: [] }],
  ])(`is what was written, letter for letter: %s${note(here, tool)}`, async (_name, text) => {
    const facts: PageFacts = { mediaBox: [0, 0, 420, 120] };
    const place = placeOnPage(facts, { x: 10, y: 10, width: 400, height: 100 });
    const appearance = await drawAppearance(text, place.size, signatureFont(), ports);
    const read = judge(tool, pageWith(facts, [{ appearance, place }]), args).toString('utf8');
    const lines = text.lines.map(({ label, value }) => `${label}: ${value}`);
    const letters = (s: string) => s.replace(/\s+/g, '');
    expect(letters(read)).toBe(letters([text.name.normalize('NFC'), ...lines].join('')));
    for (const word of appearance.layout.texts.flatMap((placed) => placed.text.split(' '))) {
      expect(read.split(/\s+/)).toContain(word);
    }
  });
});

const qpdf = isInstalled('qpdf');
test.skipIf(!qpdf)(`qpdf finds nothing amiss in the objects${note(qpdf, 'qpdf')}`, async () => {
  const { pdf } = await stampOn({ mediaBox: [0, 0, 300, 200] }, { x: 10, y: 10, width: 200, height: 75 });
  const report = judge('qpdf', pdf, (file) => ['--check', file]).toString();
  expect(report).toContain('No syntax or stream encoding errors found');
});

const pdffonts = isInstalled('pdffonts');
test.skipIf(!pdffonts)(
  `the font is embedded, subset and has its Unicode map${note(pdffonts, 'pdffonts')}`,
  async () => {
    const { pdf } = await stampOn({ mediaBox: [0, 0, 300, 200] }, { x: 10, y: 10, width: 200, height: 75 });
    const [, , line = '', ...others] = judge('pdffonts', pdf, (file) => [file])
      .toString()
      .trim()
      .split('\n');
    expect(line).toMatch(/^[A-Z]{6}\+NotoSans-Regular +CID TrueType +Identity-H +yes yes yes /);
    expect(others).toEqual([]);
  },
);

test('the content stream uses DeviceGray only, no transparency and the one font', async () => {
  const { appearance } = await stampOn({}, { x: 10, y: 10, width: 200, height: 75 });
  const operators = new Set(
    Buffer.from(appearance.content)
      .toString('latin1')
      .match(/[A-Za-z]+\*?(?=\s)/g),
  );
  expect(
    [...operators].filter((word) => !'q Q w G re S f m l BT ET Tf g Tm Tj'.split(' ').includes(word)),
  ).toEqual([]);
});
