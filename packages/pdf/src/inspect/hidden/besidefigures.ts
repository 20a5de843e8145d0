import type { DrawnAnnotation } from '../../content/annotations.ts';
import type { TextRun } from '../../content/canvas.ts';
import { readable } from '../../errors.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { notesBeside } from './besidenotes.ts';
import { blankNoteBeside } from './blanknotes.ts';
import type { Covers } from './covers.ts';
import { continues, DigitCells, HIGH, isBefore, isBehind, type Spot } from './digitcells.ts';
import { type DrawnMarks, isAlike, type Mark } from './drawnmarks.ts';
import type { Part } from './letters.ts';
import type { Notes } from './notes.ts';
import { beginsAt, endsAt, isBarOver, isDrawnOver, isMinus, MARKUP } from './notestrokes.ts';
import { joinedPictures, showsDigit } from './picturedigits.ts';
import { boxTurnedTo } from './ways.ts';

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

/**
 * Areas, strokes and small pictures that are read as a digit, a point or a comma of a number beside them, or that make
 * another digit of one: eyes read 9000, the text says 9.
 */
export class BesideFigures {
  readonly #pdf: Pdf;
  readonly #covers: Covers;
  readonly #marks: DrawnMarks;
  readonly #sight: Box;

  /** `sight`: what of the page is seen. */
  constructor(pdf: Pdf, covers: Covers, { marks, sight }: { marks: DrawnMarks; sight: Box }) {
    this.#pdf = pdf;
    this.#marks = marks;
    this.#sight = sight;
    this.#covers = covers;
  }

  /** `annotations`: those of the page. */
  *found(annotations: readonly DrawnAnnotation[], notes: Notes): Generator<{ run: TextRun; part: Part }> {
    const { runs } = this.#covers;
    const hasNotes = notes.size > 0;
    const marks = this.#marks.all;
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
