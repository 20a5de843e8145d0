import type { TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';

/** Columns of points along a line at most. */
export const COLUMNS = 32;
/** Rows over the line, in ems: at the feet of small letters, and below their tops. */
const ROWS: readonly [number, number] = [0.15, 0.42];
/** In vertical writing the line runs through the middle of the glyphs. */
const VERTICAL = 0.2;
/** How high over its line a run hides what is under it, in ems. */
const HEIGHT = 0.65;

/** How a run lies on its page. Used again for run after run. */
export class Lie {
  columns = 0;
  /** Length of the line. */
  length = 0;
  /** An em upwards from the line: to the side on which the run's box has more. */
  upX = 0;
  upY = 0;
  /** The two rows, in ems over the line. */
  low = ROWS[0];
  high = ROWS[1];

  aim({ line, box, size, font }: TextRun): void {
    const wide = line[2] - line[0];
    const high = line[3] - line[1];
    const length = high === 0 ? Math.abs(wide) : Math.hypot(wide, high);
    const x = length > 0 ? -high / length : 0;
    const y = length > 0 ? wide / length : 1;
    const across = (box[0] + box[2] - line[0] - line[2]) * x + (box[1] + box[3] - line[1] - line[3]) * y;
    const side = across < 0 ? -size : size;
    this.length = length;
    this.upX = x * side;
    this.upY = y * side;
    const vertical = font?.vertical === true;
    this.low = vertical ? -VERTICAL : ROWS[0];
    this.high = vertical ? VERTICAL : ROWS[1];
    const letters = size > 0 ? length / (size / 2) : 0;
    this.columns = Math.max(1, Math.min(COLUMNS, Math.ceil(letters)));
  }
}

/** Points of a run at which its glyphs stand: the first row, then the second. */
export class Sample extends Lie {
  readonly x = new Float64Array(2 * COLUMNS);
  readonly y = new Float64Array(2 * COLUMNS);

  get count(): number {
    return 2 * this.columns;
  }

  /** The box of the points of a run that was aimed at, and what is less than `around` beside them. */
  boundsOf({ line }: TextRun, around = 0): Box {
    const { columns, upX, upY, low, high } = this;
    const insetX = (Math.abs(line[2] - line[0]) * 0.5) / columns;
    const insetY = (Math.abs(line[3] - line[1]) * 0.5) / columns;
    return [
      Math.min(line[0], line[2]) + insetX + Math.min(upX * low, upX * high) - around,
      Math.min(line[1], line[3]) + insetY + Math.min(upY * low, upY * high) - around,
      Math.max(line[0], line[2]) - insetX + Math.max(upX * low, upX * high) + around,
      Math.max(line[1], line[3]) - insetY + Math.max(upY * low, upY * high) + around,
    ];
  }

  take(run: TextRun): void {
    this.aim(run);
    this.#row(run, 0, this.low);
    this.#row(run, this.columns, this.high);
  }

  #row({ line: [x0, y0, x1, y1] }: TextRun, from: number, rise: number): void {
    const [riseX, riseY] = [this.upX * rise, this.upY * rise];
    for (let column = 0; column < this.columns; column++) {
      const along = (column + 0.5) / this.columns;
      this.x[from + column] = x0 + (x1 - x0) * along + riseX;
      this.y[from + column] = y0 + (y1 - y0) * along + riseY;
    }
  }

  /** A bit for each column at whose point in that row, 0 or 1, `test` holds. */
  row(row: 0 | 1, test: (x: number, y: number) => boolean): number {
    const from = row * this.columns;
    let mask = 0;
    for (let column = 0; column < this.columns; column++) {
      if (test(this.x[from + column] ?? 0, this.y[from + column] ?? 0)) mask |= 1 << column;
    }
    return mask >>> 0;
  }

  /** Of all points, those at which `test` holds, 0 to 1. */
  share(test: (x: number, y: number) => boolean): number {
    let held = 0;
    for (let at = 0; at < this.count; at++) if (test(this.x[at] ?? 0, this.y[at] ?? 0)) held++;
    return held / this.count;
  }
}

/** Tells whether a point is under the letters of a run. */
export function under(run: TextRun): (x: number, y: number) => boolean {
  const [x0, y0, x1, y1] = run.line;
  const lie = new Lie();
  lie.aim(run);
  const { length, upX, upY } = lie;
  const size = run.size || 1;
  const vertical = run.font?.vertical === true;
  const low = vertical ? -HEIGHT / 2 : -0.05;
  const high = vertical ? HEIGHT / 2 : HEIGHT;
  return (x, y) => {
    const along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / (length || 1);
    const rise = ((x - x0) * upX + (y - y0) * upY) / (size * size);
    return along >= 0 && along <= length && rise >= low && rise <= high;
  };
}

export const bits = (mask: number): number => {
  let count = 0;
  for (let rest = mask >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count++;
  return count;
};
