import type { Begun, TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { isLevel } from './letters.ts';
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

  see(run: TextRun): void {
    const { font, bytes, box, mode, layer } = run;
    const cell = this.#open.at(-1);
    // Tables that stand on end are not looked at.
    if (cell === undefined || mode === 3 || layer === 'off' || !isLevel(run)) return;
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

  /**
   * Two cells of one row that stand on two lines, each beside a cell of another row; and so does another row, the other way round. Where
   * the first cell of every row stands over the second, rows are shown as cards.
   */
  #acrossRows(rows: readonly Shown[][], cells: readonly Shown[]): Shown[] | undefined {
    const apart: { high: Shown; low: Shown }[] = [];
    for (const row of rows) {
      const [first] = row;
      if (first === undefined) continue;
      const high = row.reduce((one, other) => (other.box[1] > one.box[1] ? other : one), first);
      const low = row.reduce((one, other) => (other.box[3] < one.box[3] ? other : one), first);
      if (high.box[1] >= low.box[3] && apart.length < MOST_APART) apart.push({ high, low });
    }
    this.#pdf.spend(apart.length * cells.length);
    const isBeside = (one: Shown): boolean =>
      cells.some((other) => other.cell.row !== one.cell.row && areOnOneLine(one.box, other.box));
    const crossed = apart.filter(({ high, low }) => isBeside(high) && isBeside(low));
    const isDown = crossed.map(({ high, low }) => high.cell.column < low.cell.column);
    if (!isDown.includes(true) || !isDown.includes(false)) return undefined;
    const found = crossed.find((pair) => [pair.high, pair.low].some(({ text }) => DIGIT.test(text)));
    return found && [found.high, found.low];
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

function areOnOneLine(one: Box, other: Box): boolean {
  const shared = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return shared >= LEVEL * Math.min(one[3] - one[1], other[3] - other[1]);
}

/** 1 where the second stands wholly on the right of the first, -1 where it stands on its left, else 0. */
const wayOf = (one: Box, other: Box): number => (other[0] >= one[2] ? 1 : other[2] <= one[0] ? -1 : 0);
