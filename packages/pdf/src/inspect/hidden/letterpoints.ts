import type { TextRun } from '../../content/canvas.ts';
import type { Spelled } from '../../content/codes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { Lie } from './sample.ts';

/** Points of a letter: across it, and over its line in ems. In vertical writing the line is its middle. */
const ACROSS = [0.2, 0.5, 0.8];
const OVER = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55];
const MIDDLE = 0.3;
/** Of a letter's points that are hidden where it is not read any more. */
const MOST = 0.9;
/** What a point costs, in units. */
const LOOK = 1 / 4;

/** Looks at the letters of runs one by one. */
export class LetterPoints {
  readonly #pdf: Pdf;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  /** Tells of a run's letters whether most of the points of each are hidden; `cost`: of asking for a point. */
  test(
    run: TextRun,
    isHidden: (x: number, y: number) => boolean,
    cost: number,
  ): (letter: Pick<Spelled, 'from' | 'to'>) => boolean {
    const [x0, y0, x1, y1] = run.line;
    const lie = new Lie();
    lie.aim(run);
    const { upX, upY } = lie;
    const shift = run.font?.vertical === true ? MIDDLE : 0;
    const most = ACROSS.length * OVER.length;
    return ({ from, to }) => {
      this.#pdf.spend(most * cost * LOOK);
      let seen = 0;
      for (const across of ACROSS) {
        const along = from + (to - from) * across;
        const [x, y] = [x0 + (x1 - x0) * along, y0 + (y1 - y0) * along];
        for (const over of OVER) {
          const rise = over - shift;
          if (!isHidden(x + upX * rise, y + upY * rise) && ++seen > most * (1 - MOST)) return false;
        }
      }
      return true;
    };
  }
}
