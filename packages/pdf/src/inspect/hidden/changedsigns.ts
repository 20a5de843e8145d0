import type { TextRun } from '../../content/canvas.ts';
import type { Spelled } from '../../content/codes.ts';
import type { Box } from '../../revisions/pages.ts';
import { type Bars, isLevelBar } from './bars.ts';
import { CodeKinds } from './codekinds.ts';
import type { Covers } from './covers.ts';
import { DIGIT, DigitCells, type Search, type Spot } from './digitcells.ts';
import { type DrawnMarks, isAlike, type Mark } from './drawnmarks.ts';
import type { Part } from './letters.ts';
import type { Notes } from './notes.ts';
import { MARKUP } from './notestrokes.ts';
import { boxTurnedTo, isSameWay } from './ways.ts';

const DASH = /^[-\u2010-\u2015\u2212]$/u;
const RELATION = /^[+±×÷=≠≈~<>≤≥]$/u;
const SHARE = /^[%‰]$/u;
const SLASH = /^[/⁄∕]$/u;
const POINT = /^[.:]$/u;
/** Letters of which strokes make the sign of a currency, with those of other scripts that look like them. */
const CURRENCY = /^[BCcDdEeFGKLNPRSTWYΒΕΚΝΡΤΥВЕКНРСТсе]$/u;
const LETTER = /^\p{L}/u;

/** In ems, the sides of what alters a sign at most, and how far it sticks out of it. */
const LARGEST = 1.1;
const OUT = 0.2;
/** In ems, how far under the line and how far over it what alters a sign reaches. */
const HIGH = { low: -0.2, top: 0.95 };
/** The same of what alters a dash, for lines under words begin further below. */
const AT_DASH = { low: -0.1, top: 0.9 };
/** In ems, between which levels a further bar lies on the dash itself, and where strokes through letters have their middle. */
const ON_DASH = { low: 0.18, top: 0.42 };
const THROUGH = { low: 0.1, top: 0.65 };
/** In ems: what ends under the first is a line under a sign where it is as long as that, the other aside. */
const UNDERLINE = { top: -0.04, edge: 0.05 };
/** In ems, the sides of what makes a comma of a point, and how high it reaches. */
const TAIL = { side: 0.3, top: 0.2 };
/** In ems, the sides of a further ring behind a sign for a share, how far it is from that, and from the line. */
const RING = { least: 0.15, most: 0.5, gap: 0.15, foot: 0.12 };
/** In ems: what has its foot under the first and its top over the other goes all around a sign. */
const AROUND = { low: 0.02, top: 0.65 };
/** In ems, the sides from which a plain rectangle is a block. */
const BLOCK = 0.3;
/** In ems, how far a sign is from the figure that it belongs to, and one before a currency. */
const BESIDE = 0.6;
const BEFORE_CURRENCY = 3.2;
/** In ems between the lines of a sign and of a figure; and of their sizes, the smaller to the larger one. */
const LEVEL = 0.2;
const ALIKE = 0.6;

const isSign = (text: string): boolean =>
  [DASH, RELATION, SHARE, SLASH, POINT, CURRENCY].some((kind) => kind.test(text));

const kinds = new CodeKinds((text) => (isSign(text) ? 1 : 2));

const SIGNS: Search = {
  isIn: (run) => kinds.some(run, (kind) => kind === 1),
  of: (letters) => letters.filter((_, at) => isByItself(letters, at)),
};

/** Whether it is a sign; a letter stands by itself, and a point between digits. */
function isByItself(letters: readonly Spelled[], at: number): boolean {
  const text = letters[at]?.text ?? '';
  if (!isSign(text)) return false;
  const around = [letters[at - 1]?.text ?? '', letters[at + 1]?.text ?? ''];
  if (POINT.test(text)) return around.every((one) => DIGIT.test(one));
  return !CURRENCY.test(text) || !around.some((one) => LETTER.test(one));
}

/**
 * Signs beside figures that small drawings make others of: eyes read +5, or 5 €, and the text says -5, or 5 C. What goes on
 * under words or through them is a line of theirs, and alters none.
 */
