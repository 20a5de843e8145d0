import { startsWith } from '../syntax/bytes.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfString } from '../syntax/values.ts';
import type { Revision } from './revisions.ts';

/** What is wrong with a /ByteRange or /Contents; each has been used to forge signatures. */
export type ByteRangeProblem =
  | 'byte_range_missing'
  | 'byte_range_malformed'
  | 'contents_missing'
  | 'contents_not_hex'
  | 'contents_elsewhere'
  | 'gap_is_not_contents'
  | 'ends_inside_revision'
  /** An entry stands there twice: readers take one or the other. */
  | 'duplicate_entry'
  /** /Type and /SubFilter disagree on whether it is a document time-stamp (ISO 32000-2 §12.8.5): readers ask one of them. */
  | 'type_disagrees';

/** What a signature covers: facts, no verdict. */
export interface Coverage {
  /** `revision`: exactly one revision, not the last; `whole_file`: up to the last byte; `less`: neither. */
  covers: 'whole_file' | 'revision' | 'less';
  /** The revision whose end is the end of the byte range. */
  revision?: number;
  byteRange?: [number, number, number, number];
  /** The /Contents string with its brackets: first byte and first byte after it. */
  contents?: { start: number; end: number };
  problems: ByteRangeProblem[];
}

/** Reads /ByteRange and /Contents of a signature dictionary and holds them against the revisions. */
export function coverage(pdf: Pdf, signature: PdfDict, all: readonly Revision[]): Coverage {
  const problems: ByteRangeProblem[] = signature.duplicates.length > 0 ? ['duplicate_entry'] : [];
  if (isOfTwoTypes(pdf, signature)) problems.push('type_disagrees');
  const byteRange = readByteRange(pdf, signature, problems);
  const contents = readContents(pdf, signature, problems);
  const found: Coverage = { covers: 'less', problems };
  if (byteRange !== undefined) found.byteRange = byteRange;
  if (contents !== undefined) found.contents = { start: contents.start, end: contents.end };
  if (byteRange === undefined || contents === undefined) return found;
  const [, before, after, length] = byteRange;
  if (before !== contents.start || after !== contents.end) problems.push('gap_is_not_contents');
  const end = after + length;
  const revision =
    all.find((one) => one.end === end) ?? all.find((one) => isLineEnd(pdf.bytes, end, one.end));
  if (revision !== undefined) found.revision = revision.number;
  else if (end !== pdf.bytes.length) problems.push('ends_inside_revision');
  if (problems.length === 0) found.covers = end === pdf.bytes.length ? 'whole_file' : 'revision';
  return found;
}

const STAMP = 'DocTimeStamp';
const TOKEN = 'ETSI.RFC3161';

/**
 * Whether a signature dictionary is a document time-stamp (ISO 32000-2 §12.8.5). Either entry makes it one: what is
 * asked of time-stamps, that they show nothing and speak for nobody, holds for all that anybody may take for one.
 */
export const isTimeStamp = (pdf: Pdf, signature: PdfDict): boolean =>
  pdf.name(signature.entries.get('Type')) === STAMP || pdf.name(signature.entries.get('SubFilter')) === TOKEN;

/** An entry that is left out says nothing against the other, and some writers leave /Type /Sig before a token. */
function isOfTwoTypes(pdf: Pdf, { entries }: PdfDict): boolean {
  const [type, subFilter] = [pdf.name(entries.get('Type')), pdf.name(entries.get('SubFilter'))];
  return type === STAMP && subFilter !== undefined && subFilter !== TOKEN;
}

/** Whether only the end of the `%%EOF` line lies between: where a signed file lacked it, the next update begins with it. */
function isLineEnd(bytes: Uint8Array, from: number, to: number): boolean {
  if (from >= to || to - from > 2 || !startsWith(bytes, from - 5, '%%EOF')) return false;
  return bytes.subarray(from, to).every((byte) => byte === 10 || byte === 13);
}

function readByteRange(
  pdf: Pdf,
  signature: PdfDict,
  problems: ByteRangeProblem[],
): Coverage['byteRange'] | undefined {
  const value = signature.entries.get('ByteRange');
  if (value === undefined || value.type === 'null') {
    problems.push('byte_range_missing');
    return undefined;
  }
  const numbers =
    value.type === 'array'
      ? value.items.map((item) => (item.type === 'number' && item.integer ? item.value : -1))
      : [];
  const [start = -1, before = -1, after = -1, length = -1] = numbers;
  const ordered = start === 0 && before > 0 && after > before && length >= 0;
  if (numbers.length !== 4 || !ordered || after + length > pdf.bytes.length) {
    problems.push('byte_range_malformed');
    return undefined;
  }
  return [start, before, after, length];
}

function readContents(pdf: Pdf, signature: PdfDict, problems: ByteRangeProblem[]): PdfString | undefined {
  const value = signature.entries.get('Contents');
  if (value?.type !== 'string') {
    problems.push(value?.type === 'ref' ? 'contents_elsewhere' : 'contents_missing');
    return undefined;
  }
  if (!value.hex) problems.push('contents_not_hex');
  else if (value.source !== pdf.bytes) problems.push('contents_elsewhere');
  return value.source === pdf.bytes ? value : undefined;
}
