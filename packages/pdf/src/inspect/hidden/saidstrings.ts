import type { TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';

/** Strings of a page that are looked through, and how many for the cost of a byte. */
const MOST = 20_000;
const STRINGS_A_UNIT = 4;

/** The strings that a page says, whether they are seen or not. */
export class SaidStrings {
  readonly #spend: (units: number) => void;
  readonly #runs: TextRun[] = [];

  constructor(spend: (units: number) => void) {
    this.#spend = spend;
  }

  add(run: TextRun): void {
    if (this.#runs.length < MOST) this.#runs.push(run);
  }

  /** Those whose line goes through an area; all where there are too many to tell. */
  at([left, low, right, high]: Box): readonly TextRun[] {
    this.#spend(this.#runs.length / STRINGS_A_UNIT);
    if (this.#runs.length >= MOST) return this.#runs;
    return this.#runs.filter(({ line: [x0, y0, x1, y1] }) => {
      const isAlong = Math.min(x0, x1) < right && Math.max(x0, x1) > left;
      return isAlong && Math.min(y0, y1) < high && Math.max(y0, y1) > low;
    });
  }
}
