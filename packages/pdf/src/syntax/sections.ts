import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { isDigit, skipWhite, startsWith } from './bytes.ts';
import { COMPRESSED, type EntryRange, type EntryStore, FREE, IN_USE } from './entries.ts';
import { isElsewhere } from './filters.ts';
import { Parser } from './parser.ts';
import type { PdfDict, PdfStream, PdfValue } from './values.ts';

/** One cross-reference section: a table with its trailer, or a cross-reference stream. */
export interface Section {
  kind: 'table' | 'stream';
  /** Where the section starts. */
  offset: number;
  /** First byte after its trailer or stream object. */
  end: number;
  /** The trailer dictionary, or the stream's. */
  trailer: PdfDict;
  entries: EntryRange;
  /** Entries of the cross-reference stream that a hybrid file's /XRefStm names. */
  hidden?: EntryRange;
  /** Where that stream stands: first byte, and first byte after its data. */
  hiddenSpan?: { offset: number; end: number };
  /**
   * How a table is written, where it has not the shape of §7.5.4: `uneven` of entries of different widths, so that readers
   * that count octets read others; else `loose`, and some readers mend the file: of entries that have not 20 octets or do not
   * follow their header in the next line. A section is `loose`, too, where an object is in use at the beginning of the file.
   */
  rows?: 'loose' | 'uneven';
}

/** Decodes the data of a cross-reference stream. */
export type ReadStream = (stream: PdfStream) => Uint8Array;

/** §7.5.4; some readers mend a file with a generation above what they count in. */
const HIGHEST_GENERATION = 65_535;
/** As high as a generation in a table may be, in free entries that nobody reads. */
const FIVE_DIGITS = 99_999;
/** What stands at the end of an entry: `n`. */
const IN_USE_LETTER = 0x6e;
/** Begins a comment. */
const PERCENT = 0x25;

export function integerEntry(dict: PdfDict, key: string): number | undefined {
  const value = dict.entries.get(key);
  return value?.type === 'number' && value.integer ? value.value : undefined;
}

const broken = (what: string): PdfError => new PdfError('broken_xref', what);

/** Reads the section at `offset`, with the hidden one that it names. */
export function readSection(
  bytes: Uint8Array,
  offset: number,
  store: EntryStore,
  limits: Limits,
  readStream: ReadStream,
): Section {
  const parser = new Parser(bytes, offset, limits);
  parser.pos = skipWhite(bytes, offset);
  if (bytes[parser.pos] === PERCENT) throw broken('a comment before a cross-reference section');
  const section = startsWith(bytes, parser.pos, 'xref')
    ? readTable(parser, offset, store)
    : readXrefStream(parser, offset, store, readStream);
  if (section.trailer.entries.has('XRefStm')) {
    const hiddenAt = section.kind === 'table' ? (integerEntry(section.trailer, 'XRefStm') ?? -1) : -1;
    if (hiddenAt <= 0 || hiddenAt >= bytes.length)
      throw broken('/XRefStm points nowhere, or has no place here');
    const hidden = readXrefStream(new Parser(bytes, hiddenAt, limits), hiddenAt, store, readStream);
    // §7.5.8.4 gives no meaning to its /Prev, which some writers copy: some readers take what it leads to before what is older.
    const [own, previous] = [hidden, section].map(({ trailer }) => integerEntry(trailer, 'Prev'));
    if ((own !== undefined && own !== previous) || hidden.trailer.entries.has('XRefStm'))
      throw broken('a stream that /XRefStm names leads to other sections');
    section.hidden = hidden.entries;
    if (hidden.rows !== undefined) section.rows ??= hidden.rows;
    section.hiddenSpan = { offset: hiddenAt, end: hidden.end };
  }
  return section;
}

function readTable(parser: Parser, offset: number, store: EntryStore): Section {
  const from = store.length;
  const begin = parser.pos;
  if (!parser.keyword('xref')) throw broken('no cross-reference table');
  let rows: Section['rows'] = endLine(parser) ? undefined : 'loose';
  for (let at = parser.pos; !parser.keyword('trailer'); at = parser.pos) {
    if (!isDigit(parser.bytes[at])) rows ??= 'loose';
    const first = parser.integer();
    const between = parser.pos;
    const count = first < 0 ? -1 : parser.integer();
    // §7.5.4: one blank between them; some readers find no second number behind anything else.
    if (count < 0 || parser.bytes[between] !== 32 || !isDigit(parser.bytes[between + 1]))
      throw broken('a subsection has no header');
    // The shortest entry that any reader takes has 18 bytes: a count cannot lie us into endless work.
    if (count * 18 > parser.bytes.length - parser.pos) throw broken('a subsection is cut short');
    store.checkRange(first, count);
    const found = readSubsection(parser, first, count, store);
    if (rows !== 'uneven') rows = found ?? rows;
  }
  const to = store.length;
  // Some readers count the bytes of entries, and some pass over comments.
  if (parser.bytes.subarray(begin, parser.pos).includes(PERCENT))
    throw broken('a comment in a cross-reference table');
  const trailer = parser.value();
  if (trailer.type !== 'dict') throw broken('the trailer is no dictionary');
  const section: Section = { kind: 'table', offset, end: parser.pos, trailer, entries: { from, to } };
  return rows === undefined ? section : { ...section, rows };
}

