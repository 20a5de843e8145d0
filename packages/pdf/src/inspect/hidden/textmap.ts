/** Currency signs that stand for amounts; the general one (¤) is what old fonts have in place of the euro. */
const CURRENCIES = '$€£¥';
/** Digits and letters that many typefaces draw alike. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ['O', '0'],
  ['I', '1'],
  ['L', '1'],
]);

export interface Sign {
  script: 'digit' | 'latin' | 'greek' | 'cyrillic' | 'currency';
  /** Upper case, without accents. */
  sign: string;
}

/**
 * Whether a glyph that stands for `shown` surely shows something else than the text `copied`: another letter of the
 * same script, another digit, another currency, or a digit for a letter or a currency. Case, accents, compatibility
 * forms and what looks alike make no difference; a letter of another script is no proof, for old fonts of Greek and
 * Cyrillic carry Latin names.
 */
export function contradicts(shown: string, copied: string): boolean {
  const [a, b] = [signOf(shown), signOf(copied)];
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

export function signOf(text: string): Sign | undefined {
  if (text.length > 8) return undefined;
  const [sign, ...more] = text.normalize('NFKC').normalize('NFD').toUpperCase().replace(UNSEEN, '');
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
