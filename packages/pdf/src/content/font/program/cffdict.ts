import type { FontBytes } from './bytes.ts';

/** Operators of dictionaries (Adobe technical note 5176, §9, §15); those of two bytes have 12 before them. */
export const CHARSET = 15;
export const ENCODING = 16;
export const CHAR_STRINGS = 17;
export const PRIVATE = 18;
export const SUBRS = 19;
export const DEFAULT_WIDTH = 20;
export const NOMINAL_WIDTH = 21;
export const FONT_MATRIX = 0x0c07;
export const ROS = 0x0c1e;
export const FD_ARRAY = 0x0c24;
export const FD_SELECT = 0x0c25;

export interface Index {
  count: number;
  /** Start and length of an entry. */
  entry(index: number): [number, number];
  end: number;
}

export function readIndex(file: FontBytes, at: number): Index {
  const count = file.u16(at);
  if (count === 0 || at <= 0 || at >= file.length) return { count: 0, entry: () => [0, 0], end: at + 2 };
  const size = Math.min(Math.max(file.u8(at + 2), 1), 4);
  const data = at + 2 + (count + 1) * size;
  const offset = (index: number): number => file.uint(at + 3 + index * size, size);
  const entry = (index: number): [number, number] =>
    index < 0 || index >= count
      ? [0, 0]
      : [data + offset(index), Math.max(0, offset(index + 1) - offset(index))];
  return { count, entry, end: data + offset(count) };
}

/** Bytes of a dictionary that are looked at. */
export const LONGEST_DICT = 4096;

/** Operators with their operands. */
export type Dict = ReadonlyMap<number, readonly number[]>;

export function readDict(file: FontBytes, from: number, length: number): Dict {
  const found = new Map<number, number[]>();
  let operands: number[] = [];
  for (let at = from; at < from + Math.min(length, LONGEST_DICT); ) {
    const byte = file.u8(at++);
    if (byte <= 21) {
      const operator = byte === 12 ? 0x0c00 | file.u8(at++) : byte;
      found.set(operator, operands);
      operands = [];
    } else if (byte === 28) {
      operands.push(file.i16(at));
      at += 2;
    } else if (byte === 29) {
      operands.push(file.u32(at) | 0);
      at += 4;
    } else if (byte === 30) {
      const start = at;
      while (at < file.length && (file.u8(at) & 15) !== 15 && file.u8(at) >> 4 !== 15) at++;
      operands.push(readReal(file, start, ++at));
    } else if (byte < 247) operands.push(byte - 139);
    else if (byte < 251) operands.push((byte - 247) * 256 + file.u8(at++) + 108);
    else operands.push(-(byte - 251) * 256 - file.u8(at++) - 108);
  }
  return found;
}

/** What four bits of a real number stand for; the last ends it. */
const NIBBLES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-', ''];

function readReal(file: FontBytes, start: number, end: number): number {
  let text = '';
  for (let at = start; at < Math.min(end, start + 32); at++) {
    text += (NIBBLES[file.u8(at) >> 4] ?? '') + (NIBBLES[file.u8(at) & 15] ?? '');
  }
  const value = Number(text);
  return Number.isFinite(value) ? value : 0;
}

export const numberOf = (dict: Dict, operator: number): number => dict.get(operator)?.at(-1) ?? 0;
