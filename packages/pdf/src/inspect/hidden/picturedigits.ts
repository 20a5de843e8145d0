import type { ShownAt } from '../../content/canvas.ts';
import { holds, intersect, isEmpty, union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { continues, LARGEST, type Spot } from './digitcells.ts';
import { isLikeDigit, SIDE } from './digitpictures.ts';
import { type IsInk, inkBounds, inkOf, sharesOf } from './pictureink.ts';
import { LEVEL } from './ways.ts';

/** In ems: how far a picture of a digit ends from another one at most, and between two places at which it is asked what it shows. */
const BESIDE = 0.2;
const STEP = 0.05;
/** In ems, how high a digit is at least that stands beside another sign of one picture: letters without ascender are lower. */
const HIGH = 0.6;
const MOST_STEPS = 48;
/** Pictures that may be pieces of one, how many before are looked at for each, and pieces of one. */
const MOST_PICTURES = 2000;
const LATELY = 8;
const MOST_PIECES = 8;
/** In units, how far pieces of one picture are from each other at most. */
const NEXT = 0.3;

/** A picture, or a piece of one: what it shows, and where alone it does. */
export interface Piece {
  box: Box;
  shows: ShownAt;
}

/** Where a picture lies, and its pieces. */
interface Picture {
  box: Box;
  pieces: readonly Piece[];
  /** That of the note that draws it. */
  annotation: number | undefined;
}

/** Whether a picture that reaches to a digit shows another one beside it, in ink of its colour. */
export function showsDigit({ pieces, box }: Picture, spot: Spot): boolean {
  const { run, size, foot, from, to, way } = spot;
  const reach = BESIDE * size;
  const isNear = box[0] <= to + reach && box[2] >= from - reach && box[1] < foot + size && box[3] > foot;
  if (way !== LEVEL || !isNear || run.colour === undefined || pieces.length === 0) return false;
  const { colour } = run;
  const inks = pieces.map((piece) => ({ box: piece.box, is: inkOf(piece.shows, colour) }));
  const isInk: IsInk = (x, y) => inks.some((ink) => holds(ink.box, x, y) && ink.is(x, y));
  const step = Math.max(STEP * size, (box[2] - box[0]) / MOST_STEPS, (box[3] - box[1]) / MOST_STEPS);
  const bounds = inkBounds(box, step, isInk);
  if (bounds === undefined) return false;
  const isDigit = (ink: Box): boolean => continues(ink, spot) && isLikeDigit(sharesOf(ink, SIDE, isInk));
  const ink = wider(bounds, step / 2);
  if (isDigit(ink)) return true;
  const part = partNextTo(spot, ink, step, isInk);
  return part !== undefined && part[3] - part[1] >= HIGH * size && isDigit(part);
}

/** Of the ink of a picture of two signs, that of the one which stands next to a digit; undefined where it shows fewer or more. */
function partNextTo({ from, to }: Spot, ink: Box, step: number, isInk: IsInk): Box | undefined {
  const [x0, y0, x1, y1] = ink;
  const parts: Box[] = [];
  let start: number | undefined;
  for (let x = x0 + step / 2; x < x1 + step; x += step) {
    let hasInk = false;
    for (let y = y0 + step / 2; x < x1 && y < y1 && !hasInk; y += step) hasInk = isInk(x, y);
    if (hasInk) start ??= x;
    else if (start !== undefined) {
      parts.push([start - step / 2, y0, x - step / 2, y1]);
      start = undefined;
    }
  }
  const [first, second, more] = parts;
  if (first === undefined || second === undefined || more !== undefined) return undefined;
  const next = (x0 + x1) / 2 < (from + to) / 2 ? second : first;
  const bounds = inkBounds(next, step, isInk);
  return bounds && wider(bounds, step / 2);
}

const wider = ([x0, y0, x1, y1]: Box, by: number): Box => [x0 - by, y0 - by, x1 + by, y1 + by];

/** Pictures in pieces that touch each other, each put together. */
export function joinedPictures<T extends Picture>(marks: readonly T[]): T[] {
  const pictures = marks.filter(({ pieces }) => pieces.length > 0).sort((a, b) => a.box[0] - b.box[0]);
  const joined: T[] = [];
  for (const picture of pictures.slice(0, MOST_PICTURES)) {
    const at = joined.findLastIndex(
      ({ box, annotation }, index) =>
        index >= joined.length - LATELY && annotation === picture.annotation && isTouching(box, picture.box),
    );
    const other = joined[at];
    if (other === undefined) joined.push(picture);
    else
      joined[at] = {
        ...other,
        box: union(other.box, picture.box),
        pieces: [...other.pieces, ...picture.pieces],
      };
  }
  return joined.filter(
    ({ pieces, box }) => pieces.length > 1 && pieces.length <= MOST_PIECES && box[2] - box[0] <= LARGEST,
  );
}

const isTouching = (one: Box, other: Box): boolean => !isEmpty(intersect(wider(one, NEXT), other));
