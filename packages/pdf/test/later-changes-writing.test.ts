import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Writing, writingOf } from '../src/revisions/changes/writing.ts';
import type { Box, Page } from '../src/revisions/pages.ts';
import { open } from './support.ts';

const ALPHAS = [0, 0.1, 0.3, 0.4, 0.6].map((alpha) => `/A${alpha * 10}<</ca ${alpha}/CA ${alpha}>>`).join('');

const SHADING =
  '<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 90 0]/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>>>';
const RESOURCES = `/Font<</F1 3 0 R/F3 102 0 R>>/ExtGState<<${ALPHAS}>>/Properties<</Off 101 0 R>>/XObject<</X 106 0 R>>/Pattern<</P<</PatternType 2/Shading ${SHADING}>>>>`;
const FIELD: Box = [300, 400, 390, 420];
const MORE: TestObject[] = [
  { number: 101, body: '<</Type/OCG/Name(off)>>' },
  {
    number: 102,
    body: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 49/LastChar 49/Widths[600]/Encoding<</Differences[49/one]>>/CharProcs<</one 105 0 R>>/Resources<</Font<</F1 3 0 R>>>>>>',
  },
  { number: 106, body: '<</A' },
  { number: 105, body: streamBody('600 0 d0 0 0 500 700 re f BT /F1 900 Tf (2) Tj ET') },
];

/** What a look of a field of 90 by 20 units, with that content, says. */
function written(
  content: string,
  rect = FIELD,
  box = '/BBox[0 0 90 20]',
  rotate: Page['rotate'] = 0,
): Writing {
  const entries = `/Type/XObject/Subtype/Form${box}/Resources<<${RESOURCES}>>`;
  const objects = documentObjects({
    catalog: '/OCProperties<</OCGs[101 0 R]/D<</OFF[101 0 R]>>>>',
    more: [{ number: 100, body: streamBody(content, entries) }, ...MORE],
  });
  const pdf = open(writePdf({ kind: 'table', objects }));
  const look = pdf.object(100)?.value;
  if (look?.type !== 'stream') throw new Error('the look is no stream');
  return writingOf(pdf, look, rect, rotate);
}

const NOTHING: Writing = {
  ...{ seen: '', whole: '', marked: '' },
  ...{ drawings: 0, isWord: false, isUnread: false, isMisread: false },
  ...{ isTurned: false, isShuffled: false },
};
const says = (words: string, rest: Partial<Writing> = {}): Writing => ({
  ...NOTHING,
  seen: words,
  whole: words,
  ...rest,
});
const DRAWING: Writing = { ...NOTHING, drawings: 1 };
const WORD: Writing = { ...DRAWING, isWord: true };

const text = (words: string, at = '2 4'): string => `BT /F1 9 Tf ${at} Td (${words}) Tj ET `;
const turned = (matrix: string): string => `BT /F1 9 Tf ${matrix} Tm (100) Tj ET `;
const BLACK = '0 g 0 0 90 20 re f ';
const WHITE = '1 g 0 0 90 20 re f ';
/** A shape whose outline is kept, over all of three digits. */
const OVER = '1 1 m 30 1 l 30 19 l 1 18 l h f ';

