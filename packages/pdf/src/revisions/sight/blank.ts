import type { DrawnAnnotation } from '../../content/annotations.ts';
import { readNumbers } from '../../content/colour/functions.ts';
import { type Outline, polygon } from '../../content/outline.ts';
import { lightOf } from '../../content/picture.ts';
import { strokes } from '../../content/strokes.ts';
import type { Veil } from '../../content/veil.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { isEmpty, union } from '../boxes.ts';
import type { Box } from '../pages.ts';

/** Sides of an icon where readers do not fit it into its rectangle (§12.5.6.4). */
const ICON = 20;
/** How thick the line of a text markup is, and how high it may lie, of the height of its quadrilateral: readers differ. */
const MARKUP = { thick: 1 / 16, under: [1 / 16, 1 / 7], through: [3 / 7, 1 / 2] };
/** Pieces that stand for an ellipse. */
const PIECES = 32;

const ICONS = new Set(['Text', 'FileAttachment', 'Sound']);
const WHOLE = new Set(['FreeText', 'Stamp', 'Redact']);
const ALL: Box = [-Infinity, -Infinity, Infinity, Infinity];

/** Something that readers paint by themselves. */
export interface Blank {
  box: Box;
  /** All of the box where there is none. */
  outline?: Outline;
  /** How much of what is behind it it hides. */
  share: number;
  /** It is a line from corner to corner, which may be drawn as a figure. */
  isLine?: boolean;
}

/** What readers paint by themselves where an annotation has no appearance (§12.5.6), be it outside of its rectangle. */
export function blanksOf(pdf: Pdf, annotation: DrawnAnnotation): Blank[] {
  const { subtype, rect, dict } = annotation;
  const width = widthOf(pdf, annotation);
  const found = [...linesOf(pdf, annotation, width), ...quadsOf(pdf, annotation)];
  if (rect === undefined || isEmpty(rect)) return found;
  const [x0, , , y1] = rect;
  const has = (value: PdfValue | undefined): boolean =>
    (readable(() => pdf.array(value))?.items.length ?? 0) > 0;
  const colours = readable(() => pdf.dict(dict.entries.get('MK')))?.entries;
  const isFilled = has(dict.entries.get('IC')) && subtype !== 'Line';
  if (ICONS.has(subtype)) found.push(area(rect), area([x0, y1 - ICON, x0 + ICON, y1]));
  if (WHOLE.has(subtype) || isFilled || (subtype === 'Widget' && has(colours?.get('BG'))))
    found.push(area(rect));
  if (subtype === 'Square' || subtype === 'Link' || (subtype === 'Widget' && has(colours?.get('BC'))))
    found.push(...frame(rect, width));
  if (subtype === 'Circle') found.push(...stroked(ellipse(rect, width), width));
  return found;
}

/** The place of all of them; undefined where there is none. */
export const placeOf = (blanks: readonly Blank[]): Box | undefined =>
  blanks.map(({ box }) => box).reduce<Box | undefined>((all, box) => union(all ?? box, box), undefined);

export function veilBlanks(veil: Veil, blanks: readonly Blank[]): void {
  for (const { box, outline, share } of blanks) {
    if (outline === undefined) veil.add(box, { share });
    else veil.addOutline(outline, box, { share });
  }
}

const area = (box: Box, share = 1): Blank => ({ box, share });

function widthOf(pdf: Pdf, { dict: { entries } }: DrawnAnnotation): number {
  const style = readable(() => pdf.dict(entries.get('BS')));
  const border = readable(() => readNumbers(pdf, entries.get('Border')));
  return readable(() => pdf.number(style?.entries.get('W'))) ?? border?.[2] ?? 1;
}

/** Lines from corner to corner (§12.5.6.7, 9 and 13). */
function linesOf(pdf: Pdf, { dict: { entries }, subtype }: DrawnAnnotation, width: number): Blank[] {
  const numbers = (value: PdfValue | undefined): number[] => readable(() => readNumbers(pdf, value)) ?? [];
  const lines: number[][] = [];
  if (subtype === 'Line') lines.push(numbers(entries.get('L')));
  if (subtype === 'PolyLine') lines.push(numbers(entries.get('Vertices')));
  if (subtype === 'Ink')
    for (const item of readable(() => pdf.array(entries.get('InkList')))?.items ?? [])
      lines.push(numbers(item));
  if (subtype === 'Polygon') {
    const corners = numbers(entries.get('Vertices'));
    lines.push([...corners, ...corners.slice(0, 2)]);
  }
  pdf.spend(lines.reduce((sum, { length }) => sum + length, lines.length));
  const drawn = width > 0 ? lines.flatMap((line) => stroked(piecesOf(line), width)) : [];
  return drawn.map((blank) => ({ ...blank, isLine: true }));
}

