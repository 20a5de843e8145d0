import { readable } from '../errors.ts';
import type { PdfDict, PdfStream, PdfValue } from '../syntax/values.ts';
import { readNumbers } from './colour/functions.ts';
import { DEVICE_GRAY } from './colour/spaces.ts';
import { imageSize } from './imagesize.ts';
import type { Interpreter } from './interpreter.ts';
import { inlineStream } from './stencil.ts';

/** Bytes of an image whose samples are looked at, and of all of a file's. */
const LARGEST = 1024 * 1024;
export const MOST_SAMPLES = 16 * 1024 * 1024;

/** What an image shows, where all its samples are alike: 0xRRGGBB, and how much of what is behind it it hides. */
export interface Plain {
  /** Undefined where samples differ, or are not read. */
  colour: number | undefined;
  /** 0 to 1; undefined where it differs from place to place, or is not known. */
  alpha: number | undefined;
}

const UNKNOWN: Plain = { colour: undefined, alpha: undefined };
const HIDES: Plain = { colour: undefined, alpha: 1 };

/** What can be said of all of an image XObject (ISO 32000-2 §8.9.5, §11.6.5.2); read once. */
export function plainImage(it: Interpreter, image: PdfStream): Plain {
  const { plain } = it.shared;
  const known = plain.get(image.dataStart);
  if (known !== undefined) return known;
  const found = it.attempt(undefined, () => look(it, image)) ?? UNKNOWN;
  plain.set(image.dataStart, found);
  return found;
}

function look(it: Interpreter, image: PdfStream): Plain {
  const { pdf } = it;
  const { entries } = image.dict;
  if (pdf.boolean(entries.get('ImageMask')) === true) return { colour: undefined, alpha: stencil(it, image) };
  const sample = onlySample(it, image);
  const colour = sample === undefined ? undefined : colourOf(it, image.dict, sample);
  const soft = pdf.resolve(entries.get('SMask'));
  if (soft?.type === 'stream') {
    const shade = onlySample(it, soft);
    const grey = shade === undefined ? undefined : colourOf(it, soft.dict, shade);
    return { colour, alpha: grey === undefined ? undefined : (grey & 0xff) / 255 };
  }
  if ((pdf.number(entries.get('SMaskInData')) ?? 0) > 0) return { colour, alpha: undefined };
  const mask = pdf.resolve(entries.get('Mask'));
  if (mask?.type === 'stream') return { colour, alpha: stencil(it, mask) };
  if (mask?.type === 'array') return { colour, alpha: keyed(readNumbers(pdf, mask) ?? [], sample) };
  return colour === undefined ? HIDES : { colour, alpha: 1 };
}

/** Of a stencil: 1 where all of it is painted, 0 where nothing is. */
function stencil(it: Interpreter, mask: PdfStream): number | undefined {
  const sample = onlySample(it, mask);
  if (sample === undefined) return undefined;
  const [first = 0] = readNumbers(it.pdf, mask.dict.entries.get('Decode')) ?? [];
  return sample[0] === (first > 0 ? 1 : 0) ? 1 : 0;
}

/** The keys of an inline image that have a short form, of which some readers take one and some the other. */
const KEYS = [
  ['BitsPerComponent', 'BPC'],
  ['ColorSpace', 'CS'],
  ['Decode', 'D'],
  ['DecodeParms', 'DP'],
  ['Filter', 'F'],
  ['Height', 'H'],
  ['ImageMask', 'IM'],
  ['Width', 'W'],
] as const;

/** Whether an inline image says something under both of its keys. */
export const isTwofold = ({ entries }: PdfDict): boolean =>
  KEYS.some(([long, short]) => entries.has(long) && entries.has(short));

/**
 * As {@link plainImage}, of an inline stencil, which lets through what is behind it where its samples differ. Where
 * marks are told precisely nothing is said of it: readers take what is odd about its entries in several ways.
 */
