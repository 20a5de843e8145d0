import { readable } from '../errors.ts';
import { claimsOf } from '../revisions/claims.ts';
import { isLocked } from '../revisions/permissions.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfRef } from '../syntax/values.ts';
import type { Update } from '../write/update.ts';
import type { Document } from './admit.ts';

/** The look of what shows nothing; PDF/A-1 wants one of every field (ISO 19005-1 §6.9). */
function putBlank(update: Update): number {
  const form = update.allocate();
  update.put(form, '<</Type/XObject/Subtype/Form/BBox[0 0 0 0]/Length 0>>\nstream\n\nendstream');
  return form;
}

/** An invisible widget shows nothing, and says so. */
export const blank = (update: Update): string => `<</N ${putBlank(update)} 0 R>>`;

const isFirstPart = (pdf: Pdf): boolean => claimsOf(pdf).pdfa?.startsWith('1') === true;

/** Its name among the resources of a look. */
const SPARE = 'Blank';

/** An entry for the resources of a stamp in PDF/A-1: an empty look for the time-stamps that come behind the signature. */
export const spareBlank = (pdf: Pdf, update: Update): string =>
  isFirstPart(pdf) ? `/XObject<</${SPARE} ${putBlank(update)} 0 R>>` : '';

/**
 * The /AP of a time-stamp's field. Only PDF/A-1 wants one, and validators take a new look for more than P=1 permits: it is
 * one that was signed where there is such, else a new one unless the document is locked.
 */
export function blankOfTimeStamp(pdf: Pdf, update: Update, document: Document): string {
  if (!isFirstPart(pdf)) return '';
  const there = readable(() => signedBlank(pdf, document));
  if (there !== undefined) return `/AP<</N ${there.number} ${there.generation} R>>`;
  return isLocked(pdf, document.permissions) ? '' : `/AP${blank(update)}`;
}

function signedBlank(pdf: Pdf, { fields }: Document): PdfRef | undefined {
  for (const { dict } of fields.filter(({ type }) => type === 'Sig').flatMap(({ widgets }) => widgets)) {
    const look = pdf.dict(dict.entries.get('AP'))?.entries.get('N');
    const form = pdf.resolve(look);
    if (look?.type !== 'ref' || form?.type !== 'stream') continue;
    const box = pdf.rectangle(form.dict.entries.get('BBox'));
    if (box?.every((value) => value === 0) === true) return look;
    const forms = pdf.dict(pdf.dict(form.dict.entries.get('Resources'))?.entries.get('XObject'));
    const spare = forms?.entries.get(SPARE);
    if (spare?.type === 'ref') return spare;
  }
  return undefined;
}
