import { ascii, concat } from '../syntax/bytes.ts';
import type { PdfDict, PdfStream } from '../syntax/values.ts';

/** The full names of what the entries of inline images are called in short (Table 91). */
const FULL: Readonly<Record<string, string>> = {
  W: 'Width',
  H: 'Height',
  D: 'Decode',
  F: 'Filter',
  IM: 'ImageMask',
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  DP: 'DecodeParms',
};
const ENDSTREAM = ascii('\nendstream');

/** An inline image as if it were an object. */
export function inlineStream(dict: PdfDict, data: Uint8Array): PdfStream {
  const source = concat([data, ENDSTREAM]);
  const entries = new Map([...dict.entries].map(([key, value]) => [FULL[key] ?? key, value]));
  const span = { source, start: 0, end: source.length };
  entries.set('Length', { type: 'number', value: data.length, integer: true, ...span });
  return { type: 'stream', dict: { ...dict, entries }, dataStart: 0, ...span };
}
