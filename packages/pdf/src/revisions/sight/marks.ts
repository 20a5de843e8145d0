import type { Pdf } from '../../syntax/pdf.ts';

/** What something does to what was signed: `unread` where that cannot be told. */
export type Effect = 'clear' | 'hides' | 'unread';

/** How much of a letter is hidden where it is no longer read. */
export const HIDDEN = 0.4;
/** Units from which a run of ink is a line, a frame or a ground if it is as thin as a rule, and if it is not. */
export const LINE = 40;
const BAND = 120;
const RULE = 3;
/** The least height of a letter, what is as thin as a hair, and what of its bounds a block fills that is no letter. */
const LOW = 3;
const HAIR = 1;
const BLOCK = { side: 2.5, share: 0.9 };
/** How far a line in a scan may rise, of its length, and how broad it is. */
const ASKEW = { rise: 0.15, breadth: 1.5 };
/** The longest minus; how many like it stand in a row that is there to be written on. */
const MINUS = 12;
const ROW = 3;
/** Of larger drawings: how far from their ground they are, how much has to be hidden, and how high and wide it is. */
const LARGE = { contrast: 0.25, area: 4, high: 3, wide: 2 };

/** What kind of line a cell belongs to. */
export const THIN = 1;
const BROAD = 2;

/** Cells on which there is something to see. */
export interface Marked {
  readonly columns: number;
  readonly rows: number;
  /** Side of a cell, in units of default user space. */
  readonly cell: number;
  /** How far each is from its ground, of 1; 0 for what is not seen. */
  readonly contrast: Float32Array;
  readonly hidden: Uint8Array;
  /** How much of a piece is hidden where it is no longer read: 0 to 1. */
  readonly share: number;
}

/** Cells in one piece: their bounds, and of those that are hidden. */
class Mark {
  readonly bounds = new Bounds();
  readonly covered = new Bounds();
  /** Where lines touch it. */
  readonly ruled = new Bounds();
  cells = 0;
  hidden = 0;
  contrast = 0;
}

class Bounds {
  x0 = Infinity;
  y0 = Infinity;
  x1 = -Infinity;
  y1 = -Infinity;

  add(x: number, y: number): void {
    this.x0 = Math.min(this.x0, x);
    this.y0 = Math.min(this.y0, y);
    this.x1 = Math.max(this.x1, x + 1);
    this.y1 = Math.max(this.y1, y + 1);
  }
}

/** What happens to each piece of ink, of those of which something is hidden. */
export function marksOf(pdf: Pdf, marked: Marked): Effect[] {
  pdf.spend(marked.contrast.length);
  if (!marked.hidden.includes(1)) return [];
  const marks = piecesOf(marked, linesOf(marked));
  const hidden = marks.filter((mark) => mark.hidden > 0);
  pdf.spend(hidden.length * marks.length);
  return hidden.map((mark) => effectOn(mark, marks, marked));
}

/** The cells that belong to lines, frames and grounds: long runs that are thin, or very long ones; 0 for all others. */
export function linesOf({ columns, rows, cell, contrast }: Marked): Uint8Array {
  const [across, up] = [new Uint16Array(columns * rows), new Uint16Array(columns * rows)];
  for (let row = 0; row < rows; row++) measureRuns(contrast, across, row * columns, columns, 1);
  for (let column = 0; column < columns; column++) measureRuns(contrast, up, column, rows, columns);
  const lines = new Uint8Array(contrast.length);
  for (let at = 0; at < contrast.length; at++) {
    const wide = (across[at] ?? 0) * cell;
    const high = (up[at] ?? 0) * cell;
    const large = Math.max(wide, high);
    const small = Math.min(wide, high);
    if (large > LINE && small <= RULE) lines[at] = THIN;
    else if (small > LINE || large > BAND) lines[at] = BROAD;
  }
  return lines;
}

/** Writes to each cell of a row, or of a column, how many there are in its run. */
function measureRuns(
  contrast: Float32Array,
  lengths: Uint16Array,
  start: number,
  count: number,
  step: number,
): void {
  for (let from = 0; from < count; from++) {
    let to = from;
    while (to < count && (contrast[start + to * step] ?? 0) > 0) to++;
    for (let at = from; at < to; at++) lengths[start + at * step] = to - from;
    from = to;
  }
}

