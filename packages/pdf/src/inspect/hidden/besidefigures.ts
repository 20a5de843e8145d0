import type { DrawnAnnotation } from '../../content/annotations.ts';
import type { Painting, TextRun } from '../../content/canvas.ts';
import { throughAll } from '../../content/softmask.ts';
import { readable } from '../../errors.ts';
import { intersect, union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { notesBeside } from './besidenotes.ts';
import { blankNoteBeside } from './blanknotes.ts';
import { isSameInk } from './colour.ts';
import type { Covers } from './covers.ts';
import { continues, DigitCells, HIGH, isBefore, isBehind, LARGEST, type Spot } from './digitcells.ts';
import type { Part } from './letters.ts';
import type { Notes } from './notes.ts';
import { beginsAt, endsAt, isBarOver, isDrawnOver, isMinus, MARKUP } from './notestrokes.ts';
import { joinedPictures, type Piece, showsDigit } from './picturedigits.ts';
import { boxTurnedTo } from './ways.ts';

/** Paintings of a page that are looked at: charts and maps have many more, and no amounts among them. */
const MOST = 100_000;
/** In units, what is no smaller than a point. */
const SMALLEST = 0.3;
/** In ems, the width from which a filled rectangle is a box to tick, or a bullet, and no digit. */
const BAR = 0.3;
/** How broad what is drawn is for its height where it is a box, a ring, a triangle or an icon: digits are narrower. */
const ICON = { least: 0.85, most: 1.25 };
/** In ems, the rests between the digits of a field with a cell for each. */
const COMB = 0.14;
/** In ems: the sides of points and commas, how far under the line they reach, and how far over it. */
const MARK = { wide: 0.3, high: 0.35, under: 0.3, over: 0.3 };
/** In ems: how high and how broad a stroke is at least that makes another digit of one. */
const STROKE = { high: 0.2, wide: 0.05, edge: 0.1 };
/** Of what is read with letters, how much larger it may seem by the points that its curves are drawn towards. */
const MOST_ROOM = 2;
/** Points of a path that cost as much as a byte of a string. */
const EDGES = 4;
/** Of a tick's height, how much higher it ends than it begins at least. */
const ARM = 0.15;
/** Alpha from which black on white is read, and where across what is painted, and of its height, soft masks are asked. */
const FAINT = 0.2;
const PLACES = [0.05, 0.275, 0.5, 0.725, 0.95];

/** What may be read with digits, where its ink is, and how broad it is where it is a plain rectangle. */
interface Mark {
  kind: Painting['kind'];
  colour: number | undefined;
  annotation: number | undefined;
  box: Box;
  broad: number;
  /** What a picture shows; anything else has none. */
  pieces: readonly Piece[];
}

/**
 * Areas, strokes and small pictures that are read as a digit, a point or a comma of a number beside them, or that make
 * another digit of one: eyes read 9000, the text says 9.
 */
export class BesideFigures {
  readonly #pdf: Pdf;
  readonly #covers: Covers;
  readonly #marks: Mark[] = [];
  readonly #sight: Box;

  /** `sight`: what of the page is seen. */
  constructor(pdf: Pdf, covers: Covers, sight: Box) {
    this.#pdf = pdf;
    this.#sight = sight;
    this.#covers = covers;
  }

  add(painting: Painting): void {
    if (this.#marks.length > MOST) return;
    const { kind, colour, masks, masked, whole, clips, maker, strokes, outline } = painting;
    if (!hasSize(boxOf(painting), MOST_ROOM * LARGEST) || !mayBeSeen(painting) || isTick(painting)) return;
    this.#pdf.spend(((strokes?.length ?? 0) + (outline?.edgeCount ?? 0)) / EDGES);
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

  /** `annotations`: those of the page. */
  *found(annotations: readonly DrawnAnnotation[], notes: Notes): Generator<{ run: TextRun; part: Part }> {
    const { runs } = this.#covers;
    const hasNotes = notes.size > 0;
    const marks = this.#marks.length > MOST ? [] : this.#marks;
    if (marks.length === 0 && !hasNotes) return;
    const cells = new DigitCells(runs, (units) => this.#pdf.spend(units));
    if (cells.isEmpty) return;
    for (const mark of [...marks, ...joinedPictures(marks)]) {
      const found = this.#beside(mark, cells, notes);
      if (found !== undefined) yield found;
    }
    if (hasNotes)
      yield* notesBeside(
        runs,
        cells,
        ({ maker: { annotation } }) => annotation !== undefined && notes.has(annotation),
        (units) => this.#pdf.spend(units),
      );
    for (const annotation of annotations) {
      const found = readable(() => blankNoteBeside(this.#pdf, annotation, cells, this.#sight));
      if (found !== undefined) yield found;
    }
  }

  #beside(mark: Mark, cells: DigitCells, notes: Notes): { run: TextRun; part: Part } | undefined {
    let [before, behind]: (Spot | undefined)[] = [];
    const { annotation, box } = mark;
    const note = annotation === undefined ? undefined : notes.get(annotation);
    for (const spot of cells.near(box)) {
      const { run, text } = spot;
      const isTogether = run.maker.annotation === annotation || note !== undefined;
      if (!isTogether || !isAlike(mark, run)) continue;
      const seen = boxTurnedTo(spot.way, box);
      if (isRead(mark, seen, spot, note) || showsDigit(mark, spot)) return { run, part: { text, box } };
      if (!isMark(seen, spot)) continue;
      if (isBefore(spot, seen) || (note !== undefined && endsAt(spot, seen))) before = spot;
      if (isBehind(spot, seen) || (note !== undefined && beginsAt(spot, seen))) behind = spot;
      if (before === behind) behind = undefined;
      if (before !== undefined && behind !== undefined && !isComb(before, seen, behind))
        return { run, part: { text: `${before.text} ${behind.text}`, box } };
    }
    return undefined;
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
  return inked(painting, follows ?? outline?.box ?? box);
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
function isAlike({ kind, colour }: Mark, run: TextRun): boolean {
  if (colour === undefined || run.colour === undefined) return kind === 'image';
  return isSameInk(colour, run.colour);
}

/**
 * Whether it is read as a digit or a minus sign beside a digit, or makes another one of it. `box`: as it stands to the line;
 * `note`: the /Subtype of the note that draws it, if one does.
 */
function isRead(mark: Mark, box: Box, spot: Spot, note: string | undefined): boolean {
  if (!isIcon(mark, box, spot) && continues(box, spot)) return true;
  if (mark.kind === 'image') return false;
  if (changes(box, spot) || (note === undefined ? isBarOver(box, spot) : isDrawnOver(box, spot, note)))
    return true;
  return !MARKUP.has(note ?? '') && isMinus(box, spot);
}

/** Whether it is as broad as it is high, or a plain rectangle that is too broad for a one. */
function isIcon({ broad: rectangle }: Mark, [x0, y0, x1, y1]: Box, { size }: Spot): boolean {
  const broad = (x1 - x0) / (y1 - y0);
  return (broad >= ICON.least && broad <= ICON.most) || rectangle > BAR * size;
}

/** Whether digits stand in cells of their own, and what is between them is the edge of one. */
const isComb = (before: Spot, [x0, , x1]: Box, behind: Spot): boolean =>
  x0 - before.to > COMB * before.size && behind.from - x1 > COMB * behind.size;

const isMark = (box: Box, { foot, size }: Spot): boolean =>
  box[2] - box[0] <= MARK.wide * size &&
  box[3] - box[1] <= MARK.high * size &&
  box[1] >= foot - MARK.under * size &&
  box[3] <= foot + MARK.over * size;

/** Whether it is a stroke within a digit. */
function changes(box: Box, { from, to, foot, size }: Spot): boolean {
  const [x0, y0, x1, y1] = box;
  const edge = STROKE.edge * size;
  return (
    x0 >= from - edge &&
    x1 <= to + edge &&
    y0 >= foot - edge &&
    y1 <= foot + HIGH.most * size &&
    x1 - x0 >= STROKE.wide * size &&
    y1 - y0 >= STROKE.high * size
  );
}
