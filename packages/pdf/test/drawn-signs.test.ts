import { documentObjects, streamBody, type TestGlyph, testTrueType, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

/**
 * A page that shows glyphs without names, each of which is copied as a text; `character`: what the font's own map gives it.
 * With the finding's kinds asked for.
 */
function told(
  kind: Finding['kind'],
  ...glyphs: [drawn: TestGlyph['drawn'], text: string, character?: string | undefined][]
): Finding[] {
  const program = testTrueType(
    glyphs.map(([drawn, , character], index) => ({
      name: `g${index}`,
      drawn: drawn ?? 'box',
      ...(character === undefined ? {} : { character }),
    })),
  );
  const hexadecimal = (value: number): string => value.toString(16).padStart(4, '0');
  const map = glyphs.map(([, text], index) => {
    const copied = [...text].map((one) => hexadecimal(one.charCodeAt(0))).join('');
    return `<${hexadecimal(index + 1)}><${copied}>`;
  });
  const descendant =
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity/DW 500/FontDescriptor 102 0 R>>';
  const more = [
    {
      number: 100,
      body: `<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode 101 0 R>>`,
    },
    {
      number: 101,
      body: streamBody(
        `1 begincodespacerange <0000><ffff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar`,
      ),
    },
    {
      number: 102,
      body: '<</Type/FontDescriptor/FontName/Own/Flags 4/FontBBox[0 -200 500 700]/ItalicAngle 0/Ascent 700/Descent 0/CapHeight 700/StemV 80/FontFile2 103 0 R>>',
    },
    { number: 103, body: streamBody(program, `/Length1 ${program.length}`) },
  ];
  const shown = glyphs.map((_, index) => hexadecimal(index + 1)).join('');
  const content = `BT /F2 12 Tf 72 700 Td <${shown}> Tj ET`;
  const entries = '/Resources<</Font<</F2 100 0 R>>>>';
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.filter((one) => one.kind === kind);
}

it.each([
  ['space', ' '],
  ['no-break space', '\u00a0'],
  ['soft hyphen', '\u00ad'],
  ['joiner', '\u200d'],
  ['accent', '\u0301'],
  ['stroke through a letter', '\u0338'],
])('UP-6: a digit that is copied as a %s', (_, text) => {
  expect(told('text_map_mismatch', ['ring', '0'], ['one', text])).toMatchObject([{ page: 1, object: 100 }]);
});

it.each([
  ['a hyphen', '-'],
  ['a point', '.'],
  ['an apostrophe', "'"],
])('UP-6: a digit that is copied as %s', (_, text) => {
  expect(told('text_map_mismatch', ['ring', '0'], ['one', text])).toMatchObject([{ excerpt: `�→${text}` }]);
});

it.each([
  ['an apostrophe', 'point', "'"],
  ['a plus', 'dash', '+'],
  ['a point', 'dash', '.'],
  ['a percent', 'rings', '%'],
  ['a comma', 'high', ','],
] as const)('UP-6: %s that is drawn as another sign', (_, drawn, text) => {
  expect(told('text_map_mismatch', ['ring', '0'], [drawn, text])).toMatchObject([{ excerpt: `�→${text}` }]);
});

it.each(['-', '−', '(', ')', '+', '%', '€', '$', "'", ':', '/'])(
  'UP-6: %s that is drawn as nothing',
  (sign) => {
    expect(told('invisible_text', ['ring', '0'], ['nothing', sign])).toMatchObject([{ excerpt: sign }]);
  },
);

it('UP-6: a glyph that is drawn as nothing and copied as a word', () => {
  expect(told('invisible_text', ['ring', '0'], ['nothing', 'not'])).toMatchObject([{ excerpt: 'not' }]);
});

it.each([undefined, '\uf001'])('UP-6: a point that is copied as a sentence, numbered as %j', (character) => {
  const text = '. The buyer pays';
  expect(told('text_map_mismatch', ['ring', '0'], ['point', text, character])).toMatchObject([
    { excerpt: expect.stringContaining(text) },
  ]);
  expect(told('text_map_mismatch', ['ring', '0'], ['point', '.', character])).toEqual([]);
});

it('SGN-7: no warning of signs that are drawn as they are', () => {
  const glyphs: Parameters<typeof told>[1][] = [
    ['ring', '0'],
    ['point', '.'],
    ['comma', ','],
    ['high', "'"],
    ['dash', '-'],
    ['dash', '\u00ad'],
    ['nothing', ' '],
    // A slip of converters; any other letter that is drawn as nothing is told (letter-shapes.test.ts).
    ['nothing', 'ά'],
    ['high', '\u0301'],
  ];
  expect(told('text_map_mismatch', ...glyphs)).toEqual([]);
  expect(told('invisible_text', ...glyphs)).toEqual([]);
});
