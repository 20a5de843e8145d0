import { apart, fromLab, fromXyz } from './xyz.ts';

/** Numbers to numbers, all of them 0 to 1. */
type Stage = (values: readonly number[]) => readonly number[];
type Curve = (value: number) => number;

const HEADER = 128;
const MOST_TAGS = 100;
const MOST_CHANNELS = 4;
/** The white of the connection space, D50 (ICC.1:2022 7.2.16). */
const WHITE = [0.9642, 1, 0.8249];
/** XYZ is written up to this in 16 bits. */
const XYZ_RANGE = 1 + 32767 / 32768;

const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);

/** Big-endian numbers of a profile; what lies behind its end is 0. */
class Profile {
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get size(): number {
    return this.#view.byteLength;
  }

  byte = (at: number): number => (at >= 0 && at < this.size ? this.#view.getUint8(at) : 0);
  short = (at: number): number => this.byte(at) * 256 + this.byte(at + 1);
  long = (at: number): number => this.short(at) * 65_536 + this.short(at + 2);
  /** s15Fixed16Number (4.6). */
  fixed = (at: number): number => (this.long(at) | 0) / 65_536;
  name = (at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((step) => this.byte(at + step)));

  /** Where the data of a tag stand (7.3). */
  tag(signature: string): number | undefined {
    const count = Math.min(this.long(HEADER), MOST_TAGS);
    for (let tag = 0; tag < count; tag++) {
      const at = HEADER + 4 + 12 * tag;
      if (this.name(at) === signature) return this.long(at + 4);
    }
    return undefined;
  }
}

/** A colour of so many components, 0 to 1 each: 0xRRGGBB. */
type Reading = (values: readonly number[]) => number | undefined;

/** The colours of a profile. */
export interface ProfileColours {
  rgb: Reading;
  /** Whether readers show the colour as quite another one, each by another part of the profile. */
  isDoubtful(values: readonly number[]): boolean;
  /** How many parts are asked. */
  readings: number;
}

/**
 * Tables from the device, by intents (ICC.1:2022 9.2): of relative colorimetry, which readers go by where a page does
 * not say another one (ISO 32000-2 §8.6.5.8), of perception, which some go by alone, and of saturation.
 */
const TABLES = ['A2B1', 'A2B0', 'A2B2'] as const;
/** Tables of another kind, which some readers prefer, and which are not read. */
const OTHERS = ['D2B0', 'D2B1', 'D2B2', 'D2B3'];
/** Of a channel's 256 steps: intents make a black lighter or a hue paler, not another colour. */
const APART = 96;

/**
 * The colours of an ICC profile (ICC.1:2022) of so many components. Undefined for a profile that is broken or of a
 * kind that is not read.
 */
export function readProfile(bytes: Uint8Array, components: number): ProfileColours | undefined {
  const profile = new Profile(bytes);
  if (profile.name(36) !== 'acsp' || components > MOST_CHANNELS) return undefined;
  const places = new Set(TABLES.map((tag) => profile.tag(tag)).filter((at) => at !== undefined));
  const tables = [...places].map((at) => tabled(profile, at, components));
  const [first, ...others] = [...tables, curved(profile, components)].filter((one) => one !== undefined);
  if (first === undefined) return undefined;
  const isUnread = tables.includes(undefined) || OTHERS.some((tag) => profile.tag(tag) !== undefined);
  const isDoubtful = (values: readonly number[]): boolean =>
    isUnread || others.some((other) => apart(first(values) ?? 0, other(values) ?? 0) > APART);
  return { rgb: first, isDoubtful, readings: 1 + others.length };
}

/** By one of the tables. */
function tabled(profile: Profile, at: number, components: number): Reading | undefined {
  const stage = readTable(profile, at, components);
  if (stage === undefined) return undefined;
  const isLab = profile.name(20) === 'Lab ';
  const scale = profile.name(at) === 'mft2' ? 65_535 / 65_280 : 1;
  return (values) => connected(stage(values), isLab, scale);
}

/** By curves, of a profile that is made of them. */
function curved(profile: Profile, components: number): Reading | undefined {
  const space = profile.name(16);
  if (space === 'GRAY' && components === 1) return gray(profile);
  return space === 'RGB ' && components === 3 && profile.name(20) !== 'Lab ' ? matrixed(profile) : undefined;
}

/** What values of the connection space look like. */
function connected(
  [a = 0, b = 0, c = 0]: readonly number[],
  isLab: boolean,
  scale: number,
): number | undefined {
  if (isLab) return fromLab(a * scale * 100, b * scale * 255 - 128, c * scale * 255 - 128);
  const [x, y, z] = [a, b, c].map((value, at) => (value * XYZ_RANGE) / (WHITE[at] ?? 1));
  return fromXyz(x ?? 0, y ?? 0, z ?? 0);
}

function gray(profile: Profile): Reading | undefined {
  const curve = readCurve(profile, profile.tag('kTRC'))?.curve;
  if (curve === undefined) return undefined;
  return ([value = 0]) => {
    const level = curve(clamp(value));
    return fromXyz(level, level, level);
  };
}

/** Three curves and a matrix (F.3). */
function matrixed(profile: Profile): Reading | undefined {
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((tag) => readCurve(profile, profile.tag(tag))?.curve);
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => profile.tag(tag));
  if (curves.includes(undefined) || columns.includes(undefined)) return undefined;
  const weights = columns.map((at = 0) => [0, 1, 2].map((axis) => profile.fixed(at + 8 + 4 * axis)));
  return (values) => {
    const linear = curves.map((curve, at) => curve?.(clamp(values[at] ?? 0)) ?? 0);
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map(
      (axis) =>
        linear.reduce((sum, level, at) => sum + level * (weights[at]?.[axis] ?? 0), 0) / (WHITE[axis] ?? 1),
    );
    return fromXyz(x, y, z);
  };
}

