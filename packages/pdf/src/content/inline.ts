import { readable } from '../errors.ts';
import { isWhite, latin1 } from '../syntax/bytes.ts';
import { Parser } from '../syntax/parser.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { paintImage } from './images.ts';
import type { Interpreter } from './interpreter.ts';
import { CLOSE, DICT, HEX, LITERAL, NAME, NUMBER, OPEN, PLAIN, WORD } from './operands.ts';

/** What must follow `EI` for it to be no accident of the data. */
const READABLE_AFTER = 16;
/** What reading its entries costs. */
const READ = 60;
/** Bytes of an image's data that are looked at behind what looks like its end, and what would show something there. */
const LOOKED_AT = 65_536;
const SHOWS = /[\s)\]>](?:Tj|TJ|Do)\s/;
const COMPONENTS: Readonly<Record<string, number>> = {
  DeviceGray: 1,
  G: 1,
  Indexed: 1,
  I: 1,
  DeviceRGB: 3,
  RGB: 3,
  DeviceCMYK: 4,
  CMYK: 4,
};

/** `ID`: the image whose entries were collected since `BI`, and its data up to `EI` (ISO 32000-2 §8.9.7). */
export function inlineImage(it: Interpreter): void {
  if (!it.image) return;
  it.image = false;
  it.spend(READ);
  const { dict, data } = readInlineImage(it);
  paintImage(it, dict, undefined, data);
}

/** Who reads content in which an image stands. */
export type InlineReader = Pick<Interpreter, 'tokens' | 'pdf' | 'maker' | 'ambiguous' | 'unreadable'>;

/** The image behind `ID`: its entries, whose keys may be short, and its data; the tokens go on behind `EI`. */
export function readInlineImage(it: InlineReader): { dict: PdfDict; data: Uint8Array } {
  const { tokens } = it;
  const dict = readEntries(it);
  const start = tokens.pos + (isWhite(tokens.bytes[tokens.pos] ?? 0x2f) ? 1 : 0);
  const end = endOfData(it, dict);
  if (end < 0) it.unreadable('broken_stream', it.maker.object);
  tokens.pos = end < 0 ? tokens.bytes.length : end;
  // `EI` is no part of the data.
  return { dict, data: tokens.bytes.subarray(start, Math.max(start, end - 2)) };
}

/** Arrays keep what filters, colour spaces and /Decode are made of. */
function readEntries(it: InlineReader): PdfDict {
  const { tokens } = it;
  const { operands, bytes: source } = tokens;
  const entries = new Map<string, PdfValue>();
  let at = 0;
  while (at < operands.count - 1) {
    if (operands.kind[at] !== NAME) {
      at++;
      continue;
    }
    const key = tokens.name(at++);
    if (operands.kind[at] !== OPEN) {
      const value = readValue(it, at++);
      if (value !== undefined) entries.set(key, value);
      continue;
    }
    const items: PdfValue[] = [];
    const start = operands.start[at] ?? 0;
    for (at++; at < operands.count && operands.kind[at] !== CLOSE; at++) {
      const item = readValue(it, at);
      if (item !== undefined && item.type !== 'boolean') items.push(item);
    }
    entries.set(key, { type: 'array', items, source, start, end: operands.end[at] ?? start });
    at++;
  }
  return { type: 'dict', entries, duplicates: [], source, start: tokens.start, end: tokens.start };
}

function readValue({ tokens, pdf }: InlineReader, at: number): PdfValue | undefined {
  const { operands, bytes: source } = tokens;
  const span = { source, start: operands.start[at] ?? 0, end: operands.end[at] ?? 0 };
  switch (operands.kind[at]) {
    case NUMBER:
      return { type: 'number', value: operands.at(at), integer: Number.isInteger(operands.at(at)), ...span };
    case NAME:
      return { type: 'name', value: tokens.name(at), ...span };
    case WORD:
      return { type: 'boolean', value: operands.number[at] === 1, ...span };
    case PLAIN:
    case LITERAL:
    case HEX:
      // With its delimiters.
      return {
        type: 'string',
        hex: operands.kind[at] === HEX,
        source,
        start: span.start - 1,
        end: span.end + 1,
      };
    case DICT:
      return readable(() => new Parser(source, span.start, pdf.limits).value());
    default:
      return undefined;
  }
}

