import type { Content } from './markedcontents.ts';
import { RIGHT_TO_LEFT } from './scripts.ts';
import { BLANK, standsBeside, standsWithinLine, textBeside } from './textbeside.ts';

/** In heights of a string, how far the line above is from its own. */
const ABOVE = { least: 0.9, most: 2 };
/** A word or a digit; a sign that makes another amount of the digits behind it. */
const SAYS = /\p{L}{2}|\p{Nd}/u;
const WORD = /\p{L}{2}/u;
const SIGN = /^\s*[-−+<>≤≥]\s*$/u;

/** Of each paragraph that the structure tree reads aloud in another order than eyes read it, two contents that change places. */
export function readElsewhere(contents: readonly Content[]): Content[][] {
  const saying = contents.filter(({ text }) => SAYS.test(text));
  const paragraphs = Map.groupBy(saying, ({ place }) => place?.paragraph);
  return [...paragraphs].flatMap(([paragraph, all]) => {
    if (paragraph === undefined || all.some(({ text }) => RIGHT_TO_LEFT.test(text))) return [];
    const read = all.toSorted((one, other) => (one.place?.index ?? 0) - (other.place?.index ?? 0));
    const at = read.findIndex((one, index) => isReadBefore(one, read[index + 1]));
    return at < 0 ? [] : [read.slice(at, at + 2)];
  });
}

/**
 * Words, digits and signs of a line between contents that elements of the structure tree have, and that none has themselves, or
 * that are artifacts: whoever listens does not hear them.
 */
export function leftOutOfLines(contents: readonly Content[]): Content[][] {
  const found: Content[][] = [];
  let before: Content | undefined;
  let between: Content[] = [];
  for (const content of contents) {
    if (content.place === undefined) {
      between.push(content);
      continue;
    }
    if (before !== undefined && isLeftOut(between, before, content)) found.push(between);
    before = content;
    between = [];
  }
  return found;
}

function isLeftOut(some: readonly Content[], before: Content, behind: Content): boolean {
  const [first, last] = [some[0]?.first, some.at(-1)?.last];
  const text = some.map((one) => one.text).join('');
  const isSign = SIGN.test(text) && /^\p{Nd}/u.test(textBeside(last, behind.first, 'second'));
  if (!isSign && !SAYS.test(text)) return false;
  return standsWithinLine({ before: before.last, first, last, behind: behind.first });
}

/**
 * Whether what is read next stands right before it on its line, or on the line above, and is painted before it. Frames and columns
 * may be painted in any order.
 */
function isReadBefore(one: Content, next: Content | undefined): boolean {
  if (next === undefined || next.painted > one.painted) return false;
  if (standsBeside(next.last, one.first, BLANK)) return true;
  const up = next.last.line[1] - one.first.line[1];
  const size = Math.max(one.first.size, next.last.size);
  const common =
    Math.min(one.first.line[2], next.last.line[2]) - Math.max(one.first.line[0], next.last.line[0]);
  return (
    up >= ABOVE.least * size &&
    up <= ABOVE.most * size &&
    common > 0 &&
    WORD.test(one.text) &&
    WORD.test(next.text)
  );
}
