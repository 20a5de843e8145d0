import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfArray, PdfValue } from '../../syntax/values.ts';
import { isSoundFunction, type PdfFunction, readFunction, readNumbers } from './functions.ts';
import { readProfile } from './icc.ts';
import { apart, fromLab, fromXyz, packed } from './xyz.ts';

/** A colour space (ISO 32000-2 §8.6), as far as to say about which colour is seen. */
export interface ColourSpace {
  /** How many components a colour has; 0 for Pattern without a space of its own. */
  components: number;
  initial: readonly number[];
  /** 0xRRGGBB; undefined where it is not known. */
  rgb(components: readonly number[]): number | undefined;
  /** Whether readers show the colour as quite another one. */
  isDoubtful?(components: readonly number[]): boolean;
  /** Paints nothing, whatever the tint (/None). */
  none?: boolean;
  /** What `rgb` costs, for the budget, where that is much. */
  work?: number;
  /** Least and most of each component where that is not 0 to 1 (Table 88). */
  ranges?: readonly (readonly [number, number])[];
  /** Colours are patterns. */
  pattern?: boolean;
}

const DEPTH = 4;
const MOST_COLOURANTS = 32;
/** Bytes of a profile, and what a colour costs by it. */
const LARGEST_PROFILE = 4 * 1024 * 1024;
const PROFILE = 60;

export const DEVICE_GRAY: ColourSpace = {
  components: 1,
  initial: [0],
  rgb: ([gray = 0]) => packed(gray, gray, gray),
};
export const DEVICE_RGB: ColourSpace = {
  components: 3,
  initial: [0, 0, 0],
  rgb: ([r = 0, g = 0, b = 0]) => packed(r, g, b),
};
export const DEVICE_CMYK: ColourSpace = {
  components: 4,
  initial: [0, 0, 0, 1],
  rgb: ([c = 0, m = 0, y = 0, k = 0]) => packed((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k)),
};
export const PATTERN: ColourSpace = { components: 0, initial: [], rgb: () => undefined, pattern: true };

/** Whichever the white point: white is white, as viewers adapt it. */
const LAB: ColourSpace = {
  components: 3,
  initial: [0, 0, 0],
  rgb: ([l = 0, a = 0, b = 0]) => fromLab(l, a, b),
};
const spread = (part: number, [least, most]: readonly [number, number] = [0, 1]): number =>
  least + part * (most - least);

const unknown = (components: number): ColourSpace => ({
  components,
  initial: new Array(Math.min(components, MOST_COLOURANTS)).fill(1),
  rgb: () => undefined,
  // Readers keep the space that was set before, or take black.
  isDoubtful: () => true,
});

const NAMED: Readonly<Record<string, ColourSpace>> = {
  DeviceGray: DEVICE_GRAY,
  G: DEVICE_GRAY,
  CalGray: DEVICE_GRAY,
  DeviceRGB: DEVICE_RGB,
  RGB: DEVICE_RGB,
  CalRGB: DEVICE_RGB,
  DeviceCMYK: DEVICE_CMYK,
  CMYK: DEVICE_CMYK,
  CalCMYK: DEVICE_CMYK,
  Pattern: PATTERN,
};

/** The device space of a name; undefined for one that resources define. */
export const namedSpace = (name: string): ColourSpace | undefined =>
  Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;

/** A colour space as a resource or another space gives it; what is broken is a space of unknown colours. */
export function readSpace(pdf: Pdf, value: PdfValue | undefined, depth = 0): ColourSpace {
  const resolved = pdf.resolve(value);
  if (depth > DEPTH || resolved === undefined) return unknown(1);
  if (resolved.type === 'name') return namedSpace(resolved.value) ?? unknown(1);
  if (resolved.type !== 'array') return unknown(1);
  const family = pdf.name(resolved.items[0]) ?? '';
  switch (family) {
    case 'ICCBased':
      return profiled(pdf, resolved, depth);
    case 'CalGray':
      return calibratedGray(pdf, resolved);
    case 'CalRGB':
      return calibratedRgb(pdf, resolved);
    case 'Lab':
      return lab(pdf, resolved);
    case 'Indexed':
    case 'I':
      return indexed(pdf, resolved, depth);
    case 'Separation':
    case 'DeviceN':
      return tinted(pdf, resolved, depth);
    case 'Pattern':
      if (resolved.items.length < 2) return PATTERN;
      return { ...readSpace(pdf, resolved.items[1], depth + 1), pattern: true };
    default:
      return namedSpace(family) ?? unknown(1);
  }
}

