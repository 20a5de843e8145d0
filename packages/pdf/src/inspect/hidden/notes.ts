import type { DrawnAnnotation } from '../../content/annotations.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';
import { FIELD } from '../forms/values.ts';
import { inherited } from '../inherited.ts';

/** Of a page's annotations those that are no fields to fill in, by `id`: their /Subtype. */
export type Notes = ReadonlyMap<number, string>;

export function notesAmong(pdf: Pdf, annotations: readonly DrawnAnnotation[]): Notes {
  const notes = new Map<number, string>();
  for (const { id, dict, subtype } of annotations)
    if (readable(() => isFilledIn(pdf, dict)) !== true) notes.set(id, subtype);
  return notes;
}

/** Whether it is a field that people fill in: neither a push button nor one that is read only. */
function isFilledIn(pdf: Pdf, dict: PdfDict): boolean {
  if (pdf.name(dict.entries.get('Subtype')) !== 'Widget') return false;
  const flags = pdf.number(inherited(pdf, dict, 'Ff')) ?? 0;
  const isButton = pdf.name(inherited(pdf, dict, 'FT')) === 'Btn';
  return (flags & FIELD.readOnly) === 0 && !(isButton && (flags & FIELD.pushButton) !== 0);
}
