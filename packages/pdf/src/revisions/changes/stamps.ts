import { flagsOf } from '../../content/annotations.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { isEmpty } from '../boxes.ts';
import type { Widget } from '../form.ts';
import { isShown } from '../sight/look.ts';
import { entry, type Step } from './step.ts';
import { dictOf, valueAt } from './value.ts';

/** Where a field is. */
export interface FieldSpot {
  object: number;
  field: string | undefined;
}

/**
 * A document time-stamp shows nothing: nobody stands behind it who could say what it shows. Nor does it fill a place
 * that was there for somebody to sign.
 */
export function judgeStampLook(step: Step, widgets: readonly Widget[], spot: FieldSpot): void {
  const had = step.fieldsBefore.get(spot.object)?.widgets ?? [];
  if ([...had, ...widgets].some(({ ref }) => ref !== undefined && isPlaced(step.earlier, ref.number)))
    step.forbid('unsigned_field', '/V', spot, 'document_time_stamp');
  const seen = widgets.find(
    (widget) =>
      widget.ref !== undefined && (step.shows(widget.ref.number) || isNewlyPlaced(step, widget.ref.number)),
  );
  if (seen !== undefined)
    step.forbid(
      'covers_content',
      '/AP',
      { ...spot, object: seen.ref?.number ?? spot.object },
      'document_time_stamp',
    );
}

/**
 * An empty place to sign: some readers paint an opaque sign of their own in it, whatever its look, and readers differ in
 * where. What stands there may be hidden.
 */
export function judgeEmptyPlace(step: Step, widgets: readonly Widget[], spot: FieldSpot): void {
  for (const { ref } of widgets) {
    if (ref === undefined || !isPlaced(step.later, ref.number) || !step.standsOn(ref.number)) continue;
    step.explain('unread_look', '/Rect', { ...spot, object: ref.number });
  }
}

/** Whether a widget has a place on a page: readers draw the place of an empty field by themselves. */
export function isPlaced(pdf: Pdf, object: number): boolean {
  const dict = dictOf(valueAt(pdf, object));
  const box = pdf.rectangle(entry(dict, 'Rect'));
  return dict !== undefined && box !== undefined && !isEmpty(box) && isShown(flagsOf(pdf, dict));
}

/** Whether a widget came to a place: some readers paint a sign of their own there where its look is none, or paints nothing. */
export const isNewlyPlaced = ({ earlier, later }: Step, object: number): boolean =>
  isPlaced(later, object) && !isPlaced(earlier, object);
