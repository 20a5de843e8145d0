import { contradictsSign, type Place } from './signs.ts';
import { contradicts, contradictsScript, signsOf } from './textmap.ts';

/** Signs that make another amount, and what is drawn like them. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ...['.', '․', '٫'].map((one): [string, string] => [one, '.']),
  ...[',', '٬'].map((one): [string, string] => [one, ',']),
  ...['%', '٪'].map((one): [string, string] => [one, '%']),
  ...['‰', '+'].map((one): [string, string] => [one, one]),
  ...['-', '\u00ad', '‐', '‑', '‒', '–', '—', '―', '−'].map((one): [string, string] => [one, '-']),
]);
/** Letters that one glyph may add to what it shows, as ligatures do; more are words. */
const LIGATURE = 2;
/** It turns the order of what follows around when that is pasted (UAX #9): overrides, and beginnings of lines from right to left. */
const OVERRIDE = /[\u202b\u202d\u202e\u2067]/;
/** Marks that count as letters from right to left: readers turn the whole line around where there is one beside Latin letters. */
const RIGHT_TO_LEFT = /[\u200f\u061c]/;
const PURE_MARK = /^[\u200f\u061c]+$/;
/** A digit that something is set over or around, but what chooses between its forms. */
const SIGNED_DIGIT = /[0-9][\ufe00-\ufe0f]*(?![\ufe00-\ufe0f])\p{M}/u;
/** The sign of a millionth, as keyboards and as Greek have it; and what no single glyph shows. */
const MICRO = /^[\u00b5\u03bc]$/u;
const DIGITS = /^[0-9]{2,}$/;
const BLANK = /^[\s\p{Cf}]+$/u;
const UNSEEN = /^\p{Cf}+$/u;
const ASCII = /^[ -~\u00a0]$/;
/** More letters than ligatures have that fonts are known for: those of three letters are Latin, but for a sign for the Greek `and`. */
const WORD =
  /^(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]{4,}|(?!και$)[\p{Script=Greek}\p{Script=Cyrillic}]{3})$/iu;
const WORDS = /[\p{L}\p{N}]\s+[\p{L}\p{N}]/u;

/**
 * Whether a glyph that stands for `shown` is surely copied as something else: another sign, more digits or whole
 * words, or nothing where it shows a digit or what makes another amount of digits.
 */
export function misreads(shown: string, copied: string, place: Place): boolean {
  if (copied.includes('�')) return false;
  // A thousand times as much: the sign for a millionth is copied as that for a thousandth.
  if (MICRO.test(shown) && copied.trim() === 'm' && place.nearDigits) return true;
  // A name that says several digits: no glyph shows them.
  if (DIGITS.test(shown) && shown === copied) return true;
  if (place.isLatin && contradictsScript(shown, copied)) return true;
  if (
    turnsAround(shown, copied, place) ||
    contradicts(shown, copied) ||
    contradictsSign(shown, copied, place)
  )
    return true;
  const [ours, theirs] = [signsOf(shown), signsOf(copied)];
  if (!ASCII.test(shown)) return false;
  return (
    addsWords(ours, theirs, copied) ||
    addsLetter(shown, theirs) ||
    (digitsOf(ours) !== '' ? losesDigit(ours, theirs, copied) : addsDigit(ours, theirs)) ||
    losesMark(shown, theirs, copied)
  );
}

/** Whether one glyph, whatever it shows, is copied as what no glyph shows: words, an amount, a change of direction. */
export const isOverlong = (copied: string, place: Place): boolean =>
  turnsAround('', copied, place) ||
  SIGNED_DIGIT.test(copied) ||
  WORDS.test(copied.trim()) ||
  WORD.test(lettersOf(copied)) ||
  /^[0-9]{2,}$|^[0-9]+[.,][0-9]+$/.test(copied);

/** The letters of what is copied, without marks and blanks beside them. */
const lettersOf = (copied: string): string => copied.normalize('NFC').replace(/[^\p{L}]/gu, '');

/** Whether it turns around what stands beside it; a font of letters from right to left may have a blank for the mark alone. */
function turnsAround(shown: string, copied: string, { mirrors }: Place): boolean {
  if (OVERRIDE.test(copied)) return true;
  if (!RIGHT_TO_LEFT.test(copied) || RIGHT_TO_LEFT.test(shown)) return false;
  return !(mirrors && shown.trim() === '' && PURE_MARK.test(copied));
}

/** Letters where there is a blank, words where there is one sign. */
const addsWords = (ours: readonly string[], theirs: readonly string[], copied: string): boolean =>
  theirs.length > ours.length + LIGATURE || WORDS.test(copied);

/** A letter that is copied as itself and another one: `u` as `un`. */
const addsLetter = (shown: string, theirs: readonly string[]): boolean =>
  /^[A-Za-z]$/.test(shown) && theirs.length > 1 && theirs.includes(shown.toUpperCase());

const addsDigit = (ours: readonly string[], theirs: readonly string[]): boolean =>
  digitsOf(theirs) !== '' && theirs.length > 1 && theirs.length > ours.length;

function losesDigit(ours: readonly string[], theirs: readonly string[], copied: string): boolean {
  if (SIGNED_DIGIT.test(copied)) return true;
  if (theirs.length === 0) return BLANK.test(copied) || MARKS.has(copied);
  // What looks alike was compared before, sign by sign.
  return theirs.length > 1 && digitsOf(theirs) !== digitsOf(ours);
}

function losesMark(shown: string, theirs: readonly string[], copied: string): boolean {
  const mark = MARKS.get(shown);
  if (mark === undefined) {
    if (/[A-Za-z]/.test(shown)) return UNSEEN.test(copied) && copied !== '\u00ad';
    return shown.trim() === '' && theirs.some((sign) => /[0-9A-Z]/.test(sign));
  }
  if (theirs.some((sign) => /[0-9A-Z]/.test(sign))) return true;
  const others = [...copied.normalize('NFKC')]
    .map((one) => MARKS.get(one))
    .filter((one) => one !== undefined);
  if (others.some((other) => other !== mark)) return true;
  return others.length === 0 && (mark === '-' || mark === '+' ? UNSEEN : BLANK).test(copied);
}

const digitsOf = (signs: readonly string[]): string =>
  signs.filter((sign) => sign >= '0' && sign <= '9').join('');
