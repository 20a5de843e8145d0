import { intersect, isEmpty, union } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfStream, PdfValue } from '../syntax/values.ts';
import type { Canvas, Painting, TextRun } from './canvas.ts';
import { readFunction, readNumbers } from './colour/functions.ts';
import type { Interpreter } from './interpreter.ts';
import { IDENTITY } from './matrix.ts';
import { Resources } from './resources.ts';
import { GraphicsState } from './state.ts';

/** Of what letters or areas are filled with: its only colour, where it has one and that is known. */
export interface Look {
  colour: number | undefined;
  /** It paints nothing at all. */
  nothing: boolean;
}

const UNKNOWN: Look = { colour: undefined, nothing: false };
const MOST_LOOKS = 1000;
const STEPS = [0, 0.25, 0.5, 0.75, 1];

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
  if (pattern?.type === 'dict')
    return { ...UNKNOWN, colour: shadingColour(it, pattern.entries.get('Shading')) };
  return pattern?.type === 'stream' ? tilingLook(it, value, pattern) : UNKNOWN;
}

function tilingLook(it: Interpreter, value: PdfValue, pattern: PdfStream): Look {
  const { entries } = pattern.dict;
  const cell = it.pdf.rectangle(entries.get('BBox'));
  if (cell === undefined || it.pdf.number(entries.get('PaintType')) !== 1) return UNKNOWN;
  const own = entries.get('Resources');
  const seen = new Colours();
  it.listen(seen, () =>
    it.nest(value, pattern, own === undefined ? it.resources : new Resources(it.pdf, own), () => {
      it.state = new GraphicsState(IDENTITY, cell);
      it.base = IDENTITY;
    }),
  );
  return seen.look;
}

/** The colour of a shading all of whose points have the same (§8.7.4.5). */
export function shadingColour(it: Interpreter, value: PdfValue | undefined): number | undefined {
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
    kind === 1 ? STEPS.flatMap((x) => STEPS.map((y) => [at(0, x), at(1, y)])) : STEPS.map((x) => [at(0, x)]);
  pdf.spend(points.length * apply.work);
  const { rgb } = it.shared.space(space);
  const [first, ...others] = points.map((point) => rgb(apply.apply(point)));
  return others.every((colour) => colour === first) ? first : undefined;
}

/** Gathers the colours of what can be seen. */
export class Colours implements Canvas {
  readonly #colours = new Set<number | undefined>();
  /** Bounds of all of it. */
  box: Box | undefined;

  get look(): Look {
    const [first] = this.#colours;
    return { colour: this.#colours.size === 1 ? first : undefined, nothing: this.#colours.size === 0 };
  }

  text(run: TextRun): void {
    if (run.mode !== 3 && run.mode !== 7 && !run.blank) this.paint(run);
  }

  paint({ box, clip, alpha, layer, colour }: Painting | TextRun): void {
    const seen = intersect(box, clip);
    if (alpha <= 0.01 || layer === 'off' || isEmpty(seen)) return;
    if (this.#colours.size < 2) this.#colours.add(colour);
    this.box = union(this.box ?? seen, seen);
  }
}
