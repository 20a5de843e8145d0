import { describe, expect, it } from 'vitest';
import { type Area, effects, letter, ring, stairs, turned } from './sight-marks-support.ts';

describe('a piece of ink of which nothing is left to be read', () => {
  it.each<[string, string, Area[]]>([
    ['a letter', 'hides', letter(20, 20)],
    ['strokes that are a little broader than a hair', 'hides', [[20, 20, 21.5, 28]]],
    ['a hair that stands upright', 'unread', [[20, 20, 21, 28]]],
    ['a low letter', 'hides', ring([20, 20, 32.5, 23])],
    ['what is lower than any letter', 'unread', ring([20, 20, 32, 22.5])],
    ['a minus', 'unread', [[20, 20, 32, 21]]],
    ['a short one', 'unread', [[20, 20, 23, 21]]],
    ['a shorter one', 'clear', [[20, 20, 22.5, 21]]],
    ['one at the edge of what is looked at', 'unread', [[20, 74, 26, 75]]],
    ['a line that is longer than that', 'clear', [[20, 20, 32.5, 21]]],
    ['a lower mark that is longer', 'clear', ring([20, 20, 32.5, 22.5])],
    ['a speck by itself', 'clear', [[20, 20, 22, 22]]],
    ['a block', 'clear', [[20, 20, 23, 23]]],
    ['a stroke that is broader than most', 'hides', [[20, 20, 22.5, 28]]],
    [
      'a block with a dent',
      'clear',
      [
        [20, 20, 25, 23.5],
        [20, 23.5, 21, 24],
      ],
    ],
    [
      'with a larger one',
      'hides',
      [
        [20, 20, 25, 23.5],
        [20, 23.5, 20.5, 24],
      ],
    ],
    ['two letters', 'hides hides', [...letter(20, 20), ...letter(26.5, 20)]],
    ['two that touch at a corner', 'hides', [...letter(20, 20), ...letter(26, 29)]],
    ['letters at the edges of what is looked at', 'hides hides', [...letter(0, 0), ...letter(134, 66)]],
    ['letters at its other edges', 'hides hides', [...letter(134, 0), ...letter(0, 66)]],
    ['letters at its edges, half way up', 'hides hides', [...letter(134, 28), ...letter(0, 32)]],
  ])('%s: %s', (_, effect, ink) => {
    expect(effects(ink)).toBe(effect);
  });

  it('is one of which two fifths are hidden', () => {
    // Ten square units, four of them in the foot.
    const ink: Area[] = [
      [20, 20, 21, 28],
      [21, 20, 25, 21],
    ];
    const foot: Area = [21, 20, 25, 21];
    expect(effects([...ink.slice(0, 1), foot], [foot])).toBe('clear');
    expect(effects([[20, 20, 21, 26], foot], [foot])).toBe('hides');
    expect(
      effects(
        [[20, 20, 21, 26], foot],
        [
          [21.5, 20, 25, 21],
          [21, 20, 21.5, 20.5],
        ],
      ),
    ).toBe('clear');
    expect(effects(ink, [[100, 60, 110, 65]])).toBe('');
  });

  it('is told of those that are touched alone', () => {
    expect(effects([...letter(20, 20), ...letter(40, 20)], [[40, 20, 46, 29]])).toBe('hides');
    expect(effects([...letter(20, 20), ...letter(40, 20)], [[40, 20, 40.5, 20.5]])).toBe('clear');
  });
});

describe('a dash that is hidden', () => {
  const dash: Area = [20, 20, 26, 21];
  const beside = (...others: Area[]): string => effects([dash, ...others], [dash]);

  it('is no minus in a row of three that are alike', () => {
    expect(beside([30, 20, 36, 21])).toBe('unread');
    expect(beside([30, 20, 36, 21], [40, 20, 46, 21])).toBe('clear');
  });

  it.each<[string, Area, boolean]>([
    ['as high as it', [40, 21, 46, 22], true],
    ['as low', [40, 19, 46, 20], true],
    ['higher', [40, 21.5, 46, 22.5], false],
    ['lower', [40, 18.5, 46, 19.5], false],
    ['as thick', [40, 20, 46, 22], true],
    ['thicker', [40, 20, 46, 22.5], false],
    ['half as long again', [40, 20, 49, 21], true],
    ['longer than that', [40, 20, 49.5, 21], false],
    ['half as long', [40, 20, 43, 21], true],
    ['shorter than that', [40, 20, 42.5, 21], false],
  ])('has one like it in one that is %s', (_, other, isAlike) => {
    expect(beside([30, 20, 36, 21], other)).toBe(isAlike ? 'clear' : 'unread');
  });

  it('is held against short ones by a unit', () => {
    const dots = (wide: number): Area[] => [
      [20, 20, 21, 20.5],
      [24, 20, 25, 20.5],
      [28, 20, 28 + wide, 20.5],
      ...letter(31.5, 20),
    ];
    expect(effects(dots(2), [[20, 20, 29, 20.5]])).toBe('clear clear clear');
    expect(effects(dots(2.5), [[28, 20, 30.5, 20.5]])).toBe('unread');
  });

  it('is part of a line that it touches', () => {
    const line: Area = [10, 21, 60, 22];
    expect(beside(line)).toBe('clear');
    expect(beside([10, 21.5, 60, 22])).toBe('unread');
    expect(
      effects(
        [
          [0, 20, 6, 21],
          [0, 21, 60, 22],
        ],
        [[0, 20, 6, 21]],
      ),
    ).toBe('clear');
  });
});

