import { describe, expect, it } from 'vitest';
import { numbersOf } from '../src/inspect/hidden/inkdigits.ts';
import { type Change, type Line, unread, type Way, wordAt } from './hidden-scans.ts';
import { letteredScan, letteredWidth } from './lettered-scans.ts';

const OTHERS: readonly Line[] = [
  { text: 'The parties agree as follows', y: 780 },
  { text: 'Each of them has a copy', y: 760 },
];
const recognised = (lines: readonly Line[]): string =>
  lines.map(({ text, y }) => wordAt(text, 72, y, letteredWidth(text))).join('');
/** What is told where a scan shows one line and another was recognised. */
const told = (shown: string, said: string, change?: Change, way?: Way): string[] =>
  unread(
    letteredScan([...OTHERS, { text: shown, y: 700 }], change),
    recognised([...OTHERS, { text: said, y: 700 }]),
    way,
  );
/** Numbers as if by chance, the same in every run. */
const chance = (place: number): number =>
  (((Math.imul(place ^ 0x9e3779b9, 0x85ebca6b) >>> 7) * 2654435761) % 4294967296) / 4294967296;

const twice = (text: string): [string, string] => [text, text];

describe('UP-6: recognised numbers with other digits than their ink', () => {
  it.each([
    ['1.000', '9.000'],
    ['The price is 1.000 euro', 'The price is 9.000 euro'],
    ['The price is 7000 euro', 'The price is 6000 euro'],
    ['Paid 17.250,00 at once', 'Paid 71.520,00 at once'],
    ['Born on 02.04.1961', 'Born on 20.11.1994'],
    ['Account 4170200', 'Account 4970260'],
    ['on page 41', 'on page 14'],
    // Holes tell what is too alike in all else.
    ['The price is 6000 euro', 'The price is 8000 euro'],
    ['The price is 8000 euro', 'The price is 6000 euro'],
    ['The price is 9000 euro', 'The price is 8000 euro'],
    // Of an account number each group has one other digit; between those a 1 stands far from both.
    ['Account: GR16 0110 1250 0000 0001 2300 695', 'Account: GR16 0110 1750 0000 0007 2300 695'],
    // The other ones of the page do not look like a 7.
    ['From 11 March on until 2027', 'From 11 March on until 2021'],
    // Nor does the ink, in the typeface of the page.
    ['From 20 March on until 2027', 'From 20 March on until 2021'],
    ['The price is 1,000 euro', 'The price is 1.000 euro'],
    // In one digit each, which is clear in the typeface of the page.
    ['Paid 1.250,00 and 1.410,00', 'Paid 1.750,00 and 1.470,00'],
  ])('%s: %s', (shown, said) => expect(told(shown, said)).toEqual([said]));

  it.each<[string, Change]>([
    ['white on black', (level) => 255 - level],
    ['grey', (level) => 60 + level / 2],
    ['noisy', (level, place) => Math.max(0, Math.min(255, level + 60 * (chance(place) - 0.5)))],
    ['pale', (level) => 150 + level / 3],
    [
      'on rough paper',
      (level, place) => (level / 255) * Math.min(255, 110 + 90 * (chance(place) + chance(place + 7e6))),
    ],
    ['of two levels', (level) => (level < 128 ? 0 : 255)],
  ])('in a scan that is %s', (_, change) => {
    expect(told('The price is 1.000 euro', 'The price is 9.000 euro', change)).toHaveLength(1);
    expect(told('The price is 1.000 euro', 'The price is 1.000 euro', change)).toEqual([]);
  });

  it('in a scan whose samples are written as those of a fax', () => {
    expect(told('The price is 1.000 euro', 'The price is 9.000 euro', undefined, 'fax')).toHaveLength(1);
    expect(told('The price is 1.000 euro', 'The price is 1.000 euro', undefined, 'fax')).toEqual([]);
  });

  it('of which each letter is placed by itself', () => {
    const letters = (text: string): string =>
      [...text]
        .map((sign, at) => wordAt(sign, 72 + letteredWidth(text.slice(0, at)), 700, letteredWidth(sign)))
        .filter((_, at) => text[at] !== ' ')
        .join('');
    const shown = letteredScan([...OTHERS, { text: 'The price is 1.000 euro', y: 700 }]);
    const found = (said: string): string[] => unread(shown, recognised(OTHERS) + letters(said));
    expect(found('The price is 9.000 euro')).toEqual(['9.000']);
    expect(found('The price is 1.000 euro')).toEqual([]);
  });

  it.each<readonly [string, string, string]>([
    ...['0123456789', '9.876.543,21', 'Paid 17.250,00 at once', '(2024)', '210-7654321', '31/12/1999'].map(
      (text) => ['what is shown', text, text] as const,
    ),
    ['one digit by which recognising errs', 'The price is 3000 euro', 'The price is 8000 euro'],
    ['another one', 'The price is 1000 euro', 'The price is 4000 euro'],
    ['numbers side by side', 'Part 1.250 0.001 of it', 'Part 1.750 0.007 of it'],
    ['groups of an account number', ...twice('Account: GR16 0110 1250 0000 0001 2300 695')],
    ['points and commas', ...twice('Paid 1.250,00 and 1,250.00 at once, or 3,5 to 4.0 of it')],
    ['a point where a comma may have lost its tail', 'The price is 1.000 euro', 'The price is 1,000 euro'],
    ['a digit by itself', 'Part 1 of it', 'Part 9 of it'],
    ['digits that are all one place further', 'Call 721061798 first', 'Call 210617980 first'],
  ])('SGN-7: none of %s: %s, %s', (_, ink, said) => expect(told(ink, said)).toEqual([]));

  it('SGN-7: none of digits that are too small for their samples, or cut through', () => {
    const coarse = (level: number, place: number): number => (place % 3 === 0 ? 255 : level);
    expect(told('The price is 1.000 euro', 'The price is 9.000 euro', coarse)).toEqual([]);
  });
});

describe('UP-6: where a number stands in a line whose gaps do not tell', () => {
  /** `A:` with a gap before its colon that is wider than the one behind it, and `0110` whose first digits touch. */
  const stretches = [
    [0, 0.6],
    [0.95, 1.05],
    [1.38, 2.3],
    [2.4, 2.8],
    [2.9, 3.4],
  ].map(([from = 0, to = 0]) => ({ from, to, foot: 0, top: 0.7 }));
  const at = (from: number) => () => [
    { text: 'A:', from: 0, to: 1.1 },
    { text: '0110', from, to: 3.4 },
  ];

  it('it begins at the widest gap near the place at which it is said to begin', () => {
    expect(numbersOf(['A:', '0110'], stretches, at(1.4))).toEqual([
      { word: '0110', stretches: stretches.slice(2), at: 1 },
    ]);
  });

  it('none is found where no gap is near that place', () => {
    expect(numbersOf(['A:', '0110'], stretches, at(1.95))).toEqual([]);
  });
});
