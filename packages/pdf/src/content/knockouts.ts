import { intersect, isEmpty, union } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';

/** A knockout group (ISO 32000-2 §11.4.6) around what is painted, directly or by groups that are its elements. */
export interface Knockout {
  /** Where the group has shown text so far, its elements' included. */
  readonly shown: { text: Box | undefined };
  /** Within an element: where the group had shown text before that began. An element does not take away its own. */
  readonly before: { text: Box | undefined } | undefined;
  /** Alpha of the group, with that of every group around it. */
  readonly alpha: number;
}

/** The knockout groups around once a further group begins, of that alpha. */
export function within(around: readonly Knockout[], isKnockout: boolean, alpha: number): readonly Knockout[] {
  if (!isKnockout && around.length === 0) return around;
  const outer = around.map((group) => ({ ...group, before: group.before ?? { text: group.shown.text } }));
  return isKnockout ? [...outer, { shown: { text: undefined }, before: undefined, alpha }] : outer;
}

/** Whether what is painted there lets something through, and takes text of the group away with it. */
export function takesAway({ shown, before, alpha: own }: Knockout, box: Box, alpha: number): boolean {
  const { text } = before ?? shown;
  return text !== undefined && alpha < own && !isEmpty(intersect(box, text));
}

export function addText({ shown }: Knockout, box: Box): void {
  shown.text = union(shown.text ?? box, box);
}
