import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { Parser } from './parser.ts';
import { integerEntry } from './sections.ts';
import type { PdfStream } from './values.ts';

/** A decoded object stream (ISO 32000-2 §7.5.7): which object starts where. */
export interface ObjectStream {
  number: number;
  data: Uint8Array;
  numbers: Uint32Array;
  offsets: Uint32Array;
}

export function readObjectStream(
  number: number,
  stream: PdfStream,
  data: Uint8Array,
  limits: Limits,
): ObjectStream {
  const broken = (what: string): PdfError => new PdfError('broken_stream', what, { object: number });
  const type = stream.dict.entries.get('Type');
  const count = integerEntry(stream.dict, 'N') ?? -1;
  const first = integerEntry(stream.dict, 'First') ?? -1;
  if (type?.type !== 'name' || type.value !== 'ObjStm') throw broken('no object stream');
  // Each pair takes four bytes at least, so /N cannot lie us into a huge allocation.
  if (count < 0 || first < 0 || first > data.length || count > (data.length + 1) / 4)
    throw broken('/N or /First lies');
  const numbers = new Uint32Array(count);
  const offsets = new Uint32Array(count);
  const parser = new Parser(data, 0, limits);
  for (let i = 0; i < count; i++) {
    const member = parser.integer();
    const offset = parser.integer();
    if (member < 1 || member > limits.objectNumber || offset < 0 || first + offset > data.length)
      throw broken('its table is malformed');
    // §7.5.7: in ascending order; some readers find the end of a member by the next, and take no other streams.
    if (i > 0 && first + offset <= (offsets[i - 1] ?? 0)) throw broken('its members do not ascend');
    numbers[i] = member;
    offsets[i] = first + offset;
  }
  // §7.5.7: the first object stands behind the table; some readers look for that before it alone.
  if (parser.pos > first) throw broken('/First lies within its table');
  return { number, data, numbers, offsets };
}

/** Where the member at `index` starts, which must be object `number`. */
export function memberOffset(stream: ObjectStream, index: number, number: number): number {
  const offset = stream.offsets[index];
  if (offset === undefined || stream.numbers[index] !== number) {
    throw new PdfError('broken_xref', 'An object is not where its entry says', { object: number });
  }
  return offset;
}
