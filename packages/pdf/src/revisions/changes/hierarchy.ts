import type { Widget } from '../form.ts';
import { entry, numbersIn, type Step } from './step.ts';
import { dictOf, valueAt } from './value.ts';

/** New nodes above a field that are asked. */
const MOST_PARENTS = 32;

export const numbersOf = (widgets: readonly Widget[]): number[] =>
  widgets.flatMap(({ ref }) => ref?.number ?? []);

/**
 * Whether readers that go up from a new field, or its widget, by /Parent come to another field than by /Kids (§12.7.4.1):
 * they show its value in the new one's place.
 */
export function isLedAside({ earlier, later }: Step, field: number): boolean {
  let kid = field;
  for (let depth = 0; depth < MOST_PARENTS; depth++) {
    const parent = entry(dictOf(valueAt(later, kid)), 'Parent');
    if (parent === undefined || parent.type === 'null') return false;
    if (parent.type !== 'ref') return true;
    const kids = numbersIn(later, entry(dictOf(valueAt(later, parent.number)), 'Kids'));
    later.spend(kids.length);
    if (!kids.includes(kid)) return true;
    if (valueAt(earlier, parent.number) !== undefined) return false;
    kid = parent.number;
  }
  return true;
}