/** Between the entries of a table of one input. */
function along(value: number, count: number, read: (index: number) => number): number {
  const place = clamp(value) * (count - 1);
  const low = Math.floor(place);
  return low === place ? read(low) : read(low) + (place - low) * (read(low + 1) - read(low));
}

/** curveType and parametricCurveType (10.6, 10.18), and where the next one stands. */
function readCurve(profile: Profile, at: number | undefined): { curve: Curve; end: number } | undefined {
  if (at === undefined) return undefined;
  if (profile.name(at) === 'curv') {
    const count = profile.long(at + 8);
    const end = at + 12 + 2 * count;
    if (end > profile.size) return undefined;
    if (count === 0) return { curve: (x) => x, end };
    if (count === 1) return { curve: (x) => x ** (profile.short(at + 12) / 256), end };
    const read = (index: number): number => profile.short(at + 12 + 2 * index) / 65_535;
    return { curve: (x) => along(x, count, read), end };
  }
  if (profile.name(at) !== 'para') return undefined;
  const kind = profile.short(at + 8);
  const [g, a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5, 6].map((step) =>
    profile.fixed(at + 12 + 4 * step),
  ) as Seven;
  const end = at + 12 + 4 * ([1, 3, 4, 5, 7][kind] ?? 0);
  const power = (x: number): number => Math.max(a * x + b, 0) ** g;
  const kinds: readonly Curve[] = [
    (x) => x ** g,
    (x) => (a * x + b >= 0 ? power(x) : 0),
    (x) => (a * x + b >= 0 ? power(x) + c : c),
    (x) => (x >= d ? power(x) : c * x),
    (x) => (x >= d ? power(x) + e : c * x + f),
  ];
  const curve = kinds[kind];
  return curve === undefined ? undefined : { curve: (x) => clamp(curve(x)), end };
}
type Seven = [number, number, number, number, number, number, number];

