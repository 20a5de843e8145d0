import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PdfError } from '../src/errors.ts';
import {
  type Box,
  type PageFacts,
  type Place,
  placeInRect,
  placeOnPage,
  shownSize,
} from '../src/sign/appearance/index.ts';

type Point = [number, number];

/**
 * Where a viewer puts a point of the form: by the algorithm of ISO 32000-2 §12.5.5 from the form to the page,
 * then by /Rotate and /UserUnit of §7.7.3.3 to the screen (points from the lower left of what is shown).
 */
function seen(place: Place, [px, py]: Point, visible: Box, rotate: number, unit: number): Point {
  const [a, b, c, d, e, f] = place.matrix;
  const by = ([x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];
  const [left, bottom, right, top] = place.bbox;
  const corners = [by([left, bottom]), by([right, bottom]), by([right, top]), by([left, top])];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [x, y] = by([px, py]);
  const userX = place.rect[0] + ((x - minX) / (maxX - minX)) * (place.rect[2] - place.rect[0]);
  const userY = place.rect[1] + ((y - minY) / (maxY - minY)) * (place.rect[3] - place.rect[1]);
  let shown: Point = [userX - visible[0], userY - visible[1]];
  let width = visible[2] - visible[0];
  let height = visible[3] - visible[1];
  for (let turn = 0; turn < ((rotate % 360) + 360) % 360; turn += 90) {
    shown = [shown[1], width - shown[0]]; // a quarter turn clockwise
    [width, height] = [height, width];
  }
  return [shown[0] * unit, shown[1] * unit];
}

const coordinate = fc.double({ min: -5000, max: 5000, noNaN: true });
const side = fc.double({ min: 60, max: 3000, noNaN: true });
const unit = fc.constantFrom(1, 0.5, 2, 10);
const rotate = fc.constantFrom(0, 90, 180, 270, -90, 450, -360);
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** A page whose crop lies inside its media box, with corners in any order. */
const page = fc
  .record({
    x: coordinate,
    y: coordinate,
    w: side,
    h: side,
    rotate,
    unit,
    flipX: fc.boolean(),
    flipY: fc.boolean(),
  })
  .map(({ x, y, w, h, flipX, flipY, ...rest }) => {
    const visible: Box = [x, y, x + w, y + h];
    const [x1, x2] = flipX ? [x + w, x] : [x, x + w];
    const [y1, y2] = flipY ? [y + h, y] : [y, y + h];
    return {
      visible,
      cropBox: [x1, y1, x2, y2] as Box,
      mediaBox: [x - 40, y - 20, x + w + 7, y + h] as Box,
      ...rest,
    };
  });

const near = (got: Point, want: Point, slack: number) => {
  expect(Math.abs(got[0] - want[0])).toBeLessThanOrEqual(slack);
  expect(Math.abs(got[1] - want[1])).toBeLessThanOrEqual(slack);
};

describe('SGN-2 a placement on the page as shown', () => {
  test('stands there upright and undistorted, whatever the rotation, crop, corner order and unit', () => {
    fc.assert(
      fc.property(page, share, share, share, share, (p, sx, sy, sw, sh) => {
        const facts: PageFacts = { ...p, userUnit: p.unit };
        const shown = shownSize(facts);
        fc.pre(shown.width > 41 && shown.height > 16);
        const width = 40 + sw * (shown.width - 40);
        const height = 15 + sh * (shown.height - 15);
        const x = sx * (shown.width - width);
        const y = sy * (shown.height - height);
        const place = placeOnPage(facts, { x, y, width, height });
        const slack = 0.001 * p.unit;
        const at = (point: Point) => seen(place, point, p.visible, p.rotate, p.unit);
        near(at([0, 0]), [x, y], slack);
        near(at([place.size.width, 0]), [x + width, y], slack);
        near(at([0, place.size.height]), [x, y + height], slack);
        near([place.size.width, place.size.height], [width, height], slack);
        expect(place.rect[0]).toBeGreaterThanOrEqual(p.visible[0] - 1e-4);
        expect(place.rect[1]).toBeGreaterThanOrEqual(p.visible[1] - 1e-4);
        expect(place.rect[2]).toBeLessThanOrEqual(p.visible[2] + 1e-4);
        expect(place.rect[3]).toBeLessThanOrEqual(p.visible[3] + 1e-4);
        expect(placeInRect(facts, place.rect)).toEqual(place);
      }),
      { numRuns: 500 },
    );
  });

  test('SGN-3 one that leaves the page by any side is refused', () => {
    fc.assert(
      fc.property(page, fc.constantFrom('left', 'right', 'bottom', 'top'), (p, leaves) => {
        const facts: PageFacts = { ...p, userUnit: p.unit };
        const shown = shownSize(facts);
        fc.pre(shown.width > 41 && shown.height > 16);
        const box = { x: 0, y: 0, width: 40, height: 15 };
        if (leaves === 'left') box.x = -0.02;
        if (leaves === 'bottom') box.y = -0.02;
        if (leaves === 'right') box.x = shown.width - 39.98;
        if (leaves === 'top') box.y = shown.height - 14.98;
        expect(codeOf(() => placeOnPage(facts, box))).toBe('out_of_bounds');
      }),
    );
  });

  test('SGN-3 a placement inside the media box but cropped away is refused', () => {
    const facts: PageFacts = { mediaBox: [0, 0, 600, 800], cropBox: [100, 100, 500, 700] };
    expect(codeOf(() => placeOnPage(facts, { x: 350, y: 10, width: 60, height: 20 }))).toBe('out_of_bounds');
    expect(placeOnPage(facts, { x: 340, y: 10, width: 60, height: 20 }).rect).toEqual([440, 110, 500, 130]);
  });

  test.each([
    ['too small', { x: 0, y: 0, width: 39, height: 20 }],
    ['too flat', { x: 0, y: 0, width: 60, height: 14 }],
    ['negative', { x: 100, y: 100, width: -60, height: -20 }],
    ['not a number', { x: Number.NaN, y: 0, width: 60, height: 20 }],
    ['infinite', { x: 0, y: 0, width: Number.POSITIVE_INFINITY, height: 20 }],
  ])('one that is %s is refused', (_name, placement) => {
    expect(codeOf(() => placeOnPage({}, placement))).toBe('bad_option');
  });
});

describe('pages of hostile files', () => {
  const nan = Number.NaN;
  test.each<[string, PageFacts, number, number]>([
    ['no box at all', {}, 612, 792],
    ['a media box that is not made of numbers', { mediaBox: [nan, 0, 100, 100] }, 612, 792],
    ['an infinite media box', { mediaBox: [0, 0, Number.POSITIVE_INFINITY, 100] }, 612, 792],
    ['an absurd media box', { mediaBox: [0, 0, 1e300, 1e300] }, 612, 792],
    ['a media box without area', { mediaBox: [10, 10, 10, 500] }, 612, 792],
    ['a crop outside the media box', { mediaBox: [0, 0, 300, 400], cropBox: [500, 500, 600, 600] }, 300, 400],
    [
      'a crop that touches the media box',
      { mediaBox: [0, 0, 300, 400], cropBox: [300, 0, 600, 400] },
      300,
      400,
    ],
    [
      'a crop larger than the media box',
      { mediaBox: [0, 0, 300, 400], cropBox: [-9, -9, 999, 999] },
      300,
      400,
    ],
    ['a rotation of 45 degrees', { mediaBox: [0, 0, 300, 400], rotate: 45 }, 300, 400],
    ['a rotation that is no number', { mediaBox: [0, 0, 300, 400], rotate: nan }, 300, 400],
    ['an enormous quarter turn', { mediaBox: [0, 0, 300, 400], rotate: 90 + 360 * 1e6 }, 400, 300],
    ['a negative unit', { mediaBox: [0, 0, 300, 400], userUnit: -3 }, 300, 400],
    ['an infinite unit', { mediaBox: [0, 0, 300, 400], userUnit: Number.POSITIVE_INFINITY }, 300, 400],
  ])('%s is shown as viewers show it', (_name, facts, width, height) => {
    expect(shownSize(facts)).toEqual({ width, height });
  });

  test('any numbers at all give a finite place or a PdfError', () => {
    const any = fc.double();
    const box = fc.option(fc.tuple(any, any, any, any), { nil: undefined });
    fc.assert(
      fc.property(box, box, any, any, fc.tuple(any, any, any, any), (mediaBox, cropBox, r, u, numbers) => {
        const facts = { mediaBox, cropBox, rotate: r, userUnit: u };
        const { rect, matrix, bbox } = placeInRect(facts, numbers);
        expect([...rect, ...matrix, ...bbox].every((n) => Math.abs(n) <= 1e12)).toBe(true);
        const [x, y, width, height] = numbers;
        expect(codeOf(() => placeOnPage(facts, { x, y, width, height }))).toMatch(
          /^(none|out_of_bounds|bad_option)$/,
        );
      }),
      { numRuns: 500 },
    );
  });

  test('a field whose /Rect has no area has no size: nothing to draw', () => {
    expect(placeInRect({}, [50, 50, 50, 50]).size).toEqual({ width: 0, height: 0 });
  });
});

function codeOf(action: () => unknown): string {
  try {
    action();
    return 'none';
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
}