function lab(pdf: Pdf, space: PdfArray): ColourSpace {
  const [a = -100, a1 = 100, b = -100, b1 = 100] =
    readNumbers(pdf, pdf.dict(space.items[1])?.entries.get('Range')) ?? [];
  const ranges: [number, number][] = [
    [0, 100],
    [a, a1],
    [b, b1],
  ];
  // What lies beyond them is the nearest value within (§8.6.5.4), and not for all readers.
  const within = (parts: readonly number[]): number[] =>
    ranges.map(([least, most], at) => Math.max(least, Math.min(parts[at] ?? 0, most)));
  return {
    ...LAB,
    ranges,
    rgb: (parts) => LAB.rgb(within(parts)),
    isDoubtful: (parts) => LAB.rgb(within(parts)) !== LAB.rgb(parts),
  };
}

const DEVICES: readonly ColourSpace[] = [DEVICE_GRAY, DEVICE_RGB, DEVICE_CMYK];

/** By its ICC profile; where that is not read, by its alternate, else as the device of so many components has it. */
function profiled(pdf: Pdf, space: PdfArray, depth: number): ColourSpace {
  const stream = pdf.resolve(space.items[1]);
  const entries = pdf.dict(stream)?.entries;
  const device = byCount(pdf.number(entries?.get('N')));
  if (stream?.type !== 'stream') return device;
  const bytes = readable(() => pdf.decodedWithin(stream, LARGEST_PROFILE));
  const colours = bytes === undefined ? undefined : readProfile(bytes, device.components);
  if (colours !== undefined) {
    const { rgb, isDoubtful, readings } = colours;
    return { ...device, rgb, isDoubtful, work: readings * PROFILE };
  }
  const alternate = entries?.get('Alternate');
  const other = alternate === undefined ? device : readSpace(pdf, alternate, depth + 1);
  return other.components === device.components && other.pattern !== true ? other : device;
}

/** §8.6.5.2 */
function calibratedGray(pdf: Pdf, space: PdfArray): ColourSpace {
  const exponent = pdf.number(pdf.dict(space.items[1])?.entries.get('Gamma')) ?? 1;
  const rgb = ([gray = 0]: readonly number[]): number | undefined => {
    const level = Math.min(Math.max(gray, 0), 1) ** exponent;
    return fromXyz(level, level, level);
  };
  return { ...DEVICE_GRAY, rgb, isDoubtful: (parts) => areFar(rgb(parts), DEVICE_GRAY.rgb(parts)) };
}

/** §8.6.5.3 */
function calibratedRgb(pdf: Pdf, space: PdfArray): ColourSpace {
  const entries = pdf.dict(space.items[1])?.entries;
  const exponents = readNumbers(pdf, entries?.get('Gamma')) ?? [];
  const matrix = readNumbers(pdf, entries?.get('Matrix'));
  const white = readNumbers(pdf, entries?.get('WhitePoint')) ?? [];
  if (matrix === undefined && exponents.length === 0) return DEVICE_RGB;
  const columns = matrix ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const rgb = (parts: readonly number[]): number | undefined => {
    const linear = parts.map((part, at) => Math.min(Math.max(part, 0), 1) ** (exponents[at] ?? 1));
    const along = (axis: number): number =>
      linear.reduce((sum, part, at) => sum + part * (columns[3 * at + axis] ?? 0), 0) / (white[axis] || 1);
    return fromXyz(along(0), along(1), along(2));
  };
  return { ...DEVICE_RGB, rgb, isDoubtful: (parts) => areFar(rgb(parts), DEVICE_RGB.rgb(parts)) };
}

/** Of 255, by how much one part of a colour differs where it is quite another one to those readers that take it for a device's. */
const FAR = 96;