describe('a speck that is hidden', () => {
  const by = (speck: Area, ink: readonly Area[] = letter(20, 20)): string =>
    effects([speck, ...ink], [speck]);

  it.each<[string, Area, string]>([
    ['at its right', [30.5, 22, 31.5, 23], 'unread'],
    ['farther right', [31, 22, 32, 23], 'clear'],
    ['at its left', [14.5, 22, 15.5, 23], 'unread'],
    ['farther left', [14, 22, 15, 23], 'clear'],
    ['under its line', [27, 16.5, 28, 17.5], 'unread'],
    ['farther down', [27, 16, 28, 17], 'clear'],
    ['at its top', [27, 28.5, 28, 29.5], 'unread'],
    ['above it', [27, 29, 28, 30], 'clear'],
    ['right above it', [23, 29.5, 24, 30.5], 'clear'],
  ])('belongs to a letter, or does not: %s', (_, speck, effect) => {
    expect(by(speck)).toBe(effect);
  });

  it('belongs to nothing that is lower than a letter, or larger', () => {
    const speck: Area = [20, 20, 21, 21];
    expect(by(speck, ring([22, 20, 28, 23]))).toBe('unread');
    expect(by(speck, ring([22, 20, 28, 22.5]))).toBe('clear');
    expect(by([10, 8, 11, 9], stairs(20, 2, 1))).toBe('unread');
    expect(by([10, 8, 11, 9], stairs(20, 2.5, 1))).toBe('clear');
    expect(by([8, 10, 9, 11], turned(stairs(20, 2, 1)))).toBe('unread');
    expect(by([8, 10, 9, 11], turned(stairs(20, 2.5, 1)))).toBe('clear');
  });
});

describe('lines, and what hangs together with them', () => {
  const between = (y0: number, y1: number): Area[] => [
    [10, y0 - 1, 70, y0],
    [10, y1, 70, y1 + 1],
  ];
  /** Two uprights and a rung. */
  const ladder = ([x0, y0, x1, y1]: Area): Area[] => [
    [x0, y0, x0 + 0.5, y1],
    [x1 - 0.5, y0, x1, y1],
    [x0, (y0 + y1) / 2, x1, (y0 + y1) / 2 + 0.5],
  ];

  it.each<[string, string, string, Area[]]>([
    ['the side of a cell of a table', 'clear', 'clear', [...between(20, 30), [30, 20, 31, 30]]],
    ['one that ends before the line above it', 'unread', 'clear', [...between(20, 30), [30, 20, 31, 29.5]]],
    ['before the one below it', 'unread', 'clear', [...between(20, 30), [30, 20.5, 31, 30]]],
    ['one as broad as a rule', 'clear', 'clear', [...between(20, 30), ...ladder([30, 20, 33, 30])]],
    ['one that ends before the line', 'hides', 'hides', [...between(20, 30), ...ladder([30, 20, 33, 29.5])]],
    ['before the other', 'hides', 'hides', [...between(20, 30), ...ladder([30, 20.5, 33, 30])]],
    ['one that is broader', 'hides', 'hides', [...between(20, 30), ...ladder([30, 20, 33.5, 30])]],
    ['the sides of a small box', 'clear clear', 'clear clear', ring([10, 20, 70, 50], 1)],
    ['of one a little longer than a line', 'clear clear', 'clear clear', ring([30, 20, 70.5, 50], 1)],
    ['a box that is no longer than a letter', 'hides', 'hides', ring([30, 20, 70, 50], 1)],
  ])('%s: %s', (_, upright, level, ink) => {
    expect(effects(ink)).toBe(upright);
    expect(effects(turned(ink))).toBe(level);
  });
});
