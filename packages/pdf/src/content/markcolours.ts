import { area as areaOf, intersect, isEmpty, union } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { Canvas, Painting, TextRun } from './canvas.ts';
import { layPainting } from './lay.ts';
import type { Veil } from './veil.ts';

/** Colours that are kept apart; of more it is not known which they are. */
const MOST_SHADES = 16;
/** Share of an area in which a colour is a speck. */
const SPECKS = 0.01;
/** How much of an area has to be hidden where all of it is; the edges may stay. */
const WHOLE = 0.97;
const OPAQUE = 0.95;

/** What some marks look like together. */
export interface MarksLook {
  /** Their only colour, where they have one and that is known. */
  colour: number | undefined;
  /** All their colours, where they are known. */
  shades: readonly number[] | undefined;
  /** They paint nothing at all. */
  nothing: boolean;
  /** They hide what is behind them, all over. */
  hides: boolean;
}

export const lookOf = (shades: readonly number[] | undefined): MarksLook => ({
  colour: shades?.length === 1 ? shades[0] : undefined,
  shades,
  nothing: false,
  hides: false,
});

/** Gathers the colours of what can be seen. */
export class Colours implements Canvas {
  readonly #pdf: Pdf;
  readonly #veil: Veil | undefined;
  /** The area of bounds within which it is not known what is painted. */
  #loose = 0;
  /** With the areas of the bounds that have them. */
  readonly #colours = new Map<number | undefined, number>();
  /** Bounds of all of it. */
  box: Box | undefined;

  /** `veil`: of what is to be painted all over, where that is asked. */
  constructor(pdf: Pdf, veil?: Veil) {
    this.#pdf = pdf;
    this.#veil = veil;
  }

  /** Whether all of the veil's area is painted, and nothing behind it is seen any more. */
  get hides(): boolean {
    const veil = this.#veil;
    if (veil === undefined) return false;
    let [hidden, all] = [0, 0];
    veil.visit(veil.area, (_x, _y, share, part) => {
      if (share >= OPAQUE) hidden += part;
      all += part;
    });
    return hidden >= WHOLE * all;
  }

  /** How much of the veil's area is hidden, at most. */
  get share(): number {
    const veil = this.#veil;
    return veil === undefined ? 1 : Math.min(1, veil.hidden(veil.area) + this.#loose / areaOf(veil.area));
  }

  get look(): MarksLook {
    const shades = [...this.#colours.keys()].filter((colour) => colour !== undefined);
    const isKnown = shades.length === this.#colours.size && shades.length < MOST_SHADES;
    return {
      ...lookOf(isKnown && shades.length > 0 ? shades : undefined),
      nothing: this.#colours.size === 0,
    };
  }

  /** The sum of the bounds' areas of what is painted. */
  get area(): number {
    return [...this.#colours.values()].reduce((sum, area) => sum + area, 0);
  }

  /** The colour of all but specks; undefined where it is not known, or there are several. */
  get main(): number | undefined {
    const least = this.area * (1 - SPECKS);
    const found = [...this.#colours].find(([, area]) => area >= least);
    return found?.[0];
  }

  text(run: TextRun): void {
    if (run.mode !== 3 && run.mode !== 7 && !run.blank) this.paint(run);
  }

  paint(mark: Painting | TextRun): void {
    const { box, clip, alpha, layer, colour } = mark;
    const seen = intersect(box, clip);
    if (alpha <= 0.01 || layer === 'off' || isEmpty(seen)) return;
    const area = areaOf(seen);
    if (this.#veil !== undefined && !this.#lay(mark, this.#veil)) this.#loose += area;
    const key = this.#colours.size < MOST_SHADES || this.#colours.has(colour) ? colour : undefined;
    this.#colours.set(key, (this.#colours.get(key) ?? 0) + area);
    this.box = union(this.box ?? seen, seen);
  }

  /** False for what lets something through in places that are not known. */
  #lay(mark: Painting | TextRun, veil: Veil): boolean {
    if (!('kind' in mark) || mark.masked || mark.vague || (mark.porous && mark.kind !== 'image'))
      return false;
    return layPainting(this.#pdf, veil, mark, { share: mark.alpha });
  }
}
