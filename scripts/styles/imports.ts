import { dirname, join } from 'node:path';

/** Names the files that every page has, and in which order. */
export const LIST = 'styles/index.css';

/**
 * Which modules import style files that the order could decide between: those of packages, which the check does not
 * read, and those that every page has already (`first`), which the build would write a second time, later. `main.tsx`
 * alone begins with the list of those.
 */
export function strayImports(modules: ReadonlyMap<string, string>, first: ReadonlySet<string>): string[] {
  return [...modules].flatMap(([file, source]) =>
    [...source.matchAll(/\b(?:import|from)\s*\(?\s*(['"])([^'"]+\.css)\1/g)].flatMap(([, , url = '']) => {
      if (file === 'main.tsx' && url === `./${LIST}`) return [];
      const target = url.startsWith('.') ? join(dirname(file), url) : undefined;
      if (target !== undefined && target !== LIST && !first.has(target)) return [];
      return [`${file} imports ${url}: that belongs into ${LIST} alone`];
    }),
  );
}
