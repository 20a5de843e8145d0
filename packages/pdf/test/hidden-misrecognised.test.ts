import { describe, expect, it } from 'vitest';
import type { Piece, ShadeOf } from '../src/inspect/hidden/inkgrid.ts';
import { hasMoreDigits } from '../src/inspect/hidden/inkwords.ts';
import { Reader } from '../src/inspect/hidden/letters.ts';
import { misrecognised } from '../src/inspect/hidden/misrecognised.ts';
import { draw } from './content/drawing.ts';
import {
  type Change,
  type Line,
  OTHERS,
  recognised,
  scanOf,
  unread,
  widthOf,
  wordAt,
} from './hidden-scans.ts';

const at = (text: string): Line => ({ text, y: 700 });
/** What is told where a scan shows one text and another was recognised, in a line as broad as either. */
const told = (shown: string, said: string, change?: Change): string[] =>
  unread(scanOf([...OTHERS, at(shown)], change), recognised([...OTHERS, at(said)]));

describe('UP-6: recognised numbers with more digits than their ink has room for', () => {
  const shown = 'The price is 1000 euro';
  const scan = scanOf([...OTHERS, at(shown)]);

  it.each(['The price is 100000 euro', 'The price is 1000000 euro', 'The price is 1.000.000 euro'])(
    '%s',
    (said) => expect(told(shown, said)).toEqual([said]),
  );

  it('in a line that is squeezed to the breadth of its ink', () => {
    const said = 'The price is 1000000 euro';
    expect(unread(scan, recognised(OTHERS) + wordAt(said, 72, 700, widthOf(shown)))).toEqual([said]);
  });

  it('word by word, as broad as the ink or over what stands behind it', () => {
    const x = 72 + widthOf('The price is ');
    const said = (width: number): string[] =>
      unread(scan, recognised(OTHERS) + wordAt('1000000', x, 700, width));
    expect(said(28)).toEqual(['1000000']);
    expect(said(49)).toEqual(['1000000']);
  });

  it.each<[string, Change]>([
    ['white on black', (level) => 255 - level],
    ['grey', (level) => 60 + level / 2],
    ['with some specks', (level, place) => (place % 997 === 0 ? 0 : level)],
  ])('in a scan that is %s', (_, change) =>
    expect(told(shown, 'The price is 1000000 euro', change)).toEqual(['The price is 1000000 euro']),
  );

  it.each(['fax', 'fax, as a stencil'] as const)(
    'in a scan whose samples are written as those of a %s',
    (way) => {
      const said = 'The price is 1000000 euro';
      expect(unread(scan, recognised([...OTHERS, at(said)]), way)).toEqual([said]);
      expect(unread(scan, recognised([...OTHERS, at(shown)]), way)).toEqual([]);
    },
  );

  it.each([
    ['what is shown', shown, shown],
    ['a digit more or less, by which recognising errs', shown, 'The price is 10000 euro'],
    ['groups that are taken for one word', 'Paid 1 000 000 euro', 'Paid 1000000 euro'],
    ['a point that is not there', 'Paid 1000000 euro', 'Paid 1.000.000 euro'],
    ['letters that are taken for two words', 'The contractor pays 1000', 'The con tractor pays 1000'],
  ])('SGN-7: none of %s', (_, ink, said) => expect(told(ink, said)).toEqual([]));

  it('SGN-7: none of digits that touch, that are broken, or of which some are pale', () => {
    const said = recognised([...OTHERS, at(shown)]);
    const x = 2 * (72 + widthOf('The price is '));
    const row = 1684 - 1400;
    const within = (place: number): boolean =>
      place % 1190 >= x && place % 1190 < x + 53 && Math.abs(Math.floor(place / 1190) - row) < 30;
    const touching: Change = (level, place) =>
      within(place) && Math.floor(place / 1190) === row - 8 ? 0 : level;
    const broken: Change = (level, place) => (within(place) && place % 5 === 0 ? 255 : level);
    const pale: Change = (level, place) =>
      within(place) && place % 1190 > x + 14 ? 255 - (255 - level) / 10 : level;
    for (const change of [touching, broken, pale])
      expect(unread(scanOf([...OTHERS, at(shown)], change), said)).toEqual([]);
  });
});

describe('UP-6: a word that is said in a blank between others', () => {
  const SAID = 'The tenant shall pay the rent';
  const squeezed = (word: string, width: number): string[] =>
    unread(scanOf([...OTHERS, at(SAID)]), recognised([...OTHERS, at(SAID)]) + wordAt(word, 150, 700, width));

  it.each(['not', '900'])('%s', (word) => expect(squeezed(word, 2)).toContain(word));

  it('SGN-7: none that turns nothing', () => expect(squeezed('ill', 2)).not.toContain('ill'));
});

