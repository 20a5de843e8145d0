import { readable } from '../../errors.ts';
import { COMPRESSED, FREE, IN_USE } from '../../syntax/entries.ts';
import { shortKeys } from '../../syntax/images.ts';
import { Parser } from '../../syntax/parser.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';

/** What an object is in a revision; what cannot be read is nothing. */
export const valueAt = (pdf: Pdf, number: number): PdfValue | undefined => {
  const value = readable(() => pdf.object(number)?.value);
  return value?.type === 'null' ? undefined : value;
};

/** Whether there is an object that cannot be read here, and may say anything to other readers. */
export function isUnread(pdf: Pdf, number: number): boolean {
  const slot = pdf.index.get(number);
  const kind = slot === undefined ? FREE : pdf.store.kind(slot);
  return (kind === IN_USE || kind === COMPRESSED) && readable(() => pdf.object(number)) === undefined;
}

export function dictOf(value: PdfValue | undefined): PdfDict | undefined {
  if (value?.type === 'stream') return value.dict;
  return value?.type === 'dict' ? value : undefined;
}

/** Cross-reference and object streams: what they hold is compared, not they. */
export function isMachinery(value: PdfValue): boolean {
  const type = value.type === 'stream' ? value.dict.entries.get('Type') : undefined;
  return type?.type === 'name' && (type.value === 'XRef' || type.value === 'ObjStm');
}

/** Whether an entry of a dictionary in a value, or in its arrays and dictionaries, stands there twice: readers take either. */
export function repeats(value: PdfValue): boolean {
  const open: PdfValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const dict = dictOf(next);
    if (dict !== undefined && dict.duplicates.length > 0) return true;
    if (next.type === 'array') for (const item of next.items) open.push(item);
    for (const item of dict?.entries.values() ?? []) open.push(item);
  }
  return false;
}

/**
 * Whether a stream's data follow its word otherwise than by CR LF or LF (§7.3.8.1): readers begin there, or with the next
 * line.
 */
const beginsInLine = (value: PdfValue): boolean =>
  value.type === 'stream' && value.source[value.dataStart - 1] !== 10;

/** Whether no word closes the object of a stream: some readers do not find a page that such a content is of. */
function isUnclosed(pdf: Pdf, value: PdfValue): boolean {
  if (value.type !== 'stream' || value.source !== pdf.bytes) return false;
  const length = readable(() => pdf.number(value.dict.entries.get('Length'))) ?? 0;
  const behind = new Parser(pdf.bytes, value.dataStart + length, pdf.limits);
  return behind.keyword('endstream') && !behind.keyword('endobj');
}

/** Whether readers take a stream's data, or what an image of it is like, in two ways. */
export const isDoubtful = (pdf: Pdf, value: PdfValue): boolean =>
  value.type === 'stream' &&
  (beginsInLine(value) || isUnclosed(pdf, value) || shortKeys(pdf, value.dict).length > 0);

export function isSignature(value: PdfValue): boolean {
  return value.type === 'dict' && value.entries.has('ByteRange');
}

const PREPARED = new Set(['Page', 'Pages', 'Catalog', 'Font']);
const FONTS = new Set(['Type0', 'Type1', 'MMType1', 'Type3', 'TrueType', 'CIDFontType0', 'CIDFontType2']);

/** Entries that make a page or a catalog of a dictionary for some reader, whatever else it says. */
const MAKING = ['MediaBox', 'Pages', 'Annots'];

/**
 * Pages, catalogs and fonts that nothing leads to yet, shaped to take another's place (shadow attacks), whether they say
 * what they are or have its entries: many readers ask for no /Type, and some take a stream for its dictionary. What says no
 * more than its type could take none.
 */
export function isPrepared(pdf: Pdf, value: PdfValue): boolean {
  const dict = dictOf(value);
  if (dict === undefined) return false;
  const { entries } = dict;
  const has = (...keys: string[]): boolean => keys.every((key) => entries.has(key));
  if (entries.size < 2 && (has('Type') || has('Subtype'))) return false;
  const contents = readable(() => pdf.resolve(entries.get('Contents')))?.type;
  return (
    PREPARED.has(readable(() => pdf.name(entries.get('Type'))) ?? '') ||
    MAKING.some((key) => has(key)) ||
    contents === 'stream' ||
    contents === 'array' ||
    has('Kids', 'Count') ||
    // Forms have resources, too; outlines count what they lead to.
    (value.type === 'dict' && has('Resources')) ||
    ((readable(() => pdf.number(entries.get('Count'))) ?? 0) > 0 && !has('First')) ||
    FONTS.has(readable(() => pdf.name(entries.get('Subtype'))) ?? '')
  );
}

export function nameOf(value: PdfValue | undefined, otherwise: string): string {
  const type = dictOf(value)?.entries.get('Type');
  return type?.type === 'name' ? `/${type.value.slice(0, 64)}` : otherwise;
}
