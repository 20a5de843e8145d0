import type { Painting } from '../../content/canvas.ts';
import { intersect } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';

/** Paintings over one run that are kept. */
const MOST_OVER = 300;

/** The paintings over a run: of more than are kept, those that hide most of its place. */
export class Paintings {
  readonly kept: Painting[] = [];
  /** Of those, the ones that stand out from what lies behind them: a person sees that something is in the way. */
  readonly seen = new Set<Painting>();
  readonly #weights: number[] = [];
  #least = 0;
  /** The one that came last, whether it is kept or not. */
  last: Painting | undefined;

  get isFull(): boolean {
    return this.kept.length >= MOST_OVER;
  }

  /** `isSeen` is asked only of one that is kept. Returns what it cost, in looks. */
  add(painting: Painting, weight: number, isSeen: () => boolean): number {
    this.last = painting;
    if (!this.isFull) {
      this.kept.push(painting);
      this.#weights.push(weight);
      if (isSeen()) this.seen.add(painting);
      if (this.isFull) this.#least = Math.min(...this.#weights);
      return 0;
    }
    if (weight <= this.#least) return 0;
    const at = this.#weights.indexOf(this.#least);
    const other = this.kept[at];
    if (other !== undefined) this.seen.delete(other);
    this.kept[at] = painting;
    this.#weights[at] = weight;
    if (isSeen()) this.seen.add(painting);
    this.#least = Math.min(...this.#weights);
    return MOST_OVER;
  }
}

/** Places of a box, of its width and height, at which an outline is asked whether it paints. */
const PLACES = [1 / 6, 1 / 2, 5 / 6];

/** About how much of a box a painting paints: a frame around it, nothing. */
export function weightOf({ box, outline }: Painting, place: Box): number {
  const [x0, y0, x1, y1] = intersect(box, place);
  if (x1 <= x0 || y1 <= y0) return 0;
  const area = (x1 - x0) * (y1 - y0);
  if (outline === undefined) return area;
  let painted = 0;
  for (const across of PLACES)
    for (const up of PLACES) if (outline.paints(x0 + (x1 - x0) * across, y0 + (y1 - y0) * up)) painted++;
  return (area * painted) / PLACES.length ** 2;
}
