import { holds, intersect } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { Canvas, Painting, TextRun } from './canvas.ts';
import type { ShadeAt } from './shadeat.ts';

/** Marks of a cell that are looked at place by place; of more it is not known what a place shows. */
const MOST_MARKS = 64;
/** Cells that may lie over a place, each of which paints beyond its step. */
const MOST_OVER = 4;
/** What asking a mark for a place costs, and edges of outlines that cost as much as a unit. */
const LOOK = 1 / 4;
const EDGES = 64;
/** Alpha from which a mark hides what lies behind it. */
const OPAQUE = 0.95;

/** Takes the marks of a tiling pattern's cell (ISO 32000-2 §8.7.3), to tell its colours place by place. */
export class CellMarks implements Canvas {
  readonly #spend: (units: number) => void;
  readonly #marks: (Painting | TextRun)[] = [];
  #isWhole = true;

  constructor(spend: (units: number) => void) {
    this.#spend = spend;
  }

  text(run: TextRun): void {
    if (run.mode !== 3 && run.mode !== 7 && !run.blank) this.#add(run);
  }

  paint(painting: Painting): void {
    this.#add(painting);
  }

  #add(mark: Painting | TextRun): void {
    if (mark.layer === 'off' || mark.alpha === 0) return;
    if (this.#marks.length < MOST_MARKS) this.#marks.push(mark);
    else this.#isWhole = false;
  }

  /** Whether text is among those that are looked at. */
  get hasText(): boolean {
    return this.#marks.some((mark) => !('kind' in mark));
  }

  /** The colours of all its cells in the pattern's own space, so far apart; undefined where they are not known. */
  shadeAt(cell: Box, across: number, up: number): ShadeAt | undefined {
    const [x0, y0, x1, y1] = cell;
    const columns = across > 0 ? Math.ceil((x1 - x0) / across) : 1;
    const rows = up > 0 ? Math.ceil((y1 - y0) / up) : 1;
    if (!this.#isWhole || !(columns * rows <= MOST_OVER)) return undefined;
    const marks = this.#marks.toReversed();
    const work = marks.reduce((sum, mark) => sum + LOOK + edgesOf(mark) / EDGES, 0);
    return (x, y) => {
      this.#spend(work);
      const left = across > 0 ? x0 + modulo(x - x0, across) : x;
      const low = up > 0 ? y0 + modulo(y - y0, up) : y;
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const [u, v] = [left + column * across, low + row * up];
          const shade = holds(cell, u, v) ? shadeOf(marks, u, v) : 'nothing';
          if (shade !== 'nothing') return shade;
        }
      }
      return 'nothing';
    };
  }
}

const edgesOf = (mark: Painting | TextRun): number =>
  [...mark.clips, 'kind' in mark ? mark.outline : undefined].reduce(
    (sum, outline) => sum + (outline?.edgeCount ?? 0),
    0,
  );

const modulo = (value: number, by: number): number => value - Math.floor(value / by) * by;

/** What the uppermost of some marks that paints a place shows there. */
function shadeOf(marks: readonly (Painting | TextRun)[], x: number, y: number): ReturnType<ShadeAt> {
  for (const mark of marks) {
    if (!holds(intersect(mark.box, mark.clip), x, y)) continue;
    if (!mark.clips.every((outline) => outline.holds(x, y))) continue;
    const shade = shadeBy(mark, x, y);
    if (shade !== 'nothing') return shade;
  }
  return 'nothing';
}

/** What a mark shows at a place within its bounds. */
function shadeBy(mark: Painting | TextRun, x: number, y: number): ReturnType<ShadeAt> {
  if (!('kind' in mark) || mark.vague || mark.masked || mark.blend !== 'Normal') return undefined;
  const { solid, outline, shows, alpha, colour, porous } = mark;
  if (outline?.paints(x, y) === false) return 'nothing';
  if (shows !== undefined) {
    const shown = shows(x, y);
    if (typeof shown !== 'object') return shown;
    return shown.alpha * alpha >= OPAQUE ? shown.colour : undefined;
  }
  const isPainted = outline !== undefined || (solid !== undefined && holds(solid, x, y));
  return isPainted && !porous && alpha >= OPAQUE ? colour : undefined;
}
