import { PdfError } from '../errors.ts';
import type { Pdf } from './pdf.ts';
import type { PdfValue } from './values.ts';

/** What no page shows: the structure tree is what hybrid files hide on purpose. */
const ASIDE = new Set(['StructTreeRoot', 'Metadata', 'PieceInfo', 'MarkInfo']);

/**
 * Readers disagree on an object that the table of a hybrid file frees and its /XRefStm defines. Where such an
 * object is reached from the catalog (pages, contents, form, signatures), the file means two things.
 */
export function refuseAmbiguousHybrid(pdf: Pdf): void {
  if (pdf.disputed.size === 0) return;
  const seen = new Set<number>();
  const open: PdfValue[] = [pdf.rootRef];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value.type === 'array') for (const item of value.items) open.push(item);
    else if (value.type === 'stream') open.push(value.dict);
    else if (value.type === 'dict') {
      for (const [key, entry] of value.entries) if (!ASIDE.has(key)) open.push(entry);
    } else if (value.type === 'ref' && !seen.has(value.number)) {
      seen.add(value.number);
      if (pdf.disputed.has(value.number)) {
        throw new PdfError('hybrid_ambiguous', 'Readers see different documents in this file', {
          object: value.number,
        });
      }
      const next = pdf.object(value.number)?.value;
      if (next !== undefined) open.push(next);
    }
  }
}
