import type { TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import { union } from '../../revisions/boxes.ts';
import { cellsOf, columnsOf, piecesOf, type ShadeOf, stretchesOf } from './inkgrid.ts';
import { type Inked, isOtherRow, isRow, mayBeRow, type Said } from './inkrows.ts';
import { isLevel } from './letters.ts';
import type { Seen } from './misrecognised.ts';
import { inkFrom, inkWithin, isWord, wordLeftOut, wordsBeyond } from './unmatchedwords.ts';

/** In ems: how far the strings of a line are apart at most, and how much their feet differ; and of their sizes, the smaller to the larger. */
const GAP = 2.6;
const COMMON = 0.5;
const LEVEL = 0.25;
const ALIKE = 0.6;
/** In ems: the longest line that is looked at, and what of it is looked at beside it. */
const LONGEST = 120;
const AROUND = 3;
/** In ems, how far above or below its ink a layer of words may lie as a whole. */
const SHIFTS = [-1.2, -0.6, 0.6, 1.2];
/** In ems, the heights at which paper has to be blank where words go on beyond the ink of their line. */
const BLANK_AT = [-0.3, 0, 0.3];
/** In ems, what is looked at beside a word. */
const BESIDE = 0.1;
/** Words of a row that is looked at. */
const WORDS = { least: 4, most: 40 };
/** What going along a byte of a string costs, and matching two words. */
const BYTE = 4;
const MATCH = 8;
const BLANK = /^\s*$/u;

/** Recognised strings that stand on a line one after another. */
interface Row<T> {
  words: T[];
  y: number;
  size: number;
  to: number;
}

/** Whether so many columns of ink, or cells of it, more are looked at. */
interface MayLook {
  columns(count: number): boolean;
  cells(count: number): boolean;
}

/** Recognised words of lines whose ink surely shows other words, ends before they do, or has one word more. */
export function otherRows<T extends { run: TextRun }>(
  words: readonly T[],
  seen: Seen,
  mayLook: MayLook,
): readonly T[] {
  return rowsOf(words).flatMap((row) => (isOther(row, seen, mayLook) ? row.words : []));
}

/** Recognised strings by the lines on which they stand. */
export function rowsOf<T extends { run: TextRun }>(words: readonly T[]): Row<T>[] {
  const rows: Row<T>[] = [];
  for (const word of words) {
    const {
      size,
      line: [x0, y0, x1],
    } = word.run;
    if (!isLevel(word.run) || x1 <= x0 || size <= 0) continue;
    const last = rows.at(-1);
    const isNext =
      last !== undefined &&
      Math.abs(last.y - y0) <= LEVEL * size &&
      Math.min(last.size, size) >= ALIKE * Math.max(last.size, size) &&
      x0 - last.to <= GAP * size &&
      x0 - last.to >= -COMMON * size;
    if (!isNext) rows.push({ words: [word], y: y0, size, to: x1 });
    else {
      last.words.push(word);
      last.to = x1;
    }
  }
  return rows;
}

function isOther<T extends { run: TextRun }>(row: Row<T>, seen: Seen, mayLook: MayLook): boolean {
  const { words, y, size, to } = row;
  const [first] = words;
  const from = first?.run.line[0] ?? 0;
  const ems = (to - from) / size + 2 * AROUND;
  if (first === undefined || ems > LONGEST) return false;
  const said = saidBy(words, from, size, seen);
  if (said.length < WORDS.least || said.length > WORDS.most || !mayLook.columns(columnsOf(ems))) return false;
  const box = words.reduce((all, { run }) => union(all, run.box), first.run.box);
  const run: TextRun = { ...first.run, box, line: [from, y, to, y] };
  const shade = seen.shadeUnder(run);
  if (shade === undefined) return false;
  const look = (shift: number): Inked[] => {
    const place = { x: from - AROUND * size, y: y + shift * size, ems, size };
    const stretches = stretchesOf(shade, place, mayLook.cells);
    seen.spend(columnsOf(ems) + MATCH * said.length * Math.min(said.length, stretches.length));
    return stretches.map((piece) => ({ from: piece.from - AROUND, to: piece.to - AROUND }));
  };
  const stretches = look(0);
  const line = { said, stretches, run, shade };
  if (goesBeyondInk(line, seen) || leavesWordOut(line, mayLook)) return true;
  if (!isRow(said) || !isOtherRow(said, stretches) || !mayLook.columns(SHIFTS.length * columnsOf(ems)))
    return false;
  return !SHIFTS.some((shift) => mayBeRow(said, look(shift)));
}

interface Line {
  said: readonly Said[];
  stretches: readonly Inked[];
  /** From the first word to the last one. */
  run: TextRun;
  shade: ShadeOf;
}

/** Whether words of a line lie on blank paper beyond its last ink, or before its first. */
function goesBeyondInk({ said, stretches, run }: Line, seen: Seen): boolean {
  const { size, line } = run;
  const [x, y] = line;
  const inked = inkWithin(said, stretches);
  const beyond = inked === undefined ? [] : wordsBeyond(said, inked);
  const [first, last] = [beyond[0], beyond.at(-1)];
  if (first === undefined || last === undefined) return false;
  const [from, to] = [x + first.from * size, x + last.to * size];
  return BLANK_AT.every((over) => {
    const level = y + over * size;
    return seen.isBlank({ ...run, box: [from, level, to, level + size], line: [from, level, to, level] });
  });
}

/** Whether the ink of a line has a word between those that are said. */
function leavesWordOut({ said, stretches, run, shade }: Line, mayLook: MayLook): boolean {
  const { size, line } = run;
  const [x, y] = line;
  // What follows a word that was left out may stand behind the line.
  const all = inkFrom(said, stretches, AROUND) ?? [];
  const at = wordLeftOut(said, all);
  const [before, own, behind] = [all[at - 1], all[at], all[at + 1]];
  if (before === undefined || own === undefined || behind === undefined) return false;
  const start = before.from - BESIDE;
  const place = { x: x + start * size, y, ems: behind.to + BESIDE - start, size };
  if (!mayLook.cells(cellsOf(place.ems))) return false;
  return isWord(piecesOf(shade, place) ?? [], own.from - start, own.to - start);
}

/** The words of a line, where they stand along it, in ems. */
export function saidBy(
  words: readonly { run: TextRun }[],
  start: number,
  size: number,
  seen: Pick<Seen, 'spend'>,
): Said[] {
  const said: Said[] = [];
  for (const { run } of words) {
    seen.spend(BYTE * run.bytes.length);
    const [x0, , x1] = run.line;
    const place = (along: number): number => (x0 + along * (x1 - x0) - start) / size;
    let word: Said | undefined;
    for (const { text, from, to } of spell(run)) {
      if (BLANK.test(text)) word = undefined;
      else if (word === undefined) {
        word = { text, from: place(from), to: place(to) };
        said.push(word);
      } else {
        word.text += text;
        word.to = place(to);
      }
    }
  }
  return said;
}
