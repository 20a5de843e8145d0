import type { Drawn } from '../../content/font/drawn.ts';
import { guessedCharacters } from '../../content/font/guessed.ts';
import { type GlyphShape, shapeOf } from '../../content/font/program/raster.ts';
import { shownCharacters } from '../../content/font/shown.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { isLikeDigit, isNearerToOther, reduce } from './digitpictures.ts';
import { isOtherDigit } from './digitshape.ts';
import { exchangedLetters } from './exchangedletters.ts';
import { isKnown, type Letter, otherLetters } from './lettershapes.ts';

/** A code, as what readers guess it is, and the characters that the font's program has for its glyph. */
interface Guessed {
  code: number;
  guess: string;
  shown: readonly string[];
}

interface Digit {
  text: string;
  shape: GlyphShape;
}

/** Letters and digits from which they are words or a number; fewer may be guessed right by chance. */
const SOME = 3;
const DIGITS = 2;
/** Of the letters of a font, those that may be others: with more of them it is a font whose codes mean nothing. */
const OTHERS = 1 / 4;
/** Of their height, by how much digits of a font differ. */
const UNEVEN = 0.12;
/** Of the breadth of the broadest digit, that of a one without a foot. */
const NARROW = 0.7;
const KINDS = [/^[a-z]$/, /^[A-Z]$/, /^[0-9]$/];

/**
 * What surely is drawn otherwise than readers guess it, where the file names no characters. Only where what they guess
 * can be read: fonts whose codes are numbers of glyphs are copied as signs without a meaning, and mislead nobody.
 */
export function otherThanGuessed(
  pdf: Pdf,
  { value, codes, drawn }: { value: PdfValue; codes: readonly number[]; drawn: Drawn | undefined },
): string[] {
  const spend = (units: number): void => pdf.spend(units);
  const guessed = guessedOf(pdf, value, codes);
  const known = guessed.filter(({ guess, shown }) => shown.length > 0 && !shown.includes(guess));
  const isRead = known.every(({ guess, shown }) => shown.some((one) => kindOf(one) === kindOf(guess)));
  if (!isRead) return [];
  const others = guessed.filter(({ guess }) => kindOf(guess) >= 0).length < SOME ? [] : known;
  const unknown = guessed.filter((each) => !known.includes(each));
  return [...new Set([...others.map(({ guess }) => guess), ...otherShapes(unknown, drawn, spend)])];
}

function guessedOf(pdf: Pdf, value: PdfValue, codes: readonly number[]): Guessed[] {
  const guess = guessedCharacters(pdf, value);
  if (guess === undefined) return [];
  const shown = shownCharacters(pdf, value, codes);
  return codes.flatMap((code) => {
    const text = guess(code);
    return text === undefined ? [] : { code, guess: text, shown: shown.get(code) ?? [] };
  });
}

const kindOf = (text: string): number => KINDS.findIndex((kind) => kind.test(text));

/** Of those whose glyphs have no names, what has the shape of another letter or digit. */
function otherShapes(
  codes: readonly Guessed[],
  drawn: Drawn | undefined,
  spend: (units: number) => void,
): string[] {
  const letters: Letter[] = [];
  const digits: Digit[] = [];
  for (const { code, guess: text } of codes) {
    if (!isKnown(text) && !/^\d$/.test(text)) continue;
    const outline = drawn?.(code);
    if (outline === undefined || outline === 'unread' || outline.length === 0) continue;
    const shape = shapeOf(outline, spend);
    if (isKnown(text)) letters.push({ text, shape });
    else digits.push({ text, shape });
  }
  const others = [...new Set([...otherLetters(letters), ...exchangedLetters(letters, spend)])];
  const isWord = others.length <= OTHERS * letters.length;
  return [...(isWord ? others : []), ...otherDigits(digits)];
}

/** Of digits that are drawn as digits, all of one height, those that are other ones. */
function otherDigits(digits: readonly Digit[]): string[] {
  const heights = digits.map(({ shape: { bounds } }) => bounds[3] - bounds[1]);
  if (digits.length < DIGITS || Math.min(...heights) < (1 - UNEVEN) * Math.max(...heights)) return [];
  const broadest = Math.max(...digits.map(({ shape }) => breadthOf(shape)));
  const isOne = ({ shape }: Digit): boolean =>
    shape.holes.length === 0 && breadthOf(shape) <= NARROW * broadest;
  if (!digits.every((digit) => isOne(digit) || isLikeDigit(reduce(digit.shape.cells)))) return [];
  return digits.flatMap((digit) => {
    const { text, shape } = digit;
    const isOther = isOne(digit) ? text !== '1' : isOtherDigit(text, shape) && isNearerToOther(text, shape);
    return isOther ? text : [];
  });
}

const breadthOf = ({ bounds: [x0, , x1] }: GlyphShape): number => x1 - x0;
