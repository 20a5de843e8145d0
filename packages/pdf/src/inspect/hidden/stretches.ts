/** Stretches of a run under covers that are kept apart. */
const MOST_STRETCHES = 64;
/** Places of a line that a stretch of it begins and ends at. */
const PLACES = 4095;

/** A stretch of a run's line, from and to 0 to 1, in one number: a page may have a million of them. */
export const stretch = (from: number, to: number): number =>
  Math.floor(from * PLACES) * (PLACES + 1) + Math.ceil(to * PLACES);
const first = (packed: number): number => Math.floor(packed / (PLACES + 1));
const last = (packed: number): number => packed % (PLACES + 1);
export const startOf = (packed: number): number => first(packed) / PLACES;
export const endOf = (packed: number): number => last(packed) / PLACES;

/** From where the first of some stretches begins to where the last one ends. */
const join = (stretches: readonly number[]): number =>
  Math.min(...stretches.map(first)) * (PLACES + 1) + Math.max(...stretches.map(last));

/** With one more; the same list where that is no news. Of more than are kept the two that are closest become one. */
export function withStretch(under: readonly number[], part: number): readonly number[] {
  if (under.some((one) => startOf(one) <= startOf(part) && endOf(one) >= endOf(part))) return under;
  const apart = under.filter((one) => endOf(one) < startOf(part) || startOf(one) > endOf(part));
  const met = under.filter((one) => !apart.includes(one));
  const all = [...apart, join([part, ...met])].sort((one, other) => one - other);
  if (all.length <= MOST_STRETCHES) return all;
  const gaps = all.slice(1).map((one, at) => startOf(one) - endOf(all[at] ?? one));
  const closest = gaps.indexOf(Math.min(...gaps));
  return [...all.slice(0, closest), join(all.slice(closest, closest + 2)), ...all.slice(closest + 2)];
}
