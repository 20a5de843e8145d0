import type { Painting, ShownAt } from '../../content/canvas.ts';
import type { Outline } from '../../content/outline.ts';
import { contains, holds, intersect, isEmpty } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { Grid, touch } from './boxes.ts';
import { BARE, contrastOf, grounds, isSame, painted, vanishes } from './colour.ts';

/** Tables are rows of low, wide areas. */
const COLUMNS = 16;
const ROWS = 64;
/** Paints that a cell remembers one by one; of older ones it knows the colours. */
const MOST_PATCHES = 48;
/** Colours that a cell tells apart; past that what lies there is not known. */
const MOST_COLOURS = 8;
/** Colours of a page that are told apart. */
const MOST_LAID = 64;
/** A pattern, an image, a shading. */
const UNKNOWN = -1;
/** Of a group: what lies within it counts before what lies behind it. */
const UNKNOWN_BLEND = '';
/** What alpha leaves no trace. */
const TRACE = 0.01;

export interface Paint {
  colour: number;
  alpha: number;
  blend: string;
}
interface Patch extends Paint {
  box: Box;
  /** Whether all of the box is painted, and nothing behind it is seen any more. */
  solid: boolean;
  /** What it shows place by place, where that is known; and whether all that it shows is seen. */
  shows: ShownAt | undefined;
  isWhole: boolean;
  /** What of the box is painted, where it is no rectangle. */
  outline: Outline | undefined;
}
interface Cell {
  /** What may lie under the patches. */
  base: readonly number[];
  /** The newest last. */
  patches: Patch[];
  box: Box;
}

/** What lies on the page so far, point by point: the colours that may be seen there. Bounded whatever is painted. */
export class Ground {
  readonly #area: Box;
  readonly #grid: Grid;
  readonly #cells = new Array<Cell | undefined>(COLUMNS * ROWS).fill(undefined);
  /** Where no cell says otherwise. */
  #paper: Pick<Cell, 'base' | 'patches'> = { base: [BARE], patches: [] };
  /** All colours that were laid, up to a bound, and of which colour of text it is known whether one swallows it. */
  readonly #laid = new Set<number>([BARE]);
  readonly #possible = new Map<string, boolean>();
  /** Whether something was laid that lets what lies behind it through, or takes a colour from it. */
  #isMixed = false;
  /** The last answer of these: a page is of one colour for the most part. */
  #last: { colour: number; blend: string; least: number; may: boolean } | undefined;

  constructor(area: Box) {
    this.#area = area;
    this.#grid = new Grid(area, COLUMNS, ROWS);
  }

  /** Returns how many cells that took. */
  paint(painting: Painting): number {
    const { kind, width, alpha, masked, porous, layer, outline, shows } = painting;
    const solid = painting.solid ?? ruleOf(painting);
    if (layer === 'off' || alpha <= TRACE) return 0;
    const colour = painting.colour ?? UNKNOWN;
    const seen = intersect(intersect(painting.box, painting.clip), this.#area);
    let cells = 0;
    // Text on the line of a frame does not hide: only its inside is in question.
    const frame = kind === 'stroke' && outline === undefined && width !== undefined && isFrame(seen, width);
    const blend = painting.grouped ? UNKNOWN_BLEND : painting.blend;
    // Of what is masked, or porous in places that are not known, it is not known how much is seen.
    const even = !masked && layer === 'on' && (!porous || shows !== undefined);
    if (!frame && !(even && solid !== undefined && contains(solid, seen))) {
      const isWhole = shows !== undefined && isPlaced(painting);
      cells += this.#lay({ box: seen, solid: false, isWhole, shows, colour, alpha, blend, outline });
    }
    if (solid !== undefined && even) {
      cells += this.#lay({
        box: intersect(solid, this.#area),
        solid: !porous,
        isWhole: true,
        shows,
        colour,
        alpha,
        blend,
        outline: undefined,
      });
    }
    return cells;
  }

