import { PdfError, readable } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { indexOf, isDigit, lastIndexOf, skipWhite, startsWith } from './bytes.ts';
import { EntryIndex, type EntryStore, FREE } from './entries.ts';
import { Parser } from './parser.ts';
import { integerEntry, type ReadStream, readSection, type Section } from './sections.ts';

/** How far from the end `startxref` may stand: readers look no further, and mend a file where they find none. */
export const TAIL = 1024;
const HEADER_WINDOW = 1024;

/** The version in the header, e.g. `1.7`. */
export function readHeader(bytes: Uint8Array): string {
  const at = indexOf(bytes, '%PDF-', 0, Math.min(bytes.length, HEADER_WINDOW));
  if (at < 0) throw new PdfError('not_a_pdf', 'The file does not begin like a PDF');
  if (at > 0) throw new PdfError('header_offset', 'Something stands before the PDF header');
  const digit = (index: number): number => (bytes[index] ?? 0) - 48;
  const [major, minor] = [digit(5), digit(7)];
  const known = bytes[6] === 0x2e && major >= 1 && major <= 2 && minor >= 0 && minor <= 9;
  if (!known) throw new PdfError('not_a_pdf', 'The header names no PDF version');
  return `${major}.${minor}`;
}

/** The offset that the last `startxref` names. */
export function readStartXref(bytes: Uint8Array, limits: Limits): number {
  const at = lastIndexOf(bytes, 'startxref', Math.max(0, bytes.length - TAIL), bytes.length);
  const parser = new Parser(bytes, at, limits);
  const offset = at >= 0 && parser.keyword('startxref') ? plainInteger(parser) : -1;
  if (offset <= 0 || offset >= bytes.length) throw new PdfError('broken_xref', 'startxref points nowhere');
  return offset;
}

/**
 * The number that follows with blanks and ends of lines alone before it: where a comment or other white space stands,
 * some readers find none and mend the file.
 */
function plainInteger(parser: Parser): number {
  const { bytes } = parser;
  while (BLANKS.has(bytes[parser.pos] ?? 0)) parser.pos++;
  return isDigit(bytes[parser.pos]) ? parser.integer() : -1;
}

/** TAB, LF, CR and SP. */
const BLANKS: ReadonlySet<number> = new Set([9, 10, 13, 32]);

/** All sections, newest first, along /Prev; up to the one at `until`, which is left out. */
export function readSections(
  bytes: Uint8Array,
  start: number,
  store: EntryStore,
  limits: Limits,
  readStream: ReadStream,
  until?: number,
): Section[] {
  const seen = new Set<number>();
  const sections: Section[] = [];
  let offset: number | undefined = start;
  while (offset !== until) {
    if (offset === undefined) throw new PdfError('broken_xref', 'What was appended is no update of the file');
    if (seen.has(offset)) throw new PdfError('loop', 'Cross-reference sections refer to each other');
    if (sections.length >= limits.sections) {
      throw new PdfError('too_many_revisions', 'The file has too many cross-reference sections');
    }
    seen.add(offset);
    const section = readSection(bytes, offset, store, limits, readStream);
    sections.push(section);
    offset = integerEntry(section.trailer, 'Prev');
    const gone =
      offset === undefined ? section.trailer.entries.has('Prev') : offset <= 0 || offset >= bytes.length;
    if (gone) throw new PdfError('broken_xref', '/Prev points nowhere');
  }
  return sections;
}

/** Sections laid over each other: which entry is valid for each number. */
export interface Laid {
  index: EntryIndex;
  disputed: ReadonlySet<number>;
  /** Pairs of entries of one section that name one number: valid where both lead to the same. */
  repeated: readonly (readonly [number, number])[];
}

/** As {@link layOver}, where everything below `newer` is laid already. */
export function layOnTop(below: Laid, newer: readonly Section[], store: EntryStore): Laid {
  const top = layOver(newer, store);
  const index = below.index.copy();
  // In the order in which all of them, laid anew, would tell of them: the newest first.
  const disputed = new Set(top.disputed);
  const own = new Set<number>();
  for (const { entries, hidden } of newer) {
    for (const range of hidden === undefined ? [entries] : [entries, hidden]) {
      for (let at = range.from; at < range.to; at++) {
        const number = store.number(at);
        index.set(number, top.index.get(number) ?? at);
        own.add(number);
      }
    }
  }
  for (const number of below.disputed) if (!own.has(number)) disputed.add(number);
  const left = below.repeated.filter(([first]) => index.get(store.number(first)) === first);
  return { index, disputed, repeated: [...top.repeated, ...left] };
}

/**
 * Lays the sections over each other, the newest on top: a table before the stream that its /XRefStm names,
 * and a free entry is an entry (pyHanko, pdf.js, poppler, mutool and newer qpdf read so).
 * `disputed` are the numbers that other readers take from the stream where the table frees them.
 */
export function layOver(sections: readonly Section[], store: EntryStore): Laid {
  const index = new EntryIndex();
  const disputed = new Set<number>();
  const repeated: [number, number][] = [];
  for (const { entries, hidden } of sections) {
    for (let at = entries.from; at < entries.to; at++) {
      const number = store.number(at);
      const known = index.get(number);
      if (known === undefined) index.set(number, at);
      else if (known >= entries.from && known < entries.to && !store.same(known, at))
        repeated.push([known, at]);
    }
    if (hidden === undefined) continue;
    for (let at = hidden.from; at < hidden.to; at++) {
      const number = store.number(at);
      const known = index.get(number);
      if (known === undefined) index.set(number, at);
      else if (known >= entries.from && known < entries.to && store.kind(known) === FREE)
        disputed.add(number);
    }
  }
  return { index, disputed, repeated };
}

/**
 * What follows a section: the offset that `startxref` names (-1: none), and the first byte after its `%%EOF` line.
 * White space between them has no bound: qpdf pads the first section of a linearized file in proportion to its
 * objects. A trailer that some writers leave behind a cross-reference stream is passed over, as readers do.
 */
export function endOfRevision(
  bytes: Uint8Array,
  from: number,
  limits: Limits,
): { end: number; startXref: number } {
  // Sections may end anywhere: what follows them is looked for close by.
  const near = (at: number): Parser => {
    const next = skipWhite(bytes, at);
    return new Parser(bytes.subarray(0, next + TAIL), next, limits);
  };
  let parser = near(from);
  if (parser.keyword('endstream')) parser.keyword('endobj');
  parser = near(parser.pos);
  if (parser.keyword('trailer')) {
    readable(() => parser.value());
    parser = near(parser.pos);
  }
  const startXref = parser.keyword('startxref') ? plainInteger(parser) : -1;
  if (startXref < 0) return { end: from, startXref };
  let at = skipWhite(bytes, parser.pos);
  if (!startsWith(bytes, at, '%%EOF')) return { end: parser.pos, startXref };
  at += 5;
  if (bytes[at] === 13) at++;
  if (bytes[at] === 10) at++;
  return { end: at, startXref };
}
