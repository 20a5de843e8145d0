import type { Pdf } from '../syntax/pdf.ts';
import type { PdfStream } from '../syntax/values.ts';
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
  return isJbig2(pdf, image) && isContradictoryJbig2(pdf, image);
}
