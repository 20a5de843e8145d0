import type { PdfStream } from '../syntax/values.ts';
import { readNumbers } from './colour/functions.ts';
import type { Interpreter } from './interpreter.ts';

/** Kinds of shading that are meshes (ISO 32000-2 §8.7.4.5.5 to §8.7.4.5.8). */
export const FREE = 4;
export const LATTICE = 5;
export const COONS = 6;
export const TENSOR = 7;
/** Bytes of a mesh that are read, and triangles and patches of it. */
const LARGEST = 1024 * 1024;
const MOST_PARTS = 2 ** 14;
/** What reading a triangle costs, and a patch, whose curves are cut. */
const TRIANGLE = 8;
const PATCH = 64;
/** Bytes that a kept number takes, and a list of them beside that. */
const NUMBER = 8;
const HEAD = 64;
/** What the tables allow (Tables 80 to 84). */
const COORDINATE_BITS = new Set([1, 2, 4, 8, 12, 16, 24, 32]);
const COMPONENT_BITS = new Set([1, 2, 4, 8, 12, 16]);
const FLAG_BITS = new Set([2, 4, 8]);
/** Straight pieces that a curve of a patch is cut into. */
const PIECES = 8;
/** Points of a patch; the inner ones of a tensor-product patch are read and passed over: its edges are what is drawn here. */
const COONS_POINTS = 12;
const TENSOR_POINTS = 16;
/** Numbers of the points of a patch: its four edges, the two points at the ends of each included. */
const EDGES = [
  [0, 1, 2, 3],
  [3, 4, 5, 6],
  [6, 7, 8, 9],
  [9, 10, 11, 0],
] as const;

/** Corners of a triangle or of a patch, pairs of coordinates. */
export type Part = readonly number[];
type Point = readonly [x: number, y: number];

/** The triangles and patches of a mesh, in its own space; undefined for what is broken or too large. Read once. */
export function meshOf(it: Interpreter, stream: PdfStream, kind: number): readonly Part[] | undefined {
  const { meshes } = it.shared;
  const known = meshes.get(stream.dataStart);
  if (known !== undefined) return known.parts;
  const parts = readMesh(it, stream, kind);
  const size = (parts ?? []).reduce((sum, part) => sum + NUMBER * part.length, HEAD);
  meshes.set(stream.dataStart, { parts }, size);
  return parts;
}

function readMesh(it: Interpreter, stream: PdfStream, kind: number): Part[] | undefined {
  const bytes = it.pdf.decodedWithin(stream, LARGEST);
  const { entries } = stream.dict;
  const number = (key: string): number => it.pdf.number(entries.get(key)) ?? 0;
  const decode = readNumbers(it.pdf, entries.get('Decode')) ?? [];
  const space = entries.get('ColorSpace');
  if (bytes === undefined || space === undefined) return undefined;
  const components = entries.has('Function') ? 1 : it.shared.space(space).components;
  const layout = {
    flag: kind === LATTICE ? 0 : number('BitsPerFlag'),
    coordinate: number('BitsPerCoordinate'),
    colour: number('BitsPerComponent') * components,
  };
  const isSound =
    COORDINATE_BITS.has(layout.coordinate) &&
    (kind === LATTICE || FLAG_BITS.has(layout.flag)) &&
    COMPONENT_BITS.has(number('BitsPerComponent'));
  if (!isSound) return undefined;
  it.spend(bytes.length);
  const reader = new MeshReader(bytes, decode, layout, (units) => it.spend(units));
  if (kind === LATTICE) return lattice(reader, number('VerticesPerRow'));
  return kind === FREE ? triangles(reader) : patches(reader, kind === TENSOR ? TENSOR_POINTS : COONS_POINTS);
}

/** How many bits the parts of a vertex take: its flag, each of its coordinates, and its colour. */
interface Layout {
  flag: number;
  coordinate: number;
  colour: number;
}

class MeshReader {
  readonly #bytes: Uint8Array;
  readonly #decode: readonly number[];
  readonly #layout: Layout;
  readonly spend: (units: number) => void;
  #bit = 0;

  constructor(bytes: Uint8Array, decode: readonly number[], layout: Layout, spend: (units: number) => void) {
    this.#bytes = bytes;
    this.#decode = decode;
    this.#layout = layout;
    this.spend = spend;
  }

