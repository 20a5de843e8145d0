import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const WORDS = 'The contractor waives all claims';
const content = `BT /F1 12 Tf 72 690 Td (${WORDS}) Tj ET`;

/** What is told to be under a mark without a look, by its quadrilaterals. */
function markedBy(subtype: string, quads: readonly (readonly number[])[], page = content): string[] {
  const rect = '[0 0 600 800]';
  const body = `<</Type/Annot/Subtype/${subtype}/F 4/C[1 1 1]/QuadPoints[${quads.flat().join(' ')}]/Rect${rect}>>`;
  const more = [{ number: 100, body }];
  const objects = documentObjects({ pages: [{ content: page, entries: '/Annots[100 0 R]' }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_under_annotation')
    .map(({ excerpt }) => excerpt ?? '');
}

/** What is told to be under a mark without a look: from the left of those words to the right, between two heights. */
function told(subtype: string, low: number, high: number): string[] {
  const [x0, x1] = [60, 400];
  return markedBy(subtype, [[x0, high, x1, high, x0, low, x1, low]]);
}

describe('UP-6: words under a line whose breadth goes by what it marks', () => {
  it.each([
    ['a line through it', 'StrikeOut', 620, 760],
    ['a line under it', 'Underline', 685, 825],
    ['a wavy line under it', 'Squiggly', 685, 825],
  ] as const)('%s', (_, subtype, low, high) => expect(told(subtype, low, high)).toEqual([WORDS]));

  it.each([
    ['words that are struck through', 'StrikeOut', 686, 702],
    ['words that are underlined', 'Underline', 686, 702],
    ['a heading that is struck through', 'StrikeOut', 676, 716],
    ['words beside the line', 'StrikeOut', 500, 800],
  ] as const)('SGN-7: none of %s', (_, subtype, low, high) => expect(told(subtype, low, high)).toEqual([]));
});

const TALL = [60, 760, 400, 760, 60, 620, 400, 620];
const SMALL = [60, 300, 62, 300, 60, 299, 62, 299];

describe('UP-6: the height of what is marked is that from its first corner to its third', () => {
  // The words run upwards, their letters to the left of x = 300.
  const upright = `BT /F1 12 Tf 0 1 -1 0 300 500 Tm (${WORDS}) Tj ET`;
  const slanted = `BT /F1 12 Tf 0.8 0.6 -0.6 0.8 200 500 Tm (${WORDS}) Tj ET`;
  it.each(['StrikeOut', 'Underline', 'Squiggly'])('SGN-7: none of words that stand on end: %s', (subtype) => {
    expect(markedBy(subtype, [[289, 500, 289, 672, 303, 500, 303, 672]], upright)).toEqual([]);
    expect(markedBy(subtype, [[193, 509, 329, 611, 202, 497, 338, 599]], slanted)).toEqual([]);
  });

  it('a line across words, whose corners come in another order', () => {
    const [told] = markedBy('StrikeOut', [[60, 684, 60, 702, 400, 684, 400, 702]]);
    expect(told).toBeDefined();
  });

  it('a line under words whose corners go round them, which some readers draw over all of them', () => {
    expect(markedBy('Underline', [[60, 686, 260, 686, 260, 702, 60, 702]])).toEqual([WORDS]);
    expect(markedBy('StrikeOut', [[60, 620, 400, 620, 400, 760, 60, 760]])).toEqual([WORDS]);
  });

  it('SGN-7: none of a word whose corners go round it', () =>
    expect(markedBy('StrikeOut', [[72, 686, 110, 686, 110, 702, 72, 702]])).toEqual([]));
});

describe('UP-6: all of what is marked is read', () => {
  it('a mark behind many small ones', () =>
    expect(markedBy('StrikeOut', [...Array.from({ length: 500 }, () => SMALL), TALL])).toEqual([WORDS]));

  it('up to the bound of all work', () => {
    const quads = Array.from({ length: 2000 }, () => TALL)
      .flat()
      .join(' ');
    const body = `<</Type/Annot/Subtype/StrikeOut/F 4/QuadPoints 101 0 R/Rect[0 0 600 800]>>`;
    const more = [
      ...Array.from({ length: 1000 }, (_, at) => ({ number: 200 + at, body })),
      { number: 101, body: `[${quads}]` },
    ];
    const list = more.slice(0, 1000).map(({ number }) => `${number} 0 R`);
    const objects = documentObjects({ pages: [{ content, entries: `/Annots[${list.join(' ')}]` }], more });
    const file = writePdf({ kind: 'table', objects });
    expect(() => inspect(open(file))).toThrow(expect.objectContaining({ code: 'too_many_objects' }));
  }, 120_000);
});

describe('UP-6: words under a highlight, which readers draw where its quadrilaterals are', () => {
  const highlighted = (colour: string, rect: string, quads: string): string[] => {
    const body = `<</Type/Annot/Subtype/Highlight/F 4/C[${colour}]/Rect[${rect}]${quads}>>`;
    const more = [{ number: 100, body }];
    const objects = documentObjects({ pages: [{ content, entries: '/Annots[100 0 R]' }], more });
    return inspect(open(writePdf({ kind: 'table', objects })))
      .findings.filter(({ kind }) => kind === 'text_under_annotation')
      .map(({ excerpt }) => excerpt ?? '');
  };
  const over = '/QuadPoints[60 705 400 705 60 685 400 685]';
  const away = '/QuadPoints[60 305 400 305 60 285 400 285]';

  it.each([
    ['a rectangle elsewhere', '400 100 420 110', over],
    ['an empty rectangle', '0 0 0 0', over],
    ['none at all', '60 685 400 705', ''],
    ['two of them', '60 285 400 705', `/QuadPoints[60 305 400 305 60 285 400 285 ${over.slice(12)}`],
  ])('%s', (_, rect, quads) => expect(highlighted('0 0 0', rect, quads)).toEqual([WORDS]));

  it('SGN-7: none beside them, nor under a bright one', () => {
    expect(highlighted('0 0 0', '60 285 400 705', away)).toEqual([]);
    expect(highlighted('1 1 0', '60 685 400 705', over)).toEqual([]);
  });
});