export function* changedSigns(
  { marks, covers, notes }: { marks: DrawnMarks; covers: Covers; notes: Notes },
  spend: (units: number) => void,
): Generator<{ run: TextRun; part: Part }> {
  const { all, bars } = marks;
  if (all.length === 0) return;
  const signs = new DigitCells(covers.runs, spend, SIGNS);
  if (signs.isEmpty) return;
  let digits: DigitCells | undefined;
  const known = new Set<Spot>();
  for (const mark of all) {
    const sign = changedSign(mark, signs, bars, notes);
    if (sign === undefined || known.has(sign)) continue;
    known.add(sign);
    digits ??= new DigitCells(covers.runs, spend);
    const text = withFigure(sign, mark.box, digits);
    if (text !== undefined) yield { run: sign.run, part: { text, box: mark.box } };
  }
}

/** The sign that a mark alters, if it does. */
function changedSign(mark: Mark, signs: DigitCells, bars: Bars, notes: Notes): Spot | undefined {
  const { annotation, box } = mark;
  const note = annotation === undefined ? undefined : notes.get(annotation);
  if (MARKUP.has(note ?? '')) return undefined;
  for (const spot of signs.near(box)) {
    const { run, size } = spot;
    const isTogether = run.maker.annotation === annotation || note !== undefined;
    if (!isTogether || !isAlike(mark, run) || !alters(mark, boxTurnedTo(spot.way, box), spot)) continue;
    if (!isLevelBar(box) || bars.lengthOf(box) <= LARGEST * size) return spot;
  }
  return undefined;
}

/** Whether what is drawn makes another sign of one. `box`: as it stands to the line. */
function alters(mark: Mark, [x0, y0, x1, y1]: Box, { text, from, to, foot, size }: Spot): boolean {
  const [wide, high] = [(x1 - x0) / size, (y1 - y0) / size];
  const [low, top] = [(y0 - foot) / size, (y1 - foot) / size];
  if (Math.max(wide, high) > LARGEST) return false;
  if (SHARE.test(text) && isRing(wide, high, (x0 - to) / size, low)) return true;
  const middle = (x0 + x1) / 2;
  const isOver = middle >= from && middle <= to && from - x0 <= OUT * size && x1 - to <= OUT * size;
  const isAround = x0 < from && x1 > to && low < AROUND.low && top > AROUND.top;
  const isBlock = mark.broad > BLOCK * size && high > BLOCK;
  if (!isOver || isAround || isBlock || low < HIGH.low || top > HIGH.top) return false;
  const level = (low + top) / 2;
  const isBar = isLevelBar([x0, y0, x1, y1]);
  const edge = UNDERLINE.edge * size;
  if (isBar && top <= UNDERLINE.top && x0 <= from + edge && x1 >= to - edge) return false;
  if (DASH.test(text))
    return (
      low >= AT_DASH.low && top <= AT_DASH.top && !(isBar && level >= ON_DASH.low && level <= ON_DASH.top)
    );
  if (text === '.') return Math.max(wide, high) <= TAIL.side && top <= TAIL.top && !isBar;
  if (CURRENCY.test(text)) return level >= THROUGH.low && level <= THROUGH.top;
  return text !== ':' || isBar;
}

/** Whether it is a further ring right behind a sign for each hundred. */
const isRing = (wide: number, high: number, gap: number, low: number): boolean =>
  Math.min(wide, high) >= RING.least &&
  Math.max(wide, high) <= RING.most &&
  Math.abs(gap) <= RING.gap &&
  Math.abs(low) <= RING.foot;

/** A sign with the nearest digit of the figure that it belongs to; undefined where there is none. */
function withFigure(sign: Spot, box: Box, digits: DigitCells): string | undefined {
  const reach = (RELATION.test(sign.text) ? BEFORE_CURRENCY : BESIDE) * sign.size;
  const gapOf = ({ from, to }: Spot): number => Math.max(from - sign.to, sign.from - to);
  let nearest: Spot | undefined;
  for (const digit of digits.near(box)) {
    const isNear = isOnLine(sign, digit) && gapOf(digit) <= reach;
    if (isNear && (nearest === undefined || gapOf(digit) < gapOf(nearest))) nearest = digit;
  }
  if (nearest === undefined) return undefined;
  return nearest.from < sign.from ? `${nearest.text}${sign.text}` : `${sign.text}${nearest.text}`;
}

function isOnLine(one: Spot, other: Spot): boolean {
  const isLikeSized = Math.min(one.size, other.size) >= ALIKE * Math.max(one.size, other.size);
  return isLikeSized && isSameWay(one.way, other.way) && Math.abs(one.foot - other.foot) <= LEVEL * one.size;
}
