import { describe, expect, it } from 'vitest';
import { area, type Box, contains, holds, intersect, isEmpty, union } from '../src/revisions/boxes.ts';

const box: Box = [10, 20, 40, 60];

describe('boxes', () => {
  it.each<[string, Box, Box, Box]>([
    ['one within', [15, 25, 30, 50], [15, 25, 30, 50], [10, 20, 40, 60]],
    ['one around', [0, 0, 99, 99], [10, 20, 40, 60], [0, 0, 99, 99]],
    ['one across', [0, 30, 99, 40], [10, 30, 40, 40], [0, 20, 99, 60]],
    ['one at a corner', [30, 50, 70, 80], [30, 50, 40, 60], [10, 20, 70, 80]],
    ['one beside', [50, 20, 70, 60], [50, 20, 50, 60], [10, 20, 70, 60]],
    ['one before', [0, 20, 5, 60], [10, 20, 10, 60], [0, 20, 40, 60]],
    ['one above', [10, 70, 40, 80], [10, 70, 40, 70], [10, 20, 40, 80]],
    ['one below', [10, 0, 40, 10], [10, 20, 40, 20], [10, 0, 40, 60]],
  ])('have in common, and lie within, with %s', (_, other, common, around) => {
    expect(intersect(box, other)).toEqual(common);
    expect(intersect(other, box)).toEqual(common);
    expect(union(box, other)).toEqual(around);
    expect(union(other, box)).toEqual(around);
  });

  it.each<[Box, boolean]>([
    [box, true],
    [[15, 25, 30, 50], true],
    [[9, 20, 40, 60], false],
    [[10, 19, 40, 60], false],
    [[10, 20, 41, 60], false],
    [[10, 20, 40, 61], false],
    [[50, 20, 60, 60], false],
  ])('contain what lies within them, edges and all: %j', (other, expected) => {
    expect(contains(box, other)).toBe(expected);
  });

  it.each([
    [25, 40, true],
    [10, 20, true],
    [40, 60, true],
    [9, 40, false],
    [41, 40, false],
    [25, 19, false],
    [25, 61, false],
  ])('hold a point on their edges as well: %d %d', (x, y, expected) => {
    expect(holds(box, x, y)).toBe(expected);
  });

  it('are empty without an area', () => {
    expect(area(box)).toBe(1200);
    expect(isEmpty(box)).toBe(false);
    expect(isEmpty([10, 20, 10, 60])).toBe(true);
    expect(isEmpty([10, 20, 40, 20])).toBe(true);
    expect(isEmpty([40, 20, 10, 60])).toBe(true);
    expect(isEmpty([10, 60, 40, 20])).toBe(true);
    expect(isEmpty([Number.NaN, 20, 40, 60])).toBe(true);
    expect(isEmpty([10, 20, 40, Number.NaN])).toBe(true);
  });
});
