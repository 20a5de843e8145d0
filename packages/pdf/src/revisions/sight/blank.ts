import type { DrawnAnnotation } from '../../content/annotations.ts';
import { readNumbers } from '../../content/colour/functions.ts';
import { type Outline, polygon } from '../../content/outline.ts';
import { lightOf } from '../../content/picture.ts';
import { strokes } from '../../content/strokes.ts';
import type { Veil } from '../../content/veil.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { isEmpty, union } from '../boxes.ts';
import type { Box } from '../pages.ts';
import { endingOf } from './endings.ts';

/** Sides of an icon where readers do not fit it into its rectangle (§12.5.6.4): down from its corner, up, and in its middle. */
const ICON = { down: 22, up: 20, middle: 18 };
/** Width of a caret in the middle of its rectangle, and how far it goes below that and above. */
const CARET = { wide: 20, below: 5, above: 6 };
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
  if (ICONS.has(subtype)) found.push(...iconsIn(rect ?? [0, 0, 0, 0], subtype));
  if (rect === undefined) return found;
  if (subtype === 'Caret') found.push(caretIn(rect));
  if (subtype === 'Link' || (subtype === 'Square' && isEmpty(rect)))
    found.push(...(width > 0 ? stroked(edgesOf(rect), width) : []));
  if (isEmpty(rect)) return found;
  const has = (value: PdfValue | undefined): boolean =>
    (readable(() => pdf.array(value))?.items.length ?? 0) > 0;
  const colours = readable(() => pdf.dict(dict.entries.get('MK')))?.entries;
  const isFilled = has(dict.entries.get('IC')) && subtype !== 'Line';
  if (ICONS.has(subtype)) found.push(area(rect));
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

/** Of a rectangle without an area, too, readers take the corner, or the middle. */
function iconsIn([x0, y0, x1, y1]: Box, subtype: string): Blank[] {
  const [x, y, half] = [(x0 + x1) / 2, (y0 + y1) / 2, ICON.middle / 2];
  return [
    area([x0, y1 - ICON.down, x0 + ICON.down, y1]),
    area([x - half, y - half, x + half, y + half]),
    ...(subtype === 'Text' ? [area([x0, y0, x0 + ICON.up, y0 + ICON.up])] : []),
  ];
}

function caretIn([x0, y0, x1, y1]: Box): Blank {
  const [x, y, half] = [(x0 + x1) / 2, (y0 + y1) / 2, CARET.wide / 2];
  const outline = polygon([x - half, y - CARET.below, x, y + CARET.above, x + half, y - CARET.below], ALL);
  return { outline, box: outline.box, share: 1 };
}

/** Some readers draw a border on the edges of a rectangle, half of it outside. */
const edgesOf = ([x0, y0, x1, y1]: Box): Box[] => [
  [x0, y0, x1, y0],
  [x1, y0, x1, y1],
  [x1, y1, x0, y1],
  [x0, y1, x0, y0],
];

function widthOf(pdf: Pdf, { dict: { entries } }: DrawnAnnotation): number {
  const style = readable(() => pdf.dict(entries.get('BS')));
  const border = readable(() => readNumbers(pdf, entries.get('Border')));
  return readable(() => pdf.number(style?.entries.get('W'))) ?? border?.[2] ?? 1;
}

/** Lines from corner to corner (§12.5.6.7, 9 and 13). */
function linesOf(pdf: Pdf, { dict: { entries }, subtype }: DrawnAnnotation, width: number): Blank[] {
  const numbers = (value: PdfValue | undefined): number[] => readable(() => readNumbers(pdf, value)) ?? [];
  const lines: number[][] = [];
  if (subtype === 'Line') lines.push(...withLeaders(pdf, entries, numbers(entries.get('L'))));
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
  const ended = subtype === 'Line' || subtype === 'PolyLine' ? lines.slice(0, ENDED) : [];
  const ends = width > 0 ? ended.flatMap((line) => endsOf(pdf, entries, line, width)) : [];
  return [...drawn, ...ends].map((blank) => ({ ...blank, isLine: true }));
}

/** A line, and the same where leader lines lift it, which stand behind. */
const ENDED = 2;

/** Lines that lead from the ends of a line to where it is drawn, and beyond (§12.5.6.7): some readers draw them. */
function withLeaders(pdf: Pdf, entries: PdfDict['entries'], line: number[]): number[][] {
  const [lead = 0, beyond = 0, off = 0] = ['LL', 'LLE', 'LLO'].map(
    (key) => readable(() => pdf.number(entries.get(key))) ?? 0,
  );
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = line;
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (lead === 0 || length === 0) return [line];
  const at = (x: number, y: number, far: number): number[] => [
    x - (far * Math.sign(lead) * (y1 - y0)) / length,
    y + (far * Math.sign(lead) * (x1 - x0)) / length,
  ];
  const most = Math.abs(lead) + Math.abs(beyond) + Math.abs(off);
  return [
    line,
    [...at(x0, y0, Math.abs(lead)), ...at(x1, y1, Math.abs(lead))],
    [x0, y0, ...at(x0, y0, most)],
    [x1, y1, ...at(x1, y1, most)],
  ];
}

/** What stands at both ends of a line: areas, where it has a colour for them. */
function endsOf(pdf: Pdf, entries: PdfDict['entries'], line: readonly number[], width: number): Blank[] {
  const names = readable(() => pdf.array(entries.get('LE')))?.items.map((item) => pdf.name(item) ?? '') ?? [];
  const isFilled = (readable(() => pdf.array(entries.get('IC')))?.items.length ?? 0) > 0;
  const [first, second] = [line.slice(0, 2), line.slice(2, 4)];
  const [last, before] = [line.slice(-2), line.slice(-4, -2)];
  if (line.length < 4) return [];
  const ends = [
    [names[0], first, second],
    [names[1], last, before],
  ] as [string | undefined, [number, number], [number, number]][];
  return ends.flatMap(([name = 'None', end, inner]) =>
    endingOf(name, end, inner, width).flatMap(({ corners, isClosed }) => {
      const around = stroked(piecesOf([...corners, ...corners.slice(0, 2)]), width);
      if (!isClosed || !isFilled) return around;
      const outline = polygon(corners, ALL);
      return [...around, { outline, box: outline.box, share: 1 }];
    }),
  );
}

/** A point alone is a piece without a length, of which some readers draw the ends. */
function piecesOf(points: readonly number[]): Box[] {
  const [x, y] = points;
  const pieces: Box[] = points.length === 2 && x !== undefined && y !== undefined ? [[x, y, x, y]] : [];
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
