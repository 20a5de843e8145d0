import { indexOf, latin1 } from '../../../syntax/bytes.ts';

/** The clear text of a Type 1 program is shorter; its glyphs follow, encrypted. */
const CLEAR = 1024 * 1024;
const WORD = 'eexec';
const COMMENT = /%[^\r\n]*/g;

/** What of a Type 1 program stands in the clear, without comments, and where its encrypted part begins. */
export interface ClearText {
  text: string;
  end: number;
}

/**
 * Undefined where that cannot be told: there is no encrypted part, it begins too late, or there seem to be two, of which
 * readers take one or the other (Adobe Type 1 Font Format §2.2, §7).
 */
export function clearText(bytes: Uint8Array): ClearText | undefined {
  const ends: number[] = [];
  for (let at = indexOf(bytes, WORD, 0, bytes.length); at >= 0 && ends.length < 2; ) {
    if (!isInComment(bytes, at)) ends.push(at);
    at = indexOf(bytes, WORD, at + WORD.length, bytes.length);
  }
  const [end, another] = ends;
  if (end === undefined || another !== undefined || end > CLEAR) return undefined;
  return { text: latin1(bytes, 0, end).replace(COMMENT, ''), end: end + WORD.length };
}

function isInComment(bytes: Uint8Array, at: number): boolean {
  for (let place = at - 1; place >= Math.max(0, at - CLEAR); place--) {
    if (bytes[place] === 0x25) return true;
    if (bytes[place] === 0x0a || bytes[place] === 0x0d) return false;
  }
  return false;
}
