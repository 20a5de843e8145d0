import { describe, expect, it } from 'vitest';
import { linesOf } from '../src/revisions/sight/marks.ts';
import { type Area, CELL, COLUMNS, effects, inked, stairs, turned } from './sight-marks-support.ts';

describe('what runs long and straight', () => {
  const kinds = ['none', 'thin', 'broad'];
  const kindOf = (area: Area): string | undefined =>
    kinds[linesOf(inked([area], []))[Math.round(area[1] / CELL) * COLUMNS + Math.round(area[0] / CELL)] ?? 0];

  it.each<[string, Area]>([
    ['none', [10, 10, 50, 11]],
    ['thin', [10, 10, 50.5, 11]],
    ['thin', [10, 10, 50.5, 13]],
    ['none', [10, 10, 50.5, 13.5]],
    ['none', [10, 10, 130, 50]],
    ['broad', [10, 10, 130.5, 50]],
    ['broad', [10, 10, 50.5, 50.5]],
    ['none', [10, 10, 50.5, 50]],
    ['broad', [0, 0, 140, 75]],
    ['thin', [0, 74, 140, 75]],
    ['thin', [0, 0, 0.5, 75]],
    ['thin', [139.5, 0, 140, 75]],
  ])('is a line that is %s: %s', (kind, area) => {
    expect(kindOf(area)).toBe(kind);
    if (area[2] <= 75) expect(kindOf([area[1], area[0], area[3], area[2]])).toBe(kind);
  });

  it('is measured run by run', () => {
    const lines = linesOf(
      inked(
        [
          [10, 10, 40, 11],
          [40.5, 10, 70, 11],
          [10, 20, 60, 21],
          [60.5, 20, 61, 21],
        ],
        [],
      ),
    );
    const at = (x: number, y: number) => lines[(y / CELL) * COLUMNS + x / CELL];
    expect([at(10, 10), at(39.5, 10), at(40, 10), at(69.5, 10)]).toEqual([0, 0, 0, 0]);
    expect([at(10, 20), at(59.5, 20.5), at(60, 20), at(60.5, 20), at(9.5, 20)]).toEqual([1, 1, 0, 0, 0]);
    expect(lines.filter((line) => line !== 0).length).toBe(200);
    const apart: Area[] = [
      [100, 20, 140, 21],
      [0, 20, 30, 21.5],
    ];
    expect(linesOf(inked(apart, [])).some((line) => line !== 0)).toBe(false);
  });
});

describe('a line that is not quite level', () => {
  const both = (ink: readonly Area[]): string[] => [effects(ink), effects(turned(ink))];

  it('rises by less than a sixth of its length, and is thin', () => {
    // Sixty long; nine high, and nine and a half.
    expect(both(stairs(20, 3, 1, (at) => Math.min(at, 16)))).toEqual(['clear', 'clear']);
    expect(both(stairs(20, 3, 1, (at) => Math.min(at, 17)))).toEqual(['unread', 'unread']);
    expect(both(stairs(20, 3, 1.5, (at) => Math.min(at, 10)))).toEqual(['clear', 'clear']);
    const broader: Area[] = [...stairs(20, 3, 1.5, (at) => Math.min(at, 10)), [30, 14.5, 30.5, 15]];
    expect(both(broader)).toEqual(['unread', 'unread']);
  });

  it('is none where it is no longer than a letter', () => {
    expect(both(stairs(10, 4, 1))).toEqual(['hides', 'hides']);
  });
});

describe('a large drawing', () => {
  /** Steps as broad as a heavy letter's stroke. */
  const large = stairs(24, 2, 3);
  const under = (cover: Area, contrast = 1): string => effects(large, [cover], contrast);

  it.each<[string, Area, string]>([
    ['what is as high and wide as a letter', [10, 10, 12, 13], 'unread'],
    ['what is lower', [10, 10, 16, 12.5], 'clear'],
    ['what is narrower', [12, 10, 13.5, 13.5], 'clear'],
    ['less than a letter has', [10, 10, 10.5, 13], 'clear'],
  ])('is told where it loses %s', (_, cover, effect) => {
    expect(under(cover)).toBe(effect);
  });

  it('is told from four square units on', () => {
    const angle: Area[] = [
      [12, 10.5, 12.5, 13.5],
      [12.5, 11, 16, 11.5],
    ];
    expect(effects(large, [...angle, [13, 12, 13.5, 13]])).toBe('clear');
    expect(effects(large, [...angle, [13, 12, 13.5, 13.5]])).toBe('unread');
  });

  it('is told where it stands out from its ground', () => {
    expect(under([10, 10, 16, 14], 0.25)).toBe('unread');
    expect(under([10, 10, 16, 14], 0.24)).toBe('clear');
  });
});
