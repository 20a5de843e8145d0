import type { Begun, TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import type { Cell, StructurePlace } from './structureplaces.ts';

/** Characters of a cell that are kept. */
const LONGEST = EXCERPT;
/** Cells of a page that are kept. */
const MOST_CELLS = 20_000;
/** Rows that are apart within themselves and are held against all others of their table; tables that are told of on a page. */
const MOST_APART = 50;
const MOST_TOLD = 10;
/** Of the lower one of two cells, what stands beside the other where they are on one line. */
const LEVEL = 0.5;
const SAYS = /[\p{L}\p{Nd}]/u;
const DIGIT = /\p{Nd}/u;

/** A cell as it is shown on a page. */
interface Shown {
  cell: Cell;
  box: Box;
  text: string;
}

/**
 * Tables whose cells stand elsewhere on the page than the structure tree has them (ISO 32000-2 §14.8.4.8.3): whoever
 * listens, or takes the table out of the document, gets another amount beside a name than eyes see there.
 */
export class TableOrder {
  readonly #pdf: Pdf;
  readonly #page: Page;
  readonly #places: ReadonlyMap<number, StructurePlace>;
  readonly #shown = new Map<Cell, Shown>();
  /** The cells of the marked contents that are open. */
  readonly #open: (Cell | undefined)[] = [];

  /** `places`: of the page's contents, by their numbers. */
  constructor(pdf: Pdf, page: Page, places: ReadonlyMap<number, StructurePlace>) {
    this.#pdf = pdf;
    this.#page = page;
    this.#places = places;
  }

  begin({ content }: Begun): void {
    this.#open.push(content === undefined ? this.#open.at(-1) : this.#places.get(content)?.cell);
  }

  end(): void {
    this.#open.pop();
  }

  see({ font, bytes, box, layer }: TextRun): void {
    const cell = this.#open.at(-1);
    if (cell === undefined || layer === 'off') return;
    const known = this.#shown.get(cell);
    const text = font?.text(bytes.subarray(0, LONGEST)) ?? '';
    this.#pdf.spend(text.length);
    if (!SAYS.test(text)) return;
    if (known !== undefined) {
      known.box = union(known.box, box);
      if (known.text.length < LONGEST) known.text += text;
    } else if (this.#shown.size < MOST_CELLS) this.#shown.set(cell, { cell, box, text });
  }

  finish(report: Report): void {
    const tables = Map.groupBy(this.#shown.values(), ({ cell }) => cell.table);
    let told = 0;
    for (const cells of tables.values()) {
      this.#pdf.spend(cells.length);
      const rows = [...Map.groupBy(cells, ({ cell }) => cell.row).values()];
      const found = this.#acrossRows(rows, cells) ?? this.#acrossColumns(rows);
      if (found === undefined || told++ >= MOST_TOLD) continue;
      const excerpt = found.map(({ text }) => text.trim().slice(0, EXCERPT / 2 - 1)).join(' ');
      const rect = found.map(({ box }) => box).reduce(union);
      report({ kind: 'text_map_mismatch', page: this.#page.number, excerpt, rect });
    }
  }

  /** Two cells of one row that stand on two lines, each beside a cell of another row. */
  #acrossRows(rows: readonly Shown[][], cells: readonly Shown[]): Shown[] | undefined {
    let looked = 0;
    for (const row of rows) {
      const [first] = row;
      if (first === undefined) continue;
      const high = row.reduce((one, other) => (other.box[1] > one.box[1] ? other : one), first);
      const low = row.reduce((one, other) => (other.box[3] < one.box[3] ? other : one), first);
      if (high.box[1] < low.box[3] || looked++ >= MOST_APART) continue;
      this.#pdf.spend(cells.length);
      const isBeside = (one: Shown): boolean =>
        cells.some((other) => other.cell.row !== one.cell.row && isLevel(one.box, other.box));
      if (isBeside(high) && isBeside(low) && [high, low].some(({ text }) => DIGIT.test(text)))
        return [high, low];
    }
    return undefined;
  }

  /** Two cells of one row that stand the other way round than those above or below them, of a row of as many cells. */
  #acrossColumns(rows: readonly Shown[][]): Shown[] | undefined {
    const firsts = new Map<number, Map<number, Shown>>();
    for (const row of rows) {
      const count = row[0]?.cell.row.cells ?? 0;
      const first = firsts.get(count);
      if (first === undefined) {
        firsts.set(count, new Map(row.map((each) => [each.cell.column, each])));
        continue;
      }
      const sorted = row.toSorted((one, other) => one.cell.column - other.cell.column);
      for (const [at, one] of sorted.entries()) {
        const next = sorted[at + 1];
        const [above, aboveNext] = [first.get(one.cell.column), first.get(next?.cell.column ?? -1)];
        if (next === undefined || above === undefined || aboveNext === undefined) continue;
        if (
          wayOf(one.box, next.box) * wayOf(above.box, aboveNext.box) < 0 &&
          DIGIT.test(one.text + next.text)
        )
          return [one, next];
      }
    }
    return undefined;
  }
}

function isLevel(one: Box, other: Box): boolean {
  const shared = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return shared >= LEVEL * Math.min(one[3] - one[1], other[3] - other[1]);
}

/** 1 where the second stands wholly on the right of the first, -1 where it stands on its left, else 0. */
const wayOf = (one: Box, other: Box): number => (other[0] >= one[2] ? 1 : other[2] <= one[0] ? -1 : 0);