  /** Whether text of that colour has less than that contrast at that point, whatever of what may lie there does. */
  swallows(x: number, y: number, { colour, alpha, blend }: Paint, least: number): boolean {
    return this.#at(x, y, colour).every(
      (ground) => ground !== UNKNOWN && vanishes(colour, alpha, ground, blend, least),
    );
  }

  /** Whether one ground lies under all of a box: text of one colour is seen on all of it, or nowhere. */
  isEven(box: Box): boolean {
    const { base } = this.#cells[this.#grid.at(box[0], box[1])] ?? this.#paper;
    let isEven = true;
    this.#grid.each(box, (index) => {
      const cell = this.#cells[index] ?? this.#paper;
      isEven &&= cell.base === base && !cell.patches.some((patch) => touch(patch.box, box));
    });
    return isEven;
  }

  /** Whether text at that point has the look of what lies behind it once `over` is painted on both. */
  evens(x: number, y: number, { colour, alpha, blend }: Paint, over: Paint, least: number): boolean {
    const shown = (ground: number): number => painted(over.colour, over.alpha, ground, over.blend);
    return this.#at(x, y).every(
      (ground) =>
        ground !== UNKNOWN && isSame(shown(painted(colour, alpha, ground, blend)), shown(ground), least),
    );
  }

  /** The contrast of text with what lies at that point, the best of what may lie there. */
  contrast(x: number, y: number, text: Paint): number {
    const { colour, alpha, blend } = text;
    return Math.max(
      ...this.#at(x, y).map((ground) =>
        ground === UNKNOWN ? Infinity : contrastOf(painted(colour, alpha, ground, blend), ground),
      ),
    );
  }

  /** Whether text of that colour may have less than that contrast anywhere on the page. */
  maySwallow({ colour, alpha, blend }: Paint, least: number): boolean {
    // Paints on paints make colours of their own.
    if (this.#isMixed || this.#laid.size >= MOST_LAID || alpha < 1) return true;
    const last = this.#last;
    if (last?.colour === colour && last.blend === blend && last.least === least) return last.may;
    const key = `${colour} ${least} ${blend}`;
    const may =
      this.#possible.get(key) ??
      [...this.#laid].some((ground) => vanishes(colour, alpha, ground, blend, least));
    this.#possible.set(key, may);
    this.#last = { colour, blend, least, may };
    return may;
  }

  /** The colours that may be seen at a point, told from one of which it is asked whether it is seen there. */
  #at(x: number, y: number, near?: number): readonly number[] {
    const { base, patches } = this.#cells[this.#grid.at(x, y)] ?? this.#paper;
    let from = patches.length - 1;
    while (from >= 0 && !hides(patches[from], x, y)) from--;
    let colours = base;
    for (let index = Math.max(0, from); index < patches.length; index++) {
      const patch = patches[index];
      const paint = patch !== undefined && lies(patch, x, y) ? paintAt(patch, x, y, near) : undefined;
      if (paint !== undefined) colours = laidOn(colours, paint, patch?.isWhole === true);
    }
    return colours;
  }

  #lay(patch: Patch): number {
    if (isEmpty(patch.box)) return 0;
    this.#isMixed ||= patch.alpha < 1 || patch.blend !== 'Normal' || patch.shows !== undefined;
    if (patch.colour !== UNKNOWN && !this.#laid.has(patch.colour)) {
      if (this.#laid.size < MOST_LAID) this.#laid.add(patch.colour);
      this.#possible.clear();
      this.#last = undefined;
    }
    const base = [patch.shows === undefined ? patch.colour : UNKNOWN];
    if (isOpaque(patch) && contains(patch.box, this.#area)) {
      this.#cells.fill(undefined);
      this.#paper = bottom(patch, base);
      return COLUMNS * ROWS;
    }
    return this.#grid.each(patch.box, (index) => {
      this.#layIn(index, patch, base);
    });
  }

  #layIn(index: number, patch: Patch, base: readonly number[]): void {
    let cell = this.#cells[index];
    if (cell === undefined) {
      const { base: paper, patches } = this.#paper;
      cell = { base: paper, patches: [...patches], box: this.#grid.box(index) };
      this.#cells[index] = cell;
    }
    if (isOpaque(patch) && contains(patch.box, cell.box)) {
      cell.base = base;
      if (patch.shows !== undefined) cell.patches = [patch];
      else if (cell.patches.length > 0) cell.patches = [];
      return;
    }
    cell.patches.push(patch);
    if (cell.patches.length <= MOST_PATCHES) return;
    const old = cell.patches.splice(0, MOST_PATCHES / 2);
    cell.base = old.reduce((colours, each) => laidOn(colours, each, false), cell.base);
  }
}

const isOpaque = ({ solid, alpha, blend }: Patch): boolean => solid && alpha >= 1 && blend === 'Normal';
const hides = (patch: Patch | undefined, x: number, y: number): boolean =>
  patch !== undefined && isOpaque(patch) && holds(patch.box, x, y);

const lies = ({ box, outline }: Patch, x: number, y: number): boolean =>
  holds(box, x, y) && outline?.holds(x, y) !== false;

/** What hides all that was there before. */
const bottom = (patch: Patch, base: readonly number[]): Pick<Cell, 'base' | 'patches'> => ({
  base,
  patches: patch.shows === undefined ? [] : [patch],
});

/** Whether what is painted is known as exactly as `box`, `outline` and `clip` say. */
const isPlaced = ({ kind, outline, masked, layer, vague, clips }: Painting): boolean =>
  (kind !== 'fill' || outline !== undefined) && !masked && layer === 'on' && !vague && clips.length === 0;

/** What a patch paints at a place; undefined for nothing. */
function paintAt(patch: Patch, x: number, y: number, near: number | undefined): Paint | undefined {
  const { shows, alpha, blend } = patch;
  if (shows === undefined) return patch;
  const shown = shows(x, y, near);
  if (shown === 'nothing') return undefined;
  return { colour: shown?.colour ?? UNKNOWN, alpha: alpha * (shown?.alpha ?? 1), blend };
}

const ANYTHING: readonly number[] = [UNKNOWN];

/** What may be seen where `patch` lies, or only may lie, on what may be seen. */
function laidOn(colours: readonly number[], patch: Paint, surely: boolean): readonly number[] {
  const { colour, alpha, blend } = patch;
  // The usual cases make nothing anew: a page may have a million patches.
  if (!surely && colours.includes(UNKNOWN)) return ANYTHING;
  if (colour === UNKNOWN || blend === UNKNOWN_BLEND) return ANYTHING;
  const paints = alpha >= 1 && blend === 'Normal';
  if (paints && surely) return [colour];
  if (paints && colours.includes(colour)) return colours;
  const shown = paints
    ? [colour]
    : colours.flatMap((ground) => (ground === UNKNOWN ? UNKNOWN : grounds(colour, alpha, ground, blend)));
  const all = [...new Set(surely ? shown : [...colours, ...shown])];
  return all.length > MOST_COLOURS ? ANYTHING : all;
}

/** What a level or upright line paints that is thinner than what hides words: signs get lost in it. */
const ruleOf = ({ kind, whole, clip, clips }: Painting): Box | undefined =>
  kind === 'stroke' && whole !== undefined && clips.length === 0 ? intersect(whole, clip) : undefined;

const isFrame = ([x0, y0, x1, y1]: Box, width: number): boolean => Math.min(x1 - x0, y1 - y0) > 2.5 * width;
