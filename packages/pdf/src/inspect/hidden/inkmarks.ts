import type { Piece } from './inkgrid.ts';
import { heightOf } from './inkwords.ts';

/** Of the height of digits: how far a comma reaches under their feet at least, and how high it is at least. */
const UNDER = 0.12;
const COMMA = 0.24;
/** How many times as high as it is broad a comma is at least. */
const SLENDER = 1.4;
/** Of the height of digits: how far the foot of a point is from theirs at most, and how high it is at most. */
const LEVEL = 0.06;
const POINT = 0.27;
/** How many times as high as broad a point is at least and at most. */
const ROUND = { least: 0.65, most: 1.35 };

/** Whether a sign between two digits surely is a point where a comma was recognised, or a comma for a point. */
export function hasOtherMark(word: string, pieces: readonly Piece[]): boolean {
  const signs = [...word];
  if (signs.length !== pieces.length) return false;
  return pieces.some((piece, at) => {
    const [before, behind] = [pieces[at - 1], pieces[at + 1]];
    const isBetween = /^[0-9][.,][0-9]$/.test(signs.slice(at - 1, at + 2).join(''));
    if (!isBetween || at === 0 || before === undefined || behind === undefined) return false;
    const [high, foot] = [(heightOf(before) + heightOf(behind)) / 2, (before.foot + behind.foot) / 2];
    const shown = markOf(piece, foot, high);
    return shown !== undefined && shown !== signs[at];
  });
}

function markOf(piece: Piece, foot: number, high: number): ',' | '.' | undefined {
  const height = heightOf(piece);
  const slender = height / (piece.to - piece.from);
  const isComma = piece.foot <= foot - UNDER * high && height >= COMMA * high && slender >= SLENDER;
  if (isComma && piece.top < foot + COMMA * high) return ',';
  const isPoint = Math.abs(piece.foot - foot) <= LEVEL * high && height <= POINT * high;
  return isPoint && slender >= ROUND.least && slender <= ROUND.most ? '.' : undefined;
}
