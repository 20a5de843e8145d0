/** Currency signs that stand for amounts; the general one (¤) is what old fonts have in place of the euro. */
const CURRENCIES = '$€£¥';
/** Digits and letters that many typefaces draw alike. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ['O', '0'],
  ['I', '1'],
  ['L', '1'],
]);

interface Sign {
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

function signOf(text: string): Sign | undefined {
  if (text.length > 8) return undefined;
  const [sign, ...more] = text.normalize('NFKC').normalize('NFD').toUpperCase().replace(/\p{M}/gu, '');
  if (sign === undefined || more.length > 0) return undefined;
  if (sign >= '0' && sign <= '9') return { script: 'digit', sign };
  if (sign >= 'A' && sign <= 'Z') return { script: 'latin', sign };
  if (sign >= 'Α' && sign <= 'Ω') return { script: 'greek', sign };
  if (sign >= 'А' && sign <= 'Я') return { script: 'cyrillic', sign };
  return CURRENCIES.includes(sign) ? { script: 'currency', sign } : undefined;
}

/** Letters from which two words that differ are surely different words; shorter ones are signs and formulas. */
const WORD = 4;

/**
 * Whether a piece of text surely says something else than what is shown: other digits, another letter in one's place,
 * or other words. Blanks, hyphens, accents and case make no difference; a longer text around what is shown explains it.
 */
export function contradictsText(shown: string, said: string): boolean {
  if (shown.includes('�')) return false;
  const [a, b] = [signsOf(shown), signsOf(said)];
  const [ours, theirs] = [a.map(alike).join(''), b.map(alike).join('')];
  if (ours === '' || theirs === '' || ours === theirs) return false;
  if (a.length === b.length && a.some((sign, at) => contradicts(sign, b[at] ?? ''))) return true;
  const digits = [a, b].map((signs) => signs.filter((sign) => sign >= '0' && sign <= '9').join(''));
  if (digits[0] !== digits[1] && digits.every((some) => some !== '')) return true;
  const long =
    Math.min(a.length, b.length) >= WORD && signOf(a[0] ?? '')?.script === signOf(b[0] ?? '')?.script;
  return long && !theirs.includes(ours) && !ours.includes(theirs);
}

const alike = (sign: string): string => ALIKE.get(sign) ?? sign;

/** The letters, digits and currencies of a text that can be compared. */
const signsOf = (text: string): string[] =>
  [...text.normalize('NFKC').normalize('NFD').toUpperCase()].filter((sign) => signOf(sign) !== undefined);
