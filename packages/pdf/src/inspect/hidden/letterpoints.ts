import type { TextRun } from '../../content/canvas.ts';
import type { Spelled } from '../../content/codes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { Lie } from './sample.ts';

/** Points of a letter: across it, and over its line in ems. In vertical writing the line is its middle. */
const ACROSS = [0.1, 0.3, 0.5, 0.7, 0.9];
const OVER = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55];
const MIDDLE = 0.3;
/**
 * The same of signs that make another amount, which are small, and of the stem of a one: where Helvetica and Times have
 * their ink.
 */
const SIGN_ACROSS = [0.4, 0.5, 0.6];
const SIGNS: ReadonlyMap<string, { across: readonly number[]; over: readonly number[] }> = new Map([
  [',', { across: SIGN_ACROSS, over: [-0.1, -0.05, 0, 0.05] }],
  ['.', { across: SIGN_ACROSS, over: [0.02, 0.05, 0.08] }],
  ['-', { across: SIGN_ACROSS, over: [0.2, 0.24, 0.28] }],
  ['\u2212', { across: SIGN_ACROSS, over: [0.2, 0.25, 0.3] }],
  ['1', { across: [0.55], over: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] }],
]);
const LETTER = { across: ACROSS, over: OVER };
/**
 * Of a letter's points, those that are hidden: all but an edge; and so many of a letter, a digit or the small ink of a
 * sign that it is misread.
 */
export const WHOLE = { letter: 0.9, digit: 0.9, isBySign: false };
export const MISREAD = { letter: 0.5, digit: 0.4, isBySign: true };
/** Most of the small ink of a sign, and all of the stem of a one. */
export const THIN = { letter: 0.65, digit: 0.9, isBySign: true };
/** As few as one stroke of a letter takes. */
export const WIPED = { letter: 0.06, digit: 0.06, isBySign: false };
/** All but the room before the ink of a letter, or as little of it as a stem. */
export const INKLESS = { letter: 0.75, digit: 0.75, isBySign: false };
/** Of the digits of a number that a clip cuts, a part that makes another digit of one: the left bows of an eight. */
export const CUT = { letter: 0.9, digit: 0.2, isBySign: false };
const DIGIT = /^\p{Nd}$/u;
/** What a point costs, in units. */
const LOOK = 1 / 4;

/** Looks at the letters of runs one by one. */
export class LetterPoints {
  readonly #pdf: Pdf;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  /**
   * Tells of a run's letters whether so many of the points of each are hidden as `least` says; `cost`: of asking for a
   * point.
   */
  test(
    run: TextRun,
    isHidden: (x: number, y: number) => boolean,
    { cost, least }: { cost: number; least: typeof WHOLE },
  ): (letter: Spelled) => boolean {
    const [x0, y0, x1, y1] = run.line;
    const lie = new Lie();
    lie.aim(run);
    const { upX, upY } = lie;
    const shift = run.font?.vertical === true ? MIDDLE : 0;
    return ({ text, from, to }) => {
      const { across: places, over: heights } = (least.isBySign ? SIGNS.get(text) : undefined) ?? LETTER;
      const count = heights.length * places.length;
      const part = DIGIT.test(text) ? least.digit : least.letter;
      this.#pdf.spend(count * cost * LOOK);
      let seen = 0;
      for (const across of places) {
        const along = from + (to - from) * across;
        const [x, y] = [x0 + (x1 - x0) * along, y0 + (y1 - y0) * along];
        for (const over of heights) {
          const rise = over - shift;
          if (!isHidden(x + upX * rise, y + upY * rise) && ++seen > count * (1 - part)) return false;
        }
      }
      return true;
    };
  }
}

/** Whether what a sign lies in goes on through all digits behind it, or before it: everybody sees that it strikes them out. */
export function isStruckOut(
  letters: readonly Spelled[],
  sign: number,
  isHidden: (letter: Spelled) => boolean,
): boolean {
  const { text = '' } = letters[sign] ?? {};
  return [1, -1].some((step) => {
    let at = sign + step;
    for (; DIGIT.test(letters[at]?.text ?? ''); at += step) {
      const digit = letters[at];
      if (digit === undefined || !isHidden({ ...digit, text })) return false;
    }
    return at !== sign + step;
  });
}
