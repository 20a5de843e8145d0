import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfStream, PdfValue } from '../syntax/values.ts';
import { readNumbers } from './colour/functions.ts';
import { isIndexed } from './colour/spaces.ts';
import { isContradictory as isContradictoryFax, isFax } from './fax/stream.ts';
import { isColouredMask, isMisdescribed } from './imageparameters.ts';
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
    masks.length === 0 && (pdf.array(entries.get('Mask'))?.items.length ?? 0) > 0 && isJpeg(pdf, image);
  const soft = pdf.resolve(entries.get('SMask'));
  const isColoured = soft?.type === 'stream' && isColouredMask(pdf, soft);
  return (
    isColoured ||
    isNoStencil ||
    isMaskedStencil ||
    isLossyKey ||
    [image, ...masks].some((each) => isTwofold(pdf, each))
  );
}

/** The same of an image within content. */
export const isContradictoryInline = (pdf: Pdf, image: PdfStream): boolean =>
  (isFax(pdf, image) && isContradictoryFax(pdf, image)) || isMisdescribed(pdf, image);

/** The same of a picture by itself, which is read once. */
function isTwofold(pdf: Pdf, image: PdfStream): boolean {
  const { contradictory } = sharedOf(pdf);
  const known = contradictory.get(image.dataStart) ?? readTwofold(pdf, image);
  contradictory.set(image.dataStart, known);
  return known;
}

function readTwofold(pdf: Pdf, image: PdfStream): boolean {
  if (isMisdescribed(pdf, image)) return true;
  if (isJpeg(pdf, image)) return isContradictoryJpeg(pdf, image);
  if (isJpx(pdf, image)) return isContradictoryJpx(pdf, image);
  if (isFax(pdf, image)) return isContradictoryFax(pdf, image);
  if (isBeyondPalette(pdf, image) === true) return true;
  return isJbig2(pdf, image) && isContradictoryJbig2(pdf, image);
}

/** The most bytes of a palette: 256 colours of some components. */
const LONGEST_TABLE = 8192;
/** Samples of one picture that are looked through, and of all of a document: larger ones are scans, in which no digit is hidden so. */
const LARGEST = 2_000_000;
const MOST_SAMPLES = 20_000_000;

/**
 * Whether samples are numbers that their palette does not have: readers take its last colour, black, or what lies behind it (§8.6.6.3).
 * Undefined of those that are not looked through.
 */
export function isBeyondPalette(pdf: Pdf, image: PdfStream): boolean | undefined {
  const { beyondPalette } = sharedOf(pdf);
  if (!beyondPalette.has(image.dataStart)) beyondPalette.set(image.dataStart, readPalette(pdf, image));
  return beyondPalette.get(image.dataStart);
}

function readPalette(pdf: Pdf, image: PdfStream): boolean | undefined {
  const { entries } = image.dict;
  const space = pdf.resolve(entries.get('ColorSpace'));
  // Some readers look into an array of one space.
  if (!isIndexed(pdf, space)) return pdf.array(space)?.items.length === 1 ? undefined : false;
  const number = (key: string): number => pdf.number(entries.get(key)) ?? 0;
  const [bits, width, height] = [number('BitsPerComponent'), number('Width'), number('Height')];
  const greatest = 2 ** bits - 1;
  const highest = highestIn(pdf, space);
  if (![1, 2, 4, 8].includes(bits) || highest >= greatest) return false;
  const [least, most] = readNumbers(pdf, entries.get('Decode')) ?? [0, greatest];
  if (!(width * height <= LARGEST) || least !== 0 || most !== greatest) return undefined;
  const shared = sharedOf(pdf);
  shared.paletteSamples += width * height;
  if (shared.paletteSamples > MOST_SAMPLES) return undefined;
  const bytes = readable(() => pdf.decodedSamples(image, LARGEST));
  if (bytes === undefined) return undefined;
  pdf.spend(bytes.length);
  const row = Math.ceil((width * bits) / 8);
  for (let at = 0; at < Math.min(bytes.length, row * height); at++) {
    const samples = Math.min(8 / bits, width - ((at % row) * 8) / bits);
    for (let sample = 1; sample <= samples; sample++)
      if ((((bytes[at] ?? 0) >> (8 - bits * sample)) & greatest) > highest) return true;
  }
  return false;
}

/** The highest number in a palette that it says to have, and has. */
function highestIn(pdf: Pdf, space: PdfValue | undefined): number {
  const [, base, highest, table] = pdf.array(space)?.items ?? [];
  const found = pdf.resolve(table);
  const { components } = base === undefined ? { components: 1 } : sharedOf(pdf).space(base);
  const length =
    found?.type === 'string'
      ? pdf.stringBytes(found).length
      : found?.type === 'stream'
        ? (readable(() => pdf.decodedWithin(found, LONGEST_TABLE))?.length ?? 0)
        : 0;
  return Math.min(pdf.number(highest) ?? 0, Math.floor(length / Math.max(1, components)) - 1);
}