  /** Whether there are so many bits more. */
  #has(bits: number): boolean {
    return this.#bit + bits <= 8 * this.#bytes.length;
  }

  hasPoints(points: number, colours: number): boolean {
    const { coordinate, colour } = this.#layout;
    return this.#has(2 * coordinate * points + colour * colours);
  }

  get hasMore(): boolean {
    return this.#has(Math.max(1, this.#layout.flag));
  }

  flag(): number {
    return this.#take(this.#layout.flag) & 3;
  }

  point(): Point {
    return [this.#coordinate(0), this.#coordinate(2)];
  }

  /** Passes over colours, and over what fills the last byte. */
  endRecord(colours: number): void {
    this.#bit = 8 * Math.ceil((this.#bit + colours * this.#layout.colour) / 8);
  }

  #coordinate(at: 0 | 2): number {
    const { coordinate } = this.#layout;
    const [least, most] = [this.#decode[at] ?? 0, this.#decode[at + 1] ?? 1];
    return least + (this.#take(coordinate) * (most - least)) / (2 ** coordinate - 1);
  }

  #take(bits: number): number {
    let value = 0;
    for (let left = bits; left > 0; ) {
      const offset = this.#bit % 8;
      const count = Math.min(8 - offset, left);
      const byte = this.#bytes[this.#bit >> 3] ?? 0;
      value = value * 2 ** count + ((byte >> (8 - offset - count)) & (2 ** count - 1));
      this.#bit += count;
      left -= count;
    }
    return value;
  }
}

function triangles(reader: MeshReader): Part[] | undefined {
  const found: Part[] = [];
  let [a, b, c]: Point[] = [];
  while (reader.hasMore) {
    const vertex = (): Point | undefined => {
      const flag = reader.flag();
      if (!reader.hasPoints(1, 1)) return undefined;
      const point = reader.point();
      reader.endRecord(1);
      if (flag === 1) [a, b] = [b, c];
      else if (flag === 2) b = c;
      else [a, b] = [undefined, undefined];
      return point;
    };
    const point = vertex();
    if (point === undefined) break;
    if (a === undefined || b === undefined) {
      // A new triangle has three vertices of its own, whose flags say nothing but of the first.
      const [second, third] = [vertex(), vertex()];
      if (second === undefined || third === undefined) break;
      [a, b, c] = [point, second, third];
    } else c = point;
    found.push([...a, ...b, ...c]);
    reader.spend(TRIANGLE);
    if (found.length > MOST_PARTS) return undefined;
  }
  return found;
}

function lattice(reader: MeshReader, across: number): Part[] | undefined {
  if (!(across >= 2 && across <= MOST_PARTS)) return undefined;
  const found: Part[] = [];
  let before: Point[] = [];
  while (reader.hasPoints(across, across)) {
    const row = Array.from({ length: across }, () => {
      const point = reader.point();
      reader.endRecord(1);
      return point;
    });
    reader.spend(across * TRIANGLE);
    for (let at = 1; at < before.length; at++) {
      const corners = [before[at - 1], before[at], row[at], row[at - 1]];
      found.push(corners.flatMap((point) => [...(point ?? [])]));
    }
    if (found.length > MOST_PARTS) return undefined;
    before = row;
  }
  return found;
}

/** `count`: points of a patch whose flag is 0. One that goes on from another has that one's edge for its first. */
function patches(reader: MeshReader, count: number): Part[] | undefined {
  const found: Part[] = [];
  let points: Point[] = [];
  while (reader.hasMore) {
    const flag = reader.flag();
    const shared = flag === 0 ? [] : (EDGES[flag] ?? []).flatMap((at) => [points[at] ?? ([0, 0] as const)]);
    const colours = flag === 0 ? 4 : 2;
    if (!reader.hasPoints(count - shared.length, colours)) break;
    points = [...shared, ...Array.from({ length: count - shared.length }, () => reader.point())];
    reader.endRecord(colours);
    reader.spend(PATCH);
    found.push(EDGES.flatMap((edge) => curve(edge.map((at) => points[at] ?? [0, 0]))));
    if (found.length > MOST_PARTS) return undefined;
  }
  return found;
}

/** A cubic curve as straight pieces, without its last point. */
function curve([a = [0, 0], b = [0, 0], c = [0, 0], d = [0, 0]]: readonly Point[]): number[] {
  return Array.from({ length: PIECES }, (_, step) => {
    const t = step / PIECES;
    const s = 1 - t;
    const at = (axis: 0 | 1): number =>
      s * s * s * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t * t * t * d[axis];
    return [at(0), at(1)];
  }).flat();
}
