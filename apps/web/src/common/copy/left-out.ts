import type { LeftOut, LeftOutKind } from '@websign/contract';

/** All things of one kind that a safe copy leaves out: a hundred form fields are one thing to read about. */
export interface LeftOutGroup {
  kind: LeftOutKind;
  count: number;
  /** In ascending order, each once; none where it belongs to no page. */
  pages: number[];
  /** Names, addresses, texts of them, each once. */
  details: string[];
}

/** That there is more comes after what there is. */
const last = 'truncated';

/** What was left out by kind, in the order in which the kinds first occur. */
export function leftOutGroups(all: readonly LeftOut[]): LeftOutGroup[] {
  const groups = new Map<LeftOutKind, LeftOut[]>();
  for (const one of all) {
    const things = groups.get(one.kind) ?? [];
    things.push(one);
    groups.set(one.kind, things);
  }
  return [...groups]
    .map(([kind, things]) => ({
      kind,
      count: things.length,
      pages: distinct(things.map(({ page }) => page)).sort((a, b) => a - b),
      details: distinct(things.map(({ detail }) => detail)).filter((detail) => detail.trim() !== ''),
    }))
    .sort((a, b) => Number(a.kind === last) - Number(b.kind === last));
}

function distinct<T>(values: readonly (T | undefined)[]): T[] {
  return [...new Set(values.filter((value): value is T => value !== undefined))];
}

/** What was left out of a page, in the order of the report. */
export const leftOutOf = (all: readonly LeftOut[], page: number): LeftOut[] =>
  all.filter((one) => one.page === page);

/** The page to look at first: the first from which something was left out, else the first of all. */
export function firstPage(all: readonly LeftOut[]): number {
  const pages = all.flatMap(({ page }) => page ?? []);
  return pages.length === 0 ? 1 : Math.min(...pages);
}
