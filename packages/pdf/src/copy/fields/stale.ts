import type { DrawnAnnotation } from '../../content/annotations.ts';
import { shownBy } from '../../inspect/forms/appearance.ts';
import { fieldOf } from '../../inspect/forms/fields.ts';
import { otherText } from '../../inspect/forms/texts.ts';
import { heldText } from '../../inspect/forms/values.ts';
import { acroForm } from '../../revisions/form.ts';
import type { Page } from '../../revisions/pages.ts';
import type { PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';

/** Whether readers are told to draw fields anew as they open the file (§12.7.3). */
export const isDrawnAnew = ({ pdf }: Copying): boolean =>
  pdf.boolean(acroForm(pdf)?.entries.get('NeedAppearances')) === true;

/** Whether readers draw a field of text or choices anew, since its look says something else than it holds. */
export function isStale(copy: Copying, page: Page, annotation: DrawnAnnotation, look: PdfValue): boolean {
  const { pdf } = copy;
  if (!isDrawnAnew(copy)) return false;
  const field = fieldOf(pdf, annotation.dict);
  if (field.type !== 'Tx' && field.type !== 'Ch') return false;
  const held = heldText(pdf, field.value);
  // What scripts write in another way than it is held is left as it is, unless nothing is written.
  const other = otherText(pdf, field, { ...annotation, page, order: 0 }, look, held);
  // Of a field that holds nothing only words are no look.
  if (held.trim() === '') return other !== undefined && other.trim() !== '';
  return other !== undefined || isBlank(copy, look);
}

function isBlank({ pdf }: Copying, look: PdfValue): boolean {
  const { text, pictures } = shownBy(pdf, look);
  return text.trim() === '' && !pictures;
}
