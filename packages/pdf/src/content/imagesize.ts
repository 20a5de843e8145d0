import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfStream } from '../syntax/values.ts';

/** Width and height of an image in samples, as its dictionary says (ISO 32000-2 Table 87); 0 for what is missing. */
export function imageSize(pdf: Pdf, { dict: { entries } }: PdfStream): { width: number; height: number } {
  return { width: pdf.number(entries.get('Width')) ?? 0, height: pdf.number(entries.get('Height')) ?? 0 };
}

/** The pictures that say where an image is seen through: its soft mask, then its explicit one (§8.9.5.1). */
export const masksOf = (pdf: Pdf, entries: PdfDict['entries']): PdfStream[] =>
  ['SMask', 'Mask'].flatMap((key) => {
    const value = pdf.resolve(entries.get(key));
    return value?.type === 'stream' ? [value] : [];
  });