function piecesOf(points: readonly number[]): Box[] {
  const pieces: Box[] = [];
  for (let at = 0; at + 3 < points.length; at += 2) pieces.push(points.slice(at, at + 4) as Box);
  return pieces;
}

function stroked(pieces: readonly Box[], width: number): Blank[] {
  const outline = strokes(pieces, width, 0, ALL);
  return outline === undefined ? [] : [{ outline, box: outline.box, share: 1 }];
}

function ellipse([x0, y0, x1, y1]: Box, width: number): Box[] {
  const [across, up] = [(x1 - x0 - width) / 2, (y1 - y0 - width) / 2].map((half) => Math.max(0, half));
  const points = Array.from({ length: PIECES + 1 }, (_, at) => (2 * Math.PI * at) / PIECES).flatMap(
    (angle) => [(x0 + x1) / 2 + (across ?? 0) * Math.cos(angle), (y0 + y1) / 2 + (up ?? 0) * Math.sin(angle)],
  );
  return piecesOf(points);
}

/** Text markup (§12.5.6.10), by its quadrilaterals, or by its rectangle where there are none. */
function quadsOf(pdf: Pdf, { dict: { entries }, subtype, rect }: DrawnAnnotation): Blank[] {
  const levels =
    subtype === 'StrikeOut'
      ? MARKUP.through
      : subtype === 'Underline' || subtype === 'Squiggly'
        ? MARKUP.under
        : [];
  if (levels.length === 0 && subtype !== 'Highlight') return [];
  const points = readable(() => readNumbers(pdf, entries.get('QuadPoints'))) ?? [];
  pdf.spend(points.length);
  // Highlighters multiply: a dark one hides.
  const share = 1 - lightOf(packed(readable(() => readNumbers(pdf, entries.get('C'))) ?? [])) / 255;
  const quads: number[][] = [];
  for (let at = 0; at + 7 < points.length; at += 8) quads.push(points.slice(at, at + 8));
  if (quads.length === 0 && rect !== undefined) {
    const [x0, y0, x1, y1] = rect;
    quads.push([x0, y1, x1, y1, x0, y0, x1, y0]);
  }
  return quads.flatMap((quad) => (subtype === 'Highlight' ? [marked(quad, share)] : ruled(quad, levels)));
}

/** The corners of one are the upper two, and then the lower two, as all writers have them. */
function marked(
  [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0]: readonly number[],
  share: number,
): Blank {
  const outline = polygon([ax, ay, bx, by, dx, dy, cx, cy], ALL);
  return { outline, box: outline.box, share };
}

function ruled(
  [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0]: readonly number[],
  levels: readonly number[],
): Blank[] {
  const thick = Math.hypot(ax - cx, ay - cy) * MARKUP.thick;
  const between = (low: number, high: number, level: number): number => low + (high - low) * level;
  return levels.flatMap((level) =>
    stroked(
      [[between(cx, ax, level), between(cy, ay, level), between(dx, bx, level), between(dy, by, level)]],
      thick,
    ),
  );
}

/** Table 166: one, three or four components; none is transparent. */
function packed(colour: readonly number[]): number {
  const [a = 1, b = a, c = a, d] = colour;
  const parts = d === undefined ? [a, b, c] : [a, b, c].map((ink) => (1 - ink) * (1 - d));
  return parts.reduce((sum, part) => sum * 256 + Math.round(Math.min(Math.max(part, 0), 1) * 255), 0);
}

/** A border that is drawn within the rectangle. */
function frame([x0, y0, x1, y1]: Box, width: number): Blank[] {
  if (!(width > 0)) return [];
  const [across, up] = [Math.min(width, x1 - x0), Math.min(width, y1 - y0)];
  return [
    area([x0, y0, x1, y0 + up]),
    area([x0, y1 - up, x1, y1]),
    area([x0, y0, x0 + across, y1]),
    area([x1 - across, y0, x1, y1]),
  ];
}
