import { intersect, isEmpty, union } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfStream, PdfValue } from '../syntax/values.ts';
import type { Canvas, Painting, TextRun } from './canvas.ts';
import { readFunction, readNumbers } from './colour/functions.ts';
import type { Interpreter } from './interpreter.ts';
import { IDENTITY } from './matrix.ts';
import { Resources } from './resources.ts';
import { GraphicsState } from './state.ts';
import { Veil } from './veil.ts';

/** Of what letters or areas are filled with. */
export interface Look {
  /** Its only colour, where it has one and that is known. */
  colour: number | undefined;
  /** All its colours, where they are known. */
  shades: readonly number[] | undefined;
  /** It paints nothing at all. */
  nothing: boolean;
  /** It hides what is behind it, all over. */
  hides: boolean;
}

const UNKNOWN: Look = { colour: undefined, shades: undefined, nothing: false, hides: false };
const MOST_LOOKS = 1000;
/** Colours that are told apart. */
const MOST_SHADES = 16;
/** Share of an area in which a colour is a speck. */
const SPECKS = 0.01;
const STEPS = [0, 0.25, 0.5, 0.75, 1];
/** Places along an axis at which its colours are looked at. */
const FINE = Array.from({ length: 33 }, (_, step) => step / 32);
/** Of a tiling's cell, what has to be painted for it to be seen. */
const TRACE = 0.02;

/** What a pattern looks like (ISO 32000-2 §8.7); read once. */
export function patternLook(it: Interpreter, value: PdfValue): Look {
  const { looks } = it.shared;
  const key = value.type === 'ref' ? value.number : undefined;
  const known = key === undefined ? undefined : looks.get(key);
  if (known !== undefined) return known;
  // So long as it is being looked at: a pattern that is painted with itself.
  if (key !== undefined && looks.size < MOST_LOOKS) looks.set(key, UNKNOWN);
  const found = it.attempt(value, () => look(it, value)) ?? UNKNOWN;
  if (key !== undefined && looks.has(key)) looks.set(key, found);
  return found;
}

function look(it: Interpreter, value: PdfValue): Look {
  const pattern = it.pdf.resolve(value);
  if (pattern?.type === 'dict') return lookOf(shadingColours(it, pattern.entries.get('Shading')));
  return pattern?.type === 'stream' ? tilingLook(it, value, pattern) : UNKNOWN;
}

function tilingLook(it: Interpreter, value: PdfValue, pattern: PdfStream): Look {
  const { entries } = pattern.dict;
  const cell = it.pdf.rectangle(entries.get('BBox'));
  if (cell === undefined || it.pdf.number(entries.get('PaintType')) !== 1) return UNKNOWN;
  const own = entries.get('Resources');
  const seen = new Colours(isEmpty(cell) ? undefined : cell);
  const step = ['XStep', 'YStep'].map((key) => Math.abs(it.pdf.number(entries.get(key)) ?? 0));
  it.listen(seen, () =>
    it.nest(
      value,
      pattern,
      own === undefined ? it.resources : new Resources(it.pdf, own, it.resources),
      () => {
        it.state = new GraphicsState(IDENTITY, cell);
        it.base = IDENTITY;
      },
    ),
  );
  const [across = 0, up = 0] = step;
  if (seen.area < TRACE * across * up) return { ...seen.look, nothing: true };
  const isWhole = cell[2] - cell[0] >= across && cell[3] - cell[1] >= up;
  return { ...seen.look, hides: isWhole && seen.hides };
}

const lookOf = (shades: readonly number[] | undefined): Look => ({
  colour: shades?.length === 1 ? shades[0] : undefined,
  shades,
  nothing: false,
  hides: false,
});

/** The colour of a shading all of whose points have the same. */
export const shadingColour = (it: Interpreter, value: PdfValue | undefined): number | undefined =>
  lookOf(shadingColours(it, value)).colour;

/** The colours of a shading (§8.7.4.5); undefined where they are not known. */
function shadingColours(it: Interpreter, value: PdfValue | undefined): number[] | undefined {
  const { pdf } = it;
  const entries = pdf.dict(value)?.entries;
  const space = entries?.get('ColorSpace');
  const kind = pdf.number(entries?.get('ShadingType')) ?? 0;
  const apply = readFunction(pdf, entries?.get('Function'));
  if (entries === undefined || space === undefined || apply === undefined || kind < 1 || kind > 3)
    return undefined;
  const domain = readNumbers(pdf, entries.get('Domain')) ?? [];
  const at = (axis: number, step: number): number => {
    const [least, most] = [domain[2 * axis] ?? 0, domain[2 * axis + 1] ?? 1];
    return least + (most - least) * step;
  };
  const points =
    kind === 1 ? STEPS.flatMap((x) => STEPS.map((y) => [at(0, x), at(1, y)])) : FINE.map((x) => [at(0, x)]);
  pdf.spend(points.length * apply.work);
  const { rgb } = it.shared.space(space);
  const colours = points.map((point) => rgb(apply.apply(point)));
  const shades = colours.filter((colour) => colour !== undefined);
  return shades.length < colours.length ? undefined : [...new Set(shades)];
}

/** Of the cells of an area, those that have to be hidden where all of it is; the edges may stay. */
const WHOLE = 0.97;
const MOST_CELLS = 2 ** 10;
const OPAQUE = 0.95;

/** Gathers the colours of what can be seen. */
export class Colours implements Canvas {
  readonly #veil: Veil | undefined;
  /** With the areas of the bounds that have them. */
  readonly #colours = new Map<number | undefined, number>();
  /** Bounds of all of it. */
  box: Box | undefined;

  /** `area`: what is to be painted all over, where that is asked. */
  constructor(area?: Box) {
    this.#veil = area === undefined ? undefined : new Veil(area, MOST_CELLS);
  }

  /** Whether all of the area is painted, and nothing behind it is seen any more. */
  get hides(): boolean {
    const veil = this.#veil;
    if (veil === undefined) return false;
    let hidden = 0;
    veil.visit(veil.area, (_x, _y, share) => {
      if (share >= OPAQUE) hidden++;
    });
    return hidden >= WHOLE * veil.size;
  }

  get look(): Look {
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
    const solid = 'solid' in mark && !mark.porous && !mark.masked ? mark.solid : undefined;
    if (solid !== undefined) this.#veil?.add(solid, alpha);
    const area = (seen[2] - seen[0]) * (seen[3] - seen[1]);
    const key = this.#colours.size < MOST_SHADES || this.#colours.has(colour) ? colour : undefined;
    this.#colours.set(key, (this.#colours.get(key) ?? 0) + area);
    this.box = union(this.box ?? seen, seen);
  }
}
