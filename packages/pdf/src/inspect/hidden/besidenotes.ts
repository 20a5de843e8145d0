import type { TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { type DigitCells, isBefore, isBehind, isLine } from './digitcells.ts';
import { changesAmount, isAmountSign, type Part } from './letters.ts';

/** Bytes of a string that is a part of a number. */
const LONGEST = 100;
/** What going along a byte of a string costs. */
const BYTE = 4;
/** Of their sizes, the smaller to the larger one, where two strings are read as one number; and in ems between their lines. */
const ALIKE = 0.6;
const LEVEL = 0.2;
/** The height of a digit, in ems. */
const HIGH = 0.7;
const DIGIT = /^\p{Nd}$/u;
const BLANK = /^\s*$/u;

interface End {
  text: string;
  box: Box;
}

/**
 * Digits, and signs of amounts, that a note shows right beside digits of another print: eyes read 9000, the page says
 * 000, and the note can be taken away. `isNote` tells what is none: fields are filled in beside printed digits.
 */
export function* notesBeside(
  runs: readonly TextRun[],
  cells: DigitCells,
  isNote: (run: TextRun) => boolean,
  spend: (units: number) => void,
): Generator<{ run: TextRun; part: Part }> {
  for (const run of runs) {
    if (run.bytes.length > LONGEST || !isNote(run) || !isLine(run)) continue;
    spend(BYTE * run.bytes.length);
    const letters = spell(run).filter(({ text }) => !BLANK.test(text));
    const [first, last] = [letters[0], letters.at(-1)];
    if (first === undefined || last === undefined) continue;
    const text = letters.map((letter) => letter.text).join('');
    const part = besideEnds(run, text, [first, last], cells);
    if (part !== undefined) yield { run, part };
  }
}

function besideEnds(
  run: TextRun,
  text: string,
  [first, last]: readonly [Spelled, Spelled],
  cells: DigitCells,
): Part | undefined {
  const [start, end] = [endOf(run, first), endOf(run, last)];
  const box = union(start.box, end.box);
  let [before, behind] = ['', ''];
  for (const spot of cells.near(box)) {
    if (spot.run.maker.annotation === run.maker.annotation) continue;
    const isAlike = Math.min(spot.size, run.size) >= ALIKE * Math.max(spot.size, run.size);
    if (!isAlike || Math.abs(spot.foot - box[1]) > LEVEL * spot.size) continue;
    if (isBefore(spot, box)) before = spot.text;
    if (isBehind(spot, box)) behind = spot.text;
  }
  const isLed = before !== '' && DIGIT.test(start.text);
  const isFollowed = behind !== '' && DIGIT.test(end.text);
  if (!isLed && !isFollowed && !(isAmountSign(text) && changesAmount(text, before, behind))) return undefined;
  return { text: `${before}${text}${behind}`, box };
}

function endOf({ line: [x0, y0, x1], size }: TextRun, { text, from, to }: Spelled): End {
  return { text, box: [x0 + from * (x1 - x0), y0, x0 + to * (x1 - x0), y0 + HIGH * size] };
}
