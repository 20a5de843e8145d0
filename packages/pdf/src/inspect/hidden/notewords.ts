import type { TextRun } from '../../content/canvas.ts';
import type { Covers } from './covers.ts';
import { isLine } from './digitcells.ts';
import { isLevel, type Part } from './letters.ts';
import { type Place, placesOf, spaced } from './lineplaces.ts';
import type { Notes } from './notes.ts';
import { negationsIn } from './saidtext.ts';

/** Strings of a page's notes that are looked at, and bytes of one that is a word or two. */
const MOST = 10_000;
const LONGEST = 40;
/** Of their sizes, the smaller to the larger one, where two strings are read as one line; and in ems between their lines. */
const ALIKE = 0.6;
const LEVEL = 0.2;
/** In ems, how far apart two letters of one word are at most, and how much they may have in common; and two words. */
const JOINED = 0.12;
const NEAR = 0.7;
/** Characters on each side of it that are told. */
const NEIGHBOURS = 12;
const LETTER = /\p{L}/u;

/**
 * What a note shows within a line of the page, where it makes another word of one (`un` before `limited`) or says no: eyes
 * read a sentence that is not the page's, and the note can be taken away.
 */
export function* notesWithin(
  covers: Covers,
  notes: Notes,
  spend: (units: number) => void,
): Generator<{ run: TextRun; part: Part }> {
  if (notes.size === 0) return;
  let left = MOST;
  for (const run of covers.runs) {
    const { annotation } = run.maker;
    if (annotation === undefined || !notes.has(annotation) || !mayBeWord(run) || left-- <= 0) continue;
    const letters = placesOf(run, spend);
    const [first, last] = [letters[0], letters.at(-1)];
    if (first === undefined || last === undefined || !letters.some(({ text }) => LETTER.test(text))) continue;
    const note = { run, letters, first, last, saysNo: negationsIn(spaced(letters, run.size)) > 0 };
    const reach = NEAR * run.size;
    let found: Part | undefined;
    const passed = covers.each([first.from - reach, run.box[1], last.to + reach, run.box[3]], (other) => {
      if (found === undefined && isOnLine(run, other)) found = readWith(note, placesOf(other, spend));
      return true;
    });
    spend(passed);
    if (found !== undefined) yield { run, part: found };
  }
}

const mayBeWord = (run: TextRun): boolean => run.bytes.length <= LONGEST && isLevel(run) && isLine(run);

/** Whether a string of another print stands on the same line. */
function isOnLine(run: TextRun, other: TextRun): boolean {
  if (other.maker.annotation === run.maker.annotation || !isLevel(other) || !isLine(other)) return false;
  const isAlike = Math.min(run.size, other.size) >= ALIKE * Math.max(run.size, other.size);
  return isAlike && Math.abs(run.line[1] - other.line[1]) <= LEVEL * run.size;
}

interface Note {
  run: TextRun;
  letters: readonly Place[];
  first: Place;
  last: Place;
  saysNo: boolean;
}

/** What a note is read as with the letters of a line right before it and behind it. */
function readWith({ run, letters, first, last, saysNo }: Note, others: readonly Place[]): Part | undefined {
  const isNear = (gap: number, most: number): boolean => gap >= -JOINED * run.size && gap <= most * run.size;
  const before = others.findLast(({ to }) => isNear(first.from - to, NEAR));
  const behind = others.find(({ from }) => isNear(from - last.to, NEAR));
  const isJoined = (one: Place | undefined, next: Place | undefined): boolean =>
    one !== undefined &&
    next !== undefined &&
    LETTER.test(one.text) &&
    LETTER.test(next.text) &&
    isNear(next.from - one.to, JOINED);
  const isOneWord = isJoined(before, first) || isJoined(last, behind);
  if (!isOneWord && !(saysNo && (before ?? behind) !== undefined)) return undefined;
  const edge = JOINED * run.size;
  const all = [
    ...others.filter(({ to }) => to <= first.from + edge).slice(-NEIGHBOURS),
    ...letters,
    ...others.filter(({ from }) => from >= last.to - edge).slice(0, NEIGHBOURS),
  ];
  return { text: spaced(all, run.size), box: run.box };
}
