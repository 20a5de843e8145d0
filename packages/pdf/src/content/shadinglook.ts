import type { Box } from '../revisions/pages.ts';
import type { PdfDict } from '../syntax/values.ts';
import type { Interpreter } from './interpreter.ts';
import { boundsOf, inverse, multiply, readMatrix } from './matrix.ts';
import { AXIAL, background, coloursAlong, RADIAL, type Shape, shapeOf } from './shadeat.ts';

/**
 * The colours of an axial shading pattern (ISO 32000-2 §8.7.4.5.3) within an area of the page, by where its axis lies,
 * none where it paints nothing there; of a radial one, whether the area lies outside of both circles. Undefined where
 * that says nothing more than all of its colours do, or some are not known.
 */
export function localShades(it: Interpreter, pattern: PdfDict, area: Box): readonly number[] | undefined {
  const shading = it.pdf.dict(pattern.entries.get('Shading'));
  const back = inverse(multiply(readMatrix(it.pdf, pattern.entries.get('Matrix')), it.base));
  if (shading === undefined || back === undefined) return undefined;
  const kind = it.pdf.number(shading.entries.get('ShadingType'));
  const here = boundsOf(area, back);
  const shape = shapeOf(it, shading);
  const beside = background(it, shading);
  if (beside === undefined) return undefined;
  const outside = beside === 'nothing' ? [] : [beside];
  if (kind === RADIAL) return isBeside(shape, here) ? outside : undefined;
  const range = kind === AXIAL ? along(shape, here) : undefined;
  const colours = range === undefined ? undefined : coloursAlong(it, shading);
  return range === undefined || colours === undefined ? undefined : shadesOf(colours, range, shape, outside);
}

/** Whether an area lies beside two circles that do not go on, and what lies between them. */
function isBeside({ coordinates, start, end }: Shape, [left, bottom, right, top]: Box): boolean {
  const [x0, y0, r0, x1, y1, r1] = coordinates;
  if (start || end || x0 === undefined || y0 === undefined || r0 === undefined) return false;
  if (x1 === undefined || y1 === undefined || r1 === undefined || r0 < 0 || r1 < 0) return false;
  return (
    right < Math.min(x0 - r0, x1 - r1) ||
    left > Math.max(x0 + r0, x1 + r1) ||
    top < Math.min(y0 - r0, y1 - r1) ||
    bottom > Math.max(y0 + r0, y1 + r1)
  );
}

/** Between which places of its axis an area lies: 0 where it begins, 1 where it ends. */
function along({ coordinates }: Shape, [left, bottom, right, top]: Box): [number, number] | undefined {
  const [x0, y0, x1, y1] = coordinates;
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined;
  const [dx, dy] = [x1 - x0, y1 - y0];
  const square = dx * dx + dy * dy;
  if (!(square > 0)) return undefined;
  const at = (x: number, y: number): number => ((x - x0) * dx + (y - y0) * dy) / square;
  const all = [at(left, bottom), at(left, top), at(right, bottom), at(right, top)];
  return [Math.min(...all), Math.max(...all)];
}

function shadesOf(
  colours: readonly number[],
  [least, most]: readonly [number, number],
  { start, end }: Shape,
  outside: readonly number[],
): number[] {
  const last = colours.length - 1;
  const place = (t: number): number => Math.min(1, Math.max(0, t)) * last;
  const isOn = (least <= 1 || end) && (most >= 0 || start);
  const shades = isOn ? colours.slice(Math.floor(place(least)), Math.ceil(place(most)) + 1) : [];
  const isPast = (least < 0 && !start) || (most > 1 && !end);
  return [...new Set([...shades, ...(isPast ? outside : [])])];
}