export function plainStencil(it: Interpreter, image: PdfDict, data: Uint8Array): Plain {
  const { pdf } = it;
  const { entries } = image;
  if (isTwofold(image)) {
    it.ambiguous(it.tokens.start);
    return UNKNOWN;
  }
  // What its filters ask for beside their names is not read.
  if (it.isPrecise || entries.has('DecodeParms') || entries.has('DP')) return UNKNOWN;
  const [first = 0, last = 1, ...more] = readNumbers(pdf, entries.get('Decode') ?? entries.get('D')) ?? [];
  const isDecoded = more.length === 0 && ((first === 0 && last === 1) || (first === 1 && last === 0));
  if (!isDecoded || data.length > LARGEST) return UNKNOWN;
  pdf.spend(data.length);
  return { colour: undefined, alpha: stencil(it, inlineStream(image, data)) };
}

/** §8.9.6.4: samples within the ranges are not painted. */
function keyed(ranges: readonly number[], sample: readonly number[] | undefined): number | undefined {
  if (sample === undefined) return undefined;
  const within = sample.every(
    (part, at) => part >= (ranges[2 * at] ?? 0) && part <= (ranges[2 * at + 1] ?? 0),
  );
  return within ? 0 : 1;
}

function spaceOf(it: Interpreter, value: PdfValue | undefined) {
  return value === undefined ? DEVICE_GRAY : it.shared.space(value);
}

function colourOf(it: Interpreter, { entries }: PdfDict, sample: readonly number[]): number | undefined {
  const space = spaceOf(it, entries.get('ColorSpace'));
  const most = 2 ** bitsOf(it, entries) - 1;
  const decode = readNumbers(it.pdf, entries.get('Decode'));
  const list = it.pdf.array(entries.get('ColorSpace'));
  const family = it.pdf.name(list?.items[0]);
  const indexed = family === 'Indexed' || family === 'I';
  return space.rgb(
    sample.map((part, at) => {
      const [least, greatest] = space.ranges?.[at] ?? [0, indexed ? most : 1];
      const [low, high] = [decode?.[2 * at] ?? least, decode?.[2 * at + 1] ?? greatest];
      return low + (part * (high - low)) / most;
    }),
  );
}

function bitsOf({ pdf }: Interpreter, entries: PdfDict['entries']): number {
  return pdf.boolean(entries.get('ImageMask')) === true
    ? 1
    : (pdf.number(entries.get('BitsPerComponent')) ?? 8);
}

/** Undefined for data that are a picture of another format, or broken. */
function decoded({ pdf }: Interpreter, image: PdfStream): Uint8Array | undefined {
  return readable(() => pdf.decodedWithin(image, 2 * LARGEST));
}

/** The components of the only sample that there is, as they are written; undefined where samples differ. */
function onlySample(it: Interpreter, image: PdfStream): number[] | undefined {
  const { pdf, shared } = it;
  const { entries } = image.dict;
  const bits = bitsOf(it, entries);
  const isStencil = pdf.boolean(entries.get('ImageMask')) === true;
  const components = isStencil ? 1 : spaceOf(it, entries.get('ColorSpace')).components;
  const { width, height } = imageSize(pdf, image);
  const row = Math.ceil((width * components * bits) / 8);
  const size = row * height;
  if (!(size > 0 && size <= LARGEST) || ![1, 2, 4, 8].includes(bits)) return undefined;
  shared.sampled += size;
  if (shared.sampled > MOST_SAMPLES) return undefined;
  const bytes = decoded(it, image);
  if (bytes === undefined || bytes.length < size) return undefined;
  pdf.spend(size);
  // Below a byte a sample fills it again and again where all are alike; what pads a row does not count.
  const step = bits === 8 ? components : 1;
  const padding = bits === 8 ? 0 : row * 8 - width * components * bits;
  const first = bytes[0] ?? 0;
  const part = first >> (8 - bits);
  for (let at = 0; at < size; at++) {
    const last = padding > 0 && at % row === row - 1 ? 0xff << padding : 0xff;
    const expected = bits === 8 ? (bytes[at % step] ?? 0) : part * (0xff / (2 ** bits - 1));
    if ((((bytes[at] ?? 0) ^ expected) & last & 0xff) !== 0) return undefined;
  }
  return bits === 8 ? Array.from(bytes.subarray(0, components)) : new Array<number>(components).fill(part);
}
