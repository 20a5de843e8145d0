import { documentObjects, streamBody, testTrueType, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

const PROGRAM = testTrueType([
  { name: 'g1', drawn: 'one' },
  { name: 'g2', drawn: 'ring' },
]);

/** Glyph 1 is a one, glyph 2 a zero; neither has a name or a character that its program knows. */
const told = (shown: string, ...map: string[]): Finding[] =>
  findings(PROGRAM, shown, map).filter(({ kind }) => kind === 'text_map_mismatch');

function findings(program: Uint8Array, shown: string, map: readonly string[]): Finding[] {
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
    { number: 103, body: streamBody(program, `/Length1 ${program.length}`) },
  ];
  const content = `BT /F2 12 Tf 72 700 Td ${shown} Tj ET`;
  const entries = '/Resources<</Font<</F2 100 0 R>>>>';
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings;
}

it.each([
  ['without an entry', ['<0002><0030>']],
  ['that is mapped to the replacement character', ['<0001><fffd>', '<0002><0030>']],
  ['that is mapped to private use', ['<0001><e001>', '<0002><0030>']],
])('UP-6: a digit %s among digits', (_, map) => {
  expect(told('<000100020002>', ...map)).toMatchObject([{ page: 1, object: 100 }]);
});

it('UP-6: a digit without an entry behind digits of another string', () =>
  expect(told('<0002> Tj 6 0 Td <0001>', '<0002><0030>')).toMatchObject([{ page: 1, object: 100 }]));

it('SGN-7: no warning of a glyph without an entry among letters', () => {
  expect(told('<000100020002>', '<0002><006f>')).toEqual([]);
});

it.each([
  ['a five in Arabic, which looks like a zero', '<000100020002>', '<0665>'],
  ['a four in Bengali, which looks like an eight', '<00020001>', '<09ea>'],
  ['one string by string', '<0001> Tj <0002> Tj <0002>', '<0665>'],
])('UP-6: a number with a digit of another script: %s', (_, shown, digit) => {
  expect(told(shown, '<0001><0031>', `<0002>${digit}`).length).toBeGreaterThan(0);
});

it.each([
  ['a number of digits of that script', '<00020002>', '<0661>', '<0665>'],
  ['one beside a Latin one', '<0002>', '<0031>', '<0665>'],
  ['digits of full width', '<00010002>', '<0031>', '<ff10>'],
  ['a zero of Devanagari, the same ring', '<00010002>', '<0031>', '<0966>'],
  ['a number of Devanagari with its zero', '<00010002>', '<096b>', '<0966>'],
])('SGN-7: no warning of %s', (_, shown, one, other) => {
  expect(told(shown, `<0001>${one}`, `<0002>${other}`)).toEqual([]);
});

it('SGN-7: no warning of the Arabic zero, which is a dot', () => {
  const glyphs = ['one', 'seven', 'six', 'point'] as const;
  const program = testTrueType(glyphs.map((drawn, at) => ({ name: `g${at}`, drawn })));
  const map = ['1', '2', '6', '0'].map((last, at) => `<000${at + 1}><066${last}>`);
  const kinds = findings(program, '<00010002000300040004>', map).map(({ kind }) => kind);
  expect(kinds).not.toContain('invisible_text');
  expect(kinds).not.toContain('text_map_mismatch');
});

