import { flagsOf } from '../../content/annotations.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { isEmpty } from '../boxes.ts';
import type { Widget } from '../form.ts';
import { isShown } from '../sight/look.ts';
import { hasGround } from './appearance.ts';
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
      widget.ref !== undefined &&
      (step.shows(widget.ref.number) ||
        isBare(step, widget, widget.ref.number) ||
        (step.looks(widget.ref.number).length > 0 && hasGround(step.later, widget.dict))),
  );
  if (seen !== undefined)
    step.forbid(
      'covers_content',
      '/AP',
      { ...spot, object: seen.ref?.number ?? spot.object },
      'document_time_stamp',
    );
}

/** Whether a widget has a place on a page: readers draw the place of an empty field by themselves. */
function isPlaced(pdf: Pdf, object: number): boolean {
  const dict = dictOf(valueAt(pdf, object));
  const box = pdf.rectangle(entry(dict, 'Rect'));
  return dict !== undefined && box !== undefined && !isEmpty(box) && isShown(flagsOf(pdf, dict));
}

/** Whether a widget came to a place without a look for it: some readers paint a sign of their own there, whatever it signs. */
const isBare = ({ earlier, later }: Step, { dict }: Widget, object: number): boolean =>
  isPlaced(later, object) &&
  !isPlaced(earlier, object) &&
  later.resolve(entry(later.dict(entry(dict, 'AP')), 'N'))?.type !== 'stream';
