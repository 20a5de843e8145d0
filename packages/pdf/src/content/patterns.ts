import type { Box } from '../revisions/pages.ts';
import type { PdfValue } from '../syntax/values.ts';
import { solidImage } from './convex.ts';
import type { Interpreter } from './interpreter.ts';
import { type Area, paintArea } from './marks.ts';
import { boundsOf, inverse, type Matrix, multiply } from './matrix.ts';
import { patternLook, placesOf, type Tiling } from './patternlook.ts';
import { Resources } from './resources.ts';
import { BLACK, GraphicsState, type Paint } from './state.ts';

/** What reading its dictionary costs. */
const LOOKED_UP = 150;
const UNCOLOURED = 2;
const UNKNOWN: Paint = { ...BLACK, colour: undefined };

/**
 * Paints an area with a pattern (ISO 32000-2 §8.7). Of a tiling one cell is drawn, so that text within it is told, and
 * where marks are told precisely all cells that are not too many. `solid` and `outline` are what a plain colour would
 * cover.
 */
export function paintPattern(
  it: Interpreter,
  value: PdfValue,
  area: Pick<Area, 'box' | 'solid' | 'outline'>,
): void {
  const { state } = it;
  const { box, solid, outline } = area;
  it.spend(LOOKED_UP);
  const { colour, nothing, hides, tiling } = patternLook(it, value, box);
  if (nothing) return;
  const matrix = tiling === undefined ? undefined : multiply(tiling.matrix, it.base);
  const places =
    it.isPrecise && tiling !== undefined && matrix !== undefined ? placesOf(tiling, matrix, box) : undefined;
  if (places === undefined)
    paintArea(it, {
      kind: 'fill',
      box,
      solid,
      outline,
      alpha: state.fillAlpha * (it.isPrecise ? (tiling?.share ?? 1) : 1),
      paint: { ...state.fill, colour: colour ?? state.fill.colour },
      porous: !hides,
    });
  if (tiling === undefined || matrix === undefined) return;
  for (const [x, y] of places ?? [nearest(box, tiling, matrix)])
    paintCell(it, value, area, { cell: tiling.cell, place: multiply([1, 0, 0, 1, x, y], matrix) });
}

/** Draws one cell of a tiling, within the area that is painted. */
function paintCell(
  it: Interpreter,
  value: PdfValue,
  { box, solid, outline }: Pick<Area, 'box' | 'solid' | 'outline'>,
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
      it.state.groupBlend = around.groupBlend;
      it.state.groupMasked = around.groupMasked;
      it.state.groupMasks = around.groupMasks;
      it.state.inner = around.inner;
      it.state.clips = around.clips;
      it.state.vague = around.vague;
      it.base = place;
      it.clipTo(box, solid, outline);
      it.clipTo(boundsOf(cell, place), solidImage(cell, place));
      if (it.pdf.number(entries.get('PaintType')) === UNCOLOURED) {
        it.uncoloured = true;
        it.state.fill = UNKNOWN;
        it.state.stroke = UNKNOWN;
      }
    });
  });
}

/** The cell that lies in the middle of what is painted, as a shift by whole steps. */
function nearest(box: Box, { cell, across, up }: Tiling, matrix: Matrix): [number, number] {
  const back = inverse(matrix);
  if (back === undefined) return [0, 0];
  const area = boundsOf(box, back);
  const shift = (from: number, to: number, start: number, end: number, step: number): number =>
    step === 0 ? 0 : Math.round((from + to - start - end) / 2 / step) * step;
  return [shift(area[0], area[2], cell[0], cell[2], across), shift(area[1], area[3], cell[1], cell[3], up)];
}
