import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfStream } from '../syntax/values.ts';
import { readNumbers } from './colour/functions.ts';
import { isIndexed } from './colour/spaces.ts';
import { isFax } from './fax/stream.ts';
import { isJbig2 } from './jbig2/stream.ts';
import { isJpeg } from './jpeg/stream.ts';
import { isJpx } from './jpx/stream.ts';
import { sharedOf } from './shared.ts';

const BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);
/** Bytes of samples that are counted, of one picture and of all of a document: larger ones are scans and photographs. */
const LARGEST = 2_000_000;
const MOST = 20_000_000;

/**
 * Whether an image does not say of its samples what readers need (ISO 32000-2 Table 87): each of them assumes something else then, or shows
 * nothing.
 */
export function isMisdescribed(pdf: Pdf, image: PdfStream): boolean {
  const { entries } = image.dict;
  const isStencil = pdf.boolean(entries.get('ImageMask'));
  if (isStencil === undefined && pdf.resolve(entries.get('ImageMask')) !== undefined) return true;
  const bits = pdf.number(entries.get('BitsPerComponent'));
  if (isStencil === true) return (bits ?? 1) !== 1 || !isStencilDecode(pdf, entries);
  // Its data say all of that.
  if (isJpx(pdf, image)) return false;
  const isCoded = isJpeg(pdf, image) || isFax(pdf, image) || isJbig2(pdf, image);
  if (!isCoded && (bits === undefined || !BITS.has(bits))) return true;
  const space = pdf.resolve(entries.get('ColorSpace'));
  if (space === undefined) return !isJpeg(pdf, image);
  const { components } = sharedOf(pdf).space(space);
  const decode = readNumbers(pdf, entries.get('Decode'));
  if (decode !== undefined && decode.length !== 2 * components) return true;
  // Of numbers in a palette some readers take /Decode for shares of it.
  if (
    decode !== undefined &&
    isIndexed(pdf, space) &&
    !(decode[0] === 0 && decode[1] === 2 ** (bits ?? (isJpeg(pdf, image) ? 8 : 1)) - 1)
  )
    return true;
  const key = pdf.array(entries.get('Mask'));
  if (key !== undefined && key.items.length !== 2 * components) return true;
  return !isCoded && breaksOff(pdf, image, (bits ?? 8) * components);
}

/** Whether a soft mask is of more than one component: some readers take the first of them, and some leave the mask out. */
export const isColouredMask = (pdf: Pdf, { dict }: PdfStream): boolean => {
  const space = dict.entries.get('ColorSpace');
  return space !== undefined && sharedOf(pdf).space(space).components !== 1;
};

/** §8.9.6.2: [0 1] or [1 0]. */
function isStencilDecode(pdf: Pdf, entries: PdfDict['entries']): boolean {
  if (pdf.resolve(entries.get('Decode')) === undefined) return true;
  const decode = readNumbers(pdf, entries.get('Decode'));
  return decode !== undefined && [0, 1].includes(decode[0] ?? -1) && decode[1] === 1 - (decode[0] ?? 0);
}

/** Bytes of a row of samples of so many bits, and how many rows there are. */
function rowsOf(pdf: Pdf, { entries }: PdfDict, bitsEach: number): { row: number; height: number } {
  const size = (key: string): number => pdf.number(entries.get(key)) ?? 0;
  return { row: Math.ceil((size('Width') * bitsEach) / 8), height: size('Height') };
}

/** Bytes that the samples of an image take which no format of images holds; 0 where that is not known. */
export function samplesLength(pdf: Pdf, dict: PdfDict): number {
  const { entries } = dict;
  const space = entries.get('ColorSpace');
  const isStencil = pdf.boolean(entries.get('ImageMask')) === true;
  const components = isStencil ? 1 : space === undefined ? 0 : sharedOf(pdf).space(space).components;
  const bits = isStencil ? 1 : (pdf.number(entries.get('BitsPerComponent')) ?? 0);
  const { row, height } = rowsOf(pdf, dict, bits * components);
  return row * height;
}

/** Whether there are fewer samples than rows ask for: for the others readers take black, white or nothing, or they leave all of it out. */
function breaksOff(pdf: Pdf, image: PdfStream, bitsEach: number): boolean {
  const { row, height } = rowsOf(pdf, image.dict, bitsEach);
  const shared = sharedOf(pdf);
  if (!(row * height > 0 && row * height <= LARGEST) || shared.countedSamples > MOST) return false;
  shared.countedSamples += row * height;
  const bytes = readable(() => pdf.decodedSamples(image, LARGEST));
  if (bytes === undefined) return false;
  pdf.spend(row);
  // The end of the last row is nothing but what fills it up for many writers.
  return bytes.length < row * (height - 1) || bytes.length < Math.floor((row * height) / 2);
}
