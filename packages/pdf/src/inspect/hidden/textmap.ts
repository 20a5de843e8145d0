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
