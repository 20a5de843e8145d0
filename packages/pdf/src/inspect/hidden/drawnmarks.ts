import type { Painting, TextRun } from '../../content/canvas.ts';
import type { Outline } from '../../content/outline.ts';
import { throughAll } from '../../content/softmask.ts';
import { contains, intersect, isEmpty, union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { Bars } from './bars.ts';
import { isSameInk } from './colour.ts';
import { LARGEST } from './digitcells.ts';
import type { Piece } from './picturedigits.ts';

/** Paintings of a page that are looked at: charts and maps have many more, and no amounts among them. */
const MOST = 100_000;
/** In units, what is no smaller than a point. */
const SMALLEST = 0.3;
/** Of what is read with letters, how much larger it may seem by the points that its curves are drawn towards. */
const MOST_ROOM = 2;
/** Points of a path that cost as much as a byte of a string. */
const EDGES = 4;
/** Rows in which an area is looked at that a clip cuts. */
const ROWS = 32;
/** Of a tick's height, how much higher it ends than it begins at least. */
const ARM = 0.15;
/** Alpha from which black on white is read, and where across what is painted, and of its height, soft masks are asked. */
const FAINT = 0.2;
const PLACES = [0.05, 0.275, 0.5, 0.725, 0.95];

/** What may be read with digits, where its ink is, and how broad it is where it is a plain rectangle. */
export interface Mark {
  kind: Painting['kind'];
  colour: number | undefined;
  annotation: number | undefined;
  box: Box;
  broad: number;
  /** What a picture shows; anything else has none. */
  pieces: readonly Piece[];
}

/** The areas, strokes and pictures of a page that are no larger than letters, and its level lines. */
export class DrawnMarks {
  readonly #pdf: Pdf;
  readonly #marks: Mark[] = [];
  readonly bars = new Bars();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  /** None where there are too many. */
  get all(): readonly Mark[] {
    return this.#marks.length > MOST ? [] : this.#marks;
  }

  add(painting: Painting): void {
    if (this.#marks.length > MOST) return;
    const { kind, colour, masks, masked, whole, clips, maker, strokes, outline } = painting;
    if (!mayBeSeen(painting)) return;
    const bounds = boxOf(painting);
    this.bars.add(bounds);
    if (!hasSize(bounds, MOST_ROOM * LARGEST) || isTick(painting)) return;
    this.#pdf.spend(
      ((strokes?.length ?? 0) + (isCut(painting) ? ROWS : 1) * (outline?.edgeCount ?? 0)) / EDGES,
    );
    const box = inkOf(painting);
    if (!hasSize(box, LARGEST)) return;
    if (masks.length > 0) this.#pdf.spend(PLACES.length ** 2 * masks.length);
    if (!isSeenThrough(painting, box)) return;
    // A mask or a clip may make a digit of a rectangle, and a picture of one is no rectangle.
    const isPlain = kind !== 'image' && !masked && whole !== undefined && clips.length === 0;
    const broad = isPlain ? box[2] - box[0] : 0;
    const { shows } = painting;
    const pieces = kind === 'image' && shows !== undefined ? [{ box, shows }] : [];
    this.#marks.push({ kind, colour, annotation: maker.annotation, box, broad, pieces });
  }
}

/** Whether a pen went down and then up, further than before, always to the same side: no digit is drawn so. */
function isTick({ kind, strokes }: Painting): boolean {
  if (kind !== 'stroke' || strokes === undefined || strokes.length < 2) return false;
  const [first, last] = [strokes[0], strokes.at(-1)];
  if (first === undefined || last === undefined) return false;
  const toRight = Math.sign(last[2] - first[0]);
  let isRising = false;
  let [x, y] = [first[0], first[1]];
  for (const [x0, y0, x1, y1] of strokes) {
    if (x0 !== x || y0 !== y || (x1 - x0) * toRight <= 0 || y1 === y0) return false;
    if (isRising && y1 < y0) return false;
    isRising = y1 > y0;
    [x, y] = [x1, y1];
  }
  const high = Math.max(first[1], last[3]) - Math.min(...strokes.map(([, , , y1]) => y1));
  return isRising && first[3] < first[1] && last[3] - first[1] >= ARM * high;
}

/** Where its ink is at most: without the room for sharp corners of a line, within the clip. */
const boxOf = (painting: Painting): Box => inked(painting, painting.follows ?? painting.box);

/** The same without the points that curves are drawn towards and never reach. */
function inkOf(painting: Painting): Box {
  const { box, follows, strokes = [], outline } = painting;
  const [first, ...others] = strokes.map(boundsOfPiece);
  if (first !== undefined) return inked(painting, others.reduce(union, first));
  const bounds = inked(painting, follows ?? outline?.box ?? box);
  return outline !== undefined && isCut(painting) ? shownOf(outline, bounds) : bounds;
}

const isCut = ({ clip, outline }: Painting): boolean => outline !== undefined && !contains(clip, outline.box);

/** The bounds of what an area paints within the clip that cuts it: of a sign that is drawn there a part may be seen. */
function shownOf(outline: Outline, [x0, y0, x1, y1]: Box): Box {
  const step = (y1 - y0) / ROWS;
  let shown: Box | undefined;
  for (let row = 0; row < ROWS; row++) {
    const low = y0 + row * step;
    for (const [from, to] of outline.spans(low + step / 2)) {
      const part = intersect([from, low, to, low + step], [x0, y0, x1, y1]);
      if (!isEmpty(part)) shown = union(shown ?? part, part);
    }
  }
  return shown ?? [x0, y0, x0, y0];
}

/** The bounds of an area, or of the line that a stroke follows and covers with half its width to each side, within the clip. */
function inked({ clip, follows, width = 0 }: Painting, [x0, y0, x1, y1]: Box): Box {
  const half = follows === undefined ? 0 : width / 2;
  return intersect([x0 - half, y0 - half, x1 + half, y1 + half], clip);
}

const boundsOfPiece = ([x0, y0, x1, y1]: Box): Box => [
  Math.min(x0, x1),
  Math.min(y0, y1),
  Math.max(x0, x1),
  Math.max(y0, y1),
];

const mayBeSeen = ({ glyph, layer, alpha }: Painting): boolean => !glyph && layer === 'on' && alpha >= FAINT;

/** Whether it is no smaller than a point, and no larger than `most`. */
function hasSize([x0, y0, x1, y1]: Box, most: number): boolean {
  const [wide, high] = [x1 - x0, y1 - y0];
  return Math.max(wide, high) <= most && Math.min(wide, high) >= SMALLEST;
}

/** Whether soft masks, as far as they are known, let so much of it through at some place that it is read. */
function isSeenThrough({ alpha, masks }: Painting, [x0, y0, x1, y1]: Box): boolean {
  if (masks.length === 0) return true;
  return PLACES.some((along) =>
    PLACES.some((up) => alpha * throughAll(masks, x0 + (x1 - x0) * along, y0 + (y1 - y0) * up) >= FAINT),
  );
}

/** Whether it looks as if it were of the same print; of a picture that is not known. */
export function isAlike({ kind, colour }: Mark, run: TextRun): boolean {
  if (colour === undefined || run.colour === undefined) return kind === 'image';
  return isSameInk(colour, run.colour);
}
