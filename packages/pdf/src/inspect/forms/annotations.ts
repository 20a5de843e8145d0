import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT } from '../finding.ts';
import type { Inspector } from '../inspector.ts';
import { normalAppearance } from './appearance.ts';
import { FLAG, isOnScreen, type Placed, place, placedAnnotations } from './widgets.ts';

/** Fields are looked at by themselves; what only opens, marks up production or belongs to another holds nothing. */
const ASIDE = new Set(['Widget', 'Link', 'Popup', 'PrinterMark', 'TrapNet']);
/** What puts words or pictures of its own on the page: without them, paper shows another document. */
const ON_PAGE = new Set(['FreeText', 'Stamp', 'Watermark', 'Redact']);

/** Annotations that are there and not seen, or seen on the screen and not on paper (ISO 32000-2 §12.5.3). */
export const inspectAnnotations: Inspector = ({ pdf, pages }, report) => {
  for (const annotation of placedAnnotations(pdf, pages)) {
    if (ASIDE.has(annotation.subtype) || !isOdd(annotation)) continue;
    const words = pdf.text(annotation.dict.entries.get('Contents'), EXCERPT)?.trim() ?? '';
    if (words === '' && !showsSomething(pdf, annotation)) continue;
    const excerpt = (words === '' ? annotation.subtype : words).slice(0, EXCERPT);
    report({ kind: 'hidden_annotation', ...place(annotation), excerpt });
  }
};

/** Not seen on the screen; or there alone, though it belongs to what the page says. */
function isOdd(annotation: Placed): boolean {
  const { flags, subtype } = annotation;
  if ((flags & (FLAG.hidden | FLAG.noView)) !== 0) return true;
  return ON_PAGE.has(subtype) && ((flags & FLAG.print) === 0 || !isOnScreen(annotation));
}

function showsSomething(pdf: Pdf, { dict }: Placed): boolean {
  return pdf.resolve(normalAppearance(pdf, dict)) !== undefined;
}
