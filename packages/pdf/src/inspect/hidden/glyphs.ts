import type { Drawn } from '../../content/font/drawn.ts';
import type { GlyphOutline } from '../../content/font/program/outline.ts';
import { boundsOf, type GlyphShape, shapeOf } from '../../content/font/program/raster.ts';
import { clusterLetters, isCluster } from './clusters.ts';
import { isNearerToOther } from './digitpictures.ts';
import { digitsAlike, isNotRaised, isOtherDigit } from './digitshape.ts';
import { exchangedLetters } from './exchangedletters.ts';
import { isAmountSign, weigh } from './letters.ts';
import { isKnown as isLetterKnown, type Letter, otherLetters } from './lettershapes.ts';
import { besideWidth, drawsBeside, leavesRoom } from './overhang.ts';
import { isOtherRelation, isRelation } from './relationshape.ts';
import { isOtherBlank, isOtherMark } from './signshape.ts';

/** Ink in square em under which nobody sees a letter; a hairline `i` has ten times as much. */
const SPECK = 0.0015;
/** In em: what lies wholly beyond, beside the line or along it, stands among other words, or on no page. */
const FAR_UP = { low: -1, high: 2 };
const FAR_ALONG = { low: -2, high: 3 };
/** Of the height of most letters and digits of a font, what nobody sees of an amount; superior digits have half of it. */
const SMALL = 0.3;
/** The zeros of Arabic and Persian, which are dots. */
const DOTS = '\u0660\u06f0';
/** Letters and digits from which a font has a usual height. */
const SOME = 3;
/**
 * Letters on blank glyphs from which a font hides text. One that has an accent is the slip of a converter: such glyphs are
 * put together from others, which get lost.
 */
const BLANKS = 2;
const PLAIN = /^\p{L}$/u;
const DIGIT = /^\p{Nd}$/u;
/** Copied as nothing that is seen by itself: blanks, what formats text, and accents. */
const UNSEEN = /^(?:[\s\p{Cf}]|[\u0300-\u036f])+$/u;

const SOFT_HYPHEN = '\u00ad';
const HYPHEN = /^[-\u2010\u2011]$/u;

/** A code, and what it is copied as. */
export interface Coded {
  code: number;
  text: string;
  /** The file says so; else readers assume it, and may be wrong. */
  isClaimed: boolean;
  /** Of what is drawn only the rough shape is known. */
  isCoarse?: boolean;
  /** Whether digits stand right beside it in its strings. */
  touchesDigits?: boolean;
  /** A soft hyphen that stands before digits as nothing but a minus sign does. */
  isMinus?: boolean;
  /** Its width in em, where glyphs stand side by side. */
  advance?: number;
}

export interface Differences {
  /** Letters, digits and signs that are copied and read aloud, and drawn as nothing that is seen. */
  blank: string[];
  /** Texts that surely are not what is drawn. */
  other: string[];
  /** Texts whose glyphs are there and not understood: what is drawn for them may be anything. */
  unread: string[];
}

interface Digit {
  text: string;
  shape: GlyphShape;
  /** More than its rough shape is known. */
  isExact: boolean;
}

