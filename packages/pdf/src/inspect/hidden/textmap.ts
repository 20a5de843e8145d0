/** Currency signs that stand for amounts; the general one (¤) is what old fonts have in place of the euro. */
const CURRENCIES = '$€£¥';
/** Digits and letters that many typefaces draw alike. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ['O', '0'],
  ['I', '1'],
  ['L', '1'],
]);
/** Scripts that have letters which look like digits, and signs that do. */
const LIKE_DIGITS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Coptic}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Hebrew}|∣¦○◯〇⭘]$/u;

export interface Sign {
  script: 'digit' | 'latin' | 'greek' | 'cyrillic' | 'currency';
  /** Upper case, without accents. */
  sign: string;
}

/**
 * Whether a glyph that stands for `shown` surely shows something else than the text `copied`: another letter of the
 * same script, another digit, another currency, or a digit for a letter or a currency. Case, accents, compatibility
 * forms and letters that look alike make no difference; a letter of another script is no proof, for old fonts of Greek
 * and Cyrillic carry Latin names. A digit is copied as that digit, for no number has a letter that looks like one.
 */
export function contradicts(shown: string, copied: string): boolean {
  const [a, b] = [signOf(shown), signOf(copied)];
  if (a?.script === 'digit' && b?.script !== 'digit' && LIKE_DIGITS.test(bare(copied))) return true;
  if (a === undefined || b === undefined || a.sign === b.sign) return false;
  if ((ALIKE.get(a.sign) ?? a.sign) === (ALIKE.get(b.sign) ?? b.sign)) return false;
  if (a.script === b.script) return true;
  const mixed = a.script === 'digit' ? b.script : b.script === 'digit' ? a.script : undefined;
  return mixed === 'latin' || mixed === 'currency';
}

/** Latin letters, and those of Greek and Cyrillic that look like each. */
const LOOK_ALIKE: ReadonlyMap<string, string> = new Map(
  'AΑА BΒВ CС EΕЕ HΗНН IΙ JЈ KΚК MΜМ NΝ OΟО PΡРР SЅ TΤТ XΧХ YΥУ ZΖ UΥ VΝ VΥ WΩ'
    .split(' ')
    .flatMap(([latin = '', ...others]) => others.map((other): [string, string] => [latin + other, other])),
);

/** Whether a Latin letter is copied as a letter of another script that does not look like it. */
export function contradictsScript(shown: string, copied: string): boolean {
  const [a, b] = [signOf(shown), signOf(copied)];
  if (a?.script !== 'latin' || (b?.script !== 'greek' && b?.script !== 'cyrillic')) return false;
  return !LOOK_ALIKE.has(a.sign + b.sign);
}

const DIGIT = /\p{Nd}/u;

/** 0 to 9 for a digit of any script: their runs of ten begin with zero (Unicode §4.6). */
function digitOf(sign: string): string | undefined {
  if (!DIGIT.test(sign)) return undefined;
  const point = sign.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String(point - zero);
}

/** Accents, and what nobody sees beside a sign. */
const UNSEEN = /[\p{M}\p{Cc}\p{Cf}\s]/gu;

const bare = (text: string): string =>
  text.normalize('NFKC').normalize('NFD').toUpperCase().replace(UNSEEN, '');

export function signOf(text: string): Sign | undefined {
  if (text.length > 8) return undefined;
  const [sign, ...more] = bare(text);
  if (sign === undefined || more.length > 0) return undefined;
  const digit = digitOf(sign);
  if (digit !== undefined) return { script: 'digit', sign: digit };
  if (sign >= 'A' && sign <= 'Z') return { script: 'latin', sign };
  if (sign >= 'Α' && sign <= 'Ω') return { script: 'greek', sign };
  if (sign >= 'А' && sign <= 'Я') return { script: 'cyrillic', sign };
  return CURRENCIES.includes(sign) ? { script: 'currency', sign } : undefined;
}

export const alike = (sign: string): string => ALIKE.get(sign) ?? sign;

/** The letters, digits and currencies of a text that can be compared. */
export const signsOf = (text: string): string[] =>
  [...text.normalize('NFKC').normalize('NFD').toUpperCase()].flatMap((sign) => signOf(sign)?.sign ?? []);

const LIKE_LATIN: ReadonlySet<string> = new Set(LOOK_ALIKE.values());
const OWN_LETTER = /[\p{Script=Greek}\p{Script=Cyrillic}]/u;
const LATIN_LETTER = /\p{Script=Latin}/u;

/**
 * Of codes of one font, those that show Latin letters and are copied as letters of another script that look alike, in a
 * font that is copied as Latin besides and has no letter of that script which is unlike: whoever searches for the name
 * that they see does not find it. Fonts of Greek and Cyrillic share such glyphs with Latin, and have the others, too.
 */
export function disguised(codes: readonly { shown: readonly string[]; copied: string }[]): number[] {
  const found: number[] = [];
  const scripts = new Map<number, string>();
  const own = new Set<string>();
  let isLatin = false;
  for (const [at, { shown, copied }] of codes.entries()) {
    const sign = signOf(copied);
    if (sign === undefined || sign.script === 'digit' || sign.script === 'currency') {
      // Letters with names of their own, as those of other alphabets in Cyrillic.
      if (OWN_LETTER.test(copied)) for (const script of ['greek', 'cyrillic']) own.add(script);
      continue;
    }
    if (sign.script === 'latin') isLatin ||= LATIN_LETTER.test(copied);
    else if (!LIKE_LATIN.has(sign.sign)) own.add(sign.script);
    else if (
      shown.length > 0 &&
      shown.every((one) => LOOK_ALIKE.has((signOf(one)?.sign ?? '') + sign.sign))
    ) {
      found.push(at);
      scripts.set(at, sign.script);
    }
  }
  return isLatin ? found.filter((at) => !own.has(scripts.get(at) ?? '')) : [];
}
