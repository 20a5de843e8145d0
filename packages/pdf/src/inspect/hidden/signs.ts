import { signOf, signsOf } from './textmap.ts';

/** Signs that mean something by themselves, those that look or mean alike together. */
const MEANING = [
  '-\u00ad‐‑‒–—―−',
  '.․٫·\u0387',
  ',٬‚',
  '%٪',
  '‰',
  '+',
  '<‹',
  '>›',
  '≤⩽',
  '≥⩾',
  '=',
  '≠',
  '×✕',
  '÷',
  '±',
  '/⁄∕',
  '°º˚',
  '(',
  ')',
];
/** Signs that tell one paragraph or word from the next; they count beside digits only. */
const PLAIN = ['•·∙⋅●▪■◦○□‣*∗', "'’‘`´′ʹʼ", '"“”„″', ':∶', ';', '~∼˜', '^ˆ', '|∣¦'];
/** Marks of a list of choices: these are held against each other alone. */
const CHOICES = ['✓✔☑', '✗✘☒'];
/** Lines from right to left show each of a pair as the other (UAX #9, rule L4). */
const MIRRORED: ReadonlySet<string> = new Set(['()', ')(', '<>', '><', '≤≥', '≥≤']);
/** How the names of currencies begin that a sign may be copied as. */
const CURRENCY_NAMES = /^(?:E|EU|EUR|EURO|US|USD|GB|GBP|JP|JPY|ΕΥΡΩ)$/;
/** Digits over or under the line. */
export const RAISED = /^[⁰¹²³⁴-⁹₀-₉]$/;
const DIGIT = /\p{Nd}/u;
const NOTHING = /^[\s\p{Cf}]*$/u;

/** What is known of the places in which a sign is shown. */
export interface Place {
  /** Digits stand directly beside it. */
  touchesDigits: boolean;
  /** Digits stand beside it, or a blank further on. */
  nearDigits: boolean;
  /** Letters that are written from right to left are shown in the same font. */
  mirrors: boolean;
  /** The font is one of Latin letters, whatever it is copied as. */
  isLatin: boolean;
}

const kindsOf = (sign: string, table: readonly string[]): string[] =>
  table.filter((alike) => alike.includes(sign));

/** Whether a sign is copied as another sign, as a digit, or as nothing, so that an amount or a relation is another. */
export function contradictsSign(shown: string, copied: string, place: Place): boolean {
  const [a, b] = [shown.normalize('NFKC'), copied.normalize('NFKC')];
  if (a !== shown && signsOf(a).length > 1) return differInDigits(a, b) || losesFraction(a, b);
  if (RAISED.test(shown) || RAISED.test(copied.trim()))
    return place.touchesDigits && a === b && RAISED.test(shown) !== RAISED.test(copied.trim());
  if (signOf(a)?.script === 'currency') return namesNoCurrency(b);
  if ([...shown].length !== 1) return false;
  return kindsOf(shown, CHOICES).length > 0
    ? [...copied].some((sign) => kindsOf(sign, CHOICES).some((kind) => !kind.includes(shown)))
    : isOtherSign(shown, copied, place);
}

function isOtherSign(shown: string, copied: string, place: Place): boolean {
  const means = kindsOf(shown, MEANING).length > 0;
  const ours = [...kindsOf(shown, MEANING), ...kindsOf(shown, PLAIN)];
  if (ours.length === 0) return false;
  if (NOTHING.test(copied) && !copied.includes('\u00ad')) return place.touchesDigits;
  if (DIGIT.test(copied)) return means || place.touchesDigits;
  const signs = [...copied.trim()];
  if (place.mirrors && MIRRORED.has(shown + copied.trim())) return false;
  const theirs = signs.flatMap((sign) => [...kindsOf(sign, MEANING), ...kindsOf(sign, PLAIN)]);
  if (theirs.length === 0 || theirs.some((kind) => ours.includes(kind))) return false;
  const meansMore = signs.some((sign) => kindsOf(sign, MEANING).length > 0);
  return (means && meansMore) || (place.nearDigits && (means || meansMore));
}

const digitsIn = (text: string): string => text.replace(/\P{Nd}+/gu, '');

const differInDigits = (a: string, b: string): boolean =>
  digitsIn(a) !== '' && digitsIn(b) !== '' && digitsIn(a) !== digitsIn(b);

/** Whether a fraction in one sign is copied as digits one after the other: ½ as 12. */
const losesFraction = (shown: string, copied: string): boolean =>
  shown.includes('⁄') && digitsIn(copied).length > 1 && !/[/⁄∕]/u.test(copied);

function namesNoCurrency(copied: string): boolean {
  const word = signsOf(copied).join('');
  return word.length > 1 && !CURRENCY_NAMES.test(word);
}
