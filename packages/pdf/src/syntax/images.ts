import { readable } from '../errors.ts';
import type { Pdf } from './pdf.ts';
import type { PdfDict } from './values.ts';

/** What entries of images are called in contents (§8.9.7, Table 91). */
const SHORT = ['BPC', 'CS', 'D', 'DP', 'H', 'I', 'IM', 'W'];

const NONE: readonly string[] = [];

/** Entries of an image that stand there under short names: some readers take them before the whole names, some not at all. */
export function shortKeys(pdf: Pdf, { entries }: PdfDict): readonly string[] {
  if (!entries.has('Subtype')) return NONE;
  const found = SHORT.filter((key) => entries.has(key));
  if (found.length === 0) return NONE;
  return readable(() => pdf.name(entries.get('Subtype'))) === 'Image' ? found : NONE;
}
