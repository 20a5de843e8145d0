import { dirname, join } from 'node:path';

/**
 * Which modules import style files that the order could decide between: those of packages, which the check does not
 * read, and those that every page has already (`first`), which the build would write a second time, later.
 */
export function strayImports(modules: ReadonlyMap<string, string>, first: ReadonlySet<string>): string[] {
  return [...modules].flatMap(([file, source]) =>
    [...source.matchAll(/\bimport\s*\(?\s*(['"])([^'"]+\.css)\1/g)].flatMap(([, , url = '']) => {
      const target = url.startsWith('.') ? join(dirname(file), url) : undefined;
      if (target !== undefined && !first.has(target)) return [];
      return [`${file} imports ${url}: that belongs into styles/index.css alone`];
    }),
  );
}
