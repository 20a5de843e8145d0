import { documentObjects, streamBody, type TestObject, testTrueType, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const WORDS = 'BT /F1 12 Tf 72 700 Td (The tenant owes nine thousand euro) Tj ET';

function covered(content: string, more: TestObject[] = []): boolean {
  const fonts = more.length === 0 ? '' : '/F2 100 0 R';
  const entries = `/Resources<</Font<</F1 3 0 R${fonts}>>>>`;
  const objects = documentObjects({ pages: [{ content: `${WORDS} q 1 g ${content} Q`, entries }], more });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  return findings.some(
    ({ kind, excerpt }) => kind === 'covered_text' && excerpt?.includes('tenant') === true,
  );
}

/** A font of half an em's width whose only glyph is a box. */
function boxFont(): TestObject[] {
  const program = testTrueType([{ name: 'a', drawn: 'box' }]);
  const info = '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>';
  const descendant = `<</Type/Font/Subtype/CIDFontType2/BaseFont/Own${info}/CIDToGIDMap/Identity/DW 500/FontDescriptor 101 0 R>>`;
  return [
    {
      number: 100,
      body: `<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[${descendant}]>>`,
    },
    {
      number: 101,
      body: '<</Type/FontDescriptor/FontName/Own/Flags 4/FontBBox[0 -200 500 700]/ItalicAngle 0/Ascent 700/Descent 0/CapHeight 700/StemV 80/FontFile2 102 0 R>>',
    },
    { number: 102, body: streamBody(program, `/Length1 ${program.length}`) },
  ];
}

/** A Type 3 font in which a unit is a point, and whose letter `a` does this. */
const drawingFont = (procedure: string): TestObject[] => [
  {
    number: 100,
    body: '<</Type/Font/Subtype/Type3/FontBBox[0 0 340 30]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[340]/Encoding<</Differences[97/a]>>/CharProcs<</a 101 0 R>>/Resources<<>>>>',
  },
  { number: 101, body: streamBody(procedure) },
];

describe('UP-6: words under large letters', () => {
  it.each([
    ['a capital I, many times as wide', 'BT /F1 300 Tf 6 0 0 1 -120 620 Tm (I) Tj ET'],
    ['a full stop, many times as wide', 'BT /F1 400 Tf 8 0 0 1 -300 688 Tm (.) Tj ET'],
    ['a low line', 'BT /F1 600 Tf 20 775 Td (_) Tj ET'],
    ['an upright bar that lies', 'BT /F1 120 Tf 20 0 0 1 -170 660 Tm (|) Tj ET'],
  ])('that readers have themselves: %s', (_name, content) => {
    expect(covered(content)).toBe(true);
  });

  it('whose outline the file brings along', () => {
    expect(covered('BT /F2 60 Tf 20 0 0 1 -90 690 Tm <0001> Tj ET', boxFont())).toBe(true);
  });

  it.each([
    ['two triangles', '340 0 0 0 340 30 d1 0 0 m 340 0 l 340 30 l f 0 0 m 0 30 l 340 30.5 l f'],
    ['a stencil', '340 0 0 0 340 30 d1 q 340 0 0 30 0 0 cm BI /W 1/H 1/IM true ID \x00 EI Q'],
  ])('that the page draws as %s, in the colour of the paper', (_name, procedure) => {
    expect(covered('BT /F2 1 Tf 60 690 Td (a) Tj ET', drawingFont(procedure))).toBe(true);
  });

  it.each([
    ['of another line', 'BT /F1 300 Tf 6 0 0 1 -120 320 Tm (I) Tj ET'],
    ['that are thin', 'BT /F1 30 Tf 72 690 Td (IIII||||....) Tj ET'],
    ['that let what is behind them through', 'BT /F1 300 Tf 6 0 0 1 -120 620 Tm 3 Tr (I) Tj ET'],
    ['that are no bars', 'BT /F1 300 Tf 6 0 0 1 -120 620 Tm (o) Tj ET'],
  ])('none under letters %s', (_name, content) => {
    expect(covered(content)).toBe(false);
  });

  it('under a row of blocks, however small', () => {
    const map = '1 begincodespacerange <0000><ffff> endcodespacerange 1 beginbfchar <0001><2588> endbfchar';
    const blocks = boxFont().map((one) =>
      one.number === 100
        ? { ...one, body: String(one.body).replace('/Encoding', '/ToUnicode 103 0 R/Encoding') }
        : one,
    );
    const font = [...blocks, { number: 103, body: streamBody(map) }];
    const row = (count: number): string => `BT /F2 14 Tf 60 698 Td <${'0001'.repeat(count)}> Tj ET`;
    expect(covered(row(45), font)).toBe(true);
    expect(covered(row(2), font)).toBe(false);
    // Each of these is narrower than what hides a letter by itself.
    expect(covered(row(95).replace('Td', 'Td 45 Tz'), font)).toBe(true);
  });

  it('none under small letters that are boxes', () => {
    expect(covered('BT /F2 6 Tf 60 690 Td <000100010001> Tj ET', boxFont())).toBe(false);
  });
});

describe('UP-6: words under inline stencils', () => {
  const stencil = (entries: string, data: string): string =>
    `q 340 0 0 30 60 690 cm BI /W 8/H 2/IM true${entries} ID ${data} EI Q`;

  it.each([
    ['all of whose samples paint', stencil('', '\x00\x00')],
    ['whose samples mean the other way round', stencil('/D[1 0]', '\xff\xff')],
    ['by a filter', stencil('/F/AHx', '0000>')],
    ['whose samples paint over the feet of letters', stencil('', '\xff\x00')],
    ['by two filters', stencil('/F[/AHx/RL]', 'ff0080>')],
    ['whose rows are filled up', 'q 340 0 0 30 60 690 cm BI /W 3/H 2/IM true ID \x1f\x1f EI Q'],
  ])('%s', (_name, content) => {
    expect(covered(content)).toBe(true);
  });

  it.each([
    ['none of whose samples paint', stencil('', '\xff\xff')],
    ['some of whose samples paint, beside the words', stencil('', '\xfe\xfe')],
    ['whose filter asks for more', stencil('/F/Fl/DP<</Predictor 15>>', 'xx')],
    ['whose samples mean nothing that is defined', stencil('/D[1 1]', '\x00\x00')],
    ['whose data are too few', stencil('/F/AHx', '00>')],
  ])('none under one %s', (_name, content) => {
    expect(covered(content)).toBe(false);
  });

  it('one that has an entry in both of its forms is read differently', () => {
    const content = stencil('/D[0 1]/Decode[1 0]', '\x00\x00');
    const entries = '/Resources<</Font<</F1 3 0 R>>>>';
    const objects = documentObjects({ pages: [{ content: `${WORDS} 1 g ${content}`, entries }] });
    const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
    expect(findings.map(({ kind }) => kind)).toContain('ambiguous_syntax');
  });
});
