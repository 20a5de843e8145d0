import { describe, expect, it } from 'vitest';
import { effectOf } from './sight-support.ts';

const written = (text: string, x = 100, y = 700, size = 20): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`;

describe('figures that come to stand by a number', () => {
  /** What a look does that writes a text somewhere, by a number that ends at 130. */
  const told = (text: string, [x = 0, y = 700, size = 20]: readonly number[], page = written('100')) =>
    effectOf(page, { rect: [40, 600, 300, 760], look: written(text, x, y, size) });

  it.each<[string, string, number[]]>([
    ['right behind it', 'hides', [130]],
    ['an em behind it', 'hides', [150]],
    ['farther behind it', 'clear', [151]],
    ['right before it', 'hides', [90]],
    ['an em before it', 'hides', [70]],
    ['farther before it', 'clear', [69]],
    ['over it', 'hides', [120]],
    ['a third higher', 'hides', [140, 706.9]],
    ['higher', 'clear', [140, 707.5]],
    ['a third lower', 'hides', [140, 693.1]],
    ['lower', 'clear', [140, 692.5]],
    ['larger', 'hides', [150, 699, 31.9]],
    ['too large', 'clear', [150, 699, 33]],
    ['smaller', 'hides', [145, 700, 12.6]],
    ['too small', 'clear', [145, 700, 12.4]],
    ['a small one at the distance of a large one', 'hides', [149, 700, 15]],
  ])('MAP-8 write it on, or do not: %s: %s', (_, effect, place) => {
    expect(told('5', place)).toBe(effect);
  });

  it.each<[string, string, string]>([
    ['5', '100', 'hides'],
    [',00', '100', 'hides'],
    ['.', '100', 'hides'],
    ['%', '100', 'hides'],
    ['-', '100', 'hides'],
    ['5', 'A-', 'hides'],
    ['-', 'A+', 'clear'],
    ['-', 'A1', 'hides'],
    ['5', 'AAA', 'clear'],
    ['x', '100', 'clear'],
    ['AA5', '100', 'clear'],
    ['5AA', '100', 'hides'],
    ['A5A', '100', 'clear'],
    ['5', 'A1A', 'clear'],
    ['5', 'A11', 'hides'],
    ['A5 A', '100', 'hides'],
  ])('MAP-8 are figures at the ends of words: %s by %s', (text, page, effect) => {
    expect(told(text, [140], written(page))).toBe(effect);
  });

  it('MAP-8 are told where others stand elsewhere', () => {
    const look = `${written('5', 140)} ${written('7', 200, 640)} ${written('8', 60, 620)}`;
    expect(effectOf(written('100'), { rect: [40, 600, 300, 760], look })).toBe('hides');
    const page = `${written('A', 60, 640)} ${written('100')} ${written('9', 200, 740)}`;
    expect(effectOf(page, { rect: [40, 600, 300, 760], look: written('5', 140) })).toBe('hides');
  });

  it('MAP-8 are those that are seen', () => {
    const cut = `0 0 105 842 re W n ${written('100')}`;
    expect(told('5', [124], cut)).toBe('hides');
    expect(told('5', [135], cut)).toBe('clear');
  });

  it('MAP-8 have a blank between them and others from a part of an em on', () => {
    const spaced = (gap: number) => `BT /F1 20 Tf 100 700 Td [(A1) ${-gap * 50} (A)] TJ ET`;
    expect(told('5', [124], spaced(3.2))).toBe('hides');
    expect(told('5', [124], spaced(2.8))).toBe('clear');
    const before = (gap: number) => `BT /F1 20 Tf 100 700 Td [(A) ${-gap * 50} (1A)] TJ ET`;
    expect(told('5', [124], before(3.2))).toBe('hides');
    expect(told('5', [124], before(2.8))).toBe('clear');
  });
});

describe('what comes to stand by a figure as if it were one', () => {
  const page = written('100');
  const bar = (x: number, y: number, high: number, wide = 3): string => `${x} ${y} ${wide} ${high} re f`;
  const told = (look: string, content = page) => effectOf(content, { rect: [40, 600, 300, 760], look });

  it.each<[string, string, string]>([
    ['close behind it', 'unread', bar(135.9, 701, 14)],
    ['farther behind it', 'clear', bar(136.5, 701, 14)],
    ['close before it', 'unread', bar(91.1, 701, 14)],
    ['farther before it', 'clear', bar(90.5, 701, 14)],
    ['as high as half an em', 'unread', bar(132, 701, 10.1)],
    ['lower', 'clear', bar(132, 701, 9.9)],
    ['a little higher than an em', 'unread', bar(132, 701, 21.9)],
    ['higher', 'clear', bar(132, 701, 22.2)],
    ['a little above its line', 'unread', bar(132, 707.9, 14)],
    ['above its line', 'clear', bar(132, 708.2, 14)],
    ['a little below its line', 'unread', bar(132, 694.1, 14)],
    ['below its line', 'clear', bar(132, 693.8, 14)],
    ['a letter', 'unread', written('l', 132)],
    ['a letter farther away', 'clear', written('l', 137)],
    ['a small letter', 'clear', written('l', 132, 700, 14)],
    ['a smaller one that is large enough', 'unread', written('l', 132, 700, 14.5)],
    ['a large letter', 'clear', written('l', 132, 700, 32)],
    ['a less large one', 'unread', written('l', 132, 700, 31)],
    ['a stroke', 'unread', '1 w 133 701 m 133 715 l S'],
    ['nothing', 'clear', ''],
  ])('MAP-8 is told, or is not: %s: %s', (_, effect, look) => {
    expect(told(look)).toBe(effect);
  });

  it.each<[string, string]>([
    ['AAA', 'clear'],
    ['AA-', 'clear'],
    ['1-1', 'unread'],
    ['AA1', 'unread'],
    ['1AA', 'clear'],
  ])('MAP-8 by digits at the end of a word: %s', (text, effect) => {
    expect(told(bar(132, 701, 14), written(text))).toBe(effect);
  });
  it('MAP-8 unless nobody sees it', () => {
    const faded = (alpha: number, look: string) =>
      effectOf(page, {
        rect: [40, 600, 300, 760],
        look: `/G gs ${look}`,
        resources: `/ExtGState<</G<</ca ${alpha}/BM/Multiply>>>>`,
      });
    for (const [look, effect] of [
      [bar(132, 701, 14), 'unread'],
      [written('l', 132), 'unread'],
      [written('5', 132), 'hides'],
    ] as const) {
      expect(faded(0, look)).toBe('clear');
      expect(faded(0.5, `1 g ${look}`)).toBe('clear');
      expect(faded(0.5, look)).toBe(effect);
    }
  });

  it('MAP-8 by one of several things', () => {
    expect(told(`${bar(60, 640, 14)} ${bar(132, 701, 14)} ${bar(250, 640, 14)}`)).toBe('unread');
  });

  it('MAP-8 unless it hides a letter, which counts for more', () => {
    expect(told(bar(100, 701, 14, 10), written('A1'))).toBe('hides');
  });
});

describe('dashes that come to stand by a number', () => {
  /** What a look does that draws a line from `x0` to `x1`, half a unit broader, by a number from 100 to 130. */
  const dash = (x0: number, x1: number, y: number): string | undefined =>
    effectOf(written('100'), {
      rect: [40, 600, 300, 760],
      look: `1 w ${x0} ${y} m ${x1} ${y} l S`,
    });

  it.each<[string, number, number, number, string]>([
    ['right before it', 90, 97, 707, 'unread'],
    ['at some distance', 88, 94, 707, 'unread'],
    ['farther before it', 86, 93.4, 707, 'clear'],
    ['right behind it', 133, 140, 707, 'unread'],
    ['as narrow as a point', 95, 97.9, 707, 'clear'],
    ['as narrow as a sign', 94, 97.1, 707, 'unread'],
    ['as broad as a sign', 80.6, 97.5, 707, 'unread'],
    ['broader than a sign', 80.4, 97.5, 707, 'clear'],
    ['under it', 90, 97, 695, 'clear'],
    ['above it', 90, 97, 717, 'clear'],
  ])('MAP-8 %s', (_, x0, x1, y, effect) => {
    expect(dash(x0, x1, y)).toBe(effect);
  });
});
