import type { FormField } from '../form.ts';
import { liesOverAnother } from './leading.ts';
import type { FieldSpot } from './stamps.ts';
import { entry, type Step } from './step.ts';
import { dictOf, valueAt } from './value.ts';

/** What leads somewhere, holds another value, or belongs to notes (Tables 166, 172, 226 and 228): no place to sign needs it. */
const MORE = new Set([
  ...['A', 'AA', 'PA', 'Dest', 'FS', 'Sound', 'Movie', 'AF'],
  ...['DV', 'RV', 'Opt', 'I', 'OC'],
  ...['Popup', 'IRT', 'RT', 'RC', 'Subj'],
]);
/** What it is called where it is read aloud. */
const WORDS: ReadonlySet<string> = new Set(['TU', 'Contents']);

/**
 * What a new place to sign brings beside itself, where nobody signs: an action, a note, another value or file is an
 * annotation, words describe, and where it lies over a link it takes its clicks. A time-stamp may say what it is.
 */
export function judgeBeside(
  step: Step,
  { dict, widgets }: FormField,
  spot: FieldSpot,
  isStamp: boolean,
): void {
  const above = entry(dict, 'Parent');
  const node = above?.type === 'ref' && valueAt(step.earlier, above.number) === undefined ? above : undefined;
  const parts = [dict, dictOf(node === undefined ? undefined : valueAt(step.later, node.number))];
  const keys = new Set(
    [...parts, ...widgets.map((one) => one.dict)].flatMap((one) => [...(one?.entries.keys() ?? [])]),
  );
  for (const key of keys) {
    if (MORE.has(key)) step.explain('annotation', `/${key}`, spot);
    else if (WORDS.has(key) && !isStamp) step.explain('description', `/${key}`, spot);
  }
  const over = widgets.find(({ ref }) => ref !== undefined && liesOverAnother(step, ref.number));
  if (over !== undefined) step.explain('signed_annotation', '/Rect', spot);
}
