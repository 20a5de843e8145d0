import type { Painting } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';
import { contains, Grid, holds, isEmpty, overlap } from './boxes.ts';
import { vanishes } from './colour.ts';

/** Tables are rows of low, wide areas. */
const COLUMNS = 16;
const ROWS = 64;
/** Paints that a cell remembers one by one; of older ones it knows the colours. */
const MOST_PATCHES = 48;
/** Colours that a cell tells apart; past that what lies there is not known. */
const MOST_COLOURS = 8;
export const PAPER = 0xff_ff_ff;
/** A pattern, an image, a shading. */
const UNKNOWN = -1;
/** What alpha leaves no trace. */
const TRACE = 0.01;

interface Patch {
  box: Box;
  /** Whether all of the box is painted, and nothing behind it is seen any more. */
  solid: boolean;
  colour: number;
}
interface Cell {
  /** What may lie under the patches. */
  base: number[];
  /** The newest last. */
  patches: Patch[];
  box: Box;
}

/** What lies on the page so far, point by point: the colours that may be seen there. Bounded whatever is painted. */
export class Ground {
  readonly #area: Box;
  readonly #grid: Grid;
  readonly #cells = new Array<Cell | undefined>(COLUMNS * ROWS).fill(undefined);
  /** Where no cell says otherwise. */
  #paper: number[] = [PAPER];
  /** Nothing was painted yet. */
  blank = true;

  constructor(area: Box) {
    this.#area = area;
    this.#grid = new Grid(area, COLUMNS, ROWS);
  }

  /** Returns how many cells that took. */
  paint(painting: Painting): number {
    const { kind, solid, width, alpha, masked, blend, layer } = painting;
    if (layer === 'off' || alpha <= TRACE) return 0;
    const colour = painting.colour ?? UNKNOWN;
    const opaque = painting.opaque && layer === 'on';
    const plain = !masked && (blend === 'Normal' || blend === 'Compatible');
    const seen = overlap(overlap(painting.box, painting.clip), this.#area);
    let cells = 0;
    // Text on the line of a frame does not hide: only its inside is in question.
    const frame = kind === 'stroke' && width !== undefined && isFrame(seen, width);
    if (!frame && !(opaque && solid !== undefined && contains(solid, seen))) {
      cells += this.#lay({ box: seen, solid: false, colour: plain ? colour : UNKNOWN });
    }
    if (solid !== undefined && opaque) {
      cells += this.#lay({ box: overlap(solid, this.#area), solid: true, colour });
    }
    return cells;
  }

  /** Whether text of that colour cannot be seen at that point, whatever of what may lie there does. */
  swallows(x: number, y: number, colour: number, alpha: number): boolean {
    const cell = this.#cells[this.#grid.at(x, y)];
    const like = (ground: number): boolean => ground !== UNKNOWN && vanishes(colour, alpha, ground);
    const patches = cell?.patches ?? [];
    for (let index = patches.length - 1; index >= 0; index--) {
      const patch = patches[index];
      if (patch === undefined || !holds(patch.box, x, y)) continue;
      if (!like(patch.colour)) return false;
      if (patch.solid) return true;
    }
    return (cell?.base ?? this.#paper).every(like);
  }

  #lay(patch: Patch): number {
    if (isEmpty(patch.box)) return 0;
    this.blank = false;
    const base = [patch.colour];
    if (patch.solid && contains(patch.box, this.#area)) {
      this.#cells.fill(undefined);
      this.#paper = base;
      return COLUMNS * ROWS;
    }
    return this.#grid.each(patch.box, (index) => {
      this.#layIn(index, patch, base);
    });
  }

  #layIn(index: number, patch: Patch, base: number[]): void {
    let cell = this.#cells[index];
    if (cell === undefined) {
      cell = { base: this.#paper, patches: [], box: this.#grid.box(index) };
      this.#cells[index] = cell;
    }
    if (patch.solid && contains(patch.box, cell.box)) {
      cell.base = base;
      if (cell.patches.length > 0) cell.patches = [];
      return;
    }
    cell.patches.push(patch);
    if (cell.patches.length <= MOST_PATCHES) return;
    const old = cell.patches.splice(0, MOST_PATCHES / 2).map(({ colour }) => colour);
    const colours = [...new Set([...cell.base, ...old])];
    cell.base = colours.length > MOST_COLOURS ? [UNKNOWN] : colours;
  }
}

const isFrame = ([x0, y0, x1, y1]: Box, width: number): boolean => Math.min(x1 - x0, y1 - y0) > 2.5 * width;
