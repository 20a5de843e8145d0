import { area as areaOf, contains, intersect } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfValue } from '../syntax/values.ts';
import { solidImage } from './convex.ts';
import { isDoubtfulShading } from './doubtfulshading.ts';
import type { Interpreter } from './interpreter.ts';
import { tiledOver } from './knockouts.ts';
import { paintArea } from './marks.ts';
import { boundsOf, inverse, type Matrix, multiply, readMatrix } from './matrix.ts';
import type { Outline } from './outline.ts';
import { patternLook, patternShadeAt, placesOf, type Tiling } from './patternlook.ts';
import { Resources } from './resources.ts';
import { shadedBy } from './shadeat.ts';
import { type Reach, reachOf } from './shading.ts';
import { BLACK, GraphicsState, type Paint } from './state.ts';

/** What reading its dictionary costs. */
const LOOKED_UP = 150;
const COLOURED = 1;
const UNCOLOURED = 2;
/** Cells with text that are all drawn, and how much of their ink has to be within the area. */
const MOST_TEXTS = 32;
const WHOLE = 0.9;
/** What a plain colour would cover. */
interface PatternArea {
  /** What holds the pattern, and the colour of one without colours of its own. */
  paint: Paint;
  box: Box;
  solid: Box | undefined;
  outline?: Outline | undefined;
}

const UNKNOWN: Paint = { ...BLACK, colour: undefined };

/**
 * Paints an area with a pattern (ISO 32000-2 §8.7). Of a tiling one cell is drawn, and all cells that are not too many
 * where they show text, so that it is told, and where marks are told precisely. `solid` and `outline` are what a plain
 * colour would cover.
 */
export function paintPattern(it: Interpreter, value: PdfValue, area: PatternArea): void {
  const { state } = it;
  const { box, solid, outline } = area;
  it.spend(LOOKED_UP);
  if (it.attempt(value, () => isDoubtfulPattern(it, value)) === true) it.ambiguous(it.tokens.start);
  const { colour, nothing, hides, tiling } = patternLook(it, value, box);
  if (nothing) {
    // What shows nothing may still take away what a knockout group has shown there.
    if (tiling === undefined && state.knockouts.length > 0) paintUnseen(it, value, area);
    return;
  }
  const matrix = tiling === undefined ? undefined : multiply(tiling.matrix, it.base);
  const places =
    it.isPrecise && tiling !== undefined && matrix !== undefined ? placesOf(tiling, matrix, box) : undefined;
  const shaded =
    tiling === undefined && !hides && !it.isPrecise
      ? it.attempt(value, () => shadedReach(it, value, area))
      : undefined;
  // Of letters nothing but bounds are known here.
  const isArea = solid !== undefined || outline !== undefined;
  const shades = tiling === undefined && isArea ? patternShadeAt(it, value) : undefined;
  if (places === undefined)
    paintArea(it, {
      kind: 'fill',
      box,
      solid: shaded === undefined ? solid : shaded.solid,
      outline: shaded === undefined ? outline : shaded.outline,
      alpha: state.fillAlpha * (it.isPrecise ? (tiling?.share ?? 1) : 1),
      paint: { ...state.fill, colour: colour ?? state.fill.colour },
      porous: !hides && shaded === undefined,
      shows: shades === undefined || colour !== undefined ? undefined : shadedBy(shades),
    });
  if (tiling === undefined || matrix === undefined) return;
  for (const [x, y] of places ?? textPlaces(tiling, matrix, box) ?? [nearest(box, tiling, matrix)])
    paintCell(it, value, area, { cell: tiling.cell, place: multiply([1, 0, 0, 1, x, y], matrix) });
}

/** Whether readers paint a pattern in several ways: of a tiling some have to know whether its colours count (Table 74). */
function isDoubtfulPattern({ pdf }: Interpreter, value: PdfValue): boolean {
  const pattern = pdf.resolve(value);
  const entries = pdf.dict(pattern)?.entries;
  if (pattern?.type === 'stream')
    return ![COLOURED, UNCOLOURED].includes(pdf.number(entries?.get('PaintType')) ?? 0);
  return isDoubtfulShading(pdf, entries?.get('Shading'));
}

