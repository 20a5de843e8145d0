import { describe, expect, it } from 'vitest';
import { type Change, type Line, unread, WIDE, wordAt } from './hidden-scans.ts';
import { letteredScan, letteredWidth } from './lettered-scans.ts';

const OTHERS: readonly Line[] = [
  { text: 'The parties agree as follows', y: 780 },
  { text: 'Each of them has a copy', y: 760 },
];
const Y = 700;
/** Words as recognisers write them, each as broad as its ink; `scale`: or so many times as broad, with what is between. */
const wordsAt = (text: string, from: number, scale = 1): string => {
  const words = text.split(' ');
  return words
    .map((word, at) => {
      const before = words.slice(0, at).map((each) => `${each} `);
      return wordAt(word, from + scale * letteredWidth(before.join('')), Y, scale * letteredWidth(word));
    })
    .join('');
};
const lineOf = (text: string): string => wordsAt(text, 72);
/** What is told where a scan shows one line and words were recognised there. */
const told = (shown: string, words: string, change?: Change): string =>
  unread(
    letteredScan([...OTHERS, { text: shown, y: Y }], change),
    OTHERS.map(({ text, y }) => wordAt(text, 72, y, letteredWidth(text))).join('') + words,
  ).join(' ');

const NOT = 'The buyer shall not bear the costs of it';
const SHORT = 'Signed in two copies in Athens';
const FEE = `${SHORT} and a fee of 9000 euro`;

describe('UP-6: lines of which words and ink do not match one for one', () => {
  it('a word of ink is not said', () => {
    const said = NOT.replace(' not', '');
    expect(told(NOT, lineOf(said))).toBe(said);
    expect(told(NOT, wordsAt(said, 72, 1.1))).toBe(said);
  });

  it('a word of ink is not said, and the others are said each in its place', () => {
    const [before = '', behind = ''] = NOT.split('not ');
    const words = wordsAt(before.trim(), 72) + wordsAt(behind, 72 + letteredWidth(`${before}not `));
    expect(told(NOT, words)).toBe(NOT.replace(' not', ''));
  });

  it('words are said beyond the ink', () => {
    expect(told(SHORT, lineOf(FEE))).toBe(FEE);
    const before = 'On account of it';
    expect(told(SHORT, wordsAt(`${before} ${SHORT}`, 72 - letteredWidth(`${before} `)))).toBe(
      `${before} ${SHORT}`,
    );
  });

  it.each([NOT, SHORT, FEE])('SGN-7: none where each is said: %s', (text) =>
    expect(told(text, lineOf(text))).toBe(''),
  );

  it.each(['---', '|', '"', '. .', '...'])('SGN-7: none where a mark is not said: %s', (mark) =>
    expect(told(NOT.replace('not', mark), lineOf(NOT.replace('not ', '')))).toBe(''),
  );

  it('SGN-7: none where a stamp or a stroke is not said', () => {
    const rows: readonly [number, number][] = [
      [1684 - 2 * Y - 40, 1684 - 2 * Y + 20],
      [1684 - 2 * Y - 8, 1684 - 2 * Y - 4],
    ];
    for (const [from, to] of rows) {
      const at = 144 + 2 * letteredWidth('The buyer shall ');
      const stamp: Change = (level, place) => {
        const [row, column] = [Math.floor(place / WIDE), place % WIDE];
        const isIn = column >= at && column < at + 2 * letteredWidth('not') && row >= from && row < to;
        return isIn && (row + column) % 5 < 3 ? 0 : level;
      };
      expect(told(NOT.replace('not', '   '), lineOf(NOT.replace('not ', '')), stamp)).toBe('');
    }
  });

  it('SGN-7: none where words that are said are pale, or only one is beyond', () => {
    const end = 144 + 2 * letteredWidth(SHORT);
    expect(told(FEE, lineOf(FEE), (level, place) => (place % WIDE > end ? 200 + level / 5 : level))).toBe('');
    expect(told(SHORT, lineOf(`${SHORT} today`))).toBe('');
  });
});
