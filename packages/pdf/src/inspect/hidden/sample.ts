import type { TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';

/** Columns of points along a line at most. */
export const COLUMNS = 32;
/** Rows over the line, in ems: at the feet of small letters, and below their tops. */
const ROWS = [0.15, 0.42] as const;
/** In vertical writing the line runs through the middle of the glyphs. */
const VERTICAL_ROWS = [-0.2, 0.2] as const;
/** How high over its line a run hides what is under it, in ems. */
const HEIGHT = 0.65;

/** Points of a run at which its glyphs stand: the first row, then the second. Used again for run after run. */
export class Sample {
  columns = 0;
  readonly x = new Float64Array(2 * COLUMNS);
  readonly y = new Float64Array(2 * COLUMNS);

  get count(): number {
    return 2 * this.columns;
  }

  take(run: TextRun): void {
    const [x0, y0, x1, y1] = run.line;
    const [upX, upY] = up(run);
    const length = Math.hypot(x1 - x0, y1 - y0);
    const letters = run.size > 0 ? length / (run.size / 2) : 0;
    this.columns = Math.max(1, Math.min(COLUMNS, Math.ceil(letters)));
    const rows = run.font?.vertical === true ? VERTICAL_ROWS : ROWS;
    for (let row = 0, at = 0; row < rows.length; row++) {
      const rise = rows[row] ?? 0;
      for (let column = 0; column < this.columns; column++, at++) {
        const along = (column + 0.5) / this.columns;
        this.x[at] = x0 + (x1 - x0) * along + upX * rise;
        this.y[at] = y0 + (y1 - y0) * along + upY * rise;
      }
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

  get bounds(): Box {
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < this.count; at++) {
      const x = this.x[at] ?? 0;
      const y = this.y[at] ?? 0;
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x);
      y0 = Math.min(y0, y);
      y1 = Math.max(y1, y);
    }
    return [x0, y0, x1, y1];
  }
}

/** Tells whether a point is under the letters of a run. */
export function under(run: TextRun): (x: number, y: number) => boolean {
  const [x0, y0, x1, y1] = run.line;
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [upX, upY] = up(run);
  const size = run.size || 1;
  const [low, high] = run.font?.vertical === true ? [-HEIGHT / 2, HEIGHT / 2] : [-0.05, HEIGHT];
  return (x, y) => {
    const along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / (length || 1);
    const rise = ((x - x0) * upX + (y - y0) * upY) / (size * size);
    return along >= 0 && along <= length && rise >= low && rise <= high;
  };
}

/** An em upwards from a run's line: the side on which its box has more. */
function up({ line: [x0, y0, x1, y1], box, size }: TextRun): [number, number] {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [x, y] = length > 0 ? [-(y1 - y0) / length, (x1 - x0) / length] : [0, 1];
  const side = (box[0] + box[2] - x0 - x1) * x + (box[1] + box[3] - y0 - y1) * y < 0 ? -size : size;
  return [x * side, y * side];
}

export const bits = (mask: number): number => {
  let count = 0;
  for (let rest = mask >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count++;
  return count;
};
