import { PdfError } from '../errors.ts';
import { ascii, concat } from '../syntax/bytes.ts';
import { nameObject } from '../syntax/strings.ts';
import type { PdfArray, PdfDict } from '../syntax/values.ts';

/** Serialised PDF values: text where every character is below U+0100, or bytes. */
export type Written = string | Uint8Array;

export const written = (value: Written): Uint8Array => (typeof value === 'string' ? ascii(value) : value);

/** The dictionary with some values replaced or added; everything else byte for byte as it was. */
export function spliceDict(dict: PdfDict, changes: ReadonlyMap<string, Written>): Uint8Array {
  const cuts: { start: number; end: number; bytes: Uint8Array }[] = [];
  const added: Uint8Array[] = [];
  for (const [key, value] of changes) {
    if (dict.duplicates.includes(key)) throw new PdfError('broken_object', `/${key} stands there twice`);
    const old = dict.entries.get(key);
    if (old === undefined) added.push(ascii(nameObject(key)), ascii(' '), written(value));
    else cuts.push({ start: old.start, end: old.end, bytes: written(value) });
  }
  const last = dict.end - 2;
  cuts.sort((a, b) => a.start - b.start);
  const parts: Uint8Array[] = [];
  let at = dict.start;
  for (const cut of cuts) {
    parts.push(dict.source.subarray(at, cut.start), separated(dict.source, cut.start, cut.bytes));
    at = cut.end;
  }
  parts.push(dict.source.subarray(at, last), ...added, dict.source.subarray(last, dict.end));
  return concat(parts);
}

/** A value that takes another's place needs a space where the old one brought its own delimiter. */
function separated(source: Uint8Array, start: number, bytes: Uint8Array): Uint8Array {
  const before = source[start - 1];
  const spaced = before === 0x20 || before === 0x0a || before === 0x0d;
  return spaced ? bytes : concat([ascii(' '), bytes]);
}

/** The array with one more item at its end. */
export function appendItem(array: PdfArray, item: Written): Uint8Array {
  const last = array.end - 1;
  const gap = array.items.length === 0 ? '' : ' ';
  return concat([
    array.source.subarray(array.start, last),
    ascii(gap),
    written(item),
    array.source.subarray(last, array.end),
  ]);
}
