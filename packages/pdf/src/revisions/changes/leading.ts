import type { PdfDict } from '../../syntax/values.ts';
import { intersect, isEmpty } from '../boxes.ts';
import { differing, entry, type Step } from './step.ts';
import { dictOf, valueAt } from './value.ts';

/** Where a link leads, and the file or the media that an annotation carries (§12.5.6.5, 15 and 16). */
const TARGETS = ['A', 'PA', 'Dest', 'FS', 'Sound', 'Movie'];

/** From where it leads, and whether it does. */
const PLACES = ['Subtype', 'Rect', 'QuadPoints', 'F', 'OC'];

/** Whether an annotation leads somewhere. */
export const leads = ({ earlier }: Step, object: number): boolean =>
  isLeading(dictOf(valueAt(earlier, object)));

const isLeading = (dict: PdfDict | undefined): boolean =>
  TARGETS.some((key) => entry(dict, key) !== undefined);

/** Whether one that was signed leads elsewhere now, or from elsewhere, be it because another one lies over it. */
export function misleads(step: Step, object: number): boolean {
  const [before, after] = [dictOf(valueAt(step.earlier, object)), dictOf(valueAt(step.later, object))];
  if (after === undefined) return false;
  if (before === undefined || !step.isSigned(object))
    return isLeading(after) && liesOverAnother(step, object);
  const keys = isLeading(before) ? [...TARGETS, ...PLACES] : TARGETS;
  return differing(step, before, after).some((key) => keys.includes(key));
}

/** Whether a new annotation takes clicks from one that was signed and leads somewhere. */
export function liesOverAnother(step: Step, object: number): boolean {
  const place = step.rectOf(object);
  if (place === undefined || isEmpty(place)) return false;
  return step.besides(object).some((other) => {
    const box = step.isSigned(other) && leads(step, other) ? step.rectOf(other) : undefined;
    return box !== undefined && !isEmpty(intersect(place, box));
  });
}

/** Whether an annotation takes clicks: it leads somewhere, acts, or is a field. */
export function isTaking({ later, fields }: Step, object: number): boolean {
  const dict = dictOf(valueAt(later, object));
  return isLeading(dict) || entry(dict, 'AA') !== undefined || fields.has(object);
}
