import { intersect, isEmpty } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import { coverage, type Grid } from './coverage.ts';
import type { Outline } from './outline.ts';

/** Cells of a veil at most, and the sides of a cell in units of default user space, for small areas and for large. */
const MOST_CELLS = 2 ** 17;
const SMALLEST_CELL = 0.5;
/** Cells that are begun, and those that are laid over, for one unit of the file's budget. */
const BEGUN_A_UNIT = 8;
const LAID_A_UNIT = 2;
/** What laying costs at least. */
const LAYING = 2;
/** Clipping paths whose cells are kept for what is painted next. */
const MOST_CLIPS = 16;

/** 0 to 1, as the mean of a square about a place. */
export type Shade = (x: number, y: number, side: number) => number;

/** What is laid over a veil. */
export interface Layer {
  /** How much of what is behind it it hides where it paints: 0 to 1. */
  share: number;
  /** Paths outside of any of which it does not paint. */
  clips?: readonly Outline[];
  /** As `share`, place by place. */
  shade?: Shade;
  /** What it brings the cells to: 1 where it is left out. */
  level?: Shade;
}

/**
 * How much of what stood there an area of a page hides, cell by cell: 0 nothing, 1 all. Of a soft mask, which begins
 * at a level of its own and takes on others, how much it lets through. What paints a part of a cell counts for that
 * part: into how many pieces something is cut, and where they lie within the cells, makes no difference.
 */
export class Veil implements Grid {
  readonly area: Box;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly #spend: (units: number) => void;
  readonly #hidden: Float32Array;
  readonly #clips = new Map<Outline, Patch>();

  /** `most`: how many cells it has at most. */
  constructor(area: Box, spend: (units: number) => void, most = MOST_CELLS) {
    const [width, height] = [area[2] - area[0], area[3] - area[1]];
    this.area = area;
    this.cell = Math.max(SMALLEST_CELL, Math.sqrt((width * height) / most), width / most, height / most);
    this.columns = Math.max(1, Math.ceil(width / this.cell));
    this.rows = Math.max(1, Math.ceil(height / this.cell));
    this.#spend = spend;
    this.#hidden = new Float32Array(this.columns * this.rows);
    spend(this.size / BEGUN_A_UNIT);
  }

  get size(): number {
    return this.#hidden.length;
  }

  /** Has all of it begin at a level. */
  fill(level: number): void {
    this.#hidden.fill(level);
  }

  /** Lays something over a rectangle. */
  add(box: Box, layer: Layer): void {
    const lay = this.#layerOf(layer, box);
    this.#each(box, lay);
  }

  /** Lays something over what an outline encloses within a rectangle. */
  addOutline(outline: Outline, box: Box, layer: Layer): void {
    const within = intersect(intersect(box, outline.box), this.area);
    if (isEmpty(within)) return;
    const lay = this.#layerOf(layer, within);
    coverage(outline, within, this, {
      spend: this.#spend,
      tell: (row, from, to, shares) => {
        for (let column = from; column < to; column++) {
          const part = shares[column] ?? 0;
          if (part > 0) lay(column, row, part);
        }
      },
    });
  }

