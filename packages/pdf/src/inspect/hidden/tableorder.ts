import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Content } from './markedcontents.ts';
import type { Cell } from './structureplaces.ts';

/** Rows that are apart within themselves and are held against all others of their table. */
const MOST_APART = 50;
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
 * Of each table or list some of whose cells stand elsewhere on the page than the structure tree has them (ISO 32000-2
 * §14.8.4.8.3), two such: whoever listens, or takes the table out, gets another amount beside a name than eyes see there.
 */
export function cellsElsewhere(
  contents: readonly Content[],
  spend: (units: number) => void,
): { box: Box; text: string }[][] {
  const tables = Map.groupBy(cellsOf(contents), ({ cell }) => cell.table);
  return [...tables.values()].flatMap((cells) => {
    const rows = [...Map.groupBy(cells, ({ cell }) => cell.row).values()];
    const found = acrossRows(rows, cells, spend) ?? acrossColumns(rows);
    return found === undefined ? [] : [found];
  });
}

function cellsOf(contents: readonly Content[]): Shown[] {
  const saying = contents.filter(({ text }) => SAYS.test(text));
  return [...Map.groupBy(saying, ({ place }) => place?.cell)].flatMap(([cell, all]) => {
    const text = all.map((one) => one.text).join('');
    return cell === undefined ? [] : { cell, text, box: all.map(({ box }) => box).reduce(union) };
  });
}

/**
 * Two cells of one row that stand on two lines, each beside a cell of another row; and so does another row, the other way round. Where
 * the first cell of every row stands over the second, rows are shown as cards.
 */
function acrossRows(
  rows: readonly Shown[][],
  cells: readonly Shown[],
  spend: (units: number) => void,
): Shown[] | undefined {
  const apart: { high: Shown; low: Shown }[] = [];
  for (const row of rows) {
    const [first] = row;
    if (first === undefined) continue;
    const high = row.reduce((one, other) => (other.box[1] > one.box[1] ? other : one), first);
    const low = row.reduce((one, other) => (other.box[3] < one.box[3] ? other : one), first);
    if (high.box[1] >= low.box[3] && apart.length < MOST_APART) apart.push({ high, low });
  }
  spend(apart.length * cells.length);
  const isBeside = (one: Shown): boolean =>
    cells.some((other) => other.cell.row !== one.cell.row && areOnOneLine(one.box, other.box));
  const crossed = apart.filter(({ high, low }) => isBeside(high) && isBeside(low));
  const isDown = crossed.map(({ high, low }) => high.cell.column < low.cell.column);
  if (!isDown.includes(true) || !isDown.includes(false)) return undefined;
  const found = crossed.find((pair) => [pair.high, pair.low].some(({ text }) => DIGIT.test(text)));
  return found && [found.high, found.low];
}

/** Two cells of one row that stand the other way round than those above or below them, of a row of as many cells. */
function acrossColumns(rows: readonly Shown[][]): Shown[] | undefined {
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
      if (wayOf(one.box, next.box) * wayOf(above.box, aboveNext.box) < 0 && DIGIT.test(one.text + next.text))
        return [one, next];
    }
  }
  return undefined;
}

function areOnOneLine(one: Box, other: Box): boolean {
  const shared = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return shared >= LEVEL * Math.min(one[3] - one[1], other[3] - other[1]);
}

/** 1 where the second stands wholly on the right of the first, -1 where it stands on its left, else 0. */
const wayOf = (one: Box, other: Box): number => (other[0] >= one[2] ? 1 : other[2] <= one[0] ? -1 : 0);
