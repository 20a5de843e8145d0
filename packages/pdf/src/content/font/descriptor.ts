import type { PdfDict } from '../../syntax/values.ts';
import type { FontReader } from './reader.ts';
import { type StandardFont, standardFont } from './standardwidths.ts';

/** What a font says of itself (ISO 32000-2 §9.8), and the standard font that is nearest to it. */
export interface Description {
  /** /BaseFont without the tag of a subset. */
  name: string;
  descriptor: PdfDict | undefined;
  flags: number;
  standard: StandardFont;
  ascent: number;
  descent: number;
}

/** Of a descriptor's /Flags (Table 121). */
export const SYMBOLIC = 4;
export const NONSYMBOLIC = 32;

/** No letter reaches further, in thousandths of an em; a wild number would make text stand where it is not. */
const FURTHEST = 2000;

/** `font` is a simple font, or the descendant of a composite one. */
export function describe(reader: FontReader, font: PdfDict, baseFont: string | undefined): Description {
  const name = (baseFont ?? reader.name(font.entries.get('BaseFont')) ?? '').replace(/^[A-Z]{6}\+/, '');
  const descriptor = reader.dict(font.entries.get('FontDescriptor'));
  const flags = reader.number(descriptor?.entries.get('Flags'), 0);
  const standard = standardFont(name, flags);
  return { name, descriptor, flags, standard, ...heights(reader, descriptor, standard) };
}

function heights(reader: FontReader, descriptor: PdfDict | undefined, standard: StandardFont) {
  const [, bottom = 0, , top = 0] = reader.numbers(descriptor?.entries.get('FontBBox'));
  const ascent = reader.number(descriptor?.entries.get('Ascent'), 0);
  // Some writers leave the minus away.
  const descent = -Math.abs(reader.number(descriptor?.entries.get('Descent'), 0));
  const up = [ascent, top].find((height) => height > 0 && height <= FURTHEST);
  const down = [descent, bottom].find((depth) => depth < 0 && depth >= -FURTHEST);
  return { ascent: up ?? standard.ascent, descent: down ?? standard.descent };
}
