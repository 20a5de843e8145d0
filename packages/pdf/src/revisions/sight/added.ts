import { type Shade, Veil } from '../../content/veil.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { intersect, isEmpty } from '../boxes.ts';
import type { Box } from '../pages.ts';

/** Least side of the blocks of a page that are kept where something came, in units of default user space. */
const SIDE = 64;
/** How many of them a page has along its width or height at most, and how many cells each has along its side. */
const BLOCKS = 16;
const CELLS = 64;

/** What looking at a place costs: into the veil of what came before, of the annotation, and of what that was. */
const PLACE = 8;

/** What an annotation hides now, and what it hid before, where it was there. */
export interface Hidden {
  veil: Veil;
  was: Veil | undefined;
}

/** What annotations have come to hide of a page, all together, since it was signed: a third each is all of it. */
export class Added {
  /** Object numbers of those that came, or changed. */
  readonly objects = new Set<number>();
  readonly #pdf: Pdf;
  readonly #side: number;
  readonly #blocks = new Map<string, Veil>();

  constructor(pdf: Pdf, [x0, y0, x1, y1]: Box) {
    this.#pdf = pdf;
    this.#side = Math.max(SIDE, (x1 - x0) / BLOCKS, (y1 - y0) / BLOCKS);
  }

  /** Whether something came to a place. */
  touches(area: Box): boolean {
    return this.#blocksIn(area).some((key) => this.#blocks.has(key));
  }

  /** How much of a place is hidden. */
  readonly shade: Shade = (x, y, side) => {
    const block = this.#blocks.get(`${Math.floor(x / this.#side)} ${Math.floor(y / this.#side)}`);
    return block?.at(x, y, side) ?? 0;
  };

  /** How much of a rectangle is hidden before an annotation comes, and with it. */
  hidden([x0, y0, x1, y1]: Box, more: Hidden): { before: number; after: number } {
    const cell = this.#side / CELLS;
    const [columns, rows] = [Math.ceil((x1 - x0) / cell), Math.ceil((y1 - y0) / cell)];
    const [wide, high] = [(x1 - x0) / columns, (y1 - y0) / rows];
    this.#pdf.spend(columns * rows * PLACE);
    let [before, after] = [0, 0];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const [x, y] = [x0 + (column + 0.5) * wide, y0 + (row + 0.5) * high];
        const side = Math.max(wide, high);
        const others = this.shade(x, y, side);
        before += others;
        after += others + (1 - others) * excess(more)(x, y, side);
      }
    }
    return { before: before / (columns * rows), after: after / (columns * rows) };
  }

  /** Lays what an annotation hides over the rest. */
  lay(more: Hidden): void {
    const { area } = more.veil;
    for (const key of this.#blocksIn(area)) {
      const block = this.#blocks.get(key) ?? this.#blockAt(key);
      this.#pdf.spend(block.size / 2);
      if (more.veil.hidden(intersect(area, block.area)) === 0) continue;
      this.#blocks.set(key, block);
      block.add(intersect(area, block.area), { share: 1, shade: excess(more) });
    }
  }

  #blocksIn(area: Box): string[] {
    const [x0, y0, x1, y1] = area.map((edge) => Math.floor(edge / this.#side)) as Box;
    const found: string[] = [];
    if (isEmpty(area)) return found;
    for (let row = y0; row <= y1; row++)
      for (let column = x0; column <= x1; column++) found.push(`${column} ${row}`);
    return found;
  }

  #blockAt(key: string): Veil {
    const [column = 0, row = 0] = key.split(' ').map(Number);
    const side = this.#side;
    const area: Box = [column * side, row * side, (column + 1) * side, (row + 1) * side];
    return new Veil(area, (units) => this.#pdf.spend(units), CELLS ** 2);
  }
}

/** How much more an annotation hides than it did before, which is no news. */
export const excess =
  ({ veil, was }: Hidden): Shade =>
  (x, y, side) => {
    const [now, then] = [veil.at(x, y, side) ?? 0, was?.at(x, y, side) ?? 0];
    return now <= then ? 0 : (now - then) / (1 - then);
  };
