import { describe, expect, it } from 'vitest';
import { pageTurn, zoomKey } from '../../src/common/viewer/room.ts';
import { oneByOne, pageAfterKey, rowPx, rowsInSight } from '../../src/common/viewer/strip.ts';
import { hitBeside, rankOf, searchOrder } from '../../src/common/viewer/useFind.ts';
import { isCancelled, within } from '../../src/common/viewer/within.ts';
import { canvasSize, factorOf, nextZoom, scaleFor, steps } from '../../src/common/viewer/zoom.ts';

const a4 = { width: 595, height: 842 };
const room = { width: 800, height: 600 };

describe('zoom', () => {
  it('SGN-1 a page fits the width or the whole room', () => {
    expect(595 * scaleFor('width', a4, room)).toBeCloseTo(800);
    expect(842 * scaleFor('page', a4, room)).toBeCloseTo(600);
    expect(factorOf(scaleFor(1.5, a4, room))).toBeCloseTo(1.5);
  });

  it('SGN-1 tiny pages are not blown up, huge ones do not vanish', () => {
    expect(factorOf(scaleFor('width', { width: 1, height: 14400 }, room))).toBe(8);
    expect(factorOf(scaleFor('page', { width: 1e9, height: 1e9 }, room))).toBe(0.01);
  });

  it('SGN-1 steps lead up and down, and end', () => {
    expect(nextZoom(scaleFor(1, a4, room), 1)).toBe(1.25);
    expect(nextZoom(scaleFor(1, a4, room), -1)).toBe(0.75);
    expect(nextZoom(scaleFor(steps.at(-1) ?? 0, a4, room), 1)).toBeNull();
    expect(nextZoom(scaleFor(steps[0] ?? 0, a4, room), -1)).toBeNull();
  });

  it('SGN-1 a canvas is as sharp as the screen, and bounded in area and side', () => {
    expect(canvasSize({ width: 800, height: 1000 }, 2)).toEqual({ width: 1600, height: 2000 });
    const huge = canvasSize({ width: 9000, height: 12_000 }, 2);
    expect(huge.width * huge.height).toBeLessThanOrEqual(16_000_000);
    expect(huge.width / huge.height).toBeCloseTo(0.75, 2);
    const strip = canvasSize({ width: 11, height: 153_600 }, 2);
    expect(strip.height).toBeLessThanOrEqual(16_384);
    expect(strip.width).toBeGreaterThanOrEqual(1);
  });
});

describe('keys in the room of the pages', () => {
  const at = (scrollTop: number, wide = false) => ({
    scrollTop,
    scrollHeight: 2000,
    clientHeight: 600,
    scrollWidth: wide ? 900 : 800,
    clientWidth: 800,
  });

  it('SGN-1 Page Down scrolls, and turns the page at its end; Page Up shows the end of the page before', () => {
    expect(pageTurn('PageDown', at(0), 2, 5)).toBeNull();
    expect(pageTurn('PageDown', at(1399.5), 2, 5)).toEqual({ page: 3, landing: 'top' });
    expect(pageTurn('PageUp', at(300), 2, 5)).toBeNull();
    expect(pageTurn('PageUp', at(0), 2, 5)).toEqual({ page: 1, landing: 'bottom' });
    expect(pageTurn('PageDown', at(1400), 5, 5)).toBeNull();
  });

  it('SGN-1 arrows turn pages unless the page is wider than the room; Home and End go to the ends', () => {
    expect(pageTurn('ArrowRight', at(0), 1, 5)).toEqual({ page: 2, landing: 'top' });
    expect(pageTurn('ArrowLeft', at(0), 1, 5)).toBeNull();
    expect(pageTurn('ArrowRight', at(0, true), 1, 5)).toBeNull();
    expect(pageTurn('End', at(0), 1, 5)).toEqual({ page: 5, landing: 'top' });
    expect(pageTurn('Home', at(9), 4, 5)).toEqual({ page: 1, landing: 'top' });
    expect(pageTurn('ArrowDown', at(0), 1, 5)).toBeNull();
    expect([zoomKey('+'), zoomKey('-'), zoomKey('a')]).toEqual([1, -1, null]);
  });
});

describe('the strip of thumbnails', () => {
  it('SGN-1 only the rows in sight are there, whatever the number of pages', () => {
    expect(rowsInSight(0, 600, 2000)).toEqual({ first: 1, last: 5 });
    const middle = rowsInSight(1000 * rowPx, 600, 2000);
    expect(middle.last - middle.first).toBeLessThan(8);
    expect(rowsInSight(0, 600, 2)).toEqual({ first: 1, last: 2 });
    expect(rowsInSight(0, 0, 1)).toEqual({ first: 1, last: 1 });
  });

  it('SGN-1 keys move through it and stop at its ends', () => {
    expect(pageAfterKey('ArrowDown', 3, 9, 4)).toBe(4);
    expect(pageAfterKey('PageDown', 3, 9, 4)).toBe(7);
    expect(pageAfterKey('PageUp', 3, 9, 4)).toBe(1);
    expect(pageAfterKey('End', 3, 9, 4)).toBe(9);
    expect(pageAfterKey('ArrowUp', 1, 9, 4)).toBe(1);
    expect(pageAfterKey('x', 3, 9, 4)).toBeNull();
  });

  it('SGN-1 thumbnails are drawn one after the other, a failed one holds up none', async () => {
    const line = oneByOne();
    const done: number[] = [];
    line(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      done.push(1);
      throw new Error('this one fails');
    });
    await new Promise<void>((resolve) => {
      line(async () => {
        done.push(2);
        resolve();
      });
    });
    expect(done).toEqual([1, 2]);
  });
});

describe('hits', () => {
  const counts = new Map([
    [7, 1],
    [2, 2],
  ]);

  it('SGN-1 the search begins at the shown page and comes to every page once', () => {
    expect(searchOrder(3, 4)).toEqual([3, 4, 1, 2]);
    expect(searchOrder(1, 1)).toEqual([1]);
  });

  it('SGN-1 next and previous go in the order of the pages and around the ends', () => {
    expect(hitBeside(counts, { page: 2, index: 0 }, 1)).toEqual({ page: 2, index: 1 });
    expect(hitBeside(counts, { page: 2, index: 1 }, 1)).toEqual({ page: 7, index: 0 });
    expect(hitBeside(counts, { page: 7, index: 0 }, 1)).toEqual({ page: 2, index: 0 });
    expect(hitBeside(counts, { page: 2, index: 0 }, -1)).toEqual({ page: 7, index: 0 });
    expect(hitBeside(counts, { page: 5, index: -1 }, 1)).toEqual({ page: 7, index: 0 });
    expect(hitBeside(new Map(), { page: 1, index: 0 }, 1)).toBeNull();
    expect(rankOf(counts, { page: 7, index: 0 })).toBe(3);
  });
});

describe('work that may hang', () => {
  it('SGN-1 what takes too long is given up', async () => {
    await expect(within(5, new Promise(() => {}))).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(within(1000, Promise.resolve(1))).resolves.toBe(1);
    expect(isCancelled(new DOMException('x', 'AbortError'))).toBe(true);
    expect(isCancelled(new Error('x'))).toBe(false);
  });
});
