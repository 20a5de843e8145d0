import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfStream } from '../syntax/values.ts';
import { readNumbers } from './colour/functions.ts';
import { type ColourSpace, DEVICE_GRAY, isIndexed } from './colour/spaces.ts';
import { faxSamples, isFax } from './fax/stream.ts';
import { imageSize } from './imagesize.ts';
import { isJbig2, jbig2Samples } from './jbig2/stream.ts';
import { isJpeg, jpegLightness } from './jpeg/stream.ts';
import { isJpx, jpxLightness } from './jpx/stream.ts';
import { inverse, type Matrix } from './matrix.ts';
import { Means, samplesAValue } from './means.ts';
import { columnsOf, levelsOf, type StoredSamples, sumColours, sumLevels } from './rowsums.ts';
import { sharedOf } from './shared.ts';
import type { Shade } from './veil.ts';

/** Bytes that the samples of one image may take. */
const LARGEST = 32 * 1024 * 1024;
/** Samples of a row, and rows. */
const LONGEST = 2 ** 16;
/** Samples whose values are known without working them out again. */
const KNOWN = 2 ** 12;
/** The most samples of a document that are decoded and turned into means: those of a hundred scanned pages. */
export const MOST_SAMPLES = 2 ** 30;
/** What a colour costs of the file's budget. */
const LOOK = 4;

/** The mean about a place of its unit square, of a rectangle so wide and high; without one, at the place. */
export type Level = (u: number, v: number, wide?: number, high?: number) => number;

/** What an image shows at a place of its unit square, from below left. */
export interface Picture {
  /** 0 black to 255 white; undefined where the samples are of a format that is not read. */
  readonly light: Level | undefined;
  /** 0 to 1: how much of what is behind it it hides; undefined where that is not read. */
  readonly alpha: Level | undefined;
  /** Whether its colour space has greys only. */
  readonly isGrey: boolean;
  /** How much of red, green or blue it shows, 0 to 255; as `light`. */
  channel(channel: Channel): Level | undefined;
}
export type Channel = 0 | 1 | 2;

/** Of what hides all that is behind it. */
export const OPAQUE: Level = () => 1;
/** What the values of lightness, of opacity, of red, green and blue are counted in. */
const LIGHTEST = [1, 255, 1, 1, 1] as const;

/** What an image shows at places of the page; `matrix` leads there from the unit square. */
export function onPage(level: Level, matrix: Matrix): Shade | undefined {
  const back = inverse(matrix);
  if (back === undefined) return undefined;
  const [a, b, c, d, e, f] = back;
  const [wide, high] = [Math.abs(a) + Math.abs(c), Math.abs(b) + Math.abs(d)];
  return (x, y, side) => level(a * x + c * y + e, b * x + d * y + f, wide * side, high * side);
}

/** An image XObject (ISO 32000-2 §8.9.5), its stencil or mask included. What is asked for is read once. */
export function readPicture(pdf: Pdf, image: PdfStream): Picture {
  const kept = sharedOf(pdf).pictures;
  const first = LIGHTEST.length * sharedOf(pdf).placeOf(image);
  const once = (kind: 0 | 1 | 2 | 3 | 4, read: () => Means | undefined): Level | undefined => {
    const key = first + kind;
    if (!kept.has(key)) {
      const means = read();
      kept.set(key, means, means?.bytes ?? 0);
    }
    const means = kept.get(key);
    return means === undefined
      ? undefined
      : (u, v, wide, high) => means.at(u, v, wide, high) / LIGHTEST[kind];
  };
  return {
    get light() {
      return isStencil(pdf, image) ? undefined : once(0, () => lightness(pdf, image));
    },
    get alpha() {
      return isOpaque(pdf, image) ? OPAQUE : once(1, () => opacity(pdf, image));
    },
    get isGrey() {
      const space = image.dict.entries.get('ColorSpace');
      // That of JPEG 2000 may stand in its data.
      return space === undefined ? !isJpx(pdf, image) : GREYS.has(pdf.name(space) ?? '');
    },
    channel: (channel) => {
      if (isStencil(pdf, image)) return undefined;
      return once(FIRST[channel], () => lightness(pdf, image, (rgb) => (rgb >> SHIFTS[channel]) & 0xff));
    },
  };
}

const FIRST = [2, 3, 4] as const;
const SHIFTS = [16, 8, 0] as const;
const GREYS: ReadonlySet<string> = new Set(['DeviceGray', 'G', 'CalGray']);

