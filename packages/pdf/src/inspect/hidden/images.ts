import type { Painting, TextRun } from '../../content/canvas.ts';
import { contains, holds, intersect, isEmpty, union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { Grid } from './boxes.ts';
import type { Sample } from './sample.ts';

const CELLS = 64;
/** A scan has more samples to the inch than this: one grey sample drawn over a page shows nothing to read. */
const SCAN_DPI = 30;
const POINTS_PER_INCH = 72;
/** Of a run's points that lie on images. */
const ON_IMAGE = 0.75;

/** Where images of a scan's fineness lie on the page: in one piece, in strips, in layers. */
export class Images {
  readonly #area: Box;
  readonly #userUnit: number;
  readonly #grid: Grid;
  /** 1 where an image touches the cell. */
  readonly #touched = new Uint8Array(CELLS * CELLS);
  /** 1 where an image holds the middle of the cell. */
  readonly #filled = new Uint8Array(CELLS * CELLS);
  #count = 0;
  /** Of all of them, also where the page is cropped. */
  #bounds: Box | undefined;

  constructor(area: Box, userUnit: number) {
    this.#area = area;
    this.#userUnit = userUnit;
    this.#grid = new Grid(area, CELLS, CELLS);
  }

  /** How much of the page they take, 0 to 1. */
  get share(): number {
    return this.#count / (CELLS * CELLS);
  }

  /** Returns how many cells that took. */
  paint(image: Painting): number {
    if (image.layer === 'off' || image.alpha === 0 || !this.#isFine(image)) return 0;
    const whole = intersect(image.box, image.clip);
    if (isEmpty(whole)) return 0;
    this.#bounds = this.#bounds === undefined ? whole : union(this.#bounds, whole);
    const box = intersect(whole, this.#area);
    if (isEmpty(box)) return 0;
    if (this.share === 1) return 0;
    return this.#grid.each(box, (cell) => {
      this.#touched[cell] = 1;
      if (this.#filled[cell] === 1) return;
      const [x0, y0, x1, y1] = this.#grid.box(cell);
      if (!holds(box, (x0 + x1) / 2, (y0 + y1) / 2)) return;
      this.#filled[cell] = 1;
      this.#count++;
    });
  }

  /** Whether a point lies on an image, or next to one: recognised words reach over the edge of what was scanned. */
  hold(x: number, y: number): boolean {
    if (!holds(this.#area, x, y)) return this.#bounds !== undefined && holds(this.#bounds, x, y);
    return this.#touched[this.#grid.at(x, y)] === 1;
  }

  /** Whether a run lies on them; what is read off dirt at the edge of a scan stands on it, and reaches over the edge of the page. */
  areUnder(run: TextRun, sample: Sample): boolean {
    sample.take(run);
    if (sample.share((x, y) => this.hold(x, y)) >= ON_IMAGE) return true;
    const [x0, y0, x1, y1] = run.line;
    return !contains(this.#area, run.box) && this.hold(x0, y0) && this.hold(x1, y1);
  }

  #isFine({ box, samples }: Painting): boolean {
    if (samples === undefined) return true;
    const area = (box[2] - box[0]) * (box[3] - box[1]) * this.#userUnit ** 2;
    return Math.sqrt((samples[0] * samples[1]) / area) * POINTS_PER_INCH >= SCAN_DPI;
  }
}