/** First byte after `EI`, or -1. */
function endOfData(it: InlineReader, { entries }: PdfDict): number {
  const { tokens, pdf } = it;
  const { bytes } = tokens;
  const get = (key: string, short: string): PdfValue | undefined => entries.get(key) ?? entries.get(short);
  const filters = get('Filter', 'F');
  const filter = pdf.name(filters?.type === 'array' ? filters.items[0] : filters);
  let from = tokens.pos;
  if (isWhite(bytes[from] ?? 0x2f)) from++;
  const length = pdf.number(get('Length', 'L'));
  if (length !== undefined && endAt(bytes, from + length) < 0) it.ambiguous(tokens.start);
  if (filter === undefined) {
    const counted = plainLength(it, get);
    const exact = counted === undefined ? -1 : endAt(bytes, from + counted);
    if (exact >= 0) return told(it, from, exact);
    if (counted !== undefined) it.ambiguous(tokens.start);
  }
  const begin = from;
  if (filter === 'ASCII85Decode' || filter === 'A85') from = pastByte(bytes, from, 0x7e);
  if (filter === 'ASCIIHexDecode' || filter === 'AHx') from = pastByte(bytes, from, 0x3e);
  const end = plausibleEnd(bytes, from, bytes.length);
  return from > begin && end >= 0 ? told(it, begin, end) : end;
}

/** The end of an image's data. Viewers that look for it, where others count, find an earlier one, and show what follows. */
function told(it: InlineReader, from: number, end: number): number {
  const { bytes } = it.tokens;
  const other = plausibleEnd(bytes, from, end - 2);
  const shown = other < 0 ? '' : latin1(bytes, other, Math.min(end, other + LOOKED_AT));
  if (SHOWS.test(shown)) it.unreadable('broken_stream', it.maker.object);
  return end;
}

/** Past the first `EI` before `to` that looks like an end; else -1. */
function plausibleEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let at = bytes.indexOf(0x45, from); at >= 0 && at < to; at = bytes.indexOf(0x45, at + 1)) {
    if (bytes[at + 1] === 0x49 && isPlausible(bytes, at + 2)) return at + 2;
  }
  return -1;
}

/** Of data without a filter; undefined where the colour space is a resource. */
function plainLength(
  { pdf }: InlineReader,
  get: (key: string, short: string) => PdfValue | undefined,
): number | undefined {
  const number = (key: string, short: string, fallback: number): number =>
    pdf.number(get(key, short)) ?? fallback;
  const stencil = pdf.boolean(get('ImageMask', 'IM')) === true;
  const space = get('ColorSpace', 'CS');
  const family = pdf.name(space?.type === 'array' ? space.items[0] : space) ?? '';
  const components = stencil ? 1 : Object.hasOwn(COMPONENTS, family) ? COMPONENTS[family] : undefined;
  if (components === undefined) return undefined;
  const bits = stencil ? 1 : number('BitsPerComponent', 'BPC', 8);
  return Math.ceil((number('Width', 'W', 0) * components * bits) / 8) * number('Height', 'H', 0);
}

/** Past an `EI` that stands there, white space aside; else -1. */
function endAt(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < from + 4 && isWhite(bytes[at] ?? 0x2f)) at++;
  const ends = bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isPlausible(bytes, at + 2);
  return ends ? at + 2 : -1;
}

function pastByte(bytes: Uint8Array, from: number, byte: number): number {
  const at = bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at + 1;
}

/** White space or the end, and then nothing but what content is written with. */
function isPlausible(bytes: Uint8Array, from: number): boolean {
  if (from < bytes.length && !isWhite(bytes[from] ?? 0)) return false;
  const to = Math.min(from + READABLE_AFTER, bytes.length);
  for (let at = from; at < to; at++) {
    const code = bytes[at] ?? 0;
    if (code > 126 || (code < 32 && !isWhite(code))) return false;
  }
  return true;
}
