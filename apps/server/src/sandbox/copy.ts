import type { LeftOut } from '@websign/contract';
import { copyWithFont, openPdf, type PdfPorts, pages } from '@websign/pdf';
import { placed } from './shown.ts';

/**
 * A safe copy with the places of what it leaves out on its own pages, which have the boxes of the original's: that one may be
 * too damaged to be opened. Throws PdfError.
 */
export async function copyWithPlaces(
  document: Uint8Array,
  font: Uint8Array,
  ports: PdfPorts,
): Promise<{ bytes: Uint8Array; leftOut: LeftOut[] }> {
  const { bytes, leftOut } = await copyWithFont(document, font, ports);
  const all = [...pages(openPdf(bytes, ports))];
  return { bytes, leftOut: leftOut.map(({ box: rect, ...one }) => placed({ ...one, rect }, all)) };
}