/** Holds what a font draws against what its codes are copied as. */
export function compareGlyphs(
  drawn: Drawn,
  codes: readonly Coded[],
  spend: (units: number) => void,
): Differences {
  const blank: string[] = [];
  const other: string[] = [];
  const unread: string[] = [];
  const digits: Digit[] = [];
  const heights: number[] = [];
  const letters: Letter[] = [];
  /** Those that stand before their widths, and behind them. */
  const moved: Record<-1 | 0 | 1, string[]> = { [-1]: [], 0: [], 1: [] };
  /** Letters whose rough shape is known at least. */
  const looks: Letter[] = [];
  for (const { code, text, isClaimed, isCoarse, touchesDigits, advance = 0 } of codes) {
    const kind = kindOf(text);
    const outline = kind === undefined ? undefined : drawn(code);
    if (outline === 'unread') unread.push(text);
    if (outline === undefined || outline === 'unread') continue;
    spend(outline.length + 1);
    const isExact = isCoarse !== true;
    const isAmongDigits =
      touchesDigits === true && (isNotRaised(text, boundsOf(outline)) || leavesRoom(text, outline, advance));
    if (isClaimed && (isAmongDigits || drawsBeside(text, outline, advance, spend))) other.push(text);
    if (isClaimed) moved[besideWidth(text, outline, advance)].push(text);
    if (kind === 'letter' && inkOf(outline) >= SPECK) {
      const bounds = boundsOf(outline);
      heights.push(heightOf(bounds));
      if (!isAway(bounds)) {
        if (isClaimed && isCluster(text)) looks.push(...clusterLetters(text, outline, spend));
        if (!isClaimed || !isLetterKnown(text)) continue;
        const letter = { text, shape: shapeOf(outline, spend) };
        looks.push(letter);
        if (isExact) letters.push(letter);
        continue;
      }
    }
    const shape = shapeOf(outline, spend);
    const isSeen = shape.ink >= SPECK && !isAway(shape.bounds);
    if (!isSeen && kind !== 'unseen' && kind !== 'relation') {
      blank.push(text);
      if (kind === 'letter' && isClaimed) letters.push({ text, shape: undefined });
    } else if (isClaimed && isOther(kind, text, shape, isCoarse)) other.push(text);
    if (kind !== 'digit' || !isSeen) continue;
    heights.push(heightOf(shape.bounds));
    if (isClaimed) digits.push({ text, shape, isExact });
  }
  // One that stands behind its width changes places with one that stands before its own: eyes read 71 where 17 is copied.
  if (moved[-1].length > 0 && moved[1].length > 0) other.push(...moved[-1], ...moved[1]);
  // A careless writer has all hyphens of a font copied so; where others are copied as they are, or it is none but a minus, that is lost
  // to readers on purpose.
  const lost = codes.filter(
    ({ text, isClaimed, touchesDigits }) => text === SOFT_HYPHEN && isClaimed && touchesDigits,
  );
  const hasOthers = codes.some(({ text }) => HYPHEN.test(text));
  if (lost.some(({ isMinus }) => hasOthers || isMinus)) other.push(SOFT_HYPHEN);
  other.push(...digitsAlike(digits.filter(({ isExact }) => isExact)));
  blank.push(...smallDigits(digits, heights));
  other.push(...new Set([...otherLetters(letters), ...exchangedLetters(looks, spend)]));
  const unseen = blank.reduce((sum, text) => sum + weigh(text).letters, 0);
  const isSlip = (text: string): boolean => kindOf(text) === 'letter' && !PLAIN.test(text.normalize('NFD'));
  const counts = unseen >= BLANKS || blank.some((text) => !isSlip(text));
  return { blank: counts ? blank : [], other, unread };
}

const isAway = ([x0, y0, x1, y1]: GlyphShape['bounds']): boolean =>
  y1 < FAR_UP.low || y0 > FAR_UP.high || x1 < FAR_ALONG.low || x0 > FAR_ALONG.high;

/** Digits that are far smaller than most of the font's letters and digits. */
function smallDigits(digits: readonly Digit[], heights: number[]): string[] {
  if (heights.length < SOME) return [];
  heights.sort((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 0;
  return digits.flatMap(({ text, shape }) =>
    !DOTS.includes(text) && heightOf(shape.bounds) < SMALL * usual ? text : [],
  );
}

const heightOf = ([, y0, , y1]: GlyphShape['bounds']): number => y1 - y0;

type Kind = 'digit' | 'mark' | 'relation' | 'unseen' | 'letter' | undefined;

/** What of a glyph can be held against its text. */
export function kindOf(text: string): Kind {
  if (DIGIT.test(text)) return 'digit';
  if (isAmountSign(text)) return 'mark';
  if (isRelation(text)) return 'relation';
  if (UNSEEN.test(text)) return 'unseen';
  return weigh(text).letters > 0 ? 'letter' : undefined;
}

function isOther(kind: Kind, text: string, shape: GlyphShape, isCoarse = false): boolean {
  if (kind === 'digit') return isCoarse ? isNearerToOther(text, shape) : isOtherDigit(text, shape);
  if (isCoarse && (kind === 'mark' || kind === 'relation')) return false;
  if (kind === 'relation') return isOtherRelation(text, shape);
  return kind === 'mark' ? isOtherMark(text, shape) : kind === 'unseen' && isOtherBlank(text, shape);
}

/** The area within the contours; what turns the other way is a hole. */
function inkOf(outline: GlyphOutline): number {
  let doubled = 0;
  for (const contour of outline) {
    let [ax = 0, ay = 0] = contour.slice(-2);
    for (let at = 0; at + 1 < contour.length; at += 2) {
      const [bx = 0, by = 0] = [contour[at], contour[at + 1]];
      doubled += ax * by - bx * ay;
      [ax, ay] = [bx, by];
    }
  }
  return Math.abs(doubled) / 2;
}
