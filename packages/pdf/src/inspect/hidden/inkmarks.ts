import type { Piece } from './inkgrid.ts';
import { heightOf } from './inkwords.ts';

/** Of the height of digits: how far a comma reaches under their feet at least, how high it is at least, and where it ends at most. */
const UNDER = 0.12;
const COMMA = 0.24;
/** How many times as high as it is broad a comma is at least. */
const SLENDER = 1.4;

/**
 * Whether a sign between two digits surely is a comma where a point was recognised. The other way round nothing is sure: coarse scans
 * lose the tails of commas.
 */
export function hasOtherMark(word: string, pieces: readonly Piece[]): boolean {
  const signs = [...word];
  if (signs.length !== pieces.length) return false;
  return pieces.some((piece, at) => {
    const [before, behind] = [pieces[at - 1], pieces[at + 1]];
    const isPoint = /^[0-9]\.[0-9]$/.test(signs.slice(Math.max(0, at - 1), at + 2).join(''));
    if (!isPoint || before === undefined || behind === undefined) return false;
    const [high, foot] = [(heightOf(before) + heightOf(behind)) / 2, (before.foot + behind.foot) / 2];
    return isComma(piece, foot, high);
  });
}

const isComma = (piece: Piece, foot: number, high: number): boolean =>
  piece.foot <= foot - UNDER * high &&
  piece.top < foot + COMMA * high &&
  heightOf(piece) >= Math.max(COMMA * high, SLENDER * (piece.to - piece.from));