/** How much of what is behind it a stencil hides that is no object, and so is not kept. */
export function stencilLevel(pdf: Pdf, image: PdfStream): Level | undefined {
  const means = stencil(pdf, image);
  return means === undefined ? undefined : (u, v, wide, high) => means.at(u, v, wide, high) / LIGHTEST[1];
}

const isStencil = (pdf: Pdf, { dict }: PdfStream): boolean =>
  pdf.boolean(dict.entries.get('ImageMask')) === true;

function isOpaque(pdf: Pdf, image: PdfStream): boolean {
  const { entries } = image.dict;
  const isMasked = ['SMask', 'Mask'].some((key) => {
    const mask = pdf.resolve(entries.get(key));
    return mask?.type === 'stream' || mask?.type === 'array';
  });
  return !isMasked && !isStencil(pdf, image) && (pdf.number(entries.get('SMaskInData')) ?? 0) <= 0;
}

/** What hides what is behind it: 255 where all of a sample does. */
function opacity(pdf: Pdf, image: PdfStream): Means | undefined {
  const { entries } = image.dict;
  if (isStencil(pdf, image)) return stencil(pdf, image);
  const soft = pdf.resolve(entries.get('SMask'));
  if (soft?.type === 'stream') return lightness(pdf, soft);
  if ((pdf.number(entries.get('SMaskInData')) ?? 0) > 0) return undefined;
  const mask = pdf.resolve(entries.get('Mask'));
  if (mask?.type === 'stream') return stencil(pdf, mask);
  const samples = readSamples(pdf, image);
  return samples === undefined ? undefined : meansOf(pdf, samples, keyed(readNumbers(pdf, mask) ?? []));
}

/** The components of one sample, as they are written. */
type Parts = readonly number[];

const isSide = (length: number): boolean => Number.isInteger(length) && length <= LONGEST;

interface Samples extends StoredSamples {
  readonly height: number;
}

/** Undefined for samples of another format, and past the bounds. */
function readSamples(pdf: Pdf, image: PdfStream): Samples | undefined {
  const { entries } = image.dict;
  const readBilevel = isFax(pdf, image) ? faxSamples : isJbig2(pdf, image) ? jbig2Samples : undefined;
  const usual = readBilevel === undefined ? 8 : 1;
  const bits = isStencil(pdf, image) ? 1 : (pdf.number(entries.get('BitsPerComponent')) ?? usual);
  const space = entries.get('ColorSpace');
  const components = isStencil(pdf, image) || space === undefined ? 1 : sharedOf(pdf).space(space).components;
  const { width, height } = imageSize(pdf, image);
  const size = Math.ceil((width * components * bits) / 8) * height;
  if (!(size > 0 && size <= LARGEST) || ![1, 2, 4, 8, 16].includes(bits)) return undefined;
  if (!isSide(width) || !isSide(height) || components < 1) return undefined;
  if (readBilevel !== undefined && components * bits > 1) return undefined;
  const { pictureWork } = pdf.budget;
  // What is too much by itself leaves the work to others.
  if (pictureWork.samples + width * height > MOST_SAMPLES) return undefined;
  pictureWork.samples += width * height;
  const bytes =
    readBilevel === undefined
      ? readable(() => pdf.decodedSamples(image, LARGEST))
      : readBilevel(pdf, image, width, height);
  return bytes === undefined || bytes.length < size ? undefined : { bytes, width, height, components, bits };
}

/** A raster of what samples show, 0 to 255 each. */
function meansOf(pdf: Pdf, samples: Samples, worth: (parts: Parts) => number): Means {
  const { width, height, components, bits } = samples;
  const times = samplesAValue(width, height);
  const [columns, rows] = [Math.ceil(width / times), Math.ceil(height / times)];
  const values = new Uint8Array(columns * rows);
  const columnOf = columnsOf(width, columns);
  const counts = new Float64Array(columns);
  for (const column of columnOf) counts[column] = (counts[column] ?? 0) + 1;
  const sums = new Float64Array(columns);
  const { base, add } =
    components === 1 && bits <= 8
      ? sumLevels(samples, levelsOf(pdf, bits, worth), columnOf)
      : sumColours(samples, memory(pdf, worth, bits), columnOf);
  let added = 0;
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * rows) / height);
    add(y, sums);
    added++;
    if (y + 1 < height && Math.floor(((y + 1) * rows) / height) === row) continue;
    const start = (rows - 1 - row) * columns;
    for (let column = 0; column < columns; column++)
      values[start + column] = Math.round(base + (sums[column] ?? 0) / (added * (counts[column] ?? 1)));
    sums.fill(0);
    added = 0;
  }
  return new Means(columns, rows, values);
}

