import type { Box } from '../revisions/pages.ts';
import type { PdfValue } from '../syntax/values.ts';
import { solidImage } from './convex.ts';
import type { Interpreter } from './interpreter.ts';
import { type Area, paintArea } from './marks.ts';
import { boundsOf, inverse, type Matrix, multiply, readMatrix } from './matrix.ts';
import { patternLook } from './patternlook.ts';
import { Resources } from './resources.ts';
import { BLACK, GraphicsState, type Paint } from './state.ts';

/** What reading its dictionary costs. */
const LOOKED_UP = 150;
const UNCOLOURED = 2;
const UNKNOWN: Paint = { ...BLACK, colour: undefined };

/**
 * Paints an area with a pattern (ISO 32000-2 §8.7). Of a tiling one cell is drawn, so that text within it is told.
 * `solid` and `outline` are what a plain colour would cover.
 */
export function paintPattern(
  it: Interpreter,
  value: PdfValue,
  { box, solid, outline }: Pick<Area, 'box' | 'solid' | 'outline'>,
): void {
  const { state } = it;
  it.spend(LOOKED_UP);
  const { colour, nothing, hides } = patternLook(it, value);
  if (nothing) return;
  paintArea(it, {
    kind: 'fill',
    box,
    solid,
    outline,
    alpha: state.fillAlpha,
    paint: { ...state.fill, colour: colour ?? state.fill.colour },
    porous: !hides,
  });
  const pattern = it.attempt(value, () => it.pdf.resolve(value));
  if (pattern?.type !== 'stream') return;
  it.attempt(value, () => {
    const { entries } = pattern.dict;
    const cell = it.pdf.rectangle(entries.get('BBox'));
    const matrix = multiply(readMatrix(it.pdf, entries.get('Matrix')), it.base);
    const step = [entries.get('XStep'), entries.get('YStep')].map((item) => it.pdf.number(item) ?? 0);
    if (cell === undefined) return;
    const place = multiply(nearest(box, cell, matrix, step), matrix);
    const resources = entries.get('Resources');
    it.nest(
      value,
      pattern,
      resources === undefined ? it.resources : new Resources(it.pdf, resources, it.resources),
      () => {
        // A cell begins anew, but for what the area's state does to all of it.
        const { state: around } = it;
        around.enterGroup();
        it.state = new GraphicsState(place, around.clip);
        it.state.groupAlpha = around.groupAlpha;
        it.state.groupBlend = around.groupBlend;
        it.state.groupMasked = around.groupMasked;
        it.state.groupMasks = around.groupMasks;
        it.state.inner = around.inner;
        it.base = place;
        it.clipTo(box, undefined);
        it.clipTo(boundsOf(cell, place), solidImage(cell, place));
        if (it.pdf.number(entries.get('PaintType')) === UNCOLOURED) {
          it.uncoloured = true;
          it.state.fill = UNKNOWN;
          it.state.stroke = UNKNOWN;
        }
      },
    );
  });
}

/** Moves the cell by whole steps to the middle of what is painted. */
function nearest(box: Box, cell: Box, matrix: Matrix, [across = 0, up = 0]: number[]): Matrix {
  const back = inverse(matrix);
  if (back === undefined) return [1, 0, 0, 1, 0, 0];
  const area = boundsOf(box, back);
  const steps = (from: number, to: number, start: number, end: number, step: number): number =>
    step === 0 ? 0 : Math.round((from + to - start - end) / 2 / step) * step;
  return [
    1,
    0,
    0,
    1,
    steps(area[0], area[2], cell[0], cell[2], across),
    steps(area[1], area[3], cell[1], cell[3], up),
  ];
}
