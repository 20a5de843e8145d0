import { PdfError } from '../../errors.ts';
import { type Size, smallest } from '../../stamp/index.ts';
import type { Placement } from '../face.ts';
import type { Box, Matrix, PageFacts, Place } from './types.ts';

/** US Letter, which viewers show where /MediaBox is missing or has no area. */
const letter: Box = [0, 0, 612, 792];
/** Coordinates past this are no page; Acrobat stops at 14,400 units. */
const farthest = 1e6;
/** /UserUnit times 14,400 is Acrobat's largest page; 75,000 its largest unit. */
const largestUnit = 75_000;
/** What rounding on the way from a browser may add up to, in points. */
const tolerance = 0.01;

type Turn = 0 | 90 | 180 | 270;

/** A page that can be reckoned with: a box with area, a quarter turn, a positive unit. */
interface Page {
  box: Box;
  turn: Turn;
  unit: number;
}

/** Size in points of the page as it is shown: cropped, rotated, in its user unit. */
export function shownSize(facts: PageFacts): Size {
  const { box, turn, unit } = pageOf(facts);
  return turned({ width: (box[2] - box[0]) * unit, height: (box[3] - box[1]) * unit }, turn);
}

/**
 * Turns a placement on the page as shown into default user space (ISO 32000-2 §8.3.2.3, §12.5.5).
 * Throws PdfError `out_of_bounds` where it leaves the visible page (SGN-3), `bad_option` where its numbers are
 * not numbers or it is smaller than 40 × 15 points.
 */
export function placeOnPage(facts: PageFacts, placement: Omit<Placement, 'page'>): Place {
  const { x, y, width, height } = placement;
  if (![x, y, width, height].every(Number.isFinite)) {
    throw new PdfError('bad_option', 'the placement of the signature is not made of numbers');
  }
  if (width < smallest.width || height < smallest.height) {
    throw new PdfError(
      'bad_option',
      `a visible signature takes at least ${smallest.width} × ${smallest.height} points`,
    );
  }
  const shown = shownSize(facts);
  const inside =
    x >= -tolerance &&
    y >= -tolerance &&
    x + width <= shown.width + tolerance &&
    y + height <= shown.height + tolerance;
  if (!inside) throw new PdfError('out_of_bounds', 'the position of the signature is outside the page');
  const page = pageOf(facts);
  return placeInRect(facts, within(userRect(page, { x, y, width, height }), page.box));
}

/** The place of an appearance in a widget whose /Rect stands already. */
export function placeInRect(facts: PageFacts, rect: Box): Place {
  const { turn, unit } = pageOf(facts);
  const [left, bottom, right, top] = (ordered(rect) ?? [0, 0, 0, 0]).map(rounded) as unknown as Box;
  const size = turned({ width: (right - left) * unit, height: (top - bottom) * unit }, turn);
  const { width, height } = { width: rounded(size.width), height: rounded(size.height) };
  return {
    rect: [left, bottom, right, top],
    bbox: [0, 0, width, height],
    matrix: uprightMatrix(turn, width, height),
    size: { width, height },
  };
}

function pageOf({ mediaBox, cropBox, rotate = 0, userUnit = 1 }: PageFacts): Page {
  const media = ordered(mediaBox) ?? letter;
  const crop = ordered(cropBox);
  const box = (crop && ordered(intersection(crop, media))) ?? media;
  const unit = userUnit > 0 && userUnit <= largestUnit ? userUnit : 1;
  return { box, turn: quarterTurn(rotate), unit };
}

/** Corners put in order; undefined for a box without area or with values that are no coordinates. */
function ordered(box: Box | undefined): Box | undefined {
  if (!box?.every((value) => Math.abs(value) <= farthest)) return undefined;
  const [x1, y1, x2, y2] = box;
  if (x1 === x2 || y1 === y2) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** Empty (without area) where the two do not meet. */
function intersection(a: Box, b: Box): Box {
  const left = Math.max(a[0], b[0]);
  const bottom = Math.max(a[1], b[1]);
  return [left, bottom, Math.max(left, Math.min(a[2], b[2])), Math.max(bottom, Math.min(a[3], b[3]))];
}

/** Viewers pass over a /Rotate that is no multiple of 90. */
function quarterTurn(degrees: number): Turn {
  if (degrees % 90 !== 0) return 0;
  return (((degrees % 360) + 360) % 360) as Turn;
}

function turned({ width, height }: Size, turn: Turn): Size {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

/** A rectangle in points on the page as shown, in default user space. */
function userRect({ box, turn, unit }: Page, { x, y, width, height }: Omit<Placement, 'page'>): Box {
  const [left, bottom, right, top] = box;
  const [x1, y1, x2, y2] = [x / unit, y / unit, (x + width) / unit, (y + height) / unit];
  switch (turn) {
    case 0:
      return [left + x1, bottom + y1, left + x2, bottom + y2];
    case 90:
      return [right - y2, bottom + x1, right - y1, bottom + x2];
    case 180:
      return [right - x2, top - y2, right - x1, top - y1];
    case 270:
      return [left + y1, top - x2, left + y2, top - x1];
  }
}

/** Moves what rounding put outside back in. */
function within(rect: Box, box: Box): Box {
  return [
    Math.max(rect[0], box[0]),
    Math.max(rect[1], box[1]),
    Math.min(rect[2], box[2]),
    Math.min(rect[3], box[3]),
  ];
}

/** Turns the form against the page's rotation, and back into the first quadrant. */
function uprightMatrix(turn: Turn, width: number, height: number): Matrix {
  switch (turn) {
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 90:
      return [0, 1, -1, 0, height, 0];
    case 180:
      return [-1, 0, 0, -1, width, height];
    case 270:
      return [0, -1, 1, 0, 0, width];
  }
}

/** A ten-thousandth of a unit is finer than any screen or press, and keeps exponents out of the file. */
function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}
