/** CSS pixels of one row of the strip, and of the square a thumbnail is fitted into. */
export const rowPx = 156;
export const thumbPx = 112;

/** Numbers of the rows that a strip `roomPx` high shows when scrolled by `scrollTop`, one more at each end. */
export function rowsInSight(
  scrollTop: number,
  roomPx: number,
  count: number,
): { first: number; last: number } {
  const first = Math.max(1, Math.floor(scrollTop / rowPx));
  const last = Math.min(count, Math.ceil((scrollTop + roomPx) / rowPx) + 1);
  return { first, last: Math.max(first, last) };
}

/** Does one piece of work after the other; what is no longer wanted when its turn comes is passed over. */
export function oneByOne(): (work: () => Promise<void>) => void {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last.then(work, work);
  };
}

const turns: Record<string, (page: number, count: number, leap: number) => number> = {
  ArrowDown: (page) => page + 1,
  ArrowRight: (page) => page + 1,
  ArrowUp: (page) => page - 1,
  ArrowLeft: (page) => page - 1,
  PageDown: (page, _, leap) => page + leap,
  PageUp: (page, _, leap) => page - leap,
  Home: () => 1,
  End: (_, count) => count,
};

/** The thumbnail that a key moves to; null for keys that move nowhere. */
export function pageAfterKey(key: string, page: number, count: number, leap: number): number | null {
  const turn = turns[key];
  return turn ? Math.min(Math.max(1, turn(page, count, leap)), count) : null;
}
