import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfStream } from '../syntax/values.ts';
import { isIndexed } from './colour/spaces.ts';
import { isContradictory as isContradictoryFax, isFax } from './fax/stream.ts';
import { masksOf } from './imagesize.ts';
import { isContradictory as isContradictoryJbig2, isJbig2 } from './jbig2/stream.ts';
import { isContradictory as isContradictoryJpeg, isJpeg } from './jpeg/stream.ts';
import { isContradictory as isContradictoryJpx, isJpx } from './jpx/stream.ts';
import { sharedOf } from './shared.ts';

/**
 * Whether readers show an image in several ways, since its data or those of its mask contradict what their dictionary says or
 * each other.
 */
export function isContradictory(pdf: Pdf, image: PdfStream): boolean {
  const { entries } = image.dict;
  const masks = masksOf(pdf, entries);
  const [mask] = masks;
  // A mask is a stencil unless it is soft (§8.9.6.3); some readers show nothing through anything else, and some ignore it.
  const isNoStencil =
    mask !== undefined &&
    pdf.resolve(entries.get('SMask'))?.type !== 'stream' &&
    pdf.boolean(mask.dict.entries.get('ImageMask')) !== true;
  // A stencil has no mask of its own (Table 87); some readers take one all the same.
  const isMaskedStencil =
    pdf.boolean(entries.get('ImageMask')) === true &&
    (masks.length > 0 || pdf.array(entries.get('Mask')) !== undefined);
  // Colours that are left out of a picture with losses are no longer those that were meant (§8.9.6.4), and some readers keep them all.
  const isLossyKey =
    pdf.array(entries.get('Mask')) !== undefined && (isJpeg(pdf, image) || isJpx(pdf, image));
  return (
    isNoStencil || isMaskedStencil || isLossyKey || [image, ...masks].some((each) => isTwofold(pdf, each))
  );
}

/** The same of an image within content, of whose kinds a fax alone is told: the names of its colours stand elsewhere. */
export const isContradictoryInline = (pdf: Pdf, image: PdfStream): boolean =>
  isFax(pdf, image) && isContradictoryFax(pdf, image);

/** The same of a picture by itself, which is read once. */
function isTwofold(pdf: Pdf, image: PdfStream): boolean {
  const { contradictory } = sharedOf(pdf);
  const known = contradictory.get(image.dataStart) ?? readTwofold(pdf, image);
  contradictory.set(image.dataStart, known);
  return known;
}

function readTwofold(pdf: Pdf, image: PdfStream): boolean {
  if (isJpeg(pdf, image)) return isContradictoryJpeg(pdf, image);
  if (isJpx(pdf, image)) return isContradictoryJpx(pdf, image);
  if (isFax(pdf, image)) return isContradictoryFax(pdf, image);
  if (isBeyondPalette(pdf, image)) return true;
  return isJbig2(pdf, image) && isContradictoryJbig2(pdf, image);
}

/** The most bytes of samples that are looked through. */
const LARGEST = 32 * 1024 * 1024;

/** Whether samples are numbers that their palette does not have: readers take its last colour, black, or what lies behind it (§8.6.6.3). */
function isBeyondPalette(pdf: Pdf, { dict, ...image }: PdfStream): boolean {
  const { entries } = dict;
  const space = pdf.resolve(entries.get('ColorSpace'));
  if (!isIndexed(pdf, space) || entries.has('Decode')) return false;
  const number = (key: string): number => pdf.number(entries.get(key)) ?? 0;
  const [bits, width, height] = [number('BitsPerComponent'), number('Width'), number('Height')];
  const highest = pdf.number(pdf.array(space)?.items[2]) ?? 0;
  if (![1, 2, 4, 8].includes(bits) || highest >= 2 ** bits - 1) return false;
  const bytes = readable(() => pdf.decodedWithin({ ...image, dict }, LARGEST));
  if (bytes === undefined) return false;
  pdf.spend(bytes.length);
  const row = Math.ceil((width * bits) / 8);
  for (let at = 0; at < Math.min(bytes.length, row * height); at++) {
    const samples = Math.min(8 / bits, width - ((at % row) * 8) / bits);
    for (let sample = 1; sample <= samples; sample++)
      if ((((bytes[at] ?? 0) >> (8 - bits * sample)) & (2 ** bits - 1)) > highest) return true;
  }
  return false;
}
