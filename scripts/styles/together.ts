import type { AreTogether } from './judge.ts';

/**
 * Which classes the sources put on one element: those that stand in one string, one template or one `className={…}`.
 * A class that is passed on to another component is not seen here.
 */
export function classesTogether(sources: Iterable<string>): AreTogether {
  const neighbours = new Map<string, Set<string>>();
  for (const source of sources)
    for (const text of [...stringsIn(source), ...expressionsIn(source)]) {
      const names = new Set(text.match(/\b(?:ws|govgr)-[\w-]*\w/g));
      for (const name of names) neighbours.set(name, new Set([...(neighbours.get(name) ?? []), ...names]));
    }
  return (one, other) => neighbours.get(one)?.has(other) ?? false;
}

const stringsIn = (source: string): string[] => source.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [];

/** What stands between the braces of each `className={…}`. */
function expressionsIn(source: string): string[] {
  return [...source.matchAll(/className=\{/g)].map(({ index }) => {
    const begin = index + 'className={'.length;
    let depth = 1;
    let end = begin;
    while (depth > 0 && end < source.length) {
      if (source[end] === '{') depth += 1;
      if (source[end] === '}') depth -= 1;
      end += 1;
    }
    return source.slice(begin, end);
  });
}
