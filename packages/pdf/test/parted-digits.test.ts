import { documentObjects, streamBody, testTrueType, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const GLYPHS = ['one', 'ring', 'dash'] as const;

/** What is told of strings in a font of a one (1), a zero (2) and a dash (3), with widths in thousandths of an em and what each is copied as. */
function told(content: string, { widths = [500, 500, 500], dash = '002d' } = {}): string[] {
  const program = testTrueType(GLYPHS.map((drawn, at) => ({ name: `g${at + 1}`, drawn })));
  const descendant =
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>' +
    `/CIDToGIDMap/Identity/DW 500/W[1[${widths.join(' ')}]]/FontDescriptor 102 0 R>>`;
  const more = [
    {
      number: 100,
      body: `<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode 101 0 R>>`,
    },
    {
      number: 101,
      body: streamBody(
        `1 begincodespacerange <0000><ffff> endcodespacerange 3 beginbfchar <0001><0031> <0002><0030> <0003><${dash}> endbfchar`,
      ),
    },
    {
      number: 102,
      body: '<</Type/FontDescriptor/FontName/Own/Flags 4/FontBBox[0 0 500 700]/ItalicAngle 0/Ascent 700/Descent 0/CapHeight 700/StemV 80/FontFile2 103 0 R>>',
    },
    { number: 103, body: streamBody(program, `/Length1 ${program.length}`) },
  ];
  const entries = '/Resources<</Font<</F2 100 0 R>>>>';
  const objects = documentObjects({ pages: [{ content: `BT /F2 12 Tf ${content} ET`, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

describe('UP-6: a digit whose width takes what is between two columns', () => {
  const number = '72 700 Td <0001000200020001> Tj';
  it('of two numbers that are copied as one', () =>
    expect(told(number, { widths: [500, 2500, 500] }).length).toBeGreaterThan(0));

  it.each([[[500, 500, 500]], [[600, 900, 500]]])('SGN-7: none of widths %j', (widths) =>
    expect(told(number, { widths })).toEqual([]),
  );
});

describe('UP-6: a soft hyphen for a minus sign, in a string of its own', () => {
  const dash = '00ad';
  it.each([
    ['before digits', '72 700 Td <0003> Tj 6 0 Td <000100020002> Tj'],
    ['before a digit in each of two lines', '72 700 Td <0003> Tj 6 0 Td <0001> Tj -6 -20 Td <00030001> Tj'],
  ])('%s', (_, content) => expect(told(content, { dash })).toEqual(['�→U+00AD']));

  it.each([
    ['between digits', '72 700 Td <0001> Tj 6 0 Td <0003> Tj 6 0 Td <0001> Tj'],
    ['between digits elsewhere', '72 700 Td <00030001> Tj 0 -20 Td <000100030001> Tj'],
    ['beside no digit', '72 700 Td <0003> Tj 60 0 Td <0001> Tj'],
  ])('SGN-7: none %s', (_, content) => expect(told(content, { dash })).toEqual([]));
});
