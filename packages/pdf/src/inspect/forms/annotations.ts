import { appearanceOf, FLAG } from '../../content/annotations.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT, type Finding } from '../finding.ts';
import { speaks, weigh } from '../hidden/letters.ts';
import type { Report } from '../inspector.ts';
import { paintsNothing, shownBy } from './appearance.ts';
import { isOnPage, isPrinted, type Placed, place } from './widgets.ts';

/** What puts words, pictures or lines of its own on the page: without them, paper shows another document. */
const ON_PAGE = new Set(
  'FreeText Stamp Watermark Redact Ink Line Square Circle Polygon PolyLine StrikeOut'.split(' '),
);

/** Annotations that are there and not seen, or seen on the screen and not on paper (ISO 32000-2 §12.5.3). */
export function reportAnnotations(pdf: Pdf, annotations: readonly Placed[], report: Report): void {
  for (const annotation of annotations) {
    readable(() => {
      const kind = oddity(pdf, annotation);
      if (kind !== undefined) reportOne(pdf, annotation, kind, report);
    });
  }
}

function reportOne(pdf: Pdf, annotation: Placed, kind: Finding['kind'], report: Report): void {
  const words = pdf.text(annotation.dict.entries.get('Contents'), EXCERPT)?.trim() ?? '';
  const look = pdf.resolve(appearanceOf(pdf, annotation.dict));
  if (look === undefined && (words === '' || kind === 'conditional_annotation')) return;
  const excerpt = (words === '' ? annotation.subtype : words).slice(0, EXCERPT);
  report({ kind, ...place(annotation), excerpt });
}

function oddity(pdf: Pdf, annotation: Placed): Finding['kind'] | undefined {
  const { flags, subtype } = annotation;
  if (subtype === 'Widget') return undefined; // fields are looked at by themselves
  const draws = ON_PAGE.has(subtype);
  const unseen = (flags & FLAG.hidden) !== 0 || ((flags & FLAG.noView) !== 0 && !isPrinted(annotation));
  if (unseen || (draws && !isOnPage(annotation)) || isUnseenStroke(pdf, annotation))
    return 'hidden_annotation';
  if ((flags & FLAG.noView) !== 0) return 'conditional_annotation';
  if (isPrinted(annotation)) return undefined;
  return draws || hasWords(pdf, annotation) ? 'conditional_annotation' : undefined;
}

/** Whether words are struck out by a look that shows nothing: readers that draw the stroke themselves show it. */
function isUnseenStroke(pdf: Pdf, { dict, subtype }: Placed): boolean {
  const look = subtype === 'StrikeOut' ? appearanceOf(pdf, dict) : undefined;
  return look !== undefined && pdf.resolve(look)?.type === 'stream' && paintsNothing(pdf, look);
}

/** Whether the look of a mark or an icon is words. Readers draw pop-up windows themselves (§12.5.6.14). */
function hasWords(pdf: Pdf, { dict, subtype }: Placed): boolean {
  const look = subtype === 'Popup' ? undefined : appearanceOf(pdf, dict);
  return look !== undefined && speaks(weigh(shownBy(pdf, look).text));
}
