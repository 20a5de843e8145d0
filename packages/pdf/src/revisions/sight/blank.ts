import type { DrawnAnnotation } from '../../content/annotations.ts';
import { readNumbers } from '../../content/colour/functions.ts';
import { lightOf } from '../../content/picture.ts';
import type { Veil } from '../../content/veil.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { Box } from '../pages.ts';

/** Points from which a line hides letters. */
const BROAD = 3;
/** Quadrilaterals of a markup annotation that are looked at. */
const MOST_QUADS = 1000;

const LINES = new Set(['Ink', 'Line', 'PolyLine', 'Polygon', 'Square', 'Circle']);
const PAINTED = new Set(['FreeText', 'Stamp', 'Redact']);

/** Hides what readers paint by themselves where an annotation has no appearance (§12.5.6). */
export function veilBlank(pdf: Pdf, veil: Veil, { dict: { entries }, subtype, rect }: DrawnAnnotation): void {
  if (rect === undefined) return;
  const has = (key: string): boolean => (readable(() => pdf.array(entries.get(key)))?.items.length ?? 0) > 0;
  const style = readable(() => pdf.dict(entries.get('BS')));
  const border = readable(() => readNumbers(pdf, entries.get('Border')));
  const width = readable(() => pdf.number(style?.entries.get('W'))) ?? border?.[2] ?? 1;
  const ground = readable(() => pdf.array(pdf.dict(entries.get('MK'))?.entries.get('BG')))?.items.length ?? 0;
  const isFilled = has('IC') && subtype !== 'Line';
  const isBroad = LINES.has(subtype) && width >= BROAD;
  const hasGround = subtype === 'Widget' && ground > 0;
  if (isFilled || isBroad || hasGround || PAINTED.has(subtype)) veil.add(rect, { share: 1 });
  if (subtype === 'Highlight') veilHighlight(pdf, veil, { entries, rect });
  if ((subtype === 'Link' || subtype === 'Widget') && width >= BROAD) veilFrame(veil, rect, width);
}

/** Highlighters multiply: a dark one hides. */
function veilHighlight(
  pdf: Pdf,
  veil: Veil,
  { entries, rect }: { entries: DrawnAnnotation['dict']['entries']; rect: Box },
): void {
  const colour = readable(() => readNumbers(pdf, entries.get('C'))) ?? [];
  const hidden = 1 - lightOf(packed(colour)) / 255;
  const points = readable(() => readNumbers(pdf, entries.get('QuadPoints'))) ?? [];
  if (points.length < 8) veil.add(rect, { share: hidden });
  for (let at = 0; at + 7 < Math.min(points.length, 8 * MOST_QUADS); at += 8) {
    const quad = points.slice(at, at + 8);
    const [xs, ys] = [0, 1].map((axis) => quad.filter((_, index) => index % 2 === axis));
    veil.add(
      [Math.min(...(xs ?? [])), Math.min(...(ys ?? [])), Math.max(...(xs ?? [])), Math.max(...(ys ?? []))],
      { share: hidden },
    );
  }
}

/** Table 166: one, three or four components; none is transparent. */
function packed(colour: readonly number[]): number {
  const [a = 1, b = a, c = a, d] = colour;
  const parts = d === undefined ? [a, b, c] : [a, b, c].map((ink) => (1 - ink) * (1 - d));
  return parts.reduce((sum, part) => sum * 256 + Math.round(Math.min(Math.max(part, 0), 1) * 255), 0);
}

/** A border that is drawn within the rectangle. */
function veilFrame(veil: Veil, [x0, y0, x1, y1]: Box, width: number): void {
  veil.add([x0, y0, x1, y0 + width], { share: 1 });
  veil.add([x0, y1 - width, x1, y1], { share: 1 });
  veil.add([x0, y0, x0 + width, y1], { share: 1 });
  veil.add([x1 - width, y0, x1, y1], { share: 1 });
}
