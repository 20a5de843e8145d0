import { FLAG, flagsOf } from '../../content/annotations.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';
import { isBlank } from './filled.ts';
import type { FieldSpot } from './stamps.ts';
import { entry, type Step } from './step.ts';
import { dictOf, valueAt } from './value.ts';

/** What decides whether a field is seen, and where. */
const SEEN = FLAG.invisible | FLAG.hidden | FLAG.print | FLAG.noView | FLAG.toggleNoView | FLAG.noRotate;

/**
 * The key by which an empty place to sign comes to show something, or no longer shows what it did: whoever signs there
 * changes that, and nobody else. A look that paints is none of an empty place even while it is hidden.
 */
export function changedLook(
  step: Step,
  object: number,
  before: PdfDict,
  after: PdfDict,
  changed: readonly string[],
): string | undefined {
  const { earlier, later } = step;
  if (changed.includes('MK') && hasGround(later, after)) return 'MK';
  if (changed.includes('AP') && !isBlank(later, after)) return 'AP';
  const isOtherwise = (key: string): boolean =>
    key === 'F'
      ? (flagsOf(earlier, before) & SEEN) !== (flagsOf(later, after) & SEEN)
      : key === 'AP' || key === 'AS' || key === 'Rect';
  const isSeen = step.shows(object);
  if (isSeen !== step.shows(object, 'earlier')) return changed.find(isOtherwise) ?? changed[0];
  return isSeen ? changed.find(isOtherwise) : undefined;
}

/** A ground of its own hides what is under it; some readers paint it where there is no look. */
const hasGround = (pdf: Pdf, widget: PdfDict): boolean =>
  (pdf.array(entry(pdf.dict(entry(widget, 'MK')), 'BG'))?.items.length ?? 0) > 0;

/** A look of an empty place to sign that was written anew in its place. */
export function judgeEmptyLook(step: Step, owner: number, spot: FieldSpot): void {
  const widget = dictOf(valueAt(step.later, owner));
  const isEmpty = widget === undefined || isBlank(step.later, widget);
  if (!isEmpty || step.shows(owner) || step.shows(owner, 'earlier'))
    step.forbid('unsigned_field', '/AP', spot, 'signature_field');
  else step.explain('signature_field', '/AP', spot);
}
