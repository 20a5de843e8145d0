import { holds } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import type { ShownAt } from './canvas.ts';
import { readFunction, readNumbers } from './colour/functions.ts';
import type { Interpreter } from './interpreter.ts';
import { inverse, type Matrix, multiply, readMatrix } from './matrix.ts';
import { COONS, FREE, LATTICE, meshOf, type Part, TENSOR } from './mesh.ts';

export const FUNCTION_BASED = 1;
/** Kinds of shading (ISO 32000-2 Table 77) that have an axis. */
export const AXIAL = 2;
export const RADIAL = 3;
/** Places of an axis at which its colours are looked at. */
const STEPS = 129;

/** The colour of a place: 0xRRGGBB, 'nothing' where nothing is painted, undefined where it is not known. */
export type ShadeAt = (x: number, y: number) => number | 'nothing' | undefined;

/**
 * The colours of an axial or a radial shading pattern (ISO 32000-2 §8.7.4.5.3, §8.7.4.5.4) place by place, in default
 * user space of the page; of others where they paint nothing. Undefined where neither is known.
 */
export const shadeAt = (it: Interpreter, { entries }: PdfDict): ShadeAt | undefined =>
  shadingAt(it, entries.get('Shading'), multiply(readMatrix(it.pdf, entries.get('Matrix')), it.base));

/** As {@link shadeAt}, of a shading from whose space `matrix` leads to the page. */
export function shadingAt(it: Interpreter, value: PdfValue | undefined, matrix: Matrix): ShadeAt | undefined {
  const shading = it.pdf.dict(value);
  const back = inverse(matrix);
  if (shading === undefined || back === undefined) return undefined;
  const { entries } = shading;
  const kind = it.pdf.number(entries.get('ShadingType')) ?? 0;
  const outside = background(it, shading);
  if (outside === undefined) return undefined;
  const own = spreadOf(it, value, kind, outside) ?? alongAxis(it, shading, kind, outside);
  if (own === undefined) return undefined;
  const bounds = it.pdf.rectangle(entries.get('BBox'));
  const [a, b, c, d, e, f] = back;
  return (x, y) => {
    const [u, v] = [a * x + c * y + e, b * x + d * y + f];
    // Bounds of the shading cut its background off as well, as a clip does (Table 77).
    return bounds !== undefined && !holds(bounds, u, v) ? 'nothing' : own(u, v);
  };
}

type Outside = number | 'nothing';

/** The colours of a shading with an axis, in its own space. */
function alongAxis(it: Interpreter, shading: PdfDict, kind: number, outside: Outside): ShadeAt | undefined {
  const parameter = parameterOf(kind, shapeOf(it, shading));
  const colours = parameter === undefined ? undefined : coloursAlong(it, shading);
  if (parameter === undefined || colours === undefined) return undefined;
  return (x, y) => {
    const t = parameter(x, y);
    return t === undefined ? outside : colours[Math.round(Math.min(1, Math.max(0, t)) * (STEPS - 1))];
  };
}

/** Where a mesh or a function of places paints nothing, in the shading's own space. The colours elsewhere are not known. */
function spreadOf(
  it: Interpreter,
  value: PdfValue | undefined,
  kind: number,
  outside: Outside,
): ShadeAt | undefined {
  const room = kind === FUNCTION_BASED ? domainOf(it, value) : meshRoom(it, value, kind);
  return room === undefined ? undefined : (x, y) => (room(x, y) ? undefined : outside);
}

type IsWithin = (x: number, y: number) => boolean;

/** Within the domain of a function of places, as its /Matrix lays it out (§8.7.4.5.2). */
function domainOf({ pdf }: Interpreter, value: PdfValue | undefined): IsWithin | undefined {
  const entries = pdf.dict(value)?.entries;
  const back = inverse(readMatrix(pdf, entries?.get('Matrix')));
  if (back === undefined) return undefined;
  const [x0 = 0, x1 = 1, y0 = 0, y1 = 1] = readNumbers(pdf, entries?.get('Domain')) ?? [];
  const [a, b, c, d, e, f] = back;
  return (x, y) => holds([x0, y0, x1, y1], a * x + c * y + e, b * x + d * y + f);
}

/** Within the bounds of a mesh. */
function meshRoom(it: Interpreter, value: PdfValue | undefined, kind: number): IsWithin | undefined {
  const stream = [FREE, LATTICE, COONS, TENSOR].includes(kind) ? it.pdf.resolve(value) : undefined;
  const parts = stream?.type === 'stream' ? meshOf(it, stream, kind) : undefined;
  if (parts === undefined) return undefined;
  const bounds = rooms.get(parts) ?? boundsOfParts(parts);
  rooms.set(parts, bounds);
  return (x, y) => holds(bounds, x, y);
}

/** The bounds of meshes, which are asked for each string that one fills. */
const rooms = new WeakMap<readonly Part[], Box>();

