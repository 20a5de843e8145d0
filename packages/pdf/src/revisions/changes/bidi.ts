/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Scripts whose letters change places, or become one sign, when they are drawn. */
const SHIFTING =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}]/u;
const MARK = /\p{Mn}/gu;
const NUMBER = /^\p{Nd}+(?:[.,:/\u066b\u066c]\p{Nd}+)*/u;
const WORD = /^[\p{L}\p{M}]+/u;
const MIRRORED: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<', '»': '«' };

/** Whether the letters of a text may be drawn in another order than they are written in (UAX 9). */
export const isReordered = (text: string): boolean => RIGHT_TO_LEFT.test(text) || SHIFTING.test(text);

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
  const found: string[] = [];
  let rest = text.replaceAll(MARK, '');
  while (rest !== '') {
    const [piece = rest.slice(0, 1)] = NUMBER.exec(rest) ?? WORD.exec(rest) ?? [...rest];
    rest = rest.slice(piece.length);
    found.push(isReordered(piece) ? [...piece].sort().join('') : (MIRRORED[piece] ?? piece));
  }
  return found;
}
