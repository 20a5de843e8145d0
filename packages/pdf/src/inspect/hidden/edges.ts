import { readable } from '../../errors.ts';
import { contains } from '../../revisions/boxes.ts';
import type { Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { inherited } from '../inherited.ts';
import { weigh } from './letters.ts';

/**
 * Whether words of an annotation's look run off the page without a number being cut: its own box cuts them before the
 * page does, as the words of a stamp that are too many; or it is a signature, whose frame is seen to go on, and what
 * is cut has no digits.
 */
export function isCutAsDrawn(pdf: Pdf, { cropBox }: Page, annotation: number, text: string): boolean {
  const dict = readable(() => pdf.dict(pdf.object(annotation)?.value));
  if (dict === undefined) return false;
  const rect = readable(() => pdf.rectangle(dict.entries.get('Rect')));
  if (rect !== undefined && contains(cropBox, rect)) return true;
  // §12.7.5.5: a signature field.
  const type = readable(() => pdf.resolve(inherited(pdf, dict, 'FT')));
  return type?.type === 'name' && type.value === 'Sig' && weigh(text).digits === 0;
}
