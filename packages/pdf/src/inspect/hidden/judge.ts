import type { TextRun } from '../../content/canvas.ts';
import { intersect, isEmpty } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { FindingKind } from '../finding.ts';
import { contains, holds } from './boxes.ts';
import { vanishes } from './colour.ts';
import { type Ground, PAPER } from './ground.ts';
import { type Part, wordsIn } from './letters.ts';
import type { Sample } from './sample.ts';

/** Points under which nobody reads a letter on paper. */
const TINY = 1.5;
/** A page longer than A0 is looked at from further away. */
const LARGE = 3400;
/** Alpha that leaves no trace of black on white. */
const TRACE = 0.02;
/** Of a run's points that must vanish. */
const MOST = 0.9;

/** Of the length that its letters take, what a run has on the page where they are squeezed, or heaped on each other. */
const HEAPED = 0.1;

/** How a run is hidden from the moment at which it is painted, if it is. What is painted over it comes later. */
export class Judge {
  readonly #visible: Box;
  readonly #ground: Ground;
  readonly #sample: Sample;
  readonly #tiny: number;

  constructor(page: Page, ground: Ground, sample: Sample) {
    this.#visible = page.cropBox;
    this.#ground = ground;
    this.#sample = sample;
    const [x0, y0, x1, y1] = page.cropBox;
    const length = Math.max(x1 - x0, y1 - y0);
    this.#tiny = Math.max(TINY / page.userUnit, (TINY * length) / LARGE);
  }

  /** Why `run` is not seen. Modes and colours first: recognised words of a scan are looked at by them. */
  kind(run: TextRun): FindingKind | undefined {
    if (run.mode === 3 || run.mode === 7 || run.blank) return 'invisible_text';
    if (run.alpha <= TRACE) return 'transparent_text';
    if (Math.min(run.size, run.width) < this.#tiny || isHeaped(run)) return 'tiny_text';
    const place = this.#place(run);
    if (place !== undefined) return place;
    if (!this.vanishes(run)) return undefined;
    return run.alpha < 1 ? 'transparent_text' : 'same_colour_text';
  }

  /** The words of a run that is seen which run off the page. */
  offPage(run: TextRun): Part | undefined {
    if (contains(this.#visible, run.box)) return undefined;
    this.#sample.take(run);
    const off = (x: number, y: number): boolean => !holds(this.#visible, x, y);
    const mask = this.#sample.row(0, off) & this.#sample.row(1, off);
    return mask === 0 ? undefined : wordsIn(run, mask, this.#sample.columns);
  }

  #place(run: TextRun): FindingKind | undefined {
    const { clip, clips } = run;
    if (contains(this.#visible, run.box) && contains(clip, run.box) && clips.length === 0) return undefined;
    const shown = intersect(clip, this.#visible);
    this.#sample.take(run);
    if (this.#sample.share((x, y) => holds(this.#visible, x, y)) === 0) return 'off_page_text';
    const isSeen = (x: number, y: number): boolean =>
      holds(shown, x, y) && clips.every((outline) => outline.holds(x, y));
    if (isEmpty(shown) || this.#sample.share(isSeen) === 0) return 'clipped_text';
    return undefined;
  }

  /** Whether it has the look of what lies behind it. */
  vanishes(run: TextRun): boolean {
    const { alpha, blend, grouped, mode, colour, outline } = run;
    if (colour === undefined || grouped) return false;
    if (this.#ground.blank && !vanishes(colour, alpha, PAPER, blend)) return false;
    const both = mode === 2 || mode === 6;
    if (both && outline === undefined) return false;
    const ground = this.#ground;
    const swallowed = (x: number, y: number): boolean =>
      ground.swallows(x, y, colour, alpha, blend) &&
      (!both || outline === undefined || ground.swallows(x, y, outline, alpha, blend));
    this.#sample.aim(run);
    const { line } = run;
    const { upX, upY, low } = this.#sample;
    if (!swallowed((line[0] + line[2]) / 2 + upX * low, (line[1] + line[3]) / 2 + upY * low)) return false;
    this.#sample.take(run);
    return this.#sample.share(swallowed) >= MOST;
  }
}

function isHeaped({ font, bytes, line: [x0, y0, x1, y1], size }: TextRun): boolean {
  const length = Math.hypot(x1 - x0, y1 - y0);
  // Half of it as a bound that costs nothing: no letter of a font is that narrow.
  if (font === undefined || length > (HEAPED / 2) * size * bytes.length) return false;
  const { advance, codes } = font.measure(bytes);
  return codes > 1 && length < (HEAPED * Math.abs(advance) * size) / 1000;
}