function piecesOf(marked: Marked, lines: Uint8Array): Mark[] {
  const { columns, rows, contrast, hidden } = marked;
  const taken = lines.slice();
  const marks: Mark[] = [];
  for (let first = 0; first < contrast.length; first++) {
    if ((contrast[first] ?? 0) === 0 || taken[first] !== 0) continue;
    const mark = new Mark();
    marks.push(mark);
    taken[first] = 1;
    for (const stack = [first]; stack.length > 0; ) {
      const at = stack.pop() ?? 0;
      const [x, y] = [at % columns, Math.floor(at / columns)];
      mark.cells++;
      mark.contrast += contrast[at] ?? 0;
      mark.bounds.add(x, y);
      if (hidden[at] === 1) {
        mark.hidden++;
        mark.covered.add(x, y);
      }
      for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
          const next = row * columns + column;
          if (lines[next] !== 0) mark.ruled.add(column, row);
          if ((contrast[next] ?? 0) === 0 || taken[next] !== 0) continue;
          taken[next] = 1;
          stack.push(next);
        }
      }
    }
  }
  return marks;
}

function effectOn(mark: Mark, marks: readonly Mark[], { cell, share }: Marked): Effect {
  const { bounds, covered, cells } = mark;
  const [wide, high] = sidesOf(bounds, cell);
  const [small, large] = [Math.min(wide, high), Math.max(wide, high)];
  const isBlock = small > BLOCK.side && cells * cell ** 2 >= BLOCK.share * wide * high;
  if (isBlock || isAskew(mark, cell) || isBetweenLines(mark, cell)) return 'clear';
  if (large > LINE) {
    const [coveredWide, coveredHigh] = sidesOf(covered, cell);
    const isMissed =
      mark.hidden * cell ** 2 >= LARGE.area && coveredHigh >= LARGE.high && coveredWide >= LARGE.wide;
    return isMissed && mark.contrast >= LARGE.contrast * cells ? 'unread' : 'clear';
  }
  if (mark.hidden < share * cells) return 'clear';
  const isRuled = mark.ruled.x1 >= 0;
  if (high < LOW && (wide > MINUS || isRuled || isInRow(mark, marks, cell))) return 'clear';
  if (large < LOW) return marks.some((other) => isSignOf(mark, other, cell)) ? 'unread' : 'clear';
  if (high < LOW) return 'unread';
  return small <= HAIR ? 'unread' : 'hides';
}

const sidesOf = ({ x0, y0, x1, y1 }: Bounds, cell: number): [number, number] => [
  (x1 - x0) * cell,
  (y1 - y0) * cell,
];

/** A line that is not quite level, as in a scan. */
function isAskew({ bounds, cells }: Mark, cell: number): boolean {
  const [wide, high] = sidesOf(bounds, cell);
  const large = Math.max(wide, high);
  return (
    large > LINE && Math.min(wide, high) <= ASKEW.rise * large && cells * cell ** 2 <= ASKEW.breadth * large
  );
}

/** The side of a frame or of a table's cell: as thin as a rule, with lines at both of its ends. */
function isBetweenLines({ bounds, ruled }: Mark, cell: number): boolean {
  const [wide, high] = sidesOf(bounds, cell);
  const isUpright = wide <= RULE && ruled.y0 <= bounds.y0 && ruled.y1 >= bounds.y1;
  const isLevel = high <= RULE && ruled.x0 <= bounds.x0 && ruled.x1 >= bounds.x1;
  return isUpright || isLevel;
}

/** Dashes and dots that are alike, on one level: they lead the eye, or are there to be written on. */
function isInRow({ bounds }: Mark, marks: readonly Mark[], cell: number): boolean {
  const [wide, high] = sidesOf(bounds, cell);
  const alike = marks.filter(({ bounds: other }) => {
    const [otherWide, otherHigh] = sidesOf(other, cell);
    return (
      Math.abs(other.y0 - bounds.y0) * cell <= HAIR &&
      Math.abs(otherHigh - high) <= HAIR &&
      Math.abs(otherWide - wide) <= Math.max(HAIR, wide / 2)
    );
  });
  return alike.length >= ROW;
}

/** Whether a speck stands beside something of a letter's height, as a comma or a point does. */
function isSignOf({ bounds }: Mark, { bounds: letter }: Mark, cell: number): boolean {
  const [wide, high] = sidesOf(letter, cell);
  if (high < LOW || Math.max(wide, high) > LINE) return false;
  const gap = Math.max(letter.x0 - bounds.x1, bounds.x0 - letter.x1) * cell;
  const isLevel = bounds.y1 > letter.y0 - (letter.y1 - letter.y0) / 3 && bounds.y0 < letter.y1;
  return gap <= high / 2 && isLevel;
}
