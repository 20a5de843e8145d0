import type { Level } from './inklevel.ts';
import { BELOW, ROWS } from './templates.ts';

/** In columns, how broad a bracket is. */
const BREADTH = { least: 2, most: 7 };
/** The ink of a row that counts; in rows, how far under the line a bracket begins, where it ends at least, and how high it is. */
const INK = 0.08;
const FOOT = BELOW - 1;
const TOP = BELOW + 9;
const HIGH = 12;
/** Rows in which no bracket has a gap. */
const GAP = 1;
/** In columns, how far the ends of a bracket lie beside its middle at least. */
const BOW = 0.4;

/** Whether ink is a round bracket that is open to the right or, with a `side` of 1, to the left. */
export function isBracket(level: Level, [begin, end]: readonly [number, number], side: number): boolean {
  if (end - begin < BREADTH.least || end - begin > BREADTH.most) return false;
  const rows: { row: number; middle: number }[] = [];
  for (let row = 0; row < ROWS; row++) {
    let [sum, moment] = [0, 0];
    for (let column = begin; column < end; column++) {
      const ink = (level.cells[column * ROWS + row] ?? 0) ** 2;
      sum += ink;
      moment += column * ink;
    }
    if (sum >= INK) rows.push({ row, middle: moment / sum });
  }
  const [low, high] = [rows[0]?.row ?? ROWS, rows.at(-1)?.row ?? 0];
  if (low > FOOT || high < TOP || high - low + 1 < HIGH || high - low + 1 > rows.length + GAP) return false;
  const quarter = Math.floor(rows.length / 4);
  const mean = (from: number, to: number): number =>
    rows.slice(from, to).reduce((sum, { middle }) => sum + middle, 0) / (to - from);
  const middle = mean(quarter, rows.length - quarter);
  const ends = [mean(0, quarter), mean(rows.length - quarter, rows.length)];
  return ends.every((each) => side * (middle - each) >= BOW);
}