describe('SGN-7: numbers whose ink has room for their digits', () => {
  const inked = (ends: readonly (readonly [number, number, number, number])[]): Piece[] =>
    ends.map(([from, to, foot, top]) => ({ from, to, foot, top }));

  it('are not told where a comma hangs under the line in a typeface of one breadth', () => {
    // As 310.898,98 is seen in Liberation Mono Bold at 200 dpi.
    const wide = [0, 0.63, 1.17, 2.38, 2.96, 3.58, 4.79, 5.42];
    const digits = wide.map((from) => [from, from + 0.5, -0.07, 0.64] as const);
    const marks = [[1.96, 2.13, -0.07, 0.1] as const, [4.29, 4.5, -0.23, 0.14] as const];
    const pieces = inked([...digits, ...marks].sort(([a], [b]) => a - b));
    expect(hasMoreDigits('310.898,98', pieces, 0)).toBe(false);
    expect(hasMoreDigits('310.898.000,98', pieces, 0)).toBe(true);
  });

  it('are not told where each piece is as broad as two narrow digits that touch', () => {
    const broad = (width: number): Piece[] =>
      inked([0, 1, 2].map((from) => [from, from + width, 0, 0.9] as const));
    expect(hasMoreDigits('43114', broad(0.86), 0)).toBe(false);
    expect(hasMoreDigits('43114', broad(0.7), 0)).toBe(true);
  });

  it('what is read off dirt at the edge of a scan, and reaches over that of the page, is told as no other text', () => {
    const dirt = 'BT 3 Tr /F1 10 Tf 0 1 -1 0 1 500 Tm (ae it Rk sia IRR) Tj ET\n';
    const scan = scanOf(OTHERS, (level, place) => (place % 1190 < 5 && (place >> 3) % 3 === 0 ? 0 : level));
    expect(unread(scan, recognised(OTHERS) + dirt)).toEqual([]);
    const outside = 'BT 3 Tr /F1 10 Tf 0 1 -1 0 -1 500 Tm (who waives all claims) Tj ET\n';
    expect(unread(scan, recognised(OTHERS) + outside)).toEqual(['who waives all claims']);
  });
});

describe('UP-6: words that turn a sentence, put where a scan has no room for them', () => {
  it.each([
    ['The state shall pay 1000 euro', 'The state shall not pay 1000 euro'],
    ['The state shall pay 1000 euro', 'The state shall never pay 1000 euro'],
    ['The state shall pay 1000 euro', 'The state shall not pay 1000'],
    ['The state shall pay the sum of all', 'The state shall not pay the sum of all'],
    ['The state shall pay 1000 euro', 'The state shall pay not'],
  ])('%s: %s', (shown, said) => expect(told(shown, said)).toEqual([said]));

  it.each([
    ['The state shall not pay 1000 euro', 'The state shall not pay 1000 euro'],
    ['The state shall notify him', 'The state shall not ify him'],
  ])('SGN-7: none of %s: %s', (shown, said) => expect(told(shown, said)).toEqual([]));
});

describe('UP-6: words on noise', () => {
  /** Numbers as if by chance, the same in every run. */
  const noise =
    (part: number): Change =>
    (level, place) =>
      ((Math.imul(place ^ 0x9e3779b9, 0x85ebca6b) >>> 7) * 2654435761) % 4294967296 < part * 4294967296
        ? 90
        : level;
  const waives = { text: 'The contractor waives all claims', y: 500 };

  it.each([1 / 30, 1 / 12, 1 / 8])('of that share of the samples: %d', (part) => {
    const words = recognised([...OTHERS, at('Fee of two euro'), waives]);
    expect(unread(scanOf([...OTHERS, at('Fee of two euro')], noise(part)), words)).toEqual([waives.text]);
  });

  it('SGN-7: none of words that are seen amid it', () =>
    expect(told('Fee of two euro', 'Fee of two euro', noise(1 / 12))).toEqual([]));
});

describe('SEC-3: what looking at ink costs is bounded', () => {
  it('of any number of lines on rough paper so many places are looked at, and these are counted', () => {
    const line = wordAt('The price of all is 1000 euro', 10, 20, 200);
    const words = draw(Array.from({ length: 2000 }, () => line).join('')).texts.map((run) => ({ run }));
    let [places, spent] = [0, 0];
    const spend = (units: number): void => {
      spent += units;
    };
    const shade: ShadeOf = (x, y) => {
      places++;
      return (x % 7 < 4 && y > 20 && y < 29 ? 0 : 190) + ((places * 2654435761) % 65);
    };
    misrecognised(words, new Reader(spend), {
      ...{
        document: {},
        spend,
        shadeUnder: () => shade,
        finenessUnder: () => 4,
        stringsAt: () => [],
        middleUnder: () => undefined,
        isBlank: () => false,
      },
    });
    expect(places).toBeGreaterThan(2_000_000);
    expect(places).toBeLessThan(15_100_000);
    expect(spent).toBeGreaterThan(places / 5);
  });

  it.each([
    // In the ink of each word there are four digits, or as many as were recognised: each of those is looked at.
    [16, 6_700_000],
    [10, 8_300_000],
  ])(
    'of a document of any number of numbers so many places are looked at, and these are counted: a digit in %d units, %d',
    (unit, most) => {
      const content = Array.from({ length: 20_000 }, () => wordAt('1000000', 10, 20, 60)).join('');
      const words = draw(content).texts.map((run) => ({ run }));
      let [places, spent] = [0, 0];
      const spend = (units: number): void => {
        spent += units;
      };
      const shade: ShadeOf = (x, y) => {
        places++;
        return x < 72 && (x + 6) % unit < 0.55 * unit && y > 20 && y < 32.5 ? 0 : 255;
      };
      const other = misrecognised(words, new Reader(spend), {
        ...{ document: {}, spend },
        shadeUnder: () => shade,
        finenessUnder: () => 4,
        stringsAt: () => [],
        middleUnder: () => undefined,
        isBlank: () => false,
      });
      expect(words).toHaveLength(20_000);
      expect(other.length > 0).toBe(unit > 10);
      expect(places).toBeLessThan(most);
      expect(spent).toBeGreaterThan(places / 5);
    },
  );
});
