import { latin1 } from '../../../syntax/bytes.ts';

/** The clear text of a Type 1 program is shorter; its glyphs follow, encrypted. */
const CLEAR = 1024 * 1024;
/** A comment, a string as far as its first bracket or its end, and the word that begins the encrypted part. */
const PART = /%[^\r\n]*|\(|\beexec\b/g;
const BRACKET = /\\[\s\S]|[()]/g;
/** What readers that know nothing of strings and comments would take from one. */
const TAKEN = /eexec|\/Encoding|\/FontMatrix/;

/** What of a Type 1 program stands in the clear, without comments and strings, and where its encrypted part begins. */
export interface ClearText {
  text: string;
  end: number;
}

/**
 * Undefined where that cannot be told: there is no encrypted part, it begins too late, or a comment or a string has words
 * that readers look for (Adobe Type 1 Font Format §2.2, §7).
 */
export function clearText(bytes: Uint8Array): ClearText | undefined {
  const all = latin1(bytes, 0, Math.min(bytes.length, CLEAR));
  const pieces: string[] = [];
  PART.lastIndex = 0;
  for (let from = 0; ; from = PART.lastIndex) {
    const found = PART.exec(all);
    if (found === null) return undefined;
    pieces.push(all.slice(from, found.index));
    if (found[0] === 'eexec') return { text: pieces.join(' '), end: PART.lastIndex };
    if (found[0] === '(') PART.lastIndex = endOfString(all, PART.lastIndex);
    if (TAKEN.test(all.slice(found.index, PART.lastIndex))) return undefined;
  }
}

/** Behind the bracket that ends a string, which may hold others; the end of the text where there is none. */
function endOfString(text: string, from: number): number {
  let depth = 1;
  BRACKET.lastIndex = from;
  for (let found = BRACKET.exec(text); found !== null; found = BRACKET.exec(text)) {
    if (found[0] === '(') depth++;
    else if (found[0] === ')' && --depth === 0) return BRACKET.lastIndex;
  }
  return text.length;
}