describe('letters of a look', () => {
  it.each([
    ['as they are', text('100'), says('100')],
    [
      'in the order in which they are painted',
      text('00', '20 4') + text('1'),
      says('001', { isShuffled: true }),
    ],
    ['that are not painted', `3 Tr ${text('100')}`, NOTHING],
    ['that clip only', `7 Tr ${text('100')}`, NOTHING],
    ['that are outlined only', `1 Tr ${text('100')}`, says('100')],
    ['of no alpha', `/A0 gs ${text('100')}`, NOTHING],
    ['in a layer that is off', `/OC/Off BDC ${text('100')}EMC`, { ...NOTHING, isUnread: true }],
    ['smaller than one point', 'BT /F1 .9 Tf 2 4 Td (100) Tj ET', NOTHING],
    ['of one point', 'BT /F1 1 Tf 2 4 Td (100) Tj ET', says('100')],
    ['of a Type 3 font', 'BT /F3 9 Tf 2 4 Td (1) Tj ET', says('1', { isUnread: true })],
    ['of a font that is not there', 'BT /F9 9 Tf 2 4 Td (1) Tj ET', says('1', { isUnread: true })],
  ])('MAP-8 %s', (_, content, expected) => {
    expect(written(content)).toEqual(expected);
  });

  it.each([
    ['at the right edge, one of them', text('100', '80 4'), says('100', { seen: '10' })],
    ['at the right edge, two of them', text('100', '83 4'), says('100', { seen: '1' })],
    ['at the left edge', text('100', '-4 4'), says('100', { seen: '00' })],
    ['at the left edge, less than half of one', text('100', '-1 4'), says('100')],
    ['at the upper edge, half of them', text('100', '2 15'), says('100')],
    ['below the lower edge', text('100', '2 -8'), says('100', { seen: '' })],
    ['turned, above the upper edge', turned('0 1 -1 0 20 19'), says('100', { seen: '' })],
    ['turned, within', turned('0 1 -1 0 20 2'), says('100')],
    ['turned, at the left edge', turned('0 1 -1 0 1 2'), says('100', { seen: '' })],
    ['upside down, at the left edge', turned('-1 0 0 -1 9 12'), says('100', { seen: '10', isTurned: true })],
  ])('MAP-8 are cut off %s', (_, content, expected) => {
    expect(written(content)).toEqual(expected);
  });

  it('MAP-8 are cut off by the field that the look is fitted into, not before', () => {
    expect(written(text('100', '80 4'), [300, 400, 345, 410])).toEqual(says('100', { seen: '10' }));
    expect(written(text('100', '82 4'), FIELD, '/BBox[0 0 180 40]')).toEqual(says('100'));
  });

  it('MAP-8 cannot be told where something else of it cannot be read', () => {
    expect(written(`${text('100')}/X Do`)).toEqual(says('100', { isUnread: true }));
  });

  it('MAP-8 cannot be told where the look has no place', () => {
    expect(written(text('100'), FIELD, '')).toEqual(says('', { isUnread: true }));
    expect(written(text('100'), FIELD, '/BBox[0 0 0 20]')).toEqual(says('', { isUnread: true }));
  });

  it.each([
    ['nearly white', `.8 g ${text('100')}`, says('9')],
    ['grey', `.7 g ${text('100')}`, says('1009')],
    ['of little alpha', `/A1 gs ${text('100')}/A6 gs `, says('9')],
    ['of some alpha', `/A3 gs ${text('100')}/A6 gs `, says('1009')],
    ['nearly black on black', `${BLACK}.2 g ${text('100')}1 g `, says('9')],
    ['dark grey on black', `${BLACK}.3 g ${text('100')}1 g `, says('1009')],
    ['white on black', `${BLACK}1 g ${text('100')}`, says('1009')],
    ['white on a ground of half a letter', `0 g 0 0 2.5 20 re f 1 g ${text('1')}`, says('9')],
    ['white on a ground of most of a letter', `0 g 0 0 5.5 20 re f 1 g ${text('1')}`, says('19')],
    ['of a pattern on black', `${BLACK}/Pattern cs /P scn ${text('100')}`, says('1009')],
    ['white on a pattern', `/Pattern cs /P scn 0 0 90 20 re f 1 g ${text('100')}`, says('1009')],
    ['black on white over black', `${BLACK}${WHITE}0 g ${text('100')}`, says('1009')],
    ['in a pattern, whose colour nobody knows', `/Pattern cs /P scn ${text('100')}`, says('1009')],
  ])('MAP-8 that are faint beside others: %s', (_, content, expected) => {
    const light = content.includes(BLACK) && !content.includes(WHITE) ? '1 g' : '0 g';
    expect(written(`${content}${light} ${text('9', '40 4')}`)).toMatchObject({
      seen: expected.seen,
      whole: expected.whole,
    });
  });

  it.each([
    ['alone', '', says('100')],
    ['beside a drawing', '0 g 40 4 m 46 4 l 44 12 l h f', DRAWING],
    ['beside a blank', `0 g ${text(' ', '40 4')}`, says('100 ')],
  ])('MAP-8 that are pale are read %s', (_, beside, expected) => {
    expect(written(`1 g ${text('100')}${beside}`)).toEqual(expected);
  });

  it('MAP-8 are marked on a ground that is no more than their line', () => {
    const line = `.8 g 0 8 90 9 re f 0 g ${text('100', '2 10')}`;
    expect(written(line + text('9', '2 1'))).toEqual(says('1009', { marked: '100' }));
    expect(written(`.8 g 0 0 90 20 re f 0 g ${text('100', '2 10')}`)).toEqual(says('100'));
    expect(written(`.8 g 0 0 82 19 re f 0 g ${text('100', '2 10')}`)).toEqual(says('100'));
    expect(written(`/A4 gs ${line}`)).toEqual(says('100'));
  });
});

