import { PdfError } from '../errors.ts';
import type { Pdf } from './pdf.ts';
import type { PdfValue } from './values.ts';

/** Entries of the catalog from which what is shown, filled in and signed is reached. */
const SHOWN = ['Pages', 'AcroForm', 'Perms', 'DSS', 'OCProperties', 'OpenAction', 'AA'];
/** What no page shows: hybrid files hide structure and private data on purpose. */
const ASIDE = new Set(['StructTreeRoot', 'Metadata', 'PieceInfo', 'Thumb', 'B']);

/**
 * Readers disagree on an object that the table of a hybrid file frees and its /XRefStm defines. Where such an
 * object is the catalog or is reached from it (pages, contents, form, signatures), the file means two things.
 */
export function refuseAmbiguousHybrid(pdf: Pdf): void {
  if (pdf.disputed.size === 0) return;
  refuseDisputed(pdf, pdf.rootRef.number);
  const { catalog } = pdf;
  const seen = new Set<number>();
  const open: PdfValue[] = SHOWN.flatMap((key) => catalog.entries.get(key) ?? []);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value.type === 'array') for (const item of value.items) open.push(item);
    else if (value.type === 'stream') open.push(value.dict);
    else if (value.type === 'dict') {
      for (const [key, entry] of value.entries) if (!ASIDE.has(key)) open.push(entry);
    } else if (value.type === 'ref' && !seen.has(value.number)) {
      seen.add(value.number);
      refuseDisputed(pdf, value.number);
      const next = pdf.object(value.number)?.value;
      if (next !== undefined) open.push(next);
    }
  }
}

function refuseDisputed(pdf: Pdf, object: number): void {
  if (!pdf.disputed.has(object)) return;
  throw new PdfError('hybrid_ambiguous', 'Readers see different documents in this file', { object });
}
