/** Pages, in ascending order, in few words: `1, 2, 5–9`. */
export function pageRanges(pages: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run && run[1] === page - 1) run[1] = page;
    else runs.push([page, page]);
  }
  return runs
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`))
    .join(', ');
}
