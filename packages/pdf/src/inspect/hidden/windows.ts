import type { Painting, TextRun } from '../../content/canvas.ts';
import { intersect, isEmpty, union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { contains, holds } from './boxes.ts';
import type { Judge } from './judge.ts';
import type { Repeats } from './repeats.ts';

/** A run of mode 7: `filled` where something is seen through it. */
export interface Window {
  run: TextRun;
  filled: boolean;
}

/** Letters through which something else is seen: those that are a clip, and those that are a soft mask. */
export class Windows {
  readonly #judge: Judge;
  readonly #repeats: Repeats;
  /** Runs of mode 7 through which nothing was painted yet. */
  #unfilled: Window[] = [];

  constructor(judge: Judge, repeats: Repeats) {
    this.#judge = judge;
    this.#repeats = repeats;
  }

  add(window: Window): void {
    this.#unfilled.push(window);
  }

  /** Returns how many strings were looked at. */
  paint(painting: Painting): number {
    const looks = this.#unfilled.length;
    if (looks > 0) this.#fill(painting);
    const texts = painting.masks.flatMap((mask) => mask.texts);
    if (texts.length > 0) this.#cut(painting, texts);
    return looks + texts.length;
  }

  /** What is painted while the clip lies within letters of mode 7 shows them. */
  #fill(painting: Painting): void {
    const seen = intersect(painting.box, painting.clip);
    if (painting.alpha === 0 || isEmpty(seen)) return;
    const letters = this.#unfilled.map(({ run }): Box => run.box).reduce(union);
    const last = this.#unfilled;
    this.#unfilled = [];
    if (!contains(letters, painting.clip)) return;
    for (const window of last) {
      window.filled = !isEmpty(intersect(seen, window.run.box)) && this.#shows(painting, window.run);
    }
  }

  /** Strings of a soft mask are read where something is seen through them. */
  #cut(painting: Painting, texts: readonly TextRun[]): void {
    const seen = intersect(painting.box, painting.clip);
    const isWithin = ({ line: [x0, y0, x1, y1] }: TextRun): boolean =>
      holds(seen, x0, y0) && holds(seen, x1, y1);
    this.#repeats.cutBy(texts.filter((run) => isWithin(run) && this.#shows(painting, run)));
  }

  #shows({ colour, alpha, blend, grouped }: Painting, run: TextRun): boolean {
    return !this.#judge.vanishes({
      ...run,
      colour,
      shades: undefined,
      outline: colour,
      alpha,
      blend,
      grouped,
    });
  }
}
