import type { TextRun } from '../../content/canvas.ts';
import { stretchOf } from '../../content/codes.ts';
import { union } from '../../revisions/boxes.ts';

/** In ems: how far a letter stands from the one before it in its word at most, over it and along the line. */
const APART = 0.14;
const OVERLAP = 0.1;
const LEVEL = 0.08;
/** By how much the letters of a word differ in size. */
const UNEVEN = 0.03;
/** Letters of a word, and bytes of a letter. */
const LONGEST = 60;
const CODE = 4;
/** Bytes of a string that letters are joined to: no word has more. */
const LONGEST_STRING = 200;

/** Words that are read as one, and the string that they make together. */
export interface Joined<T> {
  run: TextRun;
  words: T[];
}

/**
 * Words as they are seen: some programs place each letter that they recognise by itself. A letter that is painted right
 * behind another string of the same font is a part of its word.
 */
export function joinLetters<T extends { run: TextRun }>(words: readonly T[]): Joined<T>[] {
  const joined: Joined<T>[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const run =
      last === undefined || last.words.length >= LONGEST
        ? undefined
        : joinRuns(last.run, word.run, last.words.at(-1)?.run);
    if (last === undefined || run === undefined) joined.push({ run: word.run, words: [word] });
    else {
      last.run = run;
      last.words.push(word);
    }
  }
  return joined;
}

/** Both strings as one; undefined unless one of them is a single letter and the second stands right behind the first. `before`: what was joined last. */
function joinRuns(first: TextRun, second: TextRun, before: TextRun | undefined): TextRun | undefined {
  if (first.bytes.length > LONGEST_STRING) return undefined;
  if (first.font === undefined || first.font !== second.font || first.font.vertical) return undefined;
  if (!isLetter(second) && !(before !== undefined && isLetter(before))) return undefined;
  if (Math.abs(first.size - second.size) > UNEVEN * first.size) return undefined;
  const [x0, y0, x1, y1] = first.line;
  const [sx, sy, ex, ey] = second.line;
  const length = Math.hypot(x1 - x0, y1 - y0);
  const scale = length / (first.stretch.to - first.stretch.from);
  if (!(length > 0 && Number.isFinite(scale) && scale > 0)) return undefined;
  const [wayX, wayY] = [(x1 - x0) / length, (y1 - y0) / length];
  const along = (x: number, y: number): number => (x - x0) * wayX + (y - y0) * wayY;
  const off = (x: number, y: number): number => Math.abs((y - y0) * wayX - (x - x0) * wayY);
  const gap = along(sx, sy) - length;
  if (gap > APART * first.size || gap < -OVERLAP * first.size || along(ex, ey) <= along(sx, sy))
    return undefined;
  if (off(sx, sy) > LEVEL * first.size || off(ex, ey) > LEVEL * first.size) return undefined;
  const reached = stretchOf(first.font, first.bytes, first.pace, { spend: () => {} }).length;
  const bytes = new Uint8Array(first.bytes.length + second.bytes.length);
  bytes.set(first.bytes);
  bytes.set(second.bytes, first.bytes.length);
  const gaps = second.pace.gaps.map((each, at) => (at % 2 === 0 ? each + first.bytes.length : each));
  const whole = along(ex, ey) / scale;
  return {
    ...first,
    bytes,
    line: [x0, y0, ex, ey],
    box: union(first.box, second.box),
    // By the pace of the first one, the second may be said in letters of another breadth.
    pace: {
      ...first.pace,
      gaps: [...first.pace.gaps, first.bytes.length, along(sx, sy) / scale - reached, ...gaps],
    },
    stretch: { ...first.stretch, length: whole, from: first.stretch.from, to: first.stretch.from + whole },
  };
}

/** Whether it shows one letter, and no blank. */
function isLetter({ font, bytes }: TextRun): boolean {
  if (
    font === undefined ||
    bytes.length === 0 ||
    bytes.length > CODE ||
    font.lengthAt(bytes, 0) < bytes.length
  )
    return false;
  return font.text(bytes).trim() !== '';
}