describe('what is painted over letters', () => {
  const letters = text('100');
  it.each([
    ['all of the field', WHITE, NOTHING],
    ['all of the field, in their colour', BLACK, NOTHING],
    ['all of the field, with some alpha', `/A6 gs ${WHITE}`, NOTHING],
    ['all of the field, with less alpha', `/A4 gs ${WHITE}`, says('100')],
    ['the first of them', '1 g 0 0 5 20 re f', says('00')],
    ['half of the first', '1 g 0 0 4.6 20 re f', says('00')],
    ['less of the first', '1 g 0 0 3.8 20 re f', says('100')],
    ['nothing, within a clip', `0 0 1 20 re W n ${WHITE}`, says('100')],
    ['a shape in white', `1 g ${OVER}`, NOTHING],
    ['a shape in their colour', `0 g ${OVER}`, says('100')],
    ['a shape in nearly their colour', `.1 g ${OVER}`, NOTHING],
    ['a shape over the first', '1 g 1 1 m 7.5 1 l 7.5 19 l 1 18 l h f', says('00')],
    ['a shape that holds half of them', '1 g 1 1 m 30 1 l 30 8.5 l 1 9 l h f', NOTHING],
    ['a shape that holds less', '1 g 1 1 m 30 1 l 30 4 l 1 4.5 l h f', says('100')],
    ['a shape around them', '1 g 0 0 m 90 0 l 90 20 l 0 19 l h 1 1 m 1 18 l 60 18 l 60 1 l h f', says('100')],
    ['a shape that holds little of them', '1 g 1 1 m 30 1 l 30 3.5 l 2 3.5 l 2 19 l 1 19 l h f', says('100')],
    ['a shape with less alpha', `/A4 gs 1 g ${OVER}`, says('100')],
    ['a shape without alpha', `/A0 gs 0 g ${OVER}`, says('100')],
    ['a shape in a layer that is off', `/OC/Off BDC 1 g ${OVER}EMC`, says('100', { isUnread: true })],
    [
      'an image',
      'q 30 0 0 18 1 1 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \xff EI Q',
      { ...NOTHING, drawings: 1, isWord: true },
    ],
  ])('MAP-8 hides them: %s', (_, over, expected) => {
    expect(written(letters + over)).toEqual(expected);
  });

  it('MAP-8 hides what is of a pattern, as they are', () => {
    expect(written(`/Pattern cs /P scn ${letters}${OVER}`)).toMatchObject({ seen: '', whole: '' });
  });

  it('MAP-8 hides what came before it, not what comes after', () => {
    expect(written(`${text('1')}${WHITE}0 g ${text('2', '8 4')}`)).toEqual(says('2'));
    expect(written(`1 g ${OVER}0 g ${text('2', '8 4')}`)).toEqual(says('2'));
  });
});

