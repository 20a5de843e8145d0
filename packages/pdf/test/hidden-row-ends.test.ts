import { expect, it } from 'vitest';
import type { Inked, Said } from '../src/inspect/hidden/inkrows.ts';
import { inkFrom, wordLeftOut } from '../src/inspect/hidden/unmatchedwords.ts';

/** What a common recogniser says of the end of a line that slopes, behind a colon, on a line of its own. */
const SAID: readonly Said[] = [
  { text: '5', from: 0, to: 0.26 },
  { text: 'in', from: 0.88, to: 1.47 },
  { text: 'favour,', from: 2.16, to: 5.1 },
  { text: '2', from: 5.96, to: 6.2 },
];
const inked = (...places: [from: number, to: number][]): Inked[] =>
  places.map(([from, to]) => ({ from, to }));
const COLON = inked([-0.63, -0.46]);
const BEGIN = inked([0, 0.54], [0.92, 1.13], [1.21, 1.75]);
const END = inked(
  ...([
    [2.17, 2.46],
    [2.54, 3.04],
    [3.13, 3.63],
    [3.71, 4.25],
    [4.33, 4.88],
    [4.92, 5.29],
    [5.38, 5.54],
    [5.96, 6.46],
  ] as [number, number][]),
);
const leftOut = (ink: readonly Inked[]): number => wordLeftOut(SAID, inkFrom(SAID, ink, 3) ?? []);

it('SGN-7: the end of the words before a line is none that was left out of it', () =>
  expect(leftOut([...COLON, ...BEGIN, ...END])).toBe(-1));

it('UP-6: a word between those of a line is left out', () => {
  const further = END.map(({ from, to }) => ({ from: from + (from > 5.9 ? 1.9 : 1.7), to: to + 1.7 }));
  expect(leftOut([...BEGIN, ...inked([2.17, 2.6], [2.68, 3.1], [3.18, 3.45]), ...further])).toBe(2);
});
