import type { TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import { BYTE, DIGIT } from './digitcells.ts';
import type { Part } from './letters.ts';
import { isSameWay, turnedTo, wayOf } from './ways.ts';

/** In ems of the larger letters, between two lines that are one. */
const LEVEL = 0.15;
/** Of the narrower one's width, what two digits have in common where one is not read. */
const COMMON = 0.6;
/** In ems, between two paintings of a digit that are bold type, or a shadow. */
const BOLD = 0.2;
/** Bytes of a string that is looked at. */
const LONGEST = 200;
/** Pairs of digits that are compared for the cost of a byte that is read. */
const PAIRS = 4;

/**
 * The digits of a number that is painted over another one, where eyes read one number of the two and who copies gets
 * both. A number all of whose digits stand on the same ones is bold type, or has a shadow.
 */
export function struckDigits(run: TextRun, below: TextRun, spend: (units: number) => void): Part | undefined {
  if (Math.max(run.bytes.length, below.bytes.length) > LONGEST || !isOneLine(run, below)) return undefined;
  spend(BYTE * (run.bytes.length + below.bytes.length));
  const [over, under] = [digitsOf(run), digitsOf(below)];
  if (over.length === 0 || under.length === 0) return undefined;
  spend((over.length * under.length) / PAIRS);
  const struck = over.flatMap((digit) => under.filter((other) => isOver(digit, other)));
  if (struck.length === 0) return undefined;
  const bold = BOLD * run.size;
  const isBold = over.every((digit) =>
    under.some(({ text, from }) => text === digit.text && Math.abs(from - digit.from) <= bold),
  );
  if (isBold) return undefined;
  const textOf = (digits: readonly Spelled[]): string => digits.map(({ text }) => text).join('');
  return { text: `${textOf(under)} ${textOf(over)}`, box: run.box };
}

function isOneLine(run: TextRun, below: TextRun): boolean {
  if (run.maker.annotation !== below.maker.annotation || run.font?.vertical || below.font?.vertical)
    return false;
  const way = wayOf(run);
  if (!isSameWay(way, wayOf(below))) return false;
  const [foot, other] = [run, below].map(({ line }) => turnedTo(way, line[0], line[1])[1]);
  return Math.abs((foot ?? 0) - (other ?? 0)) <= LEVEL * Math.max(run.size, below.size);
}

/** The digits of a run, and where they stand along its line. */
function digitsOf(run: TextRun): Spelled[] {
  const [x0, y0, x1, y1] = run.line;
  const way = wayOf(run);
  const start = turnedTo(way, x0, y0)[0];
  const length = turnedTo(way, x1, y1)[0] - start;
  return spell(run)
    .filter(({ text }) => DIGIT.test(text))
    .map(({ text, from, to }) => ({ text, from: start + from * length, to: start + to * length }));
}

function isOver(a: Spelled, b: Spelled): boolean {
  const common = Math.min(a.to, b.to) - Math.max(a.from, b.from);
  return common > 0 && common >= COMMON * Math.min(a.to - a.from, b.to - b.from);
}
