import type { Painting, TextRun } from '../../content/canvas.ts';
import type { Outline } from '../../content/outline.ts';
import { contains, holds, intersect, isEmpty, union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { Judge } from './judge.ts';
import { LetterPoints, MISREAD } from './letterpoints.ts';
import { type Part, wordsMissed } from './letters.ts';
import type { Repeats } from './repeats.ts';

/** A run of mode 7: `filled` where something is seen through it. */
export interface Window {
  run: TextRun;
  filled: boolean;
  /** What was painted through it, in that order: where, and whether that is seen. */
  through?: { area: Box; outline: Outline | undefined; isSeen: boolean }[];
}

/** Paintings through letters that are kept; past it all of them count as seen. */
const MOST_THROUGH = 64;

/** Letters through which something else is seen: those that are a clip, and those that are a soft mask. */
export class Windows {
  readonly #judge: Judge;
  readonly #repeats: Repeats;
  readonly #points: LetterPoints;
  /** Runs of mode 7 through which nothing was painted yet. */
  #unfilled: Window[] = [];
  /** Those through which something was painted while the clip lies within them. */
  #open: { windows: readonly Window[]; letters: Box } | undefined;

  constructor(pdf: Pdf, judge: Judge, repeats: Repeats) {
    this.#judge = judge;
    this.#repeats = repeats;
    this.#points = new LetterPoints(pdf);
  }

  add(window: Window): void {
    this.#unfilled.push(window);
  }

  /** Whether what was painted last is seen through letters: it is the ground of nothing. */
  get isThrough(): boolean {
    return this.#open !== undefined;
  }

  /** Returns how many strings were looked at. */
  paint(painting: Painting): number {
    const looks = this.#unfilled.length;
    if (looks > 0) this.#fill(painting);
    const more = this.#open === undefined ? 0 : this.#lay(this.#open, painting);
    const texts = painting.masks.flatMap((mask) => mask.texts);
    if (texts.length > 0) this.#cut(painting, texts);
    return looks + more + texts.length;
  }

  /** What is painted while the clip lies within letters of mode 7 shows them. */
  #fill(painting: Painting): void {
    const seen = intersect(painting.box, painting.clip);
    if (painting.alpha === 0 || isEmpty(seen)) return;
    const letters = this.#unfilled.map(({ run }): Box => run.box).reduce(union);
    const last = this.#unfilled;
    this.#unfilled = [];
    this.#open = undefined;
    if (!contains(letters, painting.clip)) return;
    for (const window of last) {
      window.filled = !isEmpty(intersect(seen, window.run.box)) && this.#shows(painting, window.run);
    }
    const windows = last.filter(({ filled }) => filled);
    if (windows.length > 0) this.#open = { windows, letters };
  }

  #lay({ windows, letters }: { windows: readonly Window[]; letters: Box }, painting: Painting): number {
    if (!contains(letters, painting.clip)) {
      this.#open = undefined;
      return 0;
    }
    const area = intersect(painting.box, painting.clip);
    if (painting.alpha === 0 || isEmpty(area)) return 1;
    // Of strokes and shadings the outline is what they surely paint; they may paint more.
    const outline = painting.kind === 'fill' ? painting.outline : undefined;
    for (const window of windows) {
      window.through ??= [];
      if (window.through.length > MOST_THROUGH || isEmpty(intersect(area, window.run.box))) continue;
      window.through.push({ area, outline, isSeen: this.#shows(painting, window.run) });
    }
    return windows.length;
  }

  /** What of a string that something is seen through is not seen. */
  unseen({ run, filled, through = [] }: Window): Part | undefined {
    if (!filled || through.length === 0 || through.length > MOST_THROUGH) return undefined;
    const last = through.toReversed();
    const isHidden = (x: number, y: number): boolean =>
      last.find(({ area, outline }) => holds(area, x, y) && outline?.holds(x, y) !== false)?.isSeen !== true;
    const edges = last.reduce((sum, { outline }) => sum + 1 + (outline?.edgeCount ?? 0), 0);
    return wordsMissed(run, this.#points.test(run, isHidden, { cost: edges, least: MISREAD }));
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
