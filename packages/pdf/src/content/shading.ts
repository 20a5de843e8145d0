import { area as areaOf, intersect } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { readNumbers } from './colour/functions.ts';
import { solidImage } from './convex.ts';
import { isDoubtfulShading } from './doubtfulshading.ts';
import type { Interpreter } from './interpreter.ts';
import { paintArea } from './marks.ts';
import { boundsOf, type Matrix, multiply, readMatrix } from './matrix.ts';
import { COONS, FREE, LATTICE, meshOf, type Part, TENSOR } from './mesh.ts';
import { meshOutline } from './meshoutline.ts';
import { type Outline, polygon } from './outline.ts';
import { shadingColour } from './patternlook.ts';
import { AXIAL, FUNCTION_BASED, RADIAL, shadedBy, shadingAt, shapeOf } from './shadeat.ts';
import { BLACK } from './state.ts';

/** Farther than any page reaches, in units of a shading's own space. */
const FAR = 1e6;
/** Corners of a circle. */
const CORNERS = 64;
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
    const { solid, outline } = reachOf(it, value, state.ctm, state.inner);
    // A background is for patterns alone (Table 77), but some readers paint it here as well.
    const hasGround = dict.entries.has('Background');
    if (hasGround || isDoubtfulShading(it.pdf, value)) it.ambiguous(it.tokens.start);
    const isPlain = it.isPrecise || hasGround;
    const shades = isPlain ? undefined : shadingAt(it, value, state.ctm);
    paintArea(it, {
      kind: 'shading',
      box: outline === undefined ? state.clip : intersect(outline.box, state.clip),
      solid,
      outline,
      alpha: state.fillAlpha,
      paint: { ...BLACK, colour: shadingColour(it, value) },
      porous: solid === undefined && outline === undefined,
      shows: shades === undefined ? undefined : shadedBy(shades),
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

function within(it: Interpreter, value: PdfValue | undefined, dict: PdfDict, place: Place): Reach {
  const { pdf } = it;
  const { entries } = dict;
  const kind = pdf.number(entries.get('ShadingType')) ?? 0;
  if (kind === FUNCTION_BASED) {
    const [x0 = 0, x1 = 1, y0 = 0, y1 = 1] = readNumbers(pdf, entries.get('Domain')) ?? [];
    return domainReach([x0, y0, x1, y1], {
      ...place,
      matrix: multiply(readMatrix(pdf, entries.get('Matrix')), place.matrix),
    });
  }
  const { coordinates, start, end } = shapeOf(it, dict);
  if (kind === AXIAL) {
    const [x0, y0, x1, y1] = coordinates;
    // Where its ends are one point, nothing is painted (§8.7.4.5.3).
    const isPoint = x0 !== undefined && x0 === x1 && y0 === y1;
    if (start && end && !isPoint) return { solid: place.inner, outline: undefined };
    // Where marks are told precisely it counts what is painted at most, and that is all that the clip lets through.
    return it.isPrecise ? NOTHING : shaped(it, stripe(coordinates, start, end), place);
  }
  if (kind === RADIAL) {
    const found = circles(coordinates, start, end);
    if (found === 'all') return { solid: place.inner, outline: undefined };
    return it.isPrecise ? NOTHING : shaped(it, found.parts, place, found.isRing);
  }
  const isMesh = [FREE, LATTICE, COONS, TENSOR].includes(kind);
  const stream = isMesh && !it.isPrecise ? pdf.resolve(value) : undefined;
  if (stream?.type !== 'stream') return NOTHING;
  return shaped(it, meshOf(it, stream, kind) ?? [], place);
}

/** Of parts in a shading's own space; `isRing`: the second of two is a hole in the first. */
function shaped(it: Interpreter, parts: readonly Part[], { matrix, inner }: Place, isRing = false): Reach {
  return { solid: undefined, outline: meshOutline(it, parts, matrix, { inner, isRing }) };
}

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
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (!(length > 0)) return [];
  const [x, y] = [((x1 - x0) / length) * FAR, ((y1 - y0) / length) * FAR];
  const [ax, ay] = start ? [x0 - x, y0 - y] : [x0, y0];
  const [bx, by] = end ? [x1 + x, y1 + y] : [x1, y1];
  return [[ax - y, ay + x, bx - y, by + x, bx + y, by - x, ax + y, ay - x]];
}

/** A circle of a shading. */
interface Circle {
  x: number;
  y: number;
  radius: number;
}

interface Circles {
  parts: Part[];
  isRing: boolean;
}

const NO_CIRCLES: Circles = { parts: [], isRing: false };

/**
 * What lies between two circles (§8.7.4.5.4). Where one lies within the other, the outer one may go on over all of the
 * page, and the inner one leaves a hole or is filled; others go on as a cone.
 */
function circles(coordinates: readonly number[], start: boolean, end: boolean): Circles | 'all' {
  const [x0 = 0, y0 = 0, r0 = 0, x1 = 0, y1 = 0, r1 = 0] = coordinates;
  if (!(r0 >= 0 && r1 >= 0)) return NO_CIRCLES;
  const [first, last] = [
    { x: x0, y: y0, radius: r0 },
    { x: x1, y: y1, radius: r1 },
  ];
  const apart = Math.hypot(x1 - x0, y1 - y0);
  if (apart < Math.abs(r1 - r0)) {
    const [larger, smaller] = r1 > r0 ? [last, first] : [first, last];
    const [isEndless, isFilled] = r1 > r0 ? [end, start] : [start, end];
    const hasHole = !isFilled && smaller.radius > 0;
    if (isEndless && !hasHole) return 'all';
    const outer = isEndless ? [-FAR, -FAR, FAR, -FAR, FAR, FAR, -FAR, FAR] : cornersOf(larger);
    return { parts: hasHole ? [outer, cornersOf(smaller)] : [outer], isRing: hasHole };
  }
  if (!(apart > 0)) return NO_CIRCLES;
  const far = FAR / apart;
  // Where its radius would be less than nothing, a cone ends.
  const least = start ? Math.max(-far, r1 > r0 ? r0 / (r0 - r1) : -far) : 0;
  const most = end ? Math.min(far, r1 < r0 ? r0 / (r0 - r1) : far) : 1;
  return { parts: hull(between(first, last, least), between(first, last, most)), isRing: false };
}

const between = (first: Circle, last: Circle, t: number): Circle => ({
  x: first.x + (last.x - first.x) * t,
  y: first.y + (last.y - first.y) * t,
  radius: Math.max(0, first.radius + (last.radius - first.radius) * t),
});

/** Two circles, of which none lies within the other, and what lies between their outer tangents. */
function hull(one: Circle, other: Circle): Part[] {
  const apart = Math.hypot(other.x - one.x, other.y - one.y);
  const [dx, dy] = [(other.x - one.x) / apart, (other.y - one.y) / apart];
  const along = Math.min(1, Math.max(-1, (one.radius - other.radius) / apart));
  const aside = Math.sqrt(1 - along * along);
  const touch = ({ x, y, radius }: Circle, side: number): [number, number] => [
    x + radius * (dx * along - dy * aside * side),
    y + radius * (dy * along + dx * aside * side),
  ];
  const quadrilateral = [...touch(one, 1), ...touch(other, 1), ...touch(other, -1), ...touch(one, -1)];
  return [cornersOf(one), cornersOf(other), quadrilateral];
}

const cornersOf = ({ x, y, radius }: Circle): number[] =>
  Array.from({ length: CORNERS }, (_, at) => {
    const angle = (2 * Math.PI * at) / CORNERS;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
