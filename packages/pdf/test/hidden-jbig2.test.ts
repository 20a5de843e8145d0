import { describe, expect, it } from 'vitest';
import {
  type Change,
  type Line,
  OTHERS,
  recognised,
  scanOf,
  unread,
  type Way,
  widthOf,
  wordAt,
} from './hidden-scans.ts';

const WAYS = ['jbig2', 'jbig2, as a stencil', 'jbig2, of symbols'] as const satisfies readonly Way[];
const at = (text: string): Line => ({ text, y: 700 });

describe.each(WAYS)('UP-6: words recognised on a scan that is JBIG2, as on any other: %s', (way) => {
  /** What is told where the scan shows one text and another was recognised, in a line as broad as either. */
  const told = (shown: string, said: string, change?: Change): string[] =>
    unread(scanOf([...OTHERS, at(shown)], change), recognised([...OTHERS, at(said)]), way);
  const shown = 'The price is 1000 euro';
  const scan = scanOf([...OTHERS, at(shown)]);

  it.each([
    [shown, 'The price is 100000 euro'],
    ['The state shall pay 1000 euro', 'The state shall not pay 1000 euro'],
  ])('%s: %s', (ink, said) => expect(told(ink, said)).toEqual([said]));

  it('numbers, word by word', () => {
    const x = 72 + widthOf('The price is ');
    expect(unread(scan, recognised(OTHERS) + wordAt('1000000', x, 700, 28), way)).toEqual(['1000000']);
  });

  it('with some specks', () => {
    const said = 'The price is 1000000 euro';
    expect(told(shown, said, (level, place) => (place % 997 === 0 ? 0 : level))).toEqual([said]);
  });

  it('words on blank paper', () => {
    const waives = { text: 'The contractor waives all claims', y: 500 };
    expect(unread(scan, recognised([...OTHERS, at(shown), waives]), way)).toEqual([waives.text]);
  });

  it.each([
    ['what is shown', shown, shown],
    ['a digit more, by which recognising errs', shown, 'The price is 10000 euro'],
    ['what is shown and says no', 'The state shall not pay 1000 euro', 'The state shall not pay 1000 euro'],
  ])('SGN-7: none of %s', (_, ink, said) => expect(told(ink, said)).toEqual([]));
});
