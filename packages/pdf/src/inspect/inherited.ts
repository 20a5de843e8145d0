import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';

/** An entry of a page or a field, or of the next node above that has it (ISO 32000-2 §7.7.3.4, §12.7.4.1). */
export function inherited(pdf: Pdf, dict: PdfDict, key: string): PdfValue | undefined {
  let at: PdfDict | undefined = dict;
  for (let step = 0; at !== undefined && step < pdf.limits.depth; step++) {
    const value = at.entries.get(key);
    if (value !== undefined) return value;
    at = pdf.dict(at.entries.get('Parent'));
  }
  return undefined;
}