/** lut8Type, lut16Type and lutAToBType (10.10 to 10.12). */
function readTable(profile: Profile, at: number, components: number): Stage | undefined {
  const [inputs, outputs] = [profile.byte(at + 8), profile.byte(at + 9)];
  if (inputs !== components || outputs !== 3) return undefined;
  const kind = profile.name(at);
  if (kind === 'mAB ') return readCurvesAndTable(profile, at, inputs);
  if (kind !== 'mft1' && kind !== 'mft2') return undefined;
  const wide = kind === 'mft2';
  const [first, last] = wide ? [profile.short(at + 48), profile.short(at + 50)] : [256, 256];
  const width = wide ? 2 : 1;
  const sides = new Array<number>(inputs).fill(profile.byte(at + 10));
  const start = at + (wide ? 52 : 48);
  const grid = start + inputs * first * width;
  const tables = grid + sides.reduce((product, side) => product * side, 3) * width;
  if (tables + 3 * last * width > profile.size || first < 2 || last < 2) return undefined;
  const read = (index: number, from: number): number =>
    wide ? profile.short(from + 2 * index) / 65_535 : profile.byte(from + index) / 255;
  const lookUp = (values: readonly number[], from: number, count: number): number[] =>
    values.map((value, channel) => along(value, count, (index) => read(channel * count + index, from)));
  const node = between(sides, (index) => read(index, grid));
  return (values) => lookUp(node(lookUp(values, start, first)), tables, last);
}

function readCurvesAndTable(profile: Profile, at: number, inputs: number): Stage | undefined {
  const [b, matrix, m, grid, a] = [12, 16, 20, 24, 28].map((place) => profile.long(at + place));
  const stages: (Stage | undefined)[] = [];
  if (a !== undefined && a > 0) stages.push(readCurves(profile, at + a, inputs));
  if (grid !== undefined && grid > 0) stages.push(readGrid(profile, at + grid, inputs));
  else if (inputs !== 3) return undefined;
  if (m !== undefined && m > 0) stages.push(readCurves(profile, at + m, 3));
  if (matrix !== undefined && matrix > 0) stages.push(readMatrix(profile, at + matrix));
  if (b !== undefined && b > 0) stages.push(readCurves(profile, at + b, 3));
  if (stages.includes(undefined)) return undefined;
  return (values) => stages.reduce<readonly number[]>((rest, stage) => stage?.(rest) ?? rest, values);
}

function readCurves(profile: Profile, from: number, count: number): Stage | undefined {
  const curves: Curve[] = [];
  let at = from;
  for (let channel = 0; channel < count; channel++) {
    const read = readCurve(profile, at);
    if (read === undefined) return undefined;
    curves.push(read.curve);
    at = Math.ceil(read.end / 4) * 4;
  }
  return (values) => values.map((value, channel) => curves[channel]?.(clamp(value)) ?? 0);
}

function readGrid(profile: Profile, at: number, inputs: number): Stage | undefined {
  const sides = Array.from({ length: inputs }, (_, axis) => profile.byte(at + axis));
  const width = profile.byte(at + 16);
  const size = sides.reduce((product, side) => product * side, 3) * width;
  if (at + 20 + size > profile.size || sides.includes(0) || (width !== 1 && width !== 2)) return undefined;
  return between(sides, (index) =>
    width === 2 ? profile.short(at + 20 + 2 * index) / 65_535 : profile.byte(at + 20 + index) / 255,
  );
}

/** Between the nodes of a table of three outputs, the mean of the corners around by how near they are. */
function between(sides: readonly number[], read: (index: number) => number): Stage {
  return (values) => {
    const sums = [0, 0, 0];
    for (let corner = 0; corner < 2 ** sides.length; corner++) {
      let [index, weight] = [0, 1];
      for (const [axis, side] of sides.entries()) {
        const place = clamp(values[axis] ?? 0) * (side - 1);
        const low = Math.min(Math.floor(place), Math.max(0, side - 2));
        const high = (corner >> axis) & 1;
        weight *= high === 1 ? place - low : 1 - place + low;
        index = index * side + Math.min(low + high, side - 1);
      }
      if (weight === 0) continue;
      for (let output = 0; output < 3; output++)
        sums[output] = (sums[output] ?? 0) + weight * read(3 * index + output);
    }
    return sums;
  };
}

function readMatrix(profile: Profile, at: number): Stage {
  const e = Array.from({ length: 12 }, (_, index) => profile.fixed(at + 4 * index));
  return (values) =>
    [0, 1, 2].map((row) =>
      clamp(
        [0, 1, 2].reduce(
          (sum, axis) => sum + (e[3 * row + axis] ?? 0) * (values[axis] ?? 0),
          e[9 + row] ?? 0,
        ),
      ),
    );
}