const areFar = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && apart(one, other) >= FAR;

function byCount(components: number | undefined): ColourSpace {
  return DEVICES.find((device) => device.components === components) ?? DEVICE_RGB;
}

/** The highest index that a table of colours may have (§8.6.6.3). */
const HIGHEST = 255;

function indexed(pdf: Pdf, space: PdfArray, depth: number): ColourSpace {
  const base = readSpace(pdf, space.items[1], depth + 1);
  const table = pdf.resolve(space.items[3]);
  const bytes =
    table?.type === 'string'
      ? pdf.stringBytes(table)
      : table?.type === 'stream'
        ? pdf.decoded(table)
        : new Uint8Array(0);
  const highest = Math.min(Math.max(pdf.number(space.items[2]) ?? HIGHEST, 0), HIGHEST);
  const partsAt = (index: number): number[] | undefined => {
    // What lies beyond the table is the nearest of its colours.
    const at = Math.min(Math.max(0, Math.round(index)), highest) * base.components;
    if (base.components === 0 || at + base.components > bytes.length) return undefined;
    const parts = Array.from(bytes.subarray(at, at + base.components), (value) => value / 255);
    return parts.map((part, axis) => spread(part, base.ranges?.[axis]));
  };
  const isWhole = bytes.length >= (highest + 1) * base.components;
  const shown = through(base, { components: 1, initial: [0], work: base.work ?? 0 }, ([index = 0]) =>
    partsAt(index),
  );
  return {
    ...shown,
    isDoubtful: (components) => {
      const [index = 0] = components;
      const isWithin = index >= 0 && index <= highest;
      // Of a part of a number readers take the one below, or the nearest.
      const isOne = shown.rgb([Math.floor(index)]) === shown.rgb([index]);
      return !(isWhole && isWithin && isOne) || shown.isDoubtful?.(components) === true;
    },
  };
}

/** A space whose colours are those of another one; `parts` gives what they are there, undefined for none. */
function through(
  other: ColourSpace,
  own: Pick<ColourSpace, 'components' | 'initial' | 'work'>,
  parts: (components: readonly number[]) => readonly number[] | undefined,
): ColourSpace {
  return {
    ...own,
    rgb: (components) => {
      const found = parts(components);
      return found === undefined ? undefined : other.rgb(found);
    },
    isDoubtful: (components) => {
      const found = other.isDoubtful === undefined ? undefined : parts(components);
      return found !== undefined && other.isDoubtful?.(found) === true;
    },
  };
}

/** Separation and DeviceN: the tint transform into the alternate space. */
function tinted(pdf: Pdf, space: PdfArray, depth: number): ColourSpace {
  const names = pdf.resolve(space.items[1]);
  const colourants = names?.type === 'array' ? names.items.map((name) => pdf.name(name)) : [pdf.name(names)];
  const components = Math.min(colourants.length, MOST_COLOURANTS);
  const base = { components, initial: new Array<number>(components).fill(1) };
  if (colourants.length > 0 && colourants.every((name) => name === 'None')) {
    return { ...base, rgb: () => undefined, none: true };
  }
  const alternate = readSpace(pdf, space.items[2], depth + 1);
  const transform: PdfFunction | undefined = readFunction(pdf, space.items[3]);
  const work = 2 * (transform?.work ?? 0) + (alternate.work ?? 0);
  const isSound = isSoundFunction(pdf, space.items[3]);
  const shown = through(alternate, { ...base, work }, (tints) => transform?.apply(tints));
  return {
    ...shown,
    isDoubtful: (tints) => {
      if (!isSound) return true;
      const parts = transform?.apply(tints);
      const isBroken =
        parts !== undefined && (parts.length < alternate.components || parts.some(Number.isNaN));
      return isBroken || shown.isDoubtful?.(tints) === true;
    },
  };
}

/** Whether the colours of a space are numbers in a palette (§8.6.6.3). */
export function isIndexed(pdf: Pdf, space: PdfValue | undefined): boolean {
  const family = pdf.name(pdf.array(space)?.items[0]);
  return family === 'Indexed' || family === 'I';
}
