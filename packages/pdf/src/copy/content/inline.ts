import { readable } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import { ascii, concat } from '../../syntax/bytes.ts';
import { Parser } from '../../syntax/parser.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';

/** The full names of what the entries of inline images are called in short (ISO 32000-2 Table 91). */
const KEYS: Readonly<Record<string, string>> = {
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  D: 'Decode',
  DP: 'DecodeParms',
  F: 'Filter',
  H: 'Height',
  IM: 'ImageMask',
  I: 'Interpolate',
  W: 'Width',
};
const FILTERS: Readonly<Record<string, string>> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
};

/** The entries of an inline image by their full names; the full name goes before the short one. */
export function fullEntries(dict: PdfDict): PdfDict {
  const entries = new Map<string, PdfValue>();
  for (const [key, value] of dict.entries) {
    const full = Object.hasOwn(KEYS, key) ? (KEYS[key] ?? key) : key;
    if (full === key || !dict.entries.has(full))
      entries.set(full, full === 'Filter' ? fullFilter(value) : value);
  }
  return { ...dict, entries };
}

function fullFilter(value: PdfValue): PdfValue {
  if (value.type === 'array') return { ...value, items: value.items.map(fullFilter) };
  if (value.type !== 'name' || !Object.hasOwn(FILTERS, value.value)) return value;
  return { ...value, value: FILTERS[value.value] ?? value.value };
}

/** The dictionary that the entries of an inline image are, as they stand between `BI` and `ID`; undefined where they are none. */
export function readEntries(bytes: Uint8Array, limits: Limits): PdfDict | undefined {
  const value = readable(() => new Parser(concat([ascii('<<'), bytes, ascii(' >>')]), 0, limits).value());
  return value?.type === 'dict' ? value : undefined;
}