  /** The mean level of a square about a place, of what of it is in the area; undefined outside. */
  at(x: number, y: number, side = 0): number | undefined {
    const [x0, y0, x1, y1] = this.area;
    if (side === 0) {
      if (!(x >= x0 && x < x1 && y >= y0 && y < y1)) return undefined;
      return this.cellAt(Math.floor((x - x0) / this.cell), Math.floor((y - y0) / this.cell));
    }
    let [sum, all] = [0, 0];
    this.#each([x - side / 2, y - side / 2, x + side / 2, y + side / 2], (column, row, part) => {
      sum += part * this.cellAt(column, row);
      all += part;
    });
    return all > 0 ? sum / all : undefined;
  }

  /** How much a cell hides. */
  cellAt(column: number, row: number): number {
    return this.#hidden[row * this.columns + column] ?? 0;
  }

  /** How much of a rectangle is hidden: 0 to 1; what is outside of the area is not. */
  hidden(box: Box): number {
    let [sum, all] = [0, 0];
    this.#each(box, (column, row, part) => {
      sum += part * this.cellAt(column, row);
      all += part;
    });
    if (all === 0) return 0;
    const size = ((box[2] - box[0]) * (box[3] - box[1])) / this.cell ** 2;
    return sum / Math.max(all, size);
  }

  /** Tells of the cells of a rectangle: the middle of each, how much of it is hidden, and how much of it there is. */
  visit(box: Box, tell: (x: number, y: number, hidden: number, part: number) => void): void {
    this.#each(box, (column, row, part) =>
      tell(this.#x(column), this.#y(row), this.cellAt(column, row), part),
    );
  }

  #x(column: number): number {
    return this.area[0] + (column + 0.5) * this.cell;
  }

  #y(row: number): number {
    return this.area[1] + (row + 0.5) * this.cell;
  }

  /** How much of a cell is in the area: the last ones reach over its edge. */
  #taken(column: number, row: number): number {
    const [x0, y0, x1, y1] = this.area;
    return Math.min(1, (x1 - x0) / this.cell - column) * Math.min(1, (y1 - y0) / this.cell - row);
  }

  /** Lays over a part of a cell. */
  #layerOf(
    { share, clips = [], shade, level }: Layer,
    box: Box,
  ): (column: number, row: number, part: number) => void {
    const patches = clips.map((clip) => this.#patchOf(clip));
    const cells = Math.max(0, ((box[2] - box[0]) * (box[3] - box[1])) / this.cell ** 2);
    this.#spend(LAYING + (Math.min(this.size, cells) / LAID_A_UNIT) * (1 + clips.length));
    return (column, row, part) => {
      // What a mark and its clip both take of a cell is at most what each does.
      let painted = part;
      for (const patch of patches) painted = Math.min(painted, patch.at(column, row));
      if (painted <= 0) return;
      if (column === this.columns - 1 || row === this.rows - 1) painted /= this.#taken(column, row);
      if (shade !== undefined) painted *= shade(this.#x(column), this.#y(row), this.cell);
      const at = row * this.columns + column;
      const before = this.#hidden[at] ?? 0;
      const after = level === undefined ? 1 : level(this.#x(column), this.#y(row), this.cell);
      this.#hidden[at] = before + (after - before) * Math.min(1, painted * share);
    };
  }

  #patchOf(clip: Outline): Patch {
    const known = this.#clips.get(clip);
    if (known !== undefined) return known;
    const patch = new Patch(this, clip, this.#spend);
    if (this.#clips.size >= MOST_CLIPS) this.#clips.clear();
    this.#clips.set(clip, patch);
    return patch;
  }

  /** Calls for each cell that a rectangle touches, with the part of the cell that it takes. */
  #each(box: Box, tell: (column: number, row: number, part: number) => void): void {
    const within = intersect(box, this.area);
    if (isEmpty(within)) return;
    const [x0, y0, x1, y1] = within.map((edge, at) => (edge - (this.area[at % 2] ?? 0)) / this.cell) as Box;
    for (let row = Math.floor(y0); row < Math.min(this.rows, Math.ceil(y1)); row++) {
      const high = Math.min(y1, row + 1) - Math.max(y0, row);
      for (let column = Math.floor(x0); column < Math.min(this.columns, Math.ceil(x1)); column++) {
        const wide = Math.min(x1, column + 1) - Math.max(x0, column);
        tell(column, row, wide * high);
      }
    }
  }
}

/** How much of each cell of a grid a clipping path lets through. */
class Patch {
  readonly #left: number = 0;
  readonly #bottom: number = 0;
  readonly #columns: number = 0;
  readonly #shares: Float32Array = new Float32Array(0);

  constructor(grid: Grid, clip: Outline, spend: (units: number) => void) {
    const { area, cell } = grid;
    const box = intersect(clip.box, area);
    if (isEmpty(box)) return;
    const [left, bottom] = [Math.floor((box[0] - area[0]) / cell), Math.floor((box[1] - area[1]) / cell)];
    const columns = Math.ceil((box[2] - area[0]) / cell) - left;
    const rows = Math.ceil((box[3] - area[1]) / cell) - bottom;
    const kept = new Float32Array(columns * rows);
    spend(kept.length / BEGUN_A_UNIT);
    coverage(clip, box, grid, {
      spend,
      tell: (row, from, to, shares) => {
        for (let column = Math.max(from, left); column < Math.min(to, left + columns); column++)
          kept[(row - bottom) * columns + column - left] = shares[column] ?? 0;
      },
    });
    this.#left = left;
    this.#bottom = bottom;
    this.#columns = columns;
    this.#shares = kept;
  }

  at(column: number, row: number): number {
    const [x, y] = [column - this.#left, row - this.#bottom];
    return x < 0 || x >= this.#columns || y < 0 ? 0 : (this.#shares[y * this.#columns + x] ?? 0);
  }
}
