import { documentObjects, streamBody, testTrueType, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

const PROGRAM = testTrueType([
  { name: 'g1', drawn: 'one' },
  { name: 'g2', drawn: 'ring' },
]);

/** Glyph 1 is a one, glyph 2 a zero; neither has a name or a character that its program knows. */
function told(shown: string, ...map: string[]): Finding[] {
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
      body: '<</Type/FontDescriptor/FontName/Own/Flags 4/FontBBox[0 0 500 700]/ItalicAngle 0/Ascent 700/Descent 0/CapHeight 700/StemV 80/FontFile2 103 0 R>>',
    },
    { number: 103, body: streamBody(PROGRAM, `/Length1 ${PROGRAM.length}`) },
  ];
  const content = `BT /F2 12 Tf 72 700 Td ${shown} Tj ET`;
  const entries = '/Resources<</Font<</F2 100 0 R>>>>';
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.filter(
    ({ kind }) => kind === 'text_map_mismatch',
  );
}

it.each([
  ['without an entry', ['<0002><0030>']],
  ['that is mapped to the replacement character', ['<0001><fffd>', '<0002><0030>']],
  ['that is mapped to private use', ['<0001><e001>', '<0002><0030>']],
])('UP-6: a digit %s among digits', (_, map) => {
  expect(told('<000100020002>', ...map)).toMatchObject([{ page: 1, object: 100 }]);
});

it('SGN-7: no warning of a glyph without an entry among letters', () => {
  expect(told('<000100020002>', '<0002><006f>')).toEqual([]);
});
