import type { TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import type { Box } from '../../revisions/pages.ts';
import { BYTE, DIGIT, type DigitCells, isBefore, isBehind, isLine, type Spot } from './digitcells.ts';
import { changesAmount, isAmountSign, type Part } from './letters.ts';
import { beginsAt, endsAt } from './notestrokes.ts';
import { boxTurnedTo, isSameWay, turnedTo, wayOf } from './ways.ts';

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
    const { before, behind, box } = neighbours(run, first, cells);
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
      const { before, behind, box } = neighbours(run, letter, cells);
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
  /** Where the letter itself stands on the page. */
  box: Box;
}

/** The digits of other prints on the same line, right before a letter and right behind it. */
function neighbours(run: TextRun, letter: Spelled, cells: DigitCells): Neighbours {
  const box = boxOf(run, letter);
  const way = wayOf(run);
  const [x0, y0, x1, y1] = run.line;
  const [x, y] = [x0 + letter.from * (x1 - x0), y0 + letter.from * (y1 - y0)];
  // Room beside its ink belongs to a sign, and may lie over the digits around it.
  const isSign = isAmountSign(letter.text);
  const found: Neighbours = { box };
  for (const spot of cells.near(box)) {
    if (spot.run.maker.annotation === run.maker.annotation || !isSameWay(spot.way, way)) continue;
    const isAlike = Math.min(spot.size, run.size) >= ALIKE * Math.max(spot.size, run.size);
    if (!isAlike || Math.abs(spot.foot - turnedTo(spot.way, x, y)[1]) > LEVEL * spot.size) continue;
    const seen = boxTurnedTo(spot.way, box);
    if (isBefore(spot, seen) || (isSign && endsAt(spot, seen))) found.before = spot;
    if (isBehind(spot, seen) || (isSign && beginsAt(spot, seen))) found.behind = spot;
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

function boxOf({ line: [x0, y0, x1, y1], size }: TextRun, { from, to }: Spelled): Box {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = Math.hypot(dx, dy) || 1;
  const [upX, upY] = [(-dy / length) * HIGH * size, (dx / length) * HIGH * size];
  const [ax, ay, bx, by] = [x0 + from * dx, y0 + from * dy, x0 + to * dx, y0 + to * dy];
  return [
    Math.min(ax, bx) + Math.min(0, upX),
    Math.min(ay, by) + Math.min(0, upY),
    Math.max(ax, bx) + Math.max(0, upX),
    Math.max(ay, by) + Math.max(0, upY),
  ];
}
