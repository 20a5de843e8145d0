import { area as areaOf, intersect, isEmpty } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfStream, PdfValue } from '../syntax/values.ts';
import type { Canvas } from './canvas.ts';
import { readFunction, readNumbers } from './colour/functions.ts';
import type { Interpreter } from './interpreter.ts';
import { Colours, lookOf, type MarksLook } from './markcolours.ts';
import { boundsOf, IDENTITY, inverse, type Matrix, multiply, readMatrix } from './matrix.ts';
import { Resources } from './resources.ts';
import { type ShadeAt, shadeAt } from './shadeat.ts';
import { localShades } from './shadinglook.ts';
import { GraphicsState } from './state.ts';
import { CellMarks } from './tilingshade.ts';
import { Veil } from './veil.ts';

/** Of what letters or areas are filled with. */
export interface Look extends MarksLook {
  /** Of a tiling: its cells. */
  tiling?: Tiling;
}

/** How the cells of a tiling pattern lie (§8.7.3), in its own space. */
export interface Tiling {
  matrix: Matrix;
  /** /BBox. */
  cell: Box;
  across: number;
  up: number;
  /** What of a cell is painted: bounds of all of it, the sum of the bounds of each mark, and the share of the cell. */
  ink: Box;
  area: number;
  share: number;
  /** The colours of all cells place by place, in the pattern's own space, where they are known. */
  shadeAt: ShadeAt | undefined;
  /** Its cells show text. */
  hasText: boolean;
}

const UNKNOWN: Look = { colour: undefined, shades: undefined, nothing: false, hides: false };
const MOST_LOOKS = 1000;
const STEPS = [0, 0.25, 0.5, 0.75, 1];
/** Places along an axis at which its colours are looked at. */
const FINE = Array.from({ length: 33 }, (_, step) => step / 32);
/** Of what is filled, what cells have to paint for them to be seen. */
const TRACE = 0.02;
/** Cells of a tiling that are looked at one by one. */
const MOST_PLACES = 1024;
/** Cells of the grid in which a pattern's cell is laid out. */
const MOST_CELLS = 2 ** 10;

/** What a pattern (ISO 32000-2 §8.7) looks like where it fills a rectangle of the page; read once. */
export function patternLook(it: Interpreter, value: PdfValue, box: Box): Look {
  const found = lookAt(it, value);
  const local = found.tiling === undefined && !it.isPrecise ? shadesWithin(it, value, box) : undefined;
  if (local !== undefined) return { ...lookOf(local), nothing: local.length === 0 };
  return found.tiling === undefined || found.nothing
    ? found
    : { ...found, nothing: !isSeen(found.tiling, multiply(found.tiling.matrix, it.base), box) };
}

/** The colours that a shading pattern has within a rectangle of the page, where they are known by its place. */
const shadesWithin = (it: Interpreter, value: PdfValue, box: Box): readonly number[] | undefined =>
  it.attempt(value, () => {
    const pattern = it.pdf.resolve(value);
    return pattern?.type === 'dict' ? localShades(it, pattern, box) : undefined;
  });

/** The colours of a shading pattern place by place, where they are known; never where marks are told precisely. */
export const patternShadeAt = (it: Interpreter, value: PdfValue): ShadeAt | undefined =>
  it.isPrecise
    ? undefined
    : it.attempt(value, () => {
        const pattern = it.pdf.resolve(value);
        if (pattern?.type === 'dict') return shadeAt(it, pattern);
        return pattern?.type === 'stream' ? tilingShadeAt(it, lookAt(it, value)) : undefined;
      });

/** The colours of a tiling pattern, of which those of its cells are known. */
function tilingShadeAt(it: Interpreter, { tiling }: Look): ShadeAt | undefined {
  const own = tiling?.shadeAt;
  const back = tiling === undefined ? undefined : inverse(multiply(tiling.matrix, it.base));
  if (own === undefined || back === undefined) return undefined;
  const [a, b, c, d, e, f] = back;
  return (x, y) => own(a * x + c * y + e, b * x + d * y + f);
}

