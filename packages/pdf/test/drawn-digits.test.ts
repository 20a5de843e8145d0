import { documentObjects, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import type { GlyphOutline } from '../src/content/font/program/outline.ts';
import { type GlyphShape, shapeOf } from '../src/content/font/program/raster.ts';
import { TrueType } from '../src/content/font/program/truetype.ts';
import { isOtherDigit } from '../src/inspect/hidden/digitshape.ts';
import { isOtherMark } from '../src/inspect/hidden/signshape.ts';
import { font, open } from './support.ts';

const program = new TrueType(open(writePdf({ kind: 'table', objects: documentObjects() })), font);

function outlineOf(digit: string): GlyphOutline {
  const outline = program.outline(program.unicodeGlyphs(digit.charCodeAt(0))[0] ?? 0);
  if (outline === undefined || outline === 'unread') throw new Error('The font has no such digit');
  return outline;
}

const drawn = (digit: string): GlyphShape => shapeOf(outlineOf(digit), () => {});

/** Narrow digits side by side. */
const drawnNarrow = (digits: string): GlyphShape =>
  shapeOf(
    [...digits].flatMap((digit, place) =>
      outlineOf(digit).map((contour) =>
        contour.map((value, at) => (at % 2 === 0 ? 0.48 * value + 0.28 * place : value)),
      ),
    ),
    () => {},
  );

it.each([
  ['3', '5'],
  ['5', '3'],
  ['1', '3'],
  ['1', '2'],
  ['7', '5'],
  ['2', '7'],
  ['4', '9'],
  ['9', '4'],
  ['0', '8'],
  ['0', '6'],
  ['6', '0'],
  ['3', '8'],
  ['7', '1'],
])('UP-6: a %s that is drawn as a %s', (digit, other) => {
  expect(isOtherDigit(digit, drawn(other))).toBe(true);
});

it('SGN-7: every digit is drawn as what it is', () => {
  expect([...'0123456789'].filter((digit) => isOtherDigit(digit, drawn(digit)))).toEqual([]);
});

it('UP-6: a digit that is drawn as two side by side', () => {
  const zero = outlineOf('0');
  const beside = zero.map((contour) => contour.map((value, at) => (at % 2 === 0 ? value + 0.6 : value)));
  expect(
    isOtherDigit(
      '0',
      shapeOf([...zero, ...beside], () => {}),
    ),
  ).toBe(true);
});

it.each(['00', '11', '17', '10', '55', '88'])(
  'UP-6: a digit that is drawn as %s within its width',
  (digits) => {
    expect(isOtherDigit(digits.charAt(0), drawnNarrow(digits))).toBe(true);
  },
);

it('SGN-7: the zero of a stencil, whose halves stand apart', () => {
  const { bounds, ink, holes, closed, cells } = drawn('0');
  const halves = cells.map((cell, at) => (Math.abs((at % 64) - 32) < 4 ? 0 : cell));
  expect(holes).toHaveLength(1);
  expect(isOtherDigit('0', { bounds, ink, holes: [], closed, cells: halves })).toBe(false);
});

/** Left, bottom, right and top, in thousandths of an em. */
type Bar = readonly [number, number, number, number];

const bars = (...all: readonly Bar[]): GlyphShape =>
  shapeOf(
    all.map(([x0, y0, x1, y1]) => [x0, y0, x1, y0, x1, y1, x0, y1].map((edge) => edge / 1000)),
    () => {},
  );

it.each(['1', '7'])('UP-6: a %s that is drawn as a four of three bars, open at its top', (digit) => {
  const four = bars([50, 260, 520, 340], [340, 0, 430, 690], [50, 340, 140, 690]);
  expect(isOtherDigit(digit, four)).toBe(true);
});

it.each<[string, string, Bar[]]>([
  [
    'a one on a slab',
    '1',
    [
      [220, 0, 300, 700],
      [50, 0, 470, 80],
    ],
  ],
  ['a bare one', '1', [[220, 0, 300, 700]]],
  [
    'a one with a long flag',
    '1',
    [
      [340, 0, 430, 700],
      [200, 560, 340, 640],
      [120, 480, 200, 560],
    ],
  ],
  [
    'a crossed seven',
    '7',
    [
      [60, 620, 500, 700],
      [380, 300, 470, 620],
      [280, 0, 380, 300],
      [200, 300, 470, 360],
    ],
  ],
])('SGN-7: %s', (_, digit, edges) => {
  expect(isOtherDigit(digit, bars(...edges))).toBe(false);
});

it('UP-6: a comma that is drawn as a point', () => {
  expect(isOtherMark(',', drawn('.'))).toBe(true);
});

it('UP-6: a dollar sign as broad as one of hundredths', () => {
  const { holes, cells } = drawn('8');
  expect(isOtherMark('$', { bounds: [0.05, 0, 0.86, 0.72], holes, cells })).toBe(true);
});

it('SGN-7: signs of amounts are drawn as what they are', () => {
  expect([...'.,€+-'].filter((sign) => isOtherMark(sign, drawn(sign)))).toEqual([]);
});
