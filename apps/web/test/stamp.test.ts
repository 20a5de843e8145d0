import { limits } from '@websign/contract';
import { stampLines } from '@websign/contract/words/stamp';
import { layoutStamp, marksOf, readFont, readOutlines } from '@websign/pdf/stamp';
import { signatureFont } from '@websign/ports';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worded } from '../../server/src/services/sign/wish.ts';
import { shownTime, zonedTime } from '../../server/src/services/sign/zoned-time.ts';
import { stampFontFiles } from '../build/stamp-fonts.ts';
import { stampTime } from '../src/i18n/format.ts';

const files = await stampFontFiles();
/** The font that the server embeds, and the two files of it that the browser gets. */
const embedded = readFont(signatureFont());
const common = readFont(files.common.bytes);
const whole = readFont(files.whole.bytes);

const name = 'Παπακωνσταντίνου-Χατζηδημητρίου Αικατερίνη-Μαρία';
const time = '21/11/2026 15:40:12 +02:00';
const long = 'Έγκριση της υπ’ αριθ. 4711/2026 απόφασης — approved «as is» & signed; Ἀθῆναι ᾧ ᾄδω. '.repeat(9);
const texts = (['el', 'en'] as const).flatMap((locale) => [
  { name, lines: stampLines(locale, { reason: '', title: '', time }) },
  { name, lines: stampLines(locale, { reason: 'Έγκριση', title: 'Προϊσταμένη Τμήματος', time }) },
  {
    name: `${name} ${name}`,
    lines: stampLines(locale, {
      reason: long.slice(0, limits.reasonLength),
      title: 'Ω'.repeat(limits.titleLength),
      time,
    }),
  },
]);
const sizes = [
  [40, 15],
  [60, 24],
  [210, 72],
  [90, 400],
  [560, 40],
  [500, 700],
  [123.45, 67.89],
] as const;

describe('the stamp as the browser shows it and as the engine writes it', () => {
  it('SGN-2 the files that the browser draws from lay out every text as the embedded font does', () => {
    for (const text of texts) {
      for (const [width, height] of sizes) {
        const written = layoutStamp(text, { width, height }, embedded.metrics);
        expect(layoutStamp(text, { width, height }, common.metrics)).toEqual(written);
        expect(layoutStamp(text, { width, height }, whole.metrics)).toEqual(written);
        expect(written.texts.length).toBeGreaterThan(0);
      }
    }
  });

  it('SGN-2 the whole file has every letter of the embedded font at the same width, and no other', () => {
    for (let code = 0x20; code <= 0x10ffff; code++) {
      if (whole.metrics.advance(code) !== embedded.metrics.advance(code)) expect.fail(code.toString(16));
      const width = common.metrics.advance(code);
      if (width !== undefined && width !== embedded.metrics.advance(code)) expect.fail(code.toString(16));
    }
  });

  it('SGN-2 what a rounding adds to the size of the box moves nothing', () => {
    const hundredths = fc.integer({ min: 4000, max: 60_000 }).map((length) => length / 100);
    const noise = fc.double({ min: -0.002, max: 0.002, noNaN: true });
    fc.assert(
      fc.property(hundredths, hundredths, noise, fc.constantFrom(...texts), (width, height, off, text) => {
        const known = layoutStamp(text, { width, height }, common.metrics);
        const back = { width: width + off, height: height - off };
        expect(layoutStamp(text, back, embedded.metrics)).toEqual(known);
      }),
      { numRuns: 60 },
    );
  });

  it('SGN-2 the second at which one signs moves nothing: the digits are equally wide', () => {
    const at = (value: string) =>
      layoutStamp(
        { name, lines: [{ label: 'Ημερομηνία', value }] },
        { width: 210, height: 72 },
        common.metrics,
      );
    const places = (value: string) => at(value).texts.map(({ x, y, size, width }) => ({ x, y, size, width }));
    expect(places('21/11/2026 15:40:00 +02:00')).toEqual(places('18/08/2088 08:59:48 +03:00'));
  });

  it.each(['el', 'en'] as const)('SGN-2 the server writes the words that the browser shows: %s', (locale) => {
    const zoned = zonedTime(Date.parse('2026-11-21T13:40:12Z'), 'Europe/Athens');
    const said = { reason: ' Έγκριση ', title: '  ' };
    const placement = { page: 1, x: 0, y: 0, width: 210, height: 72 };
    const { visible } = worded({ locale, name, ...said, time: zoned, placement });
    const shown = stampTime(new Date('2026-11-21T13:40:12Z'), 'Europe/Athens');
    expect(shown).toBe(shownTime(zoned));
    expect(visible?.text).toEqual({ name, lines: stampLines(locale, { ...said, time: shown }) });
    expect(visible?.text.lines).toHaveLength(2);
  });

  it('SGN-2 an opaque ground comes first and fills the box; without it the rest is the same', () => {
    const layout = layoutStamp(
      { name, lines: stampLines('el', { reason: 'Έγκριση', title: '', time }) },
      { width: 210, height: 72 },
      common.metrics,
    );
    const [ground, ...rest] = marksOf(layout, true);
    expect(ground).toEqual({ kind: 'area', gray: 1, x: 0, y: 0, width: 210, height: 72 });
    expect(marksOf(layout, false)).toEqual(rest);
    expect(rest.map(({ kind }) => kind)).toEqual(['frame', 'rule', ...layout.texts.map(() => 'text')]);
  });

  it('SGN-2 every letter has an outline where the font has ink, inside the box of the font', () => {
    const outline = readOutlines(files.whole.bytes);
    const [left, bottom, right, top] = embedded.bbox;
    for (let glyph = 0; glyph < whole.glyphCount; glyph++) {
      const path = outline(glyph, 1000);
      if (whole.inked(glyph) !== path.startsWith('M')) expect.fail(`glyph ${glyph}`);
      const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
      for (let at = 0; at < numbers.length; at += 2) {
        const [x = 0, y = 0] = numbers.slice(at, at + 2);
        // Points off the curve may lie a little outside what they bend.
        if (x - 1000 < left - 60 || x - 1000 > right + 60) expect.fail(`glyph ${glyph}: ${x}`);
        if (y < bottom - 60 || y > top + 60) expect.fail(`glyph ${glyph}: ${y}`);
      }
    }
  });
});
