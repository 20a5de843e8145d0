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
  /** Within a cell of a tiling, which is painted many times over: all that is painted with it. */
  readonly tiled?: Box;
}

/** The knockout groups around once a further group begins, of that alpha. */
export function within(around: readonly Knockout[], isKnockout: boolean, alpha: number): readonly Knockout[] {
  if (!isKnockout && around.length === 0) return around;
  const outer = around.map((group) => ({ ...group, before: group.before ?? { text: group.shown.text } }));
  return isKnockout ? [...outer, { shown: { text: undefined }, before: undefined, alpha }] : outer;
}

/** Whether what is painted there lets something through, and takes text of the group away with it. */
export function takesAway({ shown, before, alpha: own, tiled }: Knockout, box: Box, alpha: number): boolean {
  const { text } = before ?? shown;
  return text !== undefined && alpha < own && !isEmpty(intersect(tiled ?? box, text));
}

/** Those around as they are within a tiling that paints `area`. */
export const tiledOver = (around: readonly Knockout[], area: Box): readonly Knockout[] =>
  around.length === 0 ? around : around.map((group) => ({ ...group, tiled: group.tiled ?? area }));

export function addText({ shown }: Knockout, box: Box): void {
  shown.text = union(shown.text ?? box, box);
}