describe('drawings of a look', () => {
  it.each([
    ['a shape', '2 2 m 10 4 l 5 12 l h f', DRAWING],
    ['a rectangle', '2 2 6 6 re f', DRAWING],
    ['a rectangle that is higher than broad', '2 2 6 12 re f', DRAWING],
    ['one that is a little broader than high', '2 2 8 6 re f', DRAWING],
    ['one that is broader than letters', '2 2 9 6 re f', WORD],
    ['two', '2 2 6 6 re f 12 2 6 6 re f', { ...WORD, drawings: 2 }],
    ['an image', 'q 8 0 0 9 40 4 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q', WORD],
    ['an image across', 'q 90 0 0 20 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q', WORD],
    ['grey', '.7 g 2 2 m 10 4 l 5 12 l h f', DRAWING],
    ['nearly white', '.8 g 2 2 m 10 4 l 5 12 l h f', NOTHING],
    ['white on black', `${BLACK}1 g 2 2 m 10 4 l 5 12 l h f`, DRAWING],
    ['black on black', `${BLACK}2 2 m 10 4 l 5 12 l h f`, NOTHING],
    [
      'black on a ground of a pattern',
      '/Pattern cs /P scn 0 0 90 20 re f 0 g 2 2 m 10 4 l 5 12 l h f',
      DRAWING,
    ],
    [
      'white on a ground of a pattern',
      '/Pattern cs /P scn 0 0 90 20 re f 1 g 2 2 m 10 4 l 5 12 l h f',
      DRAWING,
    ],
    ['of a pattern', '/Pattern cs /P scn 2 2 m 10 4 l 5 12 l h f', DRAWING],
    ['black on a ground beside it', '0 g 0 0 4 20 re f 12 2 m 20 4 l 15 12 l h f', DRAWING],
    ['of some alpha', '/A3 gs 2 2 m 10 4 l 5 12 l h f', DRAWING],
    ['of little alpha', '/A1 gs 2 2 m 10 4 l 5 12 l h f', NOTHING],
    ['of no alpha', '/A0 gs 2 2 m 10 4 l 5 12 l h f', NOTHING],
    ['in a layer that is off', '/OC/Off BDC 2 2 m 10 4 l 5 12 l h f EMC', { ...NOTHING, isUnread: true }],
    ['outside', '2 22 m 10 24 l 5 32 l h f', NOTHING],
    ['smaller than a part of a letter', '2 2 m 2.9 2 l 2.5 2.9 l h f', NOTHING],
    ['high and narrow', '2 2 m 2.2 2 l 2.1 3.1 l h f', DRAWING],
    ['low and broad', '2 2 m 3.1 2 l 2.5 2.2 l h f', WORD],
  ])('MAP-8 %s', (_, content, expected) => {
    expect(written(content)).toEqual(expected);
  });

  it.each([
    ['a ground', '0 0 90 20 re f', NOTHING],
    ['a ground over nearly all of it', '0 0 82 19 re f', NOTHING],
    ['a line across', '0 0 82 5 re f', NOTHING],
    ['less than a line across', '0 0 80 5 re f', WORD],
    ['a line up', '0 0 8 18.5 re f', NOTHING],
    ['less than a line up', '0 0 8 17 re f', DRAWING],
    ['a stroke across', '1 w 0 10 m 90 10 l S', NOTHING],
    ['a broad stroke across', '3 w 0 10 m 90 10 l S', NOTHING],
    ['a stroke up', '1 w 45 0 m 45 20 l S', NOTHING],
    ['a border', '1 w .5 .5 89 19 re S', NOTHING],
    ['a border of nearly four units', '3.9 w 1.95 1.95 86.1 16.1 re S', NOTHING],
    ['a border of seven units', '7 w 3.5 3.5 83 13 re S', WORD],
    ['a border with a bar that ends within, at its end', '1 w .5 .5 89 19 re 84 0 m 84 10 l S', WORD],
    ['a border with a bar that ends within', '1 w .5 .5 89 19 re 45 0 m 45 10 l S', WORD],
    ['a stroke from corner to corner', '1 w 0 0 m 90 20 l S', WORD],
    ['a shape with a slanted side', '0 0 m 90 0 l 90 4 l 45 12 l 0 4 l h f', WORD],
    ['a bar that leans', '20 0 m 25 0 l 30 20 l 25 20 l h f', DRAWING],
    ['a ground with a corner cut off', '0 0 m 90 0 l 90 18 l 88 20 l 0 20 l h f', NOTHING],
    ['a frame that is filled', '0 0 m 90 0 l 90 20 l 0 20 l h 3 3 m 3 17 l 87 17 l 87 3 l h f', NOTHING],
  ])('MAP-8 no drawing, as far as it goes across: %s', (_, content, expected) => {
    expect(written(content)).toEqual(expected);
  });

  it('MAP-8 so does one in a field that is higher than broad', () => {
    const upright = (content: string): Writing => written(content, [300, 400, 308, 490], '/BBox[0 0 8 90]');
    expect(upright('2 w 1 1 6 88 re S')).toEqual(NOTHING);
    expect(upright('3 w 1.5 1.5 5 87 re S')).toEqual(DRAWING);
  });

  it('MAP-8 a ground in a narrow field leaves less for its border', () => {
    const narrow = (content: string): Writing => written(content, [300, 400, 390, 408], '/BBox[0 0 90 8]');
    expect(narrow('2 w 1 1 88 6 re S')).toEqual(NOTHING);
    expect(narrow('3 w 1.5 1.5 87 5 re S')).toEqual(WORD);
  });
});

