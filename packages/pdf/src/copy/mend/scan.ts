import { PdfError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import { indexOf, isDigit, isWhite, startsWith } from '../../syntax/bytes.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';
import { LooseParser } from './looseparser.ts';

/** An object as it stands in the bytes, wherever a table would look for it. */
export interface Scanned {
  number: number;
  generation: number;
  value: PdfValue;
  /** Where `N G obj` begins. */
  offset: number;
  /** Of a stream: first byte after its data. */
  dataEnd: number;
}

type Spend = (units: number) => void;

const LETTER_O = 0x6f;
/** How far behind the length that a stream claims its end may stand. */
const NEAR = 4;

/** All that is formed like an object, in the order of the bytes. Linear but for what `spend` bounds. */
export function scanObjects(bytes: Uint8Array, limits: Limits, spend: Spend): Scanned[] {
  const found: Scanned[] = [];
  const lengths = new Map<number, number>();
  let from = 0;
  for (;;) {
    const at = nextObject(bytes, from);
    if (at < 0) break;
    const head = headBefore(bytes, at);
    const parser = new LooseParser(bytes, at + 3, limits, spend);
    from = at + 3;
    if (head === undefined || head.number > limits.objectNumber) continue;
    if (found.length >= limits.entries)
      throw new PdfError('too_many_objects', 'The file has too many objects');
    const value = parser.value();
    if (value === undefined) continue;
    if (value.type === 'number') lengths.set(head.number, value.value);
    if (value.type === 'dict' && parser.keyword('stream')) {
      const stream = streamAt(parser, value);
      const dataEnd = endOfData(bytes, stream, lengths);
      spend(dataEnd - stream.dataStart);
      found.push({ ...head, value: stream, dataEnd });
      from = dataEnd;
    } else {
      found.push({ ...head, value, dataEnd: 0 });
      // What ends as an object does is passed over; else another one may stand within it.
      if (parser.keyword('endobj')) from = parser.pos;
    }
  }
  return withoutInner(bytes, found, lengths);
}

/** Position of the next `obj` that is no `endobj`, or -1. */
function nextObject(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LETTER_O, from); at >= 0; at = bytes.indexOf(LETTER_O, at + 1)) {
    if (bytes[at + 1] === 0x62 && bytes[at + 2] === 0x6a && bytes[at - 1] !== 0x64) return at;
  }
  return -1;
}

/** Number and generation before `obj`. */
function headBefore(
  bytes: Uint8Array,
  at: number,
): { number: number; generation: number; offset: number } | undefined {
  let from = at - 1;
  const back = (): number => {
    while (isWhite(bytes[from] ?? 0x2f)) from--;
    const end = from;
    while (isDigit(bytes[from]) && end - from < 10) from--;
    let value = 0;
    for (let digit = from + 1; digit <= end; digit++) value = value * 10 + (bytes[digit] ?? 0) - 48;
    return end === from ? -1 : value;
  };
  const generation = back();
  if (generation < 0 || !isWhite(bytes[from] ?? 0x2f)) return undefined;
  const number = back();
  if (number < 1) return undefined;
  return { number, generation: Math.min(generation, 65_535), offset: from + 1 };
}

/** Data begin on the next line, whatever stands between the keyword and its end: most readers take it so. */
function streamAt(parser: LooseParser, dict: PdfDict): PdfStream {
  const { bytes } = parser;
  while (parser.pos < bytes.length && bytes[parser.pos] !== 13 && bytes[parser.pos] !== 10) parser.pos++;
  if (bytes[parser.pos] === 13) parser.pos++;
  if (bytes[parser.pos] === 10) parser.pos++;
  return { type: 'stream', dict, dataStart: parser.pos, source: bytes, start: dict.start, end: parser.pos };
}

/** Where /Length says, if the stream ends there; else at its next `endstream`, or `endobj`, or the end of the file. */
function endOfData(
  bytes: Uint8Array,
  { dict, dataStart }: PdfStream,
  lengths: ReadonlyMap<number, number>,
): number {
  const claimed = claimedEnd(bytes, dict, dataStart, lengths);
  if (claimed !== undefined) return claimed;
  for (const word of ['endstream', 'endobj']) {
    const at = indexOf(bytes, word, dataStart, bytes.length);
    if (at >= 0) return withoutLineEnd(bytes, dataStart, at);
  }
  return bytes.length;
}

function claimedEnd(
  bytes: Uint8Array,
  { entries }: PdfDict,
  dataStart: number,
  lengths: ReadonlyMap<number, number>,
): number | undefined {
  const value = entries.get('Length');
  const length =
    value?.type === 'number' ? value.value : value?.type === 'ref' ? lengths.get(value.number) : undefined;
  if (length === undefined || length < 0 || !Number.isInteger(length)) return undefined;
  const end = dataStart + length;
  for (let at = end; at <= end + NEAR && at < bytes.length; at++) {
    if (startsWith(bytes, at, 'endstream')) return end;
    if (!isWhite(bytes[at] ?? 0x2f)) return undefined;
  }
  return undefined;
}

function withoutLineEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  if (end > from && bytes[end - 1] === 10) end--;
  if (end > from && bytes[end - 1] === 13) end--;
  return end;
}

/** A length that stands behind its stream may tell that what looked like its end, and objects, are part of its data. */
function withoutInner(
  bytes: Uint8Array,
  found: readonly Scanned[],
  lengths: ReadonlyMap<number, number>,
): Scanned[] {
  const kept: Scanned[] = [];
  let covered = 0;
  for (const one of found) {
    if (one.offset < covered) continue;
    const { value } = one;
    if (value.type !== 'stream') {
      kept.push(one);
      continue;
    }
    const dataEnd = claimedEnd(bytes, value.dict, value.dataStart, lengths) ?? one.dataEnd;
    if (dataEnd > one.dataEnd) covered = dataEnd;
    kept.push({ ...one, dataEnd });
  }
  return kept;
}

/** Dictionaries behind the word `trailer`, the last one first. */
export function scanTrailers(bytes: Uint8Array, limits: Limits, spend: Spend): PdfDict[] {
  const found: PdfDict[] = [];
  let at = indexOf(bytes, 'trailer', 0, bytes.length);
  for (; at >= 0 && found.length < limits.sections; at = indexOf(bytes, 'trailer', at + 7, bytes.length)) {
    const value = new LooseParser(bytes, at + 7, limits, spend).value();
    if (value?.type === 'dict') found.unshift(value);
  }
  return found;
}