/** What samples were worth lately: most of a picture's repeat each other. */
function memory(pdf: Pdf, worth: (parts: Parts) => number, bits: number): (parts: Parts) => number {
  const keys = new Float64Array(KNOWN).fill(-1);
  const values = new Float64Array(KNOWN);
  const [levels, most] = bits === 16 ? [2 ** 16, 3] : [2 ** 8, 6];
  return (parts) => {
    let key = 0;
    for (const part of parts) key = key * levels + part;
    const at = (key ^ (key >>> 12) ^ (key >>> 20)) & (KNOWN - 1);
    // Of more components the key is no longer exact.
    if (keys[at] === key && parts.length <= most) return values[at] ?? 0;
    pdf.spend(LOOK);
    const value = worth(parts);
    keys[at] = key;
    values[at] = value;
    return value;
  };
}

/** How light an image is, by its colour space; or what else `level` makes of a colour, 0 to 255. */
function lightness(pdf: Pdf, image: PdfStream, level = lightOf): Means | undefined {
  if (isJpeg(pdf, image)) return jpeg(pdf, image, level);
  if (isJpx(pdf, image)) return jpx(pdf, image, level);
  const samples = readSamples(pdf, image);
  if (samples === undefined) return undefined;
  return meansOf(pdf, samples, worthOf(pdf, image, samples, level));
}

/** How light a JPEG is; of palettes and unknown colours that is not read. */
function jpeg(pdf: Pdf, image: PdfStream, level: (rgb: number) => number): Means | undefined {
  const value = image.dict.entries.get('ColorSpace');
  const space = value === undefined ? DEVICE_GRAY : sharedOf(pdf).space(value);
  const { components, initial, pattern } = space;
  if (pattern === true || isIndexed(pdf, value) || space.rgb(initial) === undefined) return undefined;
  const worth = counted(pdf, worthOf(pdf, image, { components, bits: 8 }, level));
  return jpegLightness(pdf, image, { components, worth });
}

/** How light a JPEG 2000 picture is, whose own colour space counts where the dictionary has none. */
function jpx(pdf: Pdf, image: PdfStream, level: (rgb: number) => number): Means | undefined {
  return jpxLightness(pdf, image, (space) =>
    space.pattern === true || space.rgb(space.initial) === undefined
      ? undefined
      : counted(pdf, worthOf(pdf, image, { components: space.components, bits: 8, space }, level)),
  );
}

const counted =
  (pdf: Pdf, worth: (parts: Parts) => number) =>
  (parts: Parts): number => {
    pdf.spend(LOOK);
    return worth(parts);
  };

/** How light a sample is by its components, 0 to 255. */
function worthOf(
  pdf: Pdf,
  image: PdfStream,
  { components, bits, ...more }: Pick<Samples, 'components' | 'bits'> & { space?: ColourSpace },
  level: (rgb: number) => number,
): (parts: Parts) => number {
  const { entries } = image.dict;
  const most = 2 ** bits - 1;
  const value = entries.get('ColorSpace');
  const space = more.space ?? (value === undefined ? DEVICE_GRAY : sharedOf(pdf).space(value));
  const indexed = isIndexed(pdf, value);
  const decode = readNumbers(pdf, entries.get('Decode'));
  const ends = Array.from({ length: components }, (_, part) => {
    const [least, greatest] = space.ranges?.[part] ?? [0, indexed ? most : 1];
    return [decode?.[2 * part] ?? least, decode?.[2 * part + 1] ?? greatest] as const;
  });
  return (parts) =>
    level(space.rgb(ends.map(([low, high], part) => low + ((parts[part] ?? 0) * (high - low)) / most)) ?? 0);
}

/** 0 to 255, of 0xRRGGBB. */
export function lightOf(rgb: number): number {
  return 0.3 * (rgb >> 16) + 0.59 * ((rgb >> 8) & 0xff) + 0.11 * (rgb & 0xff);
}

/** §8.9.6.2: which of two samples paints. */
function stencil(pdf: Pdf, image: PdfStream): Means | undefined {
  const samples = readSamples(pdf, image);
  const [first = 0] = readNumbers(pdf, image.dict.entries.get('Decode')) ?? [];
  const painted = first > 0 ? 1 : 0;
  return samples === undefined
    ? undefined
    : meansOf(pdf, samples, ([part]) => ((part ?? 0) === painted ? 255 : 0));
}

/** §8.9.6.4: samples within the ranges are not painted. */
const keyed =
  (ranges: Parts) =>
  (parts: Parts): number =>
    parts.every((part, at) => part >= (ranges[2 * at] ?? 0) && part <= (ranges[2 * at + 1] ?? 0)) ? 0 : 255;
