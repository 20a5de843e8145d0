import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** A string: what it shows, where, and the number of its marked content; none for what is no marked content. */
type Shown = readonly [text: string, x: number, y: number, content?: number];

/** What is told of strings that the structure tree reads as it is given: the contents of each paragraph, in their order. */
function told(shown: readonly Shown[], paragraphs: readonly (readonly number[])[], type = 'P'): string[] {
  const content = shown.map(([text, x, y, number]) => {
    const show = `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`;
    return number === undefined ? show : `/P <</MCID ${number}>> BDC ${show} EMC`;
  });
  const elements = paragraphs.map((contents) => `<</S/${type}/Pg 4 0 R/K[${contents.join(' ')}]>>`);
  const objects = documentObjects({
    catalog: '/StructTreeRoot 90 0 R',
    pages: [{ content: content.join('\n') }],
    more: [{ number: 90, body: `<</Type/StructTreeRoot/K[${elements.join('')}]>>` }],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

// In Helvetica of 10 points `Borrower` is 41.7 broad and `indemnifies` 50.6.
const LINE: readonly Shown[] = [
  ['Borrower', 72, 700, 0],
  ['indemnifies', 116.5, 700, 1],
  ['Lender', 170, 700, 2],
];

describe('the order in which the structure tree reads a paragraph aloud', () => {
  it.each<[string, Shown[] | readonly Shown[], number[][], string]>([
    ['words of a line that change places', LINE, [[2, 1, 0]], 'Lender indemnifies'],
    ['the first two', LINE, [[1, 0, 2]], 'indemnifies Borrower'],
    [
      'lines that change places',
      [
        ['He pays', 72, 700, 0],
        ['or leaves', 72, 685, 1],
      ],
      [[1, 0]],
      'or leaves He pays',
    ],
  ])('UP-6: %s', (_, shown, paragraphs, excerpt) => expect(told(shown, paragraphs)).toEqual([excerpt]));

  it.each<[string, readonly Shown[], number[][], string?]>([
    ['as it stands', LINE, [[0, 1, 2]]],
    ['of several paragraphs', LINE, [[1, 2], [0]]],
    ['that is painted in another order, too', LINE.toReversed(), [[2, 1, 0]]],
    [
      'that goes on in another column',
      [
        ['First', 72, 400, 0],
        ['second', 320, 700, 1],
      ],
      [[0, 1]],
    ],
    [
      'of marks without words',
      [
        ['-', 72, 700, 0],
        ['.', 120, 700, 1],
      ],
      [[1, 0]],
    ],
    ['that is none', LINE, [[2, 1, 0]], 'Div'],
  ])('SGN-7: no warning of one %s', (_, shown, paragraphs, type) =>
    expect(told(shown, paragraphs, type)).toEqual([]),
  );
});

// `He does ` ends at 110.9, `not ` at 130.
const DENIAL: readonly Shown[] = [
  ['He does ', 72, 700, 0],
  ['not ', 111.5, 700, 1],
  ['pay the rent', 128.5, 700, 2],
];

it('SGN-7: no warning of a note whose place is within a paragraph', () => {
  const shown: Shown[] = [
    ['1 A note', 72, 100, 0],
    ['He pays', 72, 112, 1],
  ];
  const objects = documentObjects({
    catalog: '/StructTreeRoot 90 0 R',
    pages: [
      {
        content: shown
          .map(
            ([text, x, y, number]) =>
              `/P <</MCID ${number}>> BDC BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET EMC`,
          )
          .join('\n'),
      },
    ],
    more: [
      {
        number: 90,
        body: '<</Type/StructTreeRoot/K<</S/P/Pg 4 0 R/K[1<</S/Note/Pg 4 0 R/K 0>>]>>>>',
      },
    ],
  });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  expect(findings.filter(({ kind }) => kind === 'text_map_mismatch')).toEqual([]);
});

describe('words of a line that no element of the structure tree has', () => {
  it('UP-6: between words that some have', () => {
    expect(told(DENIAL, [[0, 2]])).toEqual(['not']);
  });

  it.each<[string, readonly Shown[], number[][]]>([
    ['that some element has', DENIAL, [[0, 1, 2]]],
    ['beside which no word is in an element', DENIAL, [[7]]],
    [
      'on a line of its own',
      [
        ['He does', 72, 700, 0],
        ['not', 72, 685, 1],
        ['pay', 72, 670, 2],
      ],
      [[0, 2]],
    ],
  ])('SGN-7: no warning of one %s', (_, shown, paragraphs) => expect(told(shown, paragraphs)).toEqual([]));
});
