import type { TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { isLine } from './digitcells.ts';
import { isSameWay, turnedTo, type Way, wayOf } from './ways.ts';

/** Of their sizes, the smaller to the larger one, where two strings are read as one line; and in ems between their lines. */
const ALIKE = 0.6;
const LEVEL = 0.2;
/** In ems, how far apart two words are at most. */
export const NEAR = 0.7;
/** Letters on each side of a place that are told. */
export const NEIGHBOURS = 12;
/** In ems, from which room between two letters is a blank. */
const ROOM = 0.12;
/** What going along a byte of a string costs. */
const BYTE = 4;
const BLANK = /^\s*$/u;

/** A letter between two places of its line. */
export interface Place {
  text: string;
  from: number;
  to: number;
}

/** Words in a row on one line, as one sees them who turns the page so that the line is level. */
export interface WordRow {
  run: TextRun;
  way: Way;
  foot: number;
  size: number;
  letters: Place[];
  box: Box;
}

type Spend = (units: number) => void;

/** The rows of words that strings show, whatever order and pieces they are painted in. */
export function wordRowsOf(runs: readonly TextRun[], spend: Spend): WordRow[] {
  const all = runs.flatMap((run) => wordRowOf(run, spend) ?? []);
  spend(BYTE * all.length);
  const sorted = all.toSorted((a, b) => a.foot - b.foot || startOf(a) - startOf(b));
  const lines: WordRow[][] = [];
  for (const one of sorted) {
    const line = lines.at(-1);
    if (line?.[0] !== undefined && isOneLine(line[0], one)) line.push(one);
    else lines.push([one]);
  }
  return lines.flatMap((line) => joinedUp(line.toSorted((a, b) => startOf(a) - startOf(b))));
}

/** A string as a row of words; undefined for one that is no line of letters, or has none. */
export function wordRowOf(run: TextRun, spend: Spend): WordRow | undefined {
  if (!isLine(run)) return undefined;
  spend(BYTE * run.bytes.length);
  const way = wayOf(run);
  const [x0, y0, x1, y1] = run.line;
  const [start, foot] = turnedTo(way, x0, y0);
  const length = turnedTo(way, x1, y1)[0] - start;
  const letters = spell(run)
    .filter(({ text }) => !BLANK.test(text))
    .map(({ text, from, to }) => ({ text, from: start + from * length, to: start + to * length }))
    .sort((a, b) => a.from - b.from);
  return letters.length === 0 ? undefined : { run, way, foot, size: run.size, letters, box: run.box };
}

/** Whether two rows of words stand on one line. */
export function isOneLine(one: WordRow, other: WordRow): boolean {
  const isAlike = Math.min(one.size, other.size) >= ALIKE * Math.max(one.size, other.size);
  return isAlike && isSameWay(one.way, other.way) && Math.abs(one.foot - other.foot) <= LEVEL * one.size;
}

const startOf = ({ letters }: WordRow): number => letters[0]?.from ?? 0;

/** Those of a line that follow each other without a gap, as one. */
function joinedUp(line: readonly WordRow[]): WordRow[] {
  const joined: WordRow[] = [];
  for (const one of line) {
    const last = joined.at(-1);
    if (last !== undefined && startOf(one) - (last.letters.at(-1)?.to ?? 0) <= NEAR * last.size) {
      last.letters.push(...one.letters);
      last.box = union(last.box, one.box);
    } else joined.push({ ...one, letters: [...one.letters] });
  }
  return joined;
}

/** Letters in a row, with a blank wherever there is room for one. */
export const spaced = (letters: readonly Place[], size: number): string =>
  letters
    .map(({ text, from }, at) => (from - (letters[at - 1]?.to ?? from) > ROOM * size ? ` ${text}` : text))
    .join('');

/** What stands before a place of a line, and behind it. */
export const around = (before: readonly Place[], behind: readonly Place[], size: number): string =>
  [before.slice(-NEIGHBOURS), behind.slice(0, NEIGHBOURS)]
    .map((letters) => spaced(letters, size))
    .filter((part) => part !== '')
    .join(' … ');
