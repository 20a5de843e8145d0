import { intersect, isEmpty } from '../boxes.ts';
import { isTaking } from './leading.ts';
import type { Step } from './step.ts';

/** Annotations by when they are painted last: the later ones stand above. */
export const paintOrder = (numbers: readonly number[]): Set<number> =>
  new Set([...new Set(numbers.toReversed())].reverse());

/** One that hides another may not come to stand above it, nor take its clicks. */
export function judgeOrder(step: Step, before: ReadonlySet<number>, after: ReadonlySet<number>): void {
  const [was, is] = [
    [...before].filter((one) => after.has(one)),
    [...after].filter((one) => before.has(one)),
  ];
  const covering = is.find((object, at) => object !== was[at] && step.covers('later', object));
  if (covering !== undefined) step.forbid('covers_content', '/Annots', { object: covering }, 'annotation');
  const taking = firstTaking(step, was, is);
  if (taking !== undefined) step.explain('signed_annotation', '/Annots', { object: taking });
}

/** One that leads somewhere, or is filled in, and has come to stand above or under another one that lies in its place. */
function firstTaking(step: Step, was: readonly number[], is: readonly number[]): number | undefined {
  const first = is.findIndex((object, at) => object !== was[at]);
  if (first < 0) return undefined;
  const ranks = new Map(was.map((object, at) => [object, at]));
  const places = is.slice(first).flatMap((object) => {
    const box = step.rectOf(object);
    const rank = ranks.get(object) ?? 0;
    return box === undefined || isEmpty(box) ? [] : [{ object, box, rank, isTaking: isTaking(step, object) }];
  });
  step.later.spend(places.length * places.filter((one) => one.isTaking).length);
  const found = places.find(
    ({ isTaking, box, rank }, at) =>
      isTaking &&
      places.some((other, index) => index < at !== other.rank < rank && !isEmpty(intersect(box, other.box))),
  );
  return found?.object;
}

/** One that a page lists several times is painted as often: what was seen through it once is hidden then. */
export function judgeRepeats(step: Step, before: readonly number[], after: readonly number[]): void {
  const [had, has] = [countsOf(before), countsOf(after)];
  for (const [object, count] of has) {
    if (count < 2 || count <= (had.get(object) ?? 0) || !step.shows(object)) continue;
    const [was, is] = [step.fieldsBefore.get(object), step.fields.get(object)];
    const isSigned = is?.type === 'Sig' && step.earlier.dict(was?.value) === undefined;
    if (isSigned) step.explain('unread_look', '/Annots', { object, field: is.name });
    else step.forbid('covers_content', '/Annots', { object }, 'annotation');
  }
}

function countsOf(numbers: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}
