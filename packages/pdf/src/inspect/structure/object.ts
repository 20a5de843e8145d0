import { readable } from '../../errors.ts';
import { isDigit, isRegular, skipWhite, startsWith } from '../../syntax/bytes.ts';
import type { Entry } from '../../syntax/entries.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { IndirectObject, PdfStream } from '../../syntax/values.ts';
import type { FindingKind } from '../finding.ts';
import { textAt } from './text.ts';

const SHORT_FILTERS: ReadonlySet<string> = new Set(['AHx', 'A85', 'LZW', 'Fl', 'RL', 'CCF', 'DCT']);

type Tell = (kind: FindingKind, excerpt: string) => void;

/**
 * Where an object's header and its end stand, held against how readers find them, with the length of a stream as `pdf`, the
 * revision that brought it, says: each oddity told here is one that some readers forgive and others do not.
 */
export function measureObject(
  pdf: Pdf,
  entry: Entry,
  object: IndirectObject,
  tell: Tell,
): { header: number; end: number } {
  const { bytes } = pdf;
  const header = skipWhite(bytes, entry.place);
  if (!isDigit(bytes[header])) tell('xref_conflict', textAt(bytes, entry.place));
  else if (!isPlainHeader(bytes, header)) tell('ambiguous_syntax', textAt(bytes, header));
  const { value } = object;
  if (pdf.isOpenEnded(value)) tell('ambiguous_syntax', '/Encrypt');
  if (value.type === 'null' && value.start === value.end) return { header, end: value.end };
  let end = value.end;
  if (value.type === 'stream') {
    end = endOfStream(pdf, value, tell);
    const short = shortFilter(pdf, value);
    if (short !== undefined) tell('ambiguous_syntax', `/Filter /${short}`);
  }
  const close = skipWhite(bytes, end);
  // A comment before `endobj` hides the keyword from readers that look for it line by line.
  if (startsWith(bytes, close, 'endobj')) return { header, end: close + 6 };
  if (value.type === 'stream' || !isCommented(bytes, close)) tell('ambiguous_syntax', textAt(bytes, end));
  return { header, end };
}

/** §7.3.10: number, generation and `obj` with white space between, nothing else. */
function isPlainHeader(bytes: Uint8Array, from: number): boolean {
  let at = from;
  for (let part = 0; part < 2; part++) {
    while (isDigit(bytes[at])) at++;
    const after = skipWhite(bytes, at);
    if (after === at) return false;
    at = after;
  }
  return startsWith(bytes, at, 'obj');
}

/** A remark between a value and its `endobj`, as people write them by hand, is read alike by all. */
const isCommented = (bytes: Uint8Array, at: number): boolean => bytes[at] === 0x25;

function endOfStream(pdf: Pdf, stream: PdfStream, tell: Tell): number {
  const { bytes } = pdf;
  const { dataStart, dict } = stream;
  // §7.3.8.1: CR LF or LF after the keyword. A lone CR, a blank or nothing: readers begin the data differently.
  if (bytes[dataStart - 1] !== 10) tell('ambiguous_syntax', textAt(bytes, dataStart - 7));
  const length = lengthOf(pdf, stream);
  const end = dataStart + (length ?? -1);
  const inside = find(pdf, 'endstream', dataStart, bytes.length);
  const keyword = length === undefined || end > bytes.length ? -1 : skipWhite(bytes, end);
  if (keyword < 0 || !isKeyword(bytes, keyword, 'endstream')) {
    tell('stream_length', length === undefined ? '/Length' : `/Length ${length}`);
    return inside < 0 ? dataStart : inside + 9;
  }
  // The data of an embedded file may be another PDF as it is.
  const type = dict.entries.get('Type');
  if (inside < end && !(type?.type === 'name' && type.value === 'EmbeddedFile')) {
    tell('stream_length', textAt(bytes, inside));
  }
  return keyword + 9;
}

/** The name of a filter that stands for it within content only (§8.9.7): elsewhere some readers do not know it. */
function shortFilter(pdf: Pdf, { dict }: PdfStream): string | undefined {
  const filter = readable(() => pdf.resolve(dict.entries.get('Filter')));
  const names = filter?.type === 'array' ? filter.items : [filter];
  return names.map((name) => readable(() => pdf.name(name)) ?? '').find((name) => SHORT_FILTERS.has(name));
}

function lengthOf(pdf: Pdf, { dict }: PdfStream): number | undefined {
  const length = readable(() => pdf.number(dict.entries.get('Length')));
  return length !== undefined && length >= 0 && Number.isInteger(length) ? length : undefined;
}

function isKeyword(bytes: Uint8Array, at: number, word: string): boolean {
  return (
    startsWith(bytes, at, word) &&
    (startsWith(bytes, at, `${word}endobj`) || !isRegular(bytes[at + word.length]))
  );
}

/** First position of `word` in [from, to), or -1; what is looked through is counted. */
function find(pdf: Pdf, word: string, from: number, to: number): number {
  const first = word.charCodeAt(0);
  let at = pdf.bytes.indexOf(first, from);
  while (at >= 0 && at < to && !startsWith(pdf.bytes, at, word)) at = pdf.bytes.indexOf(first, at + 1);
  const found = at < 0 || at >= to ? -1 : at;
  pdf.spend((found < 0 ? to : found) - from);
  return found;
}