/** What of an area a shading pattern (§8.7.4.3) surely paints; undefined where that is not known. */
function shadedReach(it: Interpreter, value: PdfValue, area: PatternArea): Reach | undefined {
  const entries = it.pdf.dict(value)?.entries;
  const shading = entries?.get('Shading');
  if (entries === undefined || shading === undefined) return undefined;
  const { solid, outline } = area;
  // What the shading leaves free its background fills (Table 77).
  if (it.pdf.dict(shading)?.entries.has('Background') === true) return { solid, outline };
  const isRectangle = outline === undefined && solid !== undefined;
  const inner = isRectangle ? intersect(solid, it.state.inner) : it.state.inner;
  const reach = reachOf(it, shading, multiply(readMatrix(it.pdf, entries.get('Matrix')), it.base), inner);
  if (reach.solid === undefined && reach.outline === undefined) return undefined;
  if (isRectangle) return reach;
  const isAll =
    reach.outline === undefined &&
    reach.solid !== undefined &&
    contains(reach.solid, intersect(area.box, inner));
  return isAll ? { solid, outline } : undefined;
}

/** Draws a cell of a tiling whose ink lets everything through. */
function paintUnseen(it: Interpreter, value: PdfValue, area: PatternArea): void {
  const entries = it.attempt(value, () => it.pdf.dict(value)?.entries);
  const cell = it.pdf.rectangle(entries?.get('BBox'));
  if (entries === undefined || cell === undefined) return;
  const place = multiply(readMatrix(it.pdf, entries.get('Matrix')), it.base);
  paintCell(it, value, area, { cell, place });
}

/** Draws one cell of a tiling, within the area that is painted. */
function paintCell(
  it: Interpreter,
  value: PdfValue,
  { paint, box, solid, outline }: PatternArea,
  { cell, place }: { cell: Box; place: Matrix },
): void {
  const pattern = it.attempt(value, () => it.pdf.resolve(value));
  if (pattern?.type !== 'stream') return;
  it.attempt(value, () => {
    const { entries } = pattern.dict;
    const own = entries.get('Resources');
    const resources = own === undefined ? it.resources : new Resources(it.pdf, own, it.resources);
    it.nest(value, pattern, resources, () => {
      // A cell begins anew, but for what the area's state does to all of it.
      const { state: around } = it;
      around.enterGroup();
      it.state = new GraphicsState(place, around.clip);
      it.state.groupAlpha = around.groupAlpha;
      it.state.knockouts = tiledOver(around.knockouts, box);
      it.state.groupBlend = around.groupBlend;
      it.state.groupMasked = around.groupMasked;
      it.state.groupMasks = around.groupMasks;
      it.state.inner = around.inner;
      it.state.clips = around.clips;
      it.state.vague = around.vague;
      it.base = place;
      it.tiled = true;
      it.clipTo(box, solid, outline);
      it.clipTo(boundsOf(cell, place), solidImage(cell, place));
      if (it.pdf.number(entries.get('PaintType')) === UNCOLOURED) {
        it.uncoloured = true;
        const own = it.isPrecise ? UNKNOWN : { ...UNKNOWN, colour: paint.colour };
        it.state.fill = own;
        it.state.stroke = own;
      }
    });
  });
}

/**
 * Where the cells lie that show their text whole, which may stand beside words of the page; undefined where they are many,
 * or there are none. What the edge of the area cuts says nothing.
 */
function textPlaces(tiling: Tiling, matrix: Matrix, box: Box): [number, number][] | undefined {
  const { hasText, ink } = tiling;
  const back = hasText ? inverse(matrix) : undefined;
  const places = back === undefined ? undefined : placesOf(tiling, matrix, box);
  if (back === undefined || places === undefined || places.length > MOST_TEXTS) return undefined;
  const seen = boundsOf(box, back);
  const least = WHOLE * areaOf(ink);
  const whole = places.filter(([x, y]) => areaOf(intersect(seen, shifted(ink, x, y))) >= least);
  return whole.length > 0 ? whole : undefined;
}

const shifted = ([x0, y0, x1, y1]: Box, x: number, y: number): Box => [x0 + x, y0 + y, x1 + x, y1 + y];

/** The cell that lies in the middle of what is painted, as a shift by whole steps. */
function nearest(box: Box, { cell, across, up }: Tiling, matrix: Matrix): [number, number] {
  const back = inverse(matrix);
  if (back === undefined) return [0, 0];
  const area = boundsOf(box, back);
  const shift = (from: number, to: number, start: number, end: number, step: number): number =>
    step === 0 ? 0 : Math.round((from + to - start - end) / 2 / step) * step;
  return [shift(area[0], area[2], cell[0], cell[2], across), shift(area[1], area[3], cell[1], cell[3], up)];
}
