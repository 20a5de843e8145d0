import { ascii, toHex } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';
import type { Colours } from './colours.ts';
import { isJpeg2000Allowed } from './jpeg2000.ts';
import type { Tell } from './obstacles.ts';

/** Bytes of a name and of a string (ISO 19005-2 §6.1.13). */
const LONGEST_NAME = 127;
export const LONGEST_STRING = 32_767;
/** Of a page, in units of user space. */
const SIDE = { least: 3, most: 14_400 };

const FILTERS: ReadonlySet<string> = new Set(
  'FlateDecode DCTDecode JPXDecode CCITTFaxDecode JBIG2Decode RunLengthDecode'.split(' '),
);
/** ISO 32000-1 §11.3.5. */
const BLEND_MODES: ReadonlySet<string> = new Set(
  (
    'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference ' +
    'Exclusion Hue Saturation Color Luminosity'
  ).split(' '),
);
const INTENTS: ReadonlySet<string> = new Set(
  'RelativeColorimetric AbsoluteColorimetric Perceptual Saturation'.split(' '),
);
const BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);

export const isRenderingIntent = (name: string): boolean => INTENTS.has(name);

/** Whether a name, one character a byte, is short enough and text in UTF-8 (§6.1.8, §6.1.13). */
export function isNameAllowed(name: string): boolean {
  if (name.length > LONGEST_NAME) return false;
  if (/^[\x20-\x7e]*$/.test(name)) return true;
  try {
    // It refuses what is no UTF-8.
    decodeURIComponent(name.replace(/[\s\S]/g, (character) => `%${toHex(ascii(character))}`));
    return true;
  } catch {
    return false;
  }
}

/** Judges an object of a copy and all that stands in it. */
export function judgeObject(pdf: Pdf, value: PdfValue, colours: Colours, tell: Tell): void {
  const open: PdfValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    pdf.spend(1);
    if (next.type === 'name' && !isNameAllowed(next.value)) tell('limit');
    if (next.type === 'string' && pdf.stringBytes(next).length > LONGEST_STRING) tell('limit');
    if (next.type === 'array') {
      colours.array(next);
      open.push(...next.items);
    }
    const dict = next.type === 'stream' ? next.dict : next;
    if (dict.type !== 'dict') continue;
    judgeDict(pdf, dict, next.type === 'stream' ? next : undefined, tell);
    colours.dict(dict);
    for (const [key, item] of dict.entries) {
      if (!isNameAllowed(key)) tell('limit');
      open.push(item);
    }
  }
}

function judgeDict(pdf: Pdf, dict: PdfDict, stream: PdfStream | undefined, tell: Tell): void {
  const { entries } = dict;
  const filter = entries.get('Filter');
  if (stream !== undefined && filter !== undefined && !FILTERS.has(pdf.name(filter) ?? '')) tell('filter');
  const type = pdf.name(entries.get('Type'));
  if (type === 'ExtGState') judgeState(pdf, dict, tell);
  if (type === 'Page') judgePage(pdf, dict, tell);
  if (stream !== undefined && pdf.name(entries.get('Subtype')) === 'Image') judgeImage(pdf, stream, tell);
}

function judgePage(pdf: Pdf, { entries }: PdfDict, tell: Tell): void {
  const [x0, y0, x1, y1] = pdf.rectangle(entries.get('MediaBox')) ?? [0, 0, 0, 0];
  for (const side of [x1 - x0, y1 - y0]) if (!(side >= SIDE.least && side <= SIDE.most)) tell('page_size');
}

/** §6.2.5, §6.2.6, §6.2.10. */
function judgeState(pdf: Pdf, { entries }: PdfDict, tell: Tell): void {
  const second = entries.get('TR2');
  if (entries.has('TR') || (second !== undefined && pdf.name(second) !== 'Default')) tell('graphics_state');
  const blend = entries.get('BM');
  if (blend !== undefined && !BLEND_MODES.has(pdf.name(blend) ?? '')) tell('blend_mode');
  const intent = entries.get('RI');
  if (intent !== undefined && !isRenderingIntent(pdf.name(intent) ?? '')) tell('rendering_intent');
}

/** §6.2.8. */
function judgeImage(pdf: Pdf, { dict, ...stream }: PdfStream, tell: Tell): void {
  const { entries } = dict;
  const is = (key: string): boolean => {
    const value = pdf.resolve(entries.get(key));
    return value?.type === 'boolean' && value.value;
  };
  const bits = pdf.number(entries.get('BitsPerComponent'));
  if (is('Interpolate')) tell('image');
  if (bits !== undefined && !(is('ImageMask') ? bits === 1 : BITS.has(bits))) tell('image');
  const intent = entries.get('Intent');
  if (intent !== undefined && !isRenderingIntent(pdf.name(intent) ?? '')) tell('rendering_intent');
  if (pdf.name(entries.get('Filter')) !== 'JPXDecode') return;
  if (!isJpeg2000Allowed(pdf.streamData({ dict, ...stream }), entries.has('ColorSpace'))) tell('jpeg_2000');
}
