import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfStream } from '../syntax/values.ts';
import { readNumbers } from './colour/functions.ts';
import { DEVICE_GRAY } from './colour/spaces.ts';
import { sharedOf } from './shared.ts';

/** Bytes that the samples of one image may take. */
const LARGEST = 32 * 1024 * 1024;
/** What a colour costs. */
const LOOK = 4;

/** What an image shows at a place of its unit square, from below left. */
export interface Picture {
  /** 0 black to 255 white; undefined where the samples are of a format that is not read. */
  light: ((u: number, v: number) => number) | undefined;
  /** 0 to 1: how much of what is behind it it hides; undefined where that is not read. */
  alpha: ((u: number, v: number) => number) | undefined;
}

const OPAQUE = (): number => 1;

/** An image XObject (ISO 32000-2 §8.9.5), its stencil or mask included. */
export function readPicture(pdf: Pdf, image: PdfStream): Picture {
  const { entries } = image.dict;
  const samples = readSamples(pdf, image);
  if (pdf.boolean(entries.get('ImageMask')) === true)
    return { light: undefined, alpha: samples === undefined ? undefined : stencil(pdf, image, samples) };
  const light = samples === undefined ? undefined : lightness(pdf, image, samples);
  const soft = pdf.resolve(entries.get('SMask'));
  if (soft?.type === 'stream') {
    const mask = readSamples(pdf, soft);
    const shade = mask === undefined ? undefined : lightness(pdf, soft, mask);
    return { light, alpha: shade === undefined ? undefined : (u, v) => shade(u, v) / 255 };
  }
  if ((pdf.number(entries.get('SMaskInData')) ?? 0) > 0) return { light, alpha: undefined };
  const mask = pdf.resolve(entries.get('Mask'));
  if (mask?.type === 'stream') {
    const cut = readSamples(pdf, mask);
    return { light, alpha: cut === undefined ? undefined : stencil(pdf, mask, cut) };
  }
  if (mask?.type === 'array')
    return { light, alpha: samples === undefined ? undefined : keyed(readNumbers(pdf, mask) ?? [], samples) };
  return { light, alpha: OPAQUE };
}

interface Samples {
  components: number;
  /** Component `part` of the sample at a place, as it is written. */
  at(u: number, v: number, part: number): number;
  most: number;
}

/** Undefined for samples of another format, and past the bounds. */
function readSamples(pdf: Pdf, image: PdfStream): Samples | undefined {
  const { entries } = image.dict;
  const isStencil = pdf.boolean(entries.get('ImageMask')) === true;
  const bits = isStencil ? 1 : (pdf.number(entries.get('BitsPerComponent')) ?? 8);
  const space = entries.get('ColorSpace');
  const components = isStencil || space === undefined ? 1 : sharedOf(pdf).space(space).components;
  const [width, height] = [pdf.number(entries.get('Width')) ?? 0, pdf.number(entries.get('Height')) ?? 0];
  const row = Math.ceil((width * components * bits) / 8);
  if (!(row * height > 0 && row * height <= LARGEST) || ![1, 2, 4, 8].includes(bits)) return undefined;
  const bytes = readable(() => pdf.decodedWithin(image, LARGEST));
  if (bytes === undefined || bytes.length < row * height) return undefined;
  const most = 2 ** bits - 1;
  const at = (u: number, v: number, part: number): number => {
    const x = Math.min(width - 1, Math.max(0, Math.floor(u * width)));
    const y = Math.min(height - 1, Math.max(0, Math.floor((1 - v) * height)));
    const bit = (x * components + part) * bits;
    return ((bytes[y * row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & most;
  };
  return { components, at, most };
}

/** How light a sample is, by its colour space. */
function lightness(pdf: Pdf, { dict: { entries } }: PdfStream, { components, at, most }: Samples) {
  const value = entries.get('ColorSpace');
  const space = value === undefined ? DEVICE_GRAY : sharedOf(pdf).space(value);
  const family = pdf.name(pdf.array(value)?.items[0]);
  const indexed = family === 'Indexed' || family === 'I';
  const decode = readNumbers(pdf, entries.get('Decode'));
  const ends = Array.from({ length: components }, (_, part) => {
    const [least, greatest] = space.ranges?.[part] ?? [0, indexed ? most : 1];
    return [decode?.[2 * part] ?? least, decode?.[2 * part + 1] ?? greatest] as const;
  });
  return (u: number, v: number): number => {
    pdf.spend(LOOK);
    const rgb = space.rgb(ends.map(([low, high], part) => low + (at(u, v, part) * (high - low)) / most)) ?? 0;
    return lightOf(rgb);
  };
}

/** 0 to 255, of 0xRRGGBB. */
export const lightOf = (rgb: number): number =>
  0.3 * (rgb >> 16) + 0.59 * ((rgb >> 8) & 0xff) + 0.11 * (rgb & 0xff);

function stencil(pdf: Pdf, { dict }: PdfStream, { at }: Samples) {
  const [first = 0] = readNumbers(pdf, dict.entries.get('Decode')) ?? [];
  const painted = first > 0 ? 1 : 0;
  return (u: number, v: number): number => (at(u, v, 0) === painted ? 1 : 0);
}

/** §8.9.6.4: samples within the ranges are not painted. */
function keyed(ranges: readonly number[], { components, at }: Samples) {
  return (u: number, v: number): number => {
    for (let part = 0; part < components; part++) {
      const sample = at(u, v, part);
      if (sample < (ranges[2 * part] ?? 0) || sample > (ranges[2 * part + 1] ?? 0)) return 1;
    }
    return 0;
  };
}
