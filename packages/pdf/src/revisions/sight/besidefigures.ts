import type { Pdf } from '../../syntax/pdf.ts';
import type { Box } from '../pages.ts';
import { lettersIn } from './hides.ts';
import type { Look } from './look.ts';
import type { Letter, Written } from './page.ts';

/** Ems between a figure and what stands by its side like one more, and how high that is. */
const BESIDE = 0.3;
/** Ems of a capital letter. */
const CAPITAL = 0.7;
const TALL = { least: 0.5, most: 1.1 };
/** Ems by which a minus is wide, and its middle is above the foot of a figure. */
const DASH = { narrow: 0.2, wide: 0.9, low: 0.15, high: 0.75 };
/** Ems between two figures that are read as one number, and how far their lines and sizes may be apart. */
const CLOSE = 1;
export const LEVEL = 0.35;
export const ALIKE = 1.6;
/** Ems from one letter to the next from which on there is a blank between them. */
const BLANK = 0.15;
const FIGURE = /[\p{Nd}.,%€$+-]/u;
const DIGIT = /\p{Nd}/u;

/** Whether figures of a look stand so close to figures on the page that they are read as one number. */
export function writesOn(pdf: Pdf, look: Look, shown: readonly Written[]): boolean {
  const own = look.written.flatMap((written) => figuresAtEnds(pdf, written));
  if (own.length === 0) return false;
  pdf.spend(own.length * shown.length);
  const near = shown.filter(({ box }) => own.some((figure) => isNear(figure.box, box, figure.size)));
  const others = near.flatMap((written) => figuresAtEnds(pdf, written));
  pdf.spend(own.length * others.length);
  return own.some((one) =>
    others.some((other) => {
      const gap = Math.max(one.box[0] - other.box[2], other.box[0] - one.box[2]);
      const em = Math.max(one.size, other.size);
      const level = Math.abs(one.box[1] - other.box[1]) <= LEVEL * em;
      const alike = em <= ALIKE * Math.min(one.size, other.size);
      return level && alike && gap <= CLOSE * em && (one.isDigit || other.isDigit);
    }),
  );
}

/** Whether a letter, a drawing or a picture of a look stands by the side of a figure on the page as if it were one. */
export function standsBeside(pdf: Pdf, look: Look, shown: readonly Written[]): boolean {
  const letters = look.written.flatMap((written) =>
    lettersIn(pdf, written).map(({ box }) => ({ box, high: written.run.size * CAPITAL })),
  );
  const own = [...letters, ...look.marks.map((box) => ({ box, high: box[3] - box[1] }))];
  const { dashes } = look;
  if (own.length + dashes.length === 0) return false;
  pdf.spend(shown.length);
  const near = shown.filter(({ run, box }) => isNear(look.veil.area, box, run.size));
  const figures = near.flatMap((written) => figuresAtEnds(pdf, written)).filter(({ isDigit }) => isDigit);
  pdf.spend((own.length + dashes.length) * figures.length);
  return figures.some(
    ({ box, size }) =>
      own.some((one) => {
        const isTall = one.high >= TALL.least * size && one.high <= TALL.most * size;
        return isTall && Math.abs(one.box[1] - box[1]) <= LEVEL * size && isBeside(one.box, box, size);
      }) || dashes.some((dash) => isMinus(dash, box, size) && isBeside(dash, box, size)),
  );
}

/** Whether something stands by the side of a figure of a size. */
export const isBeside = (one: Box, figure: Box, size: number): boolean =>
  Math.abs(Math.max(one[0] - figure[2], figure[0] - one[2])) <= BESIDE * size;

/** Whether a dash is as wide as a minus by a figure of that size, and as high. */
function isMinus([x0, y0, x1, y1]: Box, [, foot]: Box, size: number): boolean {
  const [wide, high] = [x1 - x0, (y0 + y1) / 2 - foot];
  return (
    wide >= DASH.narrow * size &&
    wide <= DASH.wide * size &&
    high >= DASH.low * size &&
    high <= DASH.high * size
  );
}

interface Figure {
  box: Box;
  size: number;
  isDigit: boolean;
}

/** The figures of a string that have nothing before or behind them: there a number can be written on. */
function figuresAtEnds(pdf: Pdf, written: Written): Figure[] {
  const letters = lettersIn(pdf, written);
  const { size } = written.run;
  return letters.flatMap((letter, index) =>
    FIGURE.test(letter.text) &&
    (areApart(letters[index - 1], letter, size) || areApart(letter, letters[index + 1], size))
      ? [{ box: letter.box, size, isDigit: DIGIT.test(letter.text) }]
      : [],
  );
}

/** Whether there is a blank between two letters of a size, one behind the other, or nothing on one side. */
export const areApart = (left: Letter | undefined, right: Letter | undefined, size: number): boolean =>
  left === undefined || right === undefined || right.box[0] - left.box[2] > BLANK * size;

/** Whether two boxes are near each other, also where one has no width: a font may say so of digits that are seen. */
export const isNear = (one: Box, other: Box, em: number): boolean =>
  one[0] - 2 * em < other[2] &&
  other[0] < one[2] + 2 * em &&
  one[1] - em < other[3] &&
  other[1] < one[3] + em;
