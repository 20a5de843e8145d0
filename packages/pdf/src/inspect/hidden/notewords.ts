import type { TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Covers } from './covers.ts';
import type { Part } from './letters.ts';
import type { Notes } from './notes.ts';
import { negationsIn, scalesNumber } from './saidtext.ts';
import {
  isOneLine,
  NEAR,
  NEIGHBOURS,
  type Place,
  spaced,
  type WordRow,
  wordRowOf,
  wordRowsOf,
} from './wordrows.ts';

/** Strings of a page's notes that are looked at, and letters of a few words in a row. */
const MOST = 10_000;
const LONGEST = 80;
/** In ems, how far apart two letters of one word are at most, and how much they may have in common. */
const JOINED = 0.12;
const LETTER = /\p{L}/u;
/** What a sentence goes on behind: not the question, or the colon, behind which somebody writes an answer. */
const GOES_ON = /[\p{L}\p{Nd},;)\]]/u;

/**
 * What a note shows within a line of the page, where it makes another word of one (`un` before `limited`), millions of a
 * number, or says no: eyes read a sentence that is not the page's, and the note can be taken away.
 */
export function* notesWithin(
  covers: Covers,
  notes: Notes,
  spend: (units: number) => void,
): Generator<{ run: TextRun; part: Part }> {
  if (notes.size === 0) return;
  for (const runs of runsOf(covers.runs, notes).values()) {
    for (const row of wordRowsOf(runs, spend)) {
      const [first, last] = [row.letters[0], row.letters.at(-1)];
      const isFew = row.letters.length <= LONGEST && row.letters.some(({ text }) => LETTER.test(text));
      if (first === undefined || last === undefined || !isFew) continue;
      const note = {
        ...row,
        first,
        last,
        saysNo: negationsIn(spaced(row.letters, row.size)) > 0,
      };
      let found: Part | undefined;
      const passed = covers.each(around(row.box, NEAR * row.size), (run) => {
        if (found === undefined && run.maker.annotation !== row.run.maker.annotation) {
          const other = wordRowOf(run, spend);
          if (other !== undefined && isOneLine(row, other)) found = readWith(note, other.letters);
        }
        return true;
      });
      spend(passed);
      if (found !== undefined) yield { run: row.run, part: found };
    }
  }
}

/** The strings that each note shows. */
function runsOf(runs: readonly TextRun[], notes: Notes): Map<number, TextRun[]> {
  const byNote = new Map<number, TextRun[]>();
  let left = MOST;
  for (const run of runs) {
    const { annotation } = run.maker;
    if (annotation === undefined || !notes.has(annotation) || left-- <= 0) continue;
    const known = byNote.get(annotation);
    if (known === undefined) byNote.set(annotation, [run]);
    else known.push(run);
  }
  return byNote;
}

const around = ([x0, y0, x1, y1]: Box, reach: number): Box => [
  x0 - reach,
  y0 - reach,
  x1 + reach,
  y1 + reach,
];

interface Note extends WordRow {
  first: Place;
  last: Place;
  saysNo: boolean;
}

/** What a note is read as with the letters of a line right before it and behind it. */
function readWith(
  { letters, first, last, saysNo, size, box }: Note,
  others: readonly Place[],
): Part | undefined {
  const isNear = (gap: number, most: number): boolean => gap >= -JOINED * size && gap <= most * size;
  const before = others.findLast(({ to }) => isNear(first.from - to, NEAR));
  const behind = others.find(({ from }) => isNear(from - last.to, NEAR));
  const isJoined = (one: Place | undefined, next: Place | undefined): boolean =>
    one !== undefined &&
    next !== undefined &&
    LETTER.test(one.text) &&
    LETTER.test(next.text) &&
    isNear(next.from - one.to, JOINED);
  const isOneWord = isJoined(before, first) || isJoined(last, behind);
  const ahead = others.filter(({ to }) => to <= first.from + JOINED * size).slice(-NEIGHBOURS);
  const isScale = before !== undefined && scalesNumber(spaced(ahead, size), spaced(letters, size));
  const isWithin = GOES_ON.test(before?.text ?? '') || GOES_ON.test(behind?.text ?? '');
  if (!isOneWord && !isScale && !(saysNo && isWithin)) return undefined;
  const all = [
    ...ahead,
    ...letters,
    ...others.filter(({ from }) => from >= last.to - JOINED * size).slice(0, NEIGHBOURS),
  ];
  return { text: spaced(all, size), box };
}
