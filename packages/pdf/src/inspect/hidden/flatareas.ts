import type { Painting, TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { isLevel } from './letters.ts';

/** Areas and strings of a page that are kept. */
const MOST = 20_000;
/** In units, the breadth of an area that has none, and the length from which one is seen. */
const FLAT = 1e-6;
const SEEN = 2;
/** In ems over its line, between which levels what crosses a string is read with it; and how far before it a minus sign begins. */
const CROSSED = { low: 0.1, top: 0.8 };
const BEFORE = 1.2;
/** Areas that looking at one more costs a unit. */
const AREAS_A_UNIT = 16;

/**
 * Filled areas without a breadth that cross text of a page, or stand before it as a minus sign does: some readers paint the thinnest line
 * there, and some nothing (ISO 32000-2 §8.5.3.3.1 leaves it to the device).
 */
export class FlatAreas {
  readonly #pdf: Pdf;
  readonly #areas: Box[] = [];
  readonly #runs: TextRun[] = [];

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  paint({ kind, box, alpha, layer, follows }: Painting): void {
    const [x0, y0, x1, y1] = box;
    // What is filled and stroked as well is a line for all readers.
    if (kind === 'stroke' && follows?.every((end, at) => end === this.#areas.at(-1)?.[at])) this.#areas.pop();
    const isFlat = Math.min(x1 - x0, y1 - y0) <= FLAT && Math.max(x1 - x0, y1 - y0) >= SEEN;
    if (kind === 'fill' && isFlat && alpha > 0 && layer !== 'off' && this.#areas.length < MOST)
      this.#areas.push(box);
  }

  text(run: TextRun): void {
    if (!run.glyph && run.layer !== 'off' && isLevel(run) && this.#runs.length < MOST) this.#runs.push(run);
  }

  /** The first string that one crosses. */
  crossed(): TextRun | undefined {
    this.#pdf.spend((this.#areas.length * this.#runs.length) / AREAS_A_UNIT);
    return this.#runs.find((run) => this.#areas.some((area) => crosses(area, run)));
  }
}

function crosses([x0, y0, x1, y1]: Box, { line, size }: TextRun): boolean {
  const [low, top] = [line[1] + CROSSED.low * size, line[1] + CROSSED.top * size];
  const isLevelArea = y1 - y0 < x1 - x0;
  // The border of a cell stands beside its text, and a long line before it is none of a sign.
  const before = isLevelArea && x1 - x0 <= BEFORE * size ? BEFORE * size : 0;
  return y0 <= top && y1 >= low && x0 < line[2] && x1 > line[0] - before;
}
