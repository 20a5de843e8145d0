import type { Box } from '../revisions/pages.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { solidImage } from './convex.ts';
import type { Interpreter } from './interpreter.ts';
import { paintArea } from './marks.ts';
import { boundsOf } from './matrix.ts';
import { paintPattern } from './patterns.ts';

/** What reading its dictionary costs. */
const LOOKED_UP = 60;
const UNIT: Box = [0, 0, 1, 1];
const FILTERS: ReadonlySet<string> = new Set(
  (
    'FlateDecode Fl LZWDecode LZW ASCIIHexDecode AHx ASCII85Decode A85 RunLengthDecode RL ' +
    'DCTDecode DCT JPXDecode JBIG2Decode CCITTFaxDecode CCF Crypt'
  ).split(' '),
);

/**
 * Paints an image into the unit square (ISO 32000-2 §8.9). Its samples are not looked at. Inline, keys may be short: in
 * an XObject /F is another file.
 */
export function paintImage(
  it: Interpreter,
  { entries }: PdfDict,
  object: number | undefined,
  inline = false,
): void {
  const { pdf, state } = it;
  it.spend(LOOKED_UP);
  const get = (key: string, short: string): PdfValue | undefined =>
    entries.get(key) ?? (inline ? entries.get(short) : undefined);
  const box = boundsOf(UNIT, state.ctm);
  const stencil = pdf.boolean(get('ImageMask', 'IM')) === true;
  const size = [get('Width', 'W'), get('Height', 'H')].map((value) => pdf.number(value) ?? 0);
  const [width = 0, height = 0] = size;
  const masked =
    pdf.resolve(entries.get('SMask')) !== undefined ||
    pdf.resolve(entries.get('Mask')) !== undefined ||
    (pdf.number(entries.get('SMaskInData')) ?? 0) > 0;
  if (!known(it, get('Filter', 'F'))) it.unreadable('unsupported_filter', object);
  if (stencil && state.fill.pattern !== undefined) paintPattern(it, state.fill.pattern, box, undefined);
  paintArea(it, {
    kind: 'image',
    box,
    solid: stencil || masked ? undefined : solidImage(UNIT, state.ctm),
    alpha: state.fillAlpha,
    paint: stencil ? state.fill : undefined,
    porous: stencil || masked,
    samples: [width, height],
    object,
  });
}

function known({ pdf }: Interpreter, value: PdfValue | undefined): boolean {
  const filter = pdf.resolve(value);
  if (filter === undefined) return true;
  const names = filter.type === 'array' ? filter.items : [filter];
  return names.every((name) => FILTERS.has(pdf.name(name) ?? ''));
}