/** What is told of a page of Courier and a Type 3 font that has one glyph of the name `a1`, an em of which is 10 points high. */
function drawn(content: string, glyph: string, map = ''): string[] {
  const type3 =
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 600 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 1/LastChar 1/Widths[600]' +
    `/CharProcs<</a1 111 0 R>>/Encoding<</Differences[1/a1]>>/Resources<<>>${map === '' ? '' : '/ToUnicode 112 0 R'}>>`;
  const more = [
    { number: 110, body: type3 },
    { number: 111, body: streamBody(`600 0 0 0 600 700 d1 ${glyph}`) },
    {
      number: 112,
      body: streamBody(`1 begincodespacerange <00><ff> endcodespacerange 1 beginbfchar <01>${map} endbfchar`),
    },
    { number: 113, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>' },
  ];
  const entries = '/Resources<</Font<</T3 110 0 R/F1 113 0 R>>>>';
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

const courier = (text: string, x: number): string => `BT /F1 10 Tf ${x} 700 Td (${text}) Tj ET `;
const unnamed = (x: number, y = 700): string => `BT /T3 10 Tf ${x} ${y} Td <01> Tj ET `;
const ZERO =
  '180 0 m 420 0 l 520 140 l 520 500 l 420 640 l 180 640 l 80 500 l 80 140 l h ' +
  '230 80 m 370 80 l 430 180 l 430 460 l 370 560 l 230 560 l 170 460 l 170 180 l h f*';

const BRACKET = '400 -120 m 200 100 l 200 540 l 400 760 l 320 760 l 120 540 l 120 100 l 320 -120 l h f';

describe('UP-6: a glyph of a Type 3 font without a meaning that draws a digit', () => {
  it.each([
    ['behind a number', courier('Fee 150', 60) + unnamed(102)],
    ['before a number', unnamed(60) + courier('500 EUR', 66)],
    ['within a number', courier('1', 60) + unnamed(66) + courier('500', 72)],
    ['in a font that is mapped to private use', courier('Fee 150', 60) + unnamed(102), '<e001>'],
  ])('%s', (_, content, map = '') => expect(drawn(content, ZERO, map)).toHaveLength(1));

  it.each([
    ['a minus sign', unnamed(60) + courier('500', 66), '80 280 440 60 re f'],
    ['a bracket before it', unnamed(60) + courier('500', 66), BRACKET],
    ['a bracket behind it', courier('500', 60) + unnamed(78), BRACKET],
  ])('or %s', (_, content, glyph) => expect(drawn(content, glyph)).toHaveLength(1));

  it.each([
    ['that is mapped', courier('Fee 150', 60) + unnamed(102), ZERO, '<0030>'],
    ['that stands by itself', courier('Fee 150', 60) + unnamed(120), ZERO, ''],
    ['beside letters', courier('Word', 60) + unnamed(84), ZERO, ''],
    ['on another line', courier('Fee 150', 60) + unnamed(102, 690), ZERO, ''],
    ['that is a bullet', unnamed(60) + courier('5', 66), '200 200 200 200 re f', ''],
    ['that is a triangle', unnamed(60) + courier('5', 66), '0 0 m 600 0 l 300 640 l f', ''],
  ])('SGN-7: none %s', (_, content, glyph, map) => expect(drawn(content, glyph, map)).toEqual([]));
});

it('SGN-7: none of a font of TeX without names, whose letters and hyphens stand beside numbers', () => {
  const letters = [
    '80 0 120 700 re f',
    '80 300 400 60 re f',
    '60 0 400 300 re f',
    '60 0 90 500 re f',
    '60 0 300 700 re f',
  ];
  const names = letters.map((_, at) => `a${at}`);
  const type3 =
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 600 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 1/LastChar 5/Widths[600 600 600 600 600]' +
    `/CharProcs<<${names.map((name, at) => `/${name} ${120 + at} 0 R`).join('')}>>/Encoding<</Differences[1/${names.join('/')}]>>/Resources<<>>>>`;
  const more = [
    { number: 110, body: type3 },
    { number: 113, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>' },
    ...letters.map((glyph, at) => ({
      number: 120 + at,
      body: streamBody(`600 0 0 0 600 700 d1 ${glyph}`),
    })),
  ];
  const content = `BT /T3 10 Tf 60 700 Td <0301040502> Tj ET BT /F1 10 Tf 90 700 Td (50) Tj ET BT /T3 10 Tf 102 700 Td <0103> Tj ET`;
  const entries = '/Resources<</Font<</T3 110 0 R/F1 113 0 R>>>>';
  const objects = documentObjects({ pages: [{ content, entries }], more });
  const kinds = inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
  expect(kinds).not.toContain('text_map_mismatch');
});

it('SGN-7: no warning of words that are never painted, in a font whose letters are frames as broad as they are', () => {
  const frames = testTrueType([
    { name: 'g1', drawn: 'narrowRing' },
    { name: 'g2', drawn: 'ring' },
    { name: 'g3', drawn: 'broadRing' },
    { name: 'g4', drawn: 'narrowerRing' },
    { name: 'g5', drawn: 'ring' },
  ]);
  const map = ['<0001><0020>', '<0002><0030>', '<0003><006d>', '<0004><002c>', '<0005><0031>'];
  const kinds = findings(frames, '3 Tr <00020001000300040005>', map).map(({ kind }) => kind);
  expect(kinds).not.toContain('text_map_mismatch');
});
