import { area as areaOf, intersect } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { readNumbers } from './colour/functions.ts';
import { solidImage } from './convex.ts';
import type { Interpreter } from './interpreter.ts';
import { paintArea } from './marks.ts';
import { boundsOf, type Matrix, multiply, readMatrix } from './matrix.ts';
import { COONS, FREE, LATTICE, type Part, readMesh, TENSOR } from './mesh.ts';
import { meshOutline } from './meshoutline.ts';
import { type Outline, polygon } from './outline.ts';
import { shadingColour } from './patternlook.ts';
import { BLACK } from './state.ts';

const FUNCTION_BASED = 1;
const AXIAL = 2;
const RADIAL = 3;
/** Farther than any page reaches, in units of a shading's own space, in steps of its own length. */
const FAR = 1e4;
/** Corners of a circle, and circles between two that do not lie in each other. */
const CORNERS = 32;
const CIRCLES = 16;
/** Of the bounds of what is as good as a rectangle. */
const UPRIGHT = 0.999;

/** What of a page something surely paints: a rectangle within it, and all of it where that is more. */
export interface Reach {
  solid: Box | undefined;
  outline: Outline | undefined;
}

/** `sh` paints all that the clip lets through (ISO 32000-2 §8.7.4.2). */
export function shade(it: Interpreter, name: string): void {
  const value = it.resource('Shading', name);
  it.attempt(value, () => {
    const { state } = it;
    const dict = it.pdf.dict(value);
    if (dict === undefined) return;
    const reach = reachOf(it, value, state.ctm, state.inner);
    // Where marks are told precisely it counts what is painted at most, and that is all that the clip lets through.
    const { solid, outline } = it.isPrecise ? { ...reach, outline: undefined } : reach;
    paintArea(it, {
      kind: 'shading',
      box: outline === undefined ? state.clip : intersect(outline.box, state.clip),
      solid,
      outline,
      alpha: state.fillAlpha,
      paint: { ...BLACK, colour: shadingColour(it, value) },
      porous: solid === undefined && outline === undefined,
    });
  });
}

/** What a shading surely paints of `inner`, which the clip lets through, where `matrix` is that of its space. */
export function reachOf(it: Interpreter, value: PdfValue | undefined, matrix: Matrix, inner: Box): Reach {
  const dict = it.pdf.dict(value);
  if (dict === undefined) return NOTHING;
  const bounds = it.pdf.rectangle(dict.entries.get('BBox'));
  if (bounds === undefined) return within(it, value, dict, { matrix, inner });
  const room = solidImage(bounds, matrix);
  return room === undefined ? NOTHING : within(it, value, dict, { matrix, inner: intersect(room, inner) });
}

const NOTHING: Reach = { solid: undefined, outline: undefined };

interface Place {
  matrix: Matrix;
  inner: Box;
}

function within(it: Interpreter, value: PdfValue | undefined, { entries }: PdfDict, place: Place): Reach {
  const { pdf } = it;
  const kind = pdf.number(entries.get('ShadingType')) ?? 0;
  if (kind === FUNCTION_BASED) {
    const [x0 = 0, x1 = 1, y0 = 0, y1 = 1] = readNumbers(pdf, entries.get('Domain')) ?? [];
    return domainReach([x0, y0, x1, y1], {
      ...place,
      matrix: multiply(readMatrix(pdf, entries.get('Matrix')), place.matrix),
    });
  }
  const extend = (pdf.array(entries.get('Extend'))?.items ?? []).map((item) => pdf.boolean(item) === true);
  const [start = false, end = false] = extend;
  const coordinates = readNumbers(pdf, entries.get('Coords')) ?? [];
  if (kind === AXIAL) {
    const [x0, y0, x1, y1] = coordinates;
    // Where its ends are one point, nothing is painted (§8.7.4.5.3).
    const isPoint = x0 !== undefined && x0 === x1 && y0 === y1;
    if (start && end && !isPoint) return { solid: place.inner, outline: undefined };
    return shaped(it, stripe(coordinates, start, end), place);
  }
  if (kind === RADIAL) {
    const parts = circles(coordinates, start, end);
    return parts === 'all' ? { solid: place.inner, outline: undefined } : shaped(it, parts, place);
  }
  const stream = [FREE, LATTICE, COONS, TENSOR].includes(kind) ? pdf.resolve(value) : undefined;
  if (stream?.type !== 'stream') return NOTHING;
  return shaped(it, readMesh(it, stream, kind) ?? [], place);
}

/** Of parts in a shading's own space. */
const shaped = (it: Interpreter, parts: readonly Part[], { matrix, inner }: Place): Reach => ({
  solid: undefined,
  outline: meshOutline(it, parts, matrix, inner),
});

/** Of a rectangle in a shading's own space. */
function domainReach(domain: Box, { matrix, inner }: Place): Reach {
  const solid = solidImage(domain, matrix);
  const isAll = solid !== undefined && areaOf(solid) >= UPRIGHT * areaOf(boundsOf(domain, matrix));
  return {
    solid: solid === undefined ? undefined : intersect(solid, inner),
    outline: isAll ? undefined : polygon(imageOf(domain, matrix), inner),
  };
}

const imageOf = ([x0, y0, x1, y1]: Box, [a, b, c, d, e, f]: Matrix): number[] =>
  [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ].flatMap(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f]);

/** What lies between the ends of an axis, or beyond them where it goes on. */
function stripe([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[], start: boolean, end: boolean): Part[] {
  const [x, y] = [(x1 - x0) * FAR, (y1 - y0) * FAR];
  if (x === 0 && y === 0) return [];
  const [ax, ay] = start ? [x0 - x, y0 - y] : [x0, y0];
  const [bx, by] = end ? [x1 + x, y1 + y] : [x1, y1];
  return [[ax - y, ay + x, bx - y, by + x, bx + y, by - x, ax + y, ay - x]];
}

/**
 * What lies between two circles. Where one lies within the other, the outer one may go on over all of the page, and the
 * inner one leaves a hole or is filled (§8.7.4.5.4).
 */
function circles(coordinates: readonly number[], start: boolean, end: boolean): Part[] | 'all' {
  const [x0 = 0, y0 = 0, r0 = 0, x1 = 0, y1 = 0, r1 = 0] = coordinates;
  if (Math.hypot(x1 - x0, y1 - y0) < Math.abs(r1 - r0)) {
    const [outer, inner] = r1 > r0 ? [end, start] : [start, end];
    const isFilled = inner || Math.min(r0, r1) === 0;
    if (!isFilled) return [];
    const larger = r1 > r0 ? circle(x1, y1, r1) : circle(x0, y0, r0);
    return outer ? 'all' : [larger];
  }
  return Array.from({ length: CIRCLES + 1 }, (_, step) => {
    const t = step / CIRCLES;
    return circle(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, Math.max(0, r0 + (r1 - r0) * t));
  });
}

const circle = (x: number, y: number, radius: number): number[] =>
  Array.from({ length: CORNERS }, (_, at) => {
    const angle = (2 * Math.PI * at) / CORNERS;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
