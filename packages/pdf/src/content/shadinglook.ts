import type { Box } from '../revisions/pages.ts';
import type { PdfDict } from '../syntax/values.ts';
import { readFunction, readNumbers } from './colour/functions.ts';
import type { Interpreter } from './interpreter.ts';
import { boundsOf, inverse, multiply, readMatrix } from './matrix.ts';

const AXIAL = 2;
const RADIAL = 3;
/** Places of an axis at which its colours are looked at. */
const STEPS = 33;

/** What a shading shows within an area: its colours there; none where it paints nothing. */
export interface LocalShades {
  shades: readonly number[];
}

/**
 * The colours of an axial shading pattern (ISO 32000-2 §8.7.4.5.3) within an area of the page, by where its axis lies;
 * of a radial one, whether the area lies outside of both circles. Undefined where that says nothing more than all of its
 * colours do, or some are not known.
 */
export function localShades(it: Interpreter, pattern: PdfDict, area: Box): LocalShades | undefined {
  const shading = it.pdf.dict(pattern.entries.get('Shading'));
  const back = inverse(multiply(readMatrix(it.pdf, pattern.entries.get('Matrix')), it.base));
  if (shading === undefined || back === undefined) return undefined;
  const { entries } = shading;
  const kind = it.pdf.number(entries.get('ShadingType'));
  const here = boundsOf(area, back);
  const ends = (it.pdf.array(entries.get('Extend'))?.items ?? []).map(
    (item) => it.pdf.boolean(item) === true,
  );
  const coordinates = readNumbers(it.pdf, entries.get('Coords')) ?? [];
  if (kind === RADIAL) {
    const isOutside = isBeside(coordinates, here) && !ends.includes(true);
    return isOutside ? background(it, shading) : undefined;
  }
  const range = kind === AXIAL ? along(coordinates, here) : undefined;
  return range === undefined ? undefined : axialShades(it, shading, range, ends);
}

/** What lies beside a shading that does not go on: its background, where it has one (Table 77). */
function background(it: Interpreter, { entries }: PdfDict): LocalShades | undefined {
  const colour = readNumbers(it.pdf, entries.get('Background'));
  if (colour === undefined) return { shades: [] };
  const space = entries.get('ColorSpace');
  const rgb = space === undefined ? undefined : it.shared.space(space).rgb(colour);
  return rgb === undefined ? undefined : { shades: [rgb] };
}

/** Whether an area lies beside two circles and what lies between them. */
function isBeside(coordinates: readonly number[], [left, bottom, right, top]: Box): boolean {
  const [x0, y0, r0, x1, y1, r1] = coordinates;
  if (x0 === undefined || y0 === undefined || r0 === undefined) return false;
  if (x1 === undefined || y1 === undefined || r1 === undefined) return false;
  return (
    right < Math.min(x0 - r0, x1 - r1) ||
    left > Math.max(x0 + r0, x1 + r1) ||
    top < Math.min(y0 - r0, y1 - r1) ||
    bottom > Math.max(y0 + r0, y1 + r1)
  );
}

/** Between which places of its axis an area lies: 0 where it begins, 1 where it ends. */
function along(
  [x0, y0, x1, y1]: readonly number[],
  [left, bottom, right, top]: Box,
): [number, number] | undefined {
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined;
  const [dx, dy] = [x1 - x0, y1 - y0];
  const square = dx * dx + dy * dy;
  if (square === 0) return undefined;
  const at = (x: number, y: number): number => ((x - x0) * dx + (y - y0) * dy) / square;
  const all = [at(left, bottom), at(left, top), at(right, bottom), at(right, top)];
  return [Math.min(...all), Math.max(...all)];
}

function axialShades(
  it: Interpreter,
  shading: PdfDict,
  [least, most]: readonly [number, number],
  [start = false, end = false]: readonly boolean[],
): LocalShades | undefined {
  const { pdf } = it;
  const { entries } = shading;
  const apply = readFunction(pdf, entries.get('Function'));
  const space = entries.get('ColorSpace');
  if (apply === undefined || space === undefined) return undefined;
  const beside = (least < 0 && !start) || (most > 1 && !end) ? background(it, shading) : { shades: [] };
  if (beside === undefined) return undefined;
  const [from, to] = [Math.max(least, 0), Math.min(most, 1)];
  // Beyond an end that goes on everything has the colour of that end.
  const places =
    from <= to ? Array.from({ length: STEPS }, (_, step) => from + ((to - from) * step) / (STEPS - 1)) : [];
  if (least < 0 && start) places.push(0);
  if (most > 1 && end) places.push(1);
  const [low = 0, high = 1] = readNumbers(pdf, entries.get('Domain')) ?? [];
  pdf.spend(places.length * apply.work);
  const { rgb } = it.shared.space(space);
  const colours = places.map((place) => rgb(apply.apply([low + (high - low) * place])));
  const shades = colours.filter((colour) => colour !== undefined);
  return shades.length < colours.length ? undefined : { shades: [...new Set([...shades, ...beside.shades])] };
}
