import { isRegular, latin1 } from '../syntax/bytes.ts';
import type { Maker } from './canvas.ts';
import { operatorAt } from './operators/table.ts';

/** A stream to draw, or several joined: which object which part is of. */
export interface Content {
  bytes: Uint8Array;
  /** In order; `end` is the first byte after the part. */
  parts: readonly { end: number; object: number | undefined }[];
}

/** What made the marks of a part, drawn for that annotation if for one. */
export function makerOf(object: number | undefined, annotation: number | undefined): Maker {
  return {
    ...(object === undefined ? {} : { object }),
    ...(annotation === undefined ? {} : { annotation }),
  };
}

/** Bytes on either side of an end that are looked at. */
const LOOKED_AT = 64;
const NUMERIC = /^[+\-.\d]+$/;

/**
 * Whether a part of a page's content ends within what could be one token: two digits of a number, the two letters of
 * an operator (ISO 32000-2 §7.8.2). `space` is the position of the white space that joins it to the next part.
 */
export function splitsToken(bytes: Uint8Array, space: number): boolean {
  let from = space;
  while (from > space - LOOKED_AT && isRegular(bytes[from - 1])) from--;
  let to = space + 1;
  while (to < space + LOOKED_AT && isRegular(bytes[to])) to++;
  if (from === space || to === space + 1) return false;
  if (bytes[from - 1] === NAME) return true;
  const [before, after] = [latin1(bytes, from, space), latin1(bytes, space + 1, to)];
  if (NUMERIC.test(before) && NUMERIC.test(after)) return true;
  const isOperator = (text: Uint8Array): boolean => operatorAt(text, 0, text.length) !== undefined;
  const [first, second] = [bytes.subarray(from, space), bytes.subarray(space + 1, to)];
  const joined = Uint8Array.of(...first, ...second);
  return isOperator(joined) && !(isOperator(first) && isOperator(second));
}

const NAME = 0x2f;
