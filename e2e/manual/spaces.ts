import { matched, type Printed } from './printed.ts';
import { contentOf, setContent } from './streams.ts';

/** A text block, with the height of its line. */
const BLOCK = /^BT\n\/\w+ \S+ Tf\n1 0 0 -1 \S+ (\S+) Tm\n.*?^ET$/gms;
const FONT = /^\/(\w+) (\S+) Tf$/gm;

/**
 * Chromium leaves out the space at which a line breaks: who listens would hear two words as one. It is shown behind
 * the line's last letter, where nobody sees it. No line breaks inside of a word.
 */
export function addSpaces({ objects }: Printed): void {
  for (const page of [...objects.values()].filter((body) => /^<<\/Type \/Page\s/.test(body))) {
    const contents = Number(matched(page, /\/Contents (\d+) 0 R/)[1]);
    const spaces = spacesOf(objects, page);
    const spaced = contentOf(objects, contents).replace(/^\/\w+ <<\/MCID \d+ >>BDC\n.*?^EMC$/gms, (marked) =>
      withSpaces(marked, spaces),
    );
    setContent(objects, contents, spaced);
  }
}

/** Marked content with a space behind each of its lines but the last. */
function withSpaces(marked: string, spaces: Map<string, string>): string {
  const [, font = '', size = ''] = [...marked.matchAll(FONT)].find(([, name = '']) => spaces.has(name)) ?? [];
  const lines = [...marked.matchAll(BLOCK)].map(([, line]) => line);
  let at = 0;
  return marked.replace(BLOCK, (block, line: string) => {
    at += 1;
    const isBreak = at < lines.length && lines[at] !== line;
    return isBreak && spaces.has(font)
      ? `${block.slice(0, -2)}/${font} ${size} Tf\n<${spaces.get(font)}> Tj\nET`
      : block;
  });
}

/** The codes of the space, by the names of the page's fonts that have one. */
function spacesOf(objects: Printed['objects'], page: string): Map<string, string> {
  const [, fonts = ''] = matched(page, /\/Font <<([^>]*)>>/);
  return new Map(
    [...fonts.matchAll(/\/(\w+) (\d+) 0 R/g)].flatMap(([, name = '', font]) => {
      const [, unicode] = matched(objects.get(Number(font)) ?? '', /\/ToUnicode (\d+) 0 R/);
      const code = /<(\w\w)> (?:<\w\w> )?<0020>/.exec(contentOf(objects, Number(unicode)))?.[1];
      return code === undefined ? [] : [[name, code] as const];
    }),
  );
}
