import { documentObjects, streamBody, type TestGlyph, testCff, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { GlyphShape } from '../src/content/font/program/raster.ts';
import { inspect } from '../src/index.ts';
import { isDrawnAsDigit } from '../src/inspect/hidden/drawnasdigit.ts';
import { open } from './support.ts';

/** What is told of a string in a font that draws signs and letters as given. */
function told(shown: string, glyphs: TestGlyph[]): string[] {
  const descriptor =
    '/FontDescriptor<</Type/FontDescriptor/FontName/Own/Flags 32/Ascent 800/Descent -200/FontBBox[0 -200 500 800]/FontFile3 101 0 R>>';
  const widths = `/FirstChar 32/LastChar 126/Widths[${'500 '.repeat(95)}]`;
  const more = [
    {
      number: 100,
      body: `<</Type/Font/Subtype/Type1/BaseFont/AAAAAA+Own/Encoding/WinAnsiEncoding${widths}${descriptor}>>`,
    },
    {
      number: 101,
      body: streamBody(testCff([{ name: 'zero', drawn: 'ring' }, ...glyphs]), '/Subtype/Type1C'),
    },
  ];
  const content = `BT /F2 24 Tf 72 700 Td (${shown}) Tj ET`;
  const objects = documentObjects({ pages: [{ content }], more }).map((object) =>
    object.number === 4
      ? { number: 4, body: String(object.body).replace('/F1 3 0 R', '/F2 100 0 R') }
      : object,
  );
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(
    ({ kind, excerpt }) => `${kind} ${excerpt}`,
  );
}

describe('a letter or sign beside digits', () => {
  it.each<[string, string, TestGlyph]>([['a slash that is a stem', '/000', { name: 'slash', drawn: 'bar' }]])(
    'UP-6: %s',
    (_, shown, glyph) => {
      const sign = shown.replace(/0/g, '');
      expect(told(shown, [glyph])).toEqual([`text_map_mismatch �→${sign}`]);
    },
  );

  it.each<[string, string, TestGlyph]>([
    ['a letter that looks like the digit', 'O000', { name: 'O', drawn: 'ring' }],
    ['a letter that looks like a nine', 'g000', { name: 'g', drawn: 'nine' }],
    ['a letter away from digits', 'I I', { name: 'I', drawn: 'ring' }],
    ['a letter that is a stem', 'I000', { name: 'I', drawn: 'bar' }],
  ])('SGN-7: none of %s', (_, shown, glyph) => expect(told(shown, [glyph])).toEqual([]));
});

/** Rows from the top, each cell of them four by four. */
function shapeOf(rows: readonly string[]): GlyphShape {
  const cells = Uint8Array.from({ length: 32 * 32 }, (_, at) => {
    const [column, row] = [(at % 32) >> 2, 7 - (at >> 7)];
    return rows[row]?.[column] === '#' ? 1 : 0;
  });
  return { cells, bounds: [0.05, 0, 0.5, 0.7], ink: 0.1, holes: [], closed: [] };
}
const NINE = ['.######.', '##....##', '##....##', '##....##', '.#######', '......##', '.....##.', '.#####..'];
const ZERO = ['..####..', '.##..##.', '##....##', '##....##', '##....##', '##....##', '.##..##.', '..####..'];
const STROKE = [
  '......##',
  '.....##.',
  '.....##.',
  '....##..',
  '...##...',
  '..##....',
  '.##.....',
  '##......',
];

describe('what a letter or sign is drawn as', () => {
  it.each([
    ['%', ZERO],
    ['%', NINE],
    ['I', NINE],
    ['I', ZERO],
    ['€', NINE],
  ])('UP-6: %s as a digit', (text, rows) => expect(isDrawnAsDigit(text, shapeOf(rows))).toBe(true));

  it.each([
    ['O', ZERO],
    ['g', NINE],
    ['/', STROKE],
    ['%', STROKE],
  ])('SGN-7: %s as it looks in some typeface', (text, rows) =>
    expect(isDrawnAsDigit(text, shapeOf(rows))).toBe(false),
  );
});
