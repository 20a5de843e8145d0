import type { TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import type { Box } from '../../revisions/pages.ts';
import { BYTE, DIGIT, type DigitCells, isBefore, isBehind, isLine, type Spot } from './digitcells.ts';
import { changesAmount, isAmountSign, type Part } from './letters.ts';

/** Of their sizes, the smaller to the larger one, where two strings are read as one number; and in ems between their lines. */
const ALIKE = 0.6;
const LEVEL = 0.2;
/** The height of a digit, in ems. */
const HIGH = 0.7;
const BLANK = /^\s*$/u;

/** Strings of notes that were told of together. */
type Told = Map<TextRun, Set<TextRun>>;

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
  const told: Told = new Map();
  for (const run of runs) {
    if (!isNote(run) || !isLine(run)) continue;
    spend(BYTE * run.bytes.length);
    const letters = spell(run).filter(({ text }) => !BLANK.test(text));
    const part = besideLetters(run, letters, cells, told);
    if (part !== undefined) yield { run, part };
  }
}

/** Letters may be written in any order, and further on than the digits beside them: each digit is looked at. */
function besideLetters(
  run: TextRun,
  letters: readonly Spelled[],
  cells: DigitCells,
  told: Told,
): Part | undefined {
  const [first] = letters;
  if (first === undefined) return undefined;
  const text = letters.length > 1 ? '' : first.text;
  if (isAmountSign(text)) {
    const box = boxOf(run, first);
    const { before, behind } = neighbours(run, box, cells);
    return changesAmount(text, before?.text ?? '', behind?.text ?? '')
      ? partOf(run, [before, text, behind], box, told)
      : undefined;
  }
  for (let at = 0; at < letters.length; at++) {
    const from = at;
    let digits = '';
    for (; DIGIT.test(letters[at]?.text ?? ''); at++) digits += letters[at]?.text ?? '';
    for (let index = from; index < at; index++) {
      const letter = letters[index];
      if (letter === undefined) continue;
      const box = boxOf(run, letter);
      const { before, behind } = neighbours(run, box, cells);
      if (before === undefined && behind === undefined) continue;
      const part = partOf(run, [before, digits, behind], box, told);
      if (part !== undefined) return part;
    }
  }
  return undefined;
}

interface Neighbours {
  before?: Spot;
  behind?: Spot;
}

/** The digits of other prints on the same line, right before a letter and right behind it. */
function neighbours(run: TextRun, box: Box, cells: DigitCells): Neighbours {
  const found: Neighbours = {};
  for (const spot of cells.near(box)) {
    if (spot.run.maker.annotation === run.maker.annotation) continue;
    const isAlike = Math.min(spot.size, run.size) >= ALIKE * Math.max(spot.size, run.size);
    if (!isAlike || Math.abs(spot.foot - box[1]) > LEVEL * spot.size) continue;
    if (isBefore(spot, box)) found.before = spot;
    if (isBehind(spot, box)) found.behind = spot;
  }
  return found;
}

/** Undefined where all that is beside it is a note that was told of with it. */
function partOf(
  run: TextRun,
  [before, text, behind]: readonly [Spot | undefined, string, Spot | undefined],
  box: Box,
  told: Told,
): Part | undefined {
  const others = [before, behind].flatMap((spot) => (spot === undefined ? [] : [spot.run]));
  if (others.every((other) => told.get(other)?.has(run) === true)) return undefined;
  const known = told.get(run) ?? new Set();
  for (const other of others) known.add(other);
  told.set(run, known);
  return { text: `${before?.text ?? ''}${text}${behind?.text ?? ''}`, box };
}

function boxOf({ line: [x0, y0, x1], size }: TextRun, { from, to }: Spelled): Box {
  const [left, right] = [x0 + from * (x1 - x0), x0 + to * (x1 - x0)];
  return [Math.min(left, right), y0, Math.max(left, right), y0 + HIGH * size];
}
