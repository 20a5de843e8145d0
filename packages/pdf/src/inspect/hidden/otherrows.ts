import type { TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import { union } from '../../revisions/boxes.ts';
import { columnsOf, stretchesOf } from './inkgrid.ts';
import { isOtherRow, isRow, mayBeRow, type Said } from './inkrows.ts';
import { isLevel } from './letters.ts';
import type { Seen } from './misrecognised.ts';

/** In ems: how far the strings of a line are apart at most, and how much their feet differ; and of their sizes, the smaller to the larger. */
const GAP = 2;
const COMMON = 0.5;
const LEVEL = 0.25;
const ALIKE = 0.6;
/** In ems: the longest line that is looked at, and what of it is looked at beside it. */
const LONGEST = 120;
const AROUND = 3;
/** In ems, how far above or below its ink a layer of words may lie as a whole. */
const SHIFTS = [-1.2, -0.6, 0.6, 1.2];
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

/** Recognised words of lines whose ink surely is that of others; `mayLook` tells whether so many columns more are looked at. */
export function otherRows<T extends { run: TextRun }>(
  words: readonly T[],
  seen: Seen,
  mayLook: (columns: number) => boolean,
): readonly T[] {
  return rowsOf(words).flatMap((row) => (isOther(row, seen, mayLook) ? row.words : []));
}

function rowsOf<T extends { run: TextRun }>(words: readonly T[]): Row<T>[] {
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

function isOther<T extends { run: TextRun }>(
  { words, y, size, to }: Row<T>,
  seen: Seen,
  mayLook: (columns: number) => boolean,
): boolean {
  const [first] = words;
  const from = first?.run.line[0] ?? 0;
  const ems = (to - from) / size + 2 * AROUND;
  if (first === undefined || ems > LONGEST) return false;
  const said = saidBy(words, from, size, seen);
  if (!isRow(said) || !mayLook(columnsOf(ems))) return false;
  const box = words.reduce((all, { run }) => union(all, run.box), first.run.box);
  const shade = seen.shadeUnder({ ...first.run, box });
  if (shade === undefined) return false;
  const look = (shift: number) => {
    const place = { x: from - AROUND * size, y: y + shift * size, ems, size };
    const stretches = stretchesOf(shade, place);
    seen.spend(columnsOf(ems) + MATCH * said.length * Math.min(said.length, stretches.length));
    return stretches.map((piece) => ({ from: piece.from - AROUND, to: piece.to - AROUND }));
  };
  if (!isOtherRow(said, look(0)) || !mayLook(SHIFTS.length * columnsOf(ems))) return false;
  return !SHIFTS.some((shift) => mayBeRow(said, look(shift)));
}

/** The words of a line, where they stand along it, in ems. */
function saidBy(words: readonly { run: TextRun }[], start: number, size: number, seen: Seen): Said[] {
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
