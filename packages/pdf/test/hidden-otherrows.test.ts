import { describe, expect, it } from 'vitest';
import {
  type Change,
  type Line,
  OTHERS,
  recognised,
  scanOf,
  unread,
  unreadBehind,
  widthOf,
  wordAt,
} from './hidden-scans.ts';

const at = (text: string, y = 700): Line => ({ text, y });
const SHOWN = 'The principal is due with all interest at the end of each year';
const SAID = 'Nothing is owed and no interest falls due at all from anyone here';
const told = (shown: string, said: string, change?: Change): string[] =>
  unread(scanOf([...OTHERS, at(shown)], change), recognised([...OTHERS, at(said)]));

describe('UP-6: recognised lines whose ink is that of other words', () => {
  it('with words of its own breadth, or of that of the ink', () => {
    expect(told(SHOWN, SAID)).toEqual([SAID]);
    const line = wordAt(SAID, 72, 700, widthOf(SHOWN));
    expect(unread(scanOf([...OTHERS, at(SHOWN)]), recognised(OTHERS) + line)).toEqual([SAID]);
  });

  it('word by word', () => {
    let x = 72;
    const words = SAID.split(' ').map((word) => {
      const shown = wordAt(word, x, 700, widthOf(word));
      x += widthOf(`${word} `);
      return shown;
    });
    expect(unread(scanOf([...OTHERS, at(SHOWN)]), recognised(OTHERS) + words.join('')).join(' ')).toContain(
      'owed',
    );
  });

  it('white on black', () => expect(told(SHOWN, SAID, (level) => 255 - level)).toEqual([SAID]));

  it.each([
    ['what is shown', SHOWN, SHOWN],
    [
      'words that are taken for two, and two for one',
      SHOWN,
      SHOWN.replace('principal', 'prin cipal').replace('of each', 'ofeach'),
    ],
    ['letters that are misread', SHOWN, 'Tbe prineipa1 ls due vvith al1 iuterest al lhe eud ol eaeh yeor'],
    ['a line of few words', 'Paid at once to all', 'None is to be had'],
  ])('SGN-7: none of %s', (_, shown, said) => expect(told(shown, said)).toEqual([]));

  it('SGN-7: none of a layer that lies beside its ink as a whole', () => {
    const words = recognised([at(SHOWN, 708)]);
    expect(unread(scanOf([...OTHERS, at(SHOWN), at(SAID, 714)]), recognised(OTHERS) + words)).toEqual([]);
  });
});

describe('UP-6: words behind a scan that shows others', () => {
  // A few painted words behind a scan are told whatever it shows.
  const more = [...OTHERS, at('Whoever leaves the house pays what is due up to the end of the month', 640)];
  const scan = scanOf([...more, at(SHOWN), at('The price is 1000 euro', 680)]);
  const behind = (...lines: readonly Line[]): string[] => unreadBehind(scan, recognised([...more, ...lines]));

  it('a line of other words, or a number with more digits', () => {
    expect(behind(at(SAID), at('The price is 1000 euro', 680))).toEqual([SAID]);
    const price = 'The price is 1000000 euro';
    expect(behind(at(SHOWN), at(price, 680))).toEqual([price]);
  });

  it('SGN-7: none of those that it shows', () =>
    expect(behind(at(SHOWN), at('The price is 1000 euro', 680))).toEqual([]));
});