function readSubsection(parser: Parser, first: number, count: number, store: EntryStore): Section['rows'] {
  const { bytes } = parser;
  let rows: Section['rows'] = endLine(parser) ? undefined : 'loose';
  let width = 0;
  let before = parser.pos;
  for (let index = 0; index < count; index++) {
    const at = parser.pos;
    if (index === 1) width = at - before;
    if (index > 0 && at - before !== width) rows = 'uneven';
    before = at;
    const place = digits(bytes, at, 10);
    const detail = digits(bytes, at + 11, 5);
    const letter = bytes[at + 17];
    const isParted = bytes[at + 10] === 32 && bytes[at + 16] === 32;
    const isKnown = letter === IN_USE_LETTER || letter === 0x66;
    if (place >= 0 && detail >= 0 && isParted && isKnown && isEol(bytes, at + 18)) {
      parser.pos = at + 20;
      addTableEntry(store, first + index, letter, place, detail);
      if (isAtHeader(letter, place)) rows ??= 'loose';
    } else {
      rows ??= 'loose';
      looseEntry(parser, first + index, store);
    }
    // §7.5.4: the first free one is number 0; where number 1 stands in its place, some readers count all that follow from 0.
    if (first === 1 && index === 0 && count > 1 && store.kind(store.length - 1) === FREE)
      throw broken('a subsection begins with a free entry for number 1');
  }
  return rows;
}

/** Passes over white space, and tells whether it is one end of a line, with a blank before it at most. */
function endLine(parser: Parser): boolean {
  const { bytes, pos } = parser;
  const end = bytes[pos] === 32 ? pos + 1 : pos;
  const isPair = bytes[end] === 13 && bytes[end + 1] === 10;
  const isLineEnd = bytes[end] === 13 || bytes[end] === 10;
  parser.skipSpace();
  return isLineEnd && parser.pos === end + (isPair ? 2 : 1);
}

/** The two bytes that end a proper entry: SP CR, SP LF or CR LF. */
function isEol(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at];
  const second = bytes[at + 1];
  return (second === 10 && (first === 32 || first === 13)) || (first === 32 && second === 13);
}

function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const code = bytes[i];
    if (!isDigit(code)) return -1;
    value = value * 10 + (code ?? 0) - 48;
  }
  return value;
}

/** An entry whose width is not 20 bytes: its three tokens. */
function looseEntry(parser: Parser, number: number, store: EntryStore): void {
  const place = parser.integer();
  const detail = place < 0 ? -1 : parser.integer();
  const letter = parser.keyword('n') ? IN_USE_LETTER : parser.keyword('f') ? 0x66 : 0;
  if (detail < 0 || letter === 0) throw broken('a cross-reference entry is malformed');
  addTableEntry(store, number, letter, place, detail);
  parser.skipSpace();
}

function addTableEntry(
  store: EntryStore,
  number: number,
  letter: number,
  place: number,
  detail: number,
): void {
  if (place > 0xffffffff || detail > FIVE_DIGITS) throw broken('a cross-reference entry is out of range');
  // §7.5.4: number 0 heads the list of the free ones; some readers mend the file where it is none, wherever it is.
  if (number === 0 && letter === IN_USE_LETTER) throw broken('object 0 is in use');
  // Nothing is where the header is: writers mean a free one.
  store.add(number, letter === IN_USE_LETTER && place > 0 ? IN_USE : FREE, place, detail);
}

/** Some readers pass over the header, a comment to them, and find the first object of the file there. */
const isAtHeader = (letter: number | undefined, place: number): boolean =>
  letter === IN_USE_LETTER && place === 0;