function boundsOfParts(parts: readonly Part[]): Box {
  const bounds: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 2) {
      const [x = 0, y = 0] = [part[at], part[at + 1]];
      bounds[0] = Math.min(bounds[0], x);
      bounds[1] = Math.min(bounds[1], y);
      bounds[2] = Math.max(bounds[2], x);
      bounds[3] = Math.max(bounds[3], y);
    }
  }
  return bounds;
}

/** What an area shows that is filled so. */
export const shadedBy =
  (shades: ShadeAt): ShownAt =>
  (x, y) => {
    const shade = shades(x, y);
    return typeof shade === 'number' ? { colour: shade, alpha: 1 } : shade;
  };

/** Where the axis of a shading lies, and at which ends it goes on. */
export interface Shape {
  coordinates: readonly number[];
  start: boolean;
  end: boolean;
}

export function shapeOf({ pdf }: Interpreter, { entries }: PdfDict): Shape {
  const [start = false, end = false] = (pdf.array(entries.get('Extend'))?.items ?? []).map(
    (item) => pdf.boolean(item) === true,
  );
  return { coordinates: readNumbers(pdf, entries.get('Coords')) ?? [], start, end };
}

/** Where along its axis, 0 to 1, or beyond an end that goes on, a place has its colour; undefined where it has none. */
type ParameterAt = (x: number, y: number) => number | undefined;

function parameterOf(kind: number, shape: Shape): ParameterAt | undefined {
  const [x0, y0, third, fourth, y1, r1] = shape.coordinates;
  if (x0 === undefined || y0 === undefined || third === undefined || fourth === undefined) return undefined;
  if (kind === AXIAL) return axialParameter([x0, y0, third, fourth], shape);
  if (kind !== RADIAL || y1 === undefined || r1 === undefined || third < 0 || r1 < 0) return undefined;
  return radialParameter({ x0, y0, r0: third, dx: fourth - x0, dy: y1 - y0, dr: r1 - third }, shape);
}

function axialParameter([x0, y0, x1, y1]: Box, shape: Shape): ParameterAt | undefined {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const square = dx * dx + dy * dy;
  if (!(square > 0)) return undefined;
  return (x, y) => reached(((x - x0) * dx + (y - y0) * dy) / square, shape);
}

const reached = (t: number, { start, end }: Shape): number | undefined =>
  (t >= 0 || start) && (t <= 1 || end) ? t : undefined;

interface Cone {
  x0: number;
  y0: number;
  r0: number;
  dx: number;
  dy: number;
  dr: number;
}

/** Of all circles through a place the last one counts whose radius is not below 0. */
function radialParameter({ x0, y0, r0, dx, dy, dr }: Cone, shape: Shape): ParameterAt {
  const a = dx * dx + dy * dy - dr * dr;
  const counts = (t: number): boolean =>
    Number.isFinite(t) && r0 + t * dr >= 0 && reached(t, shape) !== undefined;
  return (x, y) => {
    const [px, py] = [x - x0, y - y0];
    const b = px * dx + py * dy + r0 * dr;
    const c = px * px + py * py - r0 * r0;
    // Masks ask for thousands of places: no list is made for each of them.
    const root = a === 0 ? 0 : Math.sqrt(b * b - a * c);
    const one = a === 0 ? c / (2 * b) : (b + root) / a;
    const other = a === 0 ? one : (b - root) / a;
    const last = Math.max(one, other);
    if (counts(last)) return last;
    const first = Math.min(one, other);
    return counts(first) ? first : undefined;
  };
}

const known = new WeakMap<PdfDict, readonly number[] | 'unknown'>();

/** The colours of a shading from one end of its axis to the other; undefined where some are not known. Read once. */
export function coloursAlong(it: Interpreter, shading: PdfDict): readonly number[] | undefined {
  const found = known.get(shading) ?? readColours(it, shading) ?? 'unknown';
  known.set(shading, found);
  return found === 'unknown' ? undefined : found;
}

function readColours(it: Interpreter, { entries }: PdfDict): number[] | undefined {
  const { pdf } = it;
  const apply = readFunction(pdf, entries.get('Function'));
  const space = entries.get('ColorSpace');
  if (apply === undefined || space === undefined) return undefined;
  const [low = 0, high = 1] = readNumbers(pdf, entries.get('Domain')) ?? [];
  pdf.spend(STEPS * apply.work);
  const { rgb } = it.shared.space(space);
  const colours = Array.from({ length: STEPS }, (_, step) =>
    rgb(apply.apply([low + ((high - low) * step) / (STEPS - 1)])),
  );
  const all = colours.filter((colour) => colour !== undefined);
  return all.length < STEPS ? undefined : all;
}

/** What lies beside a shading that does not go on: its background, where it has one; undefined for an unknown colour. */
export function background(it: Interpreter, { entries }: PdfDict): number | 'nothing' | undefined {
  const colour = readNumbers(it.pdf, entries.get('Background'));
  if (colour === undefined) return 'nothing';
  const space = entries.get('ColorSpace');
  return space === undefined ? undefined : it.shared.space(space).rgb(colour);
}
