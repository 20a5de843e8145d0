/** Letters that are read from right to left. */
export const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const DIGIT = /^\p{Nd}$/u;
/** Those of full width and of formulas look like the Latin ones. */
const LATIN = /^[0-9\uff10-\uff19\u{1d7ce}-\u{1d7ff}]$/u;
/** The zeros of Arabic and Persian are dots; those of all other scripts are the ring that eyes read as the zero they are. */
const DOT = /^[\u0660\u06f0]$/u;

/**
 * Whose digit it is, where eyes may read it as another one in a number of the other kind: a ring is a five in Arabic.
 * Undefined for what is no digit, and for a zero that is a ring: it is read alike in both.
 */
export function scriptOfDigit(text: string): 'latin' | 'foreign' | undefined {
  if (!DIGIT.test(text)) return undefined;
  if (LATIN.test(text)) return 'latin';
  return DOT.test(text) || !isZero(text) ? 'foreign' : undefined;
}

/** Each script has its ten digits in a row, from zero on. */
const isZero = (digit: string): boolean => !DIGIT.test(String.fromCodePoint((digit.codePointAt(0) ?? 1) - 1));

/** Whether one of two digits is of another script than the other. */
export function isMixed(one: string, other: string): boolean {
  const [a, b] = [scriptOfDigit(one), scriptOfDigit(other)];
  return a !== undefined && b !== undefined && a !== b;
}