function readXrefStream(parser: Parser, offset: number, store: EntryStore, readStream: ReadStream): Section {
  let value: PdfValue;
  try {
    value = parser.indirectObject().value;
  } catch (cause) {
    throw new PdfError('broken_xref', `No cross-reference section at byte ${offset}`, { cause });
  }
  const type = value.type === 'stream' ? value.dict.entries.get('Type') : undefined;
  if (value.type !== 'stream' || type?.type !== 'name' || type.value !== 'XRef') {
    throw broken(`no cross-reference section at byte ${offset}`);
  }
  const { entries, duplicates } = value.dict;
  if (
    isElsewhere(value.dict) ||
    DECISIVE.some((key) => duplicates.includes(key) || !isPlain(entries.get(key)))
  )
    throw broken('an entry of a cross-reference stream is no plain value');
  const from = store.length;
  const data = readStream(value);
  const rows = decodeEntries(value.dict, data, store);
  const length = integerEntry(value.dict, 'Length') ?? 0;
  return {
    kind: 'stream',
    offset,
    end: value.dataStart + length,
    trailer: value.dict,
    entries: { from, to: store.length },
    ...(rows === undefined ? {} : { rows }),
  };
}

/** What decides how a cross-reference stream is read. */
const DECISIVE = ['Size', 'Index', 'Prev', 'W', 'Length', 'Filter', 'DecodeParms'];
/** §7.5.8.2: these are direct, and numbers among them integers; readers differ in what they make of others. */
function isPlain(value: PdfValue | undefined): boolean {
  switch (value?.type) {
    case 'number':
      return value.integer;
    case 'array':
      return value.items.every(isPlain);
    case 'dict':
      return value.duplicates.length === 0 && [...value.entries.values()].every(isPlain);
    default:
      return value?.type !== 'ref' && value?.type !== 'stream';
  }
}

/** The widest types, places and details of entries that every reader takes. */
const WIDEST = [2, 8, 4];

/**
 * Adds the entries of a cross-reference stream (§7.5.8.3), of which `data` is decoded, and tells how they are written. Throws
 * `broken_xref`.
 */
export function decodeEntries(dict: PdfDict, data: Uint8Array, store: EntryStore): Section['rows'] {
  const widths = integers(dict.entries.get('W'));
  const size = integerEntry(dict, 'Size') ?? -1;
  const given = dict.entries.get('Index');
  const index = given === undefined || given.type === 'null' ? [0, size] : integers(given);
  const [w0 = -1, w1 = -1, w2 = -1] = widths;
  if (given !== undefined && given.type !== 'null' && given.type !== 'array')
    throw broken('/Index is no array');
  // §7.5.8.2: exactly three; of more, some readers make longer entries. Wider ones some take for none, and mend the file.
  if (widths.length !== WIDEST.length || widths.some((width, at) => width < 0 || width > (WIDEST[at] ?? 0)))
    throw broken('/W of a cross-reference stream is malformed');
  if (size < 0) throw broken('/Size of a cross-reference stream is malformed');
  const width = widths.reduce((sum, one) => sum + one, 0);
  if (width === 0 || index.length % 2 !== 0) throw broken('/W or /Index is malformed');
  let rows: Section['rows'];
  let at = 0;
  for (let pair = 0; pair < index.length; pair += 2) {
    const first = index[pair] ?? -1;
    const count = index[pair + 1] ?? -1;
    if (first < 0 || count < 0 || at + count * width > data.length) throw broken('/Index lies');
    store.checkRange(first, count);
    for (let i = 0; i < count; i++, at += width) {
      const kind = w0 === 0 ? IN_USE : bigEndian(data, at, w0);
      const place = bigEndian(data, at + w0, w1);
      const detail = bigEndian(data, at + w0 + w1, w2);
      if (place > 0xffffffff || detail > 0xffffffff) throw broken('an entry is out of range');
      // Of number 0 alone some writers give more, and all readers pass it over.
      if (first + i > 0 && detail > (kind === COMPRESSED ? 0x7fffffff : HIGHEST_GENERATION))
        throw broken('a generation is out of range');
      // §7.5.8.3 has three types, and number 0 heads the list of the free ones; readers mend a file of others.
      if (kind > COMPRESSED || (first + i === 0 && kind !== FREE)) throw broken('an entry is of no type');
      const isNowhere = kind === IN_USE && place === 0;
      if (isNowhere) rows = 'loose';
      store.add(first + i, isNowhere ? FREE : kind, place, detail);
    }
  }
  return rows;
}

function integers(value: PdfValue | undefined): number[] {
  if (value?.type !== 'array') return [];
  return value.items.map((item) => (item.type === 'number' && item.integer ? item.value : -1));
}

function bigEndian(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = at; i < at + width; i++) value = value * 256 + (data[i] ?? 0);
  return value;
}