function lookAt(it: Interpreter, value: PdfValue): Look {
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

/** Where the cells lie that touch a rectangle of the page, as shifts in the pattern's space; undefined for too many. */
export function placesOf(
  { cell, across, up }: Tiling,
  matrix: Matrix,
  box: Box,
): [x: number, y: number][] | undefined {
  const back = inverse(matrix);
  const area = back === undefined ? undefined : boundsOf(box, back);
  if (area === undefined) return [];
  const shifts = (from: number, to: number, start: number, end: number, step: number): [number, number] =>
    step === 0 ? [0, 0] : [Math.ceil((from - end) / step), Math.floor((to - start) / step)];
  const [left, right] = shifts(area[0], area[2], cell[0], cell[2], across);
  const [low, high] = shifts(area[1], area[3], cell[1], cell[3], up);
  if (!((right - left + 1) * (high - low + 1) <= MOST_PLACES)) return undefined;
  const found: [number, number][] = [];
  for (let row = low; row <= high; row++)
    for (let column = left; column <= right; column++) found.push([column * across, row * up]);
  return found;
}

/** Whether some of what the cells paint is within a rectangle of the page, and more than a trace for its size. */
function isSeen(tiling: Tiling, matrix: Matrix, box: Box): boolean {
  const { cell, across, up, ink, area } = tiling;
  const places = placesOf({ ...tiling, cell: ink }, matrix, box);
  // Of many cells each has what a period has.
  if (places === undefined)
    return (
      area >=
      TRACE * Math.min(across || Infinity, cell[2] - cell[0]) * Math.min(up || Infinity, cell[3] - cell[1])
    );
  const back = inverse(matrix);
  const filled = back === undefined ? undefined : boundsOf(box, back);
  if (filled === undefined) return false;
  const painted = places.reduce((sum, [x, y]) => {
    const own = areaOf(intersect([ink[0] + x, ink[1] + y, ink[2] + x, ink[3] + y], filled));
    return sum + Math.min(area, own);
  }, 0);
  return painted >= TRACE * areaOf(filled);
}

function look(it: Interpreter, value: PdfValue): Look {
  const pattern = it.pdf.resolve(value);
  if (pattern?.type === 'dict') return lookOf(shadingColours(it, pattern.entries.get('Shading')));
  return pattern?.type === 'stream' ? tilingLook(it, value, pattern) : UNKNOWN;
}

function tilingLook(it: Interpreter, value: PdfValue, pattern: PdfStream): Look {
  const { entries } = pattern.dict;
  const cell = it.pdf.rectangle(entries.get('BBox'));
  if (cell === undefined) return UNKNOWN;
  const own = entries.get('Resources');
  const veil = isEmpty(cell) ? undefined : new Veil(cell, (units) => it.spend(units), MOST_CELLS);
  const seen = new Colours(it.pdf, veil);
  const marks = new CellMarks((units) => it.spend(units));
  const [across = 0, up = 0] = ['XStep', 'YStep'].map((key) =>
    Math.abs(it.pdf.number(entries.get(key)) ?? 0),
  );
  it.listen(bothOf(seen, marks), () =>
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
  const { box: ink, area } = seen;
  const matrix = readMatrix(it.pdf, entries.get('Matrix'));
  const isWhole = cell[2] - cell[0] >= across && cell[3] - cell[1] >= up;
  const isColoured = it.pdf.number(entries.get('PaintType')) === COLOURED;
  const colours = isColoured ? seen.look : UNKNOWN;
  const placed = marks.shadeAt(cell, across, up);
  return {
    ...colours,
    nothing: ink === undefined,
    hides: isWhole && seen.hides,
    ...(ink === undefined
      ? {}
      : {
          tiling: {
            ...{ matrix, cell, across, up, ink, area },
            share: seen.share,
            shadeAt: isColoured ? placed : withoutColours(placed),
            hasText: marks.hasText,
          },
        }),
  };
}

/** Where the cells of a pattern without colours of its own paint nothing. */
const withoutColours = (placed: ShadeAt | undefined): ShadeAt | undefined =>
  placed === undefined ? undefined : (x, y) => (placed(x, y) === 'nothing' ? 'nothing' : undefined);

/** Tells two canvases of each mark. */
const bothOf = (one: Canvas, other: Canvas): Canvas => ({
  text(run) {
    one.text(run);
    other.text(run);
  },
  paint(painting) {
    one.paint(painting);
    other.paint(painting);
  },
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

/** /PaintType: a pattern with colours of its own. */
const COLOURED = 1;
