import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** A string: what it shows, where, and the number of its marked content. */
type Shown = readonly [text: string, x: number, y: number, content: number | 'artifact'];

/** What is told of strings that the structure tree reads as it is given: the contents of each paragraph, or elements within it, in their order. */
function told(
  shown: readonly Shown[],
  paragraphs: readonly (readonly (number | string)[])[],
  type = 'P',
): string[] {
  const content = shown.map(([text, x, y, number]) => {
    const begin = number === 'artifact' ? '/Artifact BMC' : `/P <</MCID ${number}>> BDC`;
    return `${begin} BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET EMC`;
  });
  return toldOf(content.join('\n'), paragraphs, type);
}

function toldOf(
  content: string,
  paragraphs: readonly (readonly (number | string)[])[],
  type = 'P',
): string[] {
  const elements = paragraphs.map((contents) => `<</S/${type}/Pg 4 0 R/K[${contents.join(' ')}]>>`);
  const objects = documentObjects({
    catalog: '/StructTreeRoot 90 0 R',
    pages: [{ content }],
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
      'in two frames side by side, the second of which is painted first',
      [
        ['it ends', 320, 712, 0],
        ['First words', 72, 700, 1],
      ],
      [[1, 0]],
    ],
    [
      'with a date far away on its line',
      [
        ['Of 1 March', 72, 700, 0],
        ['Rent', 320, 700, 1],
      ],
      [[1, 0]],
    ],
    [
      'in two frames of one column, the second of which is painted first',
      [
        ['it ends', 72, 700, 0],
        ['First words', 72, 600, 1],
      ],
      [[1, 0]],
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
    ['He pays', 72, 700, 0],
    ['in euro', 72, 115, 1],
    ['that is EUR', 72, 103, 2],
  ];
  expect(told(shown, [[0, 2, 1]])).toHaveLength(1);
  expect(told(shown, [[0, '<</S/Note/Pg 4 0 R/K 2>>', 1]])).toEqual([]);
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

it('SGN-7: no warning of a content that no element has within one that some element has', () => {
  const within = (outer: number, text: string, x: number): string =>
    `/Span <</MCID ${outer}>> BDC /Span <</MCID 7>> BDC BT /F1 10 Tf ${x} 700 Td (${text}) Tj ET EMC EMC`;
  const [first = '', , last = ''] = DENIAL.map(
    ([text, x, y, number]) => `/P <</MCID ${number}>> BDC BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET EMC`,
  );
  expect(toldOf(`${first} ${within(1, 'not', 111.5)} ${last}`, [[0, 1, 2]])).toEqual([]);
  expect(toldOf(`${first} ${within(9, 'not', 111.5)} ${last}`, [[0, 1, 2]])).toEqual(['not']);
});

/** `He does ` ends at 110.9; words follow each other on its line. */
const WIDTHS: Readonly<Record<string, number>> = {
  'not ': 16.7,
  '9': 5.6,
  '-': 3.3,
  '> ': 8.6,
  n: 5.6,
  'ot ': 11.1,
  ' ': 2.8,
  '..... ': 16.7,
};
function within(pieces: readonly string[], then = 'pay 500', far = 0): string[] {
  let x = 111 + far;
  const between = pieces.map((text): Shown => {
    const shown: Shown = [text, x, 700, 'artifact'];
    x += WIDTHS[text] ?? 0;
    return shown;
  });
  return told([['He does ', 72, 700, 0], ...between, [then, x + far, 700, 1]], [[0, 1]]);
}

describe('artifacts within a line', () => {
  it.each([
    ['a word', ['not ']],
    ['a word in two artifacts', ['n', 'ot ']],
    ['a word behind a blank', [' ', 'not ']],
  ])('UP-6: %s', (_, pieces) => expect(within(pieces)).toHaveLength(1));

  it.each(['9', '-'])('UP-6: %s before digits', (sign) => expect(within([sign], '500 euro')).toEqual([sign]));

  it.each<[string, readonly string[], string?, number?]>([
    ['dots', ['..... ']],
    ['a sign between words', ['> ']],
    ['dashes', ['-', '-', '-'], '500 euro'],
    ['a number that stands far from both', ['9'], 'pay', 100],
  ])('SGN-7: no warning of %s', (_, pieces, then, far) => expect(within(pieces, then, far)).toEqual([]));

  it('SGN-7: no warning of one at the end or the beginning of a line', () => {
    const lines = (x: number, y: number): Shown[] => [
      ['He does', 72, 700, 0],
      ['12', x, y, 'artifact'],
      ['pay', 72, 685, 1],
    ];
    expect(told(lines(111, 700), [[0, 1]])).toEqual([]);
    expect(told(lines(60, 685), [[0, 1]])).toEqual([]);
  });
});
