/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
  '\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Adlam}';
/** Scripts whose letters change places, or become one sign, when they are drawn. */
const SHIFTING =
  '\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Tibetan}\\p{Script=Myanmar}\\p{Script=Khmer}';
const REORDERED = new RegExp(`[${RIGHT_TO_LEFT}${SHIFTING}]`, 'u');
const MARK = /\p{Mn}/gu;
const NUMBER = '\\p{Nd}+(?:[.,:/\\u066b\\u066c]\\p{Nd}+)*';
const LETTERS = '[\\p{L}\\p{M}]';
/** A number, also one whose digits belong to such a script; a word of steady letters; a stretch of others; any other sign. */
const PIECE = new RegExp(
  `${NUMBER}|(?:(?!${REORDERED.source})${LETTERS})+|((?:(?=${REORDERED.source})${LETTERS})+)|.`,
  'gsu',
);
const MIRRORED: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<', '»': '«' };

/** Whether the letters of a text may be drawn in another order than they are written in (UAX 9). */
export const isReordered = (text: string): boolean => REORDERED.test(text);

/**
 * Whether two texts, without blanks, say the same from left to right or from right to left: numbers and words of
 * steady scripts in one piece, the letters of others in any order within their stretch. `unread` where only the
 * order of the pieces differs, as it does over several lines.
 */
export function sameInEitherOrder(shown: string, held: string): 'yes' | 'no' | 'unread' {
  const [one, other] = [pieces(shown), pieces(held)];
  const backwards = one.toReversed();
  if (isSame(one, other) || isSame(backwards, other)) return 'yes';
  return isSame(one.toSorted(), other.toSorted()) ? 'unread' : 'no';
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((piece, at) => piece === other[at]);

function pieces(text: string): string[] {
  return [...text.replaceAll(MARK, '').matchAll(PIECE)].map(([piece, stretch]) =>
    stretch === undefined ? (MIRRORED[piece] ?? piece) : [...stretch].sort().join(''),
  );
}