describe('letters that a person reads otherwise than they are painted', () => {
  it.each<[string, string, 0 | 90 | 180 | 270, boolean]>([
    ['upright', '1 0 0 1 2 4', 0, false],
    ['on its head', '-1 0 0 -1 40 14', 0, true],
    ['on its head on a page that is turned over', '-1 0 0 -1 40 14', 180, false],
    ['upright on a page that is turned over', '1 0 0 1 2 4', 180, true],
    ['upwards', '0 1 -1 0 40 2', 0, false],
    ['upwards on a page that is turned', '0 1 -1 0 40 2', 90, false],
    ['upwards on a page that is turned the other way', '0 1 -1 0 40 2', 270, true],
    ['downwards on a page that is turned', '0 -1 1 0 40 18', 90, true],
    ['downwards on a page that is turned the other way', '0 -1 1 0 40 18', 270, false],
    ['as in a mirror', '-1 0 0 1 40 4', 0, true],
    ['as in a mirror below', '1 0 0 -1 2 14', 0, true],
    ['leaning', '1 0 .3 1 2 4', 0, false],
  ])('MAP-8 are turned: %s', (_, matrix, rotate, isTurned) => {
    const { isTurned: found } = written(turned(matrix), FIELD, '/BBox[0 0 90 20]', rotate);
    expect(found).toBe(isTurned);
  });

  it.each([
    ['one behind the other', text('10') + text('00', '20 4'), false],
    ['one before the other', text('10', '20 4') + text('00'), true],
    ['with a little back', text('10', '20 4') + text('00', '25 4'), false],
    ['in a line below', text('10', '20 11') + text('00', '2 3.7'), false],
    ['in a line hardly below', text('10', '20 11') + text('00', '2 3.9'), true],
    ['in a line above', text('10', '2 3.7') + text('00', '20 11'), true],
    ['behind, a little above', text('10', '2 3.9') + text('00', '20 11'), false],
    ['one above the other, upwards', turned('0 1 -1 0 40 2') + turned('0 1 -1 0 60 2'), false],
    ['one before the other, upwards', turned('0 1 -1 0 60 2') + turned('0 1 -1 0 40 2'), true],
  ])('MAP-8 are shuffled: %s', (_, content, isShuffled) => {
    expect(written(content).isShuffled).toBe(isShuffled);
  });
});
