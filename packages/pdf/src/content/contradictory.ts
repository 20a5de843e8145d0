import type { Pdf } from '../syntax/pdf.ts';
import type { PdfStream } from '../syntax/values.ts';
import { isContradictory as isContradictoryFax, isFax } from './fax/stream.ts';
import { isContradictory as isContradictoryJbig2, isJbig2 } from './jbig2/stream.ts';
import { isContradictory as isContradictoryJpeg, isJpeg } from './jpeg/stream.ts';
import { isContradictory as isContradictoryJpx, isJpx } from './jpx/stream.ts';

/** Whether readers show an image in several ways, since its data contradict what its dictionary says or each other. */
export function isContradictory(pdf: Pdf, image: PdfStream): boolean {
  if (isJpeg(pdf, image)) return isContradictoryJpeg(pdf, image);
  if (isJpx(pdf, image)) return isContradictoryJpx(pdf, image);
  if (isFax(pdf, image)) return isContradictoryFax(pdf, image);
  return isJbig2(pdf, image) && isContradictoryJbig2(pdf, image);
}
