import type { Canvas, Painting } from '../../content/canvas.ts';
import type { DrawnAnnotation } from '../../content/draw.ts';
import { lines, type Outline, polygon } from '../../content/outline.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { BROAD, EVERYWHERE, markedBoxes, markedLines, STRUCK, UNDER } from './marked.ts';

/** What part of its /Rect an ellipse surely fills, in width and height. */
const INSCRIBED = Math.SQRT1_2;
/** Numbers of a list of points that are read. */
const MOST_NUMBERS = 256;
/** What a piece of a line costs. */
const PIECE = 4;

interface Overlay {
  colour: number;
  solid?: Box;
  outline?: Outline | undefined;
  blend?: string;
  /** Of a line too thin to cover anything: what it follows, and how broad it is. */
  line?: { pieces: readonly Box[]; width: number };
}

/**
 * An annotation without an appearance that readers draw by themselves: a filled square, circle or polygon, a text
 * box, a field, broad lines and borders, a highlight, lines through what is marked (ISO 32000-2 §12.5.6, Table 192).
 */
export function drawOverlay(
  pdf: Pdf,
  page: Page,
  { id, dict, subtype, rect }: DrawnAnnotation,
  canvas: Canvas,
): void {
  if (rect === undefined) return;
  const alpha = Math.min(1, Math.max(0, pdf.number(dict.entries.get('CA')) ?? 1));
  for (const { colour, solid, outline, blend = 'Normal', line } of overlays(pdf, subtype, dict, rect)) {
    canvas.paint({
      ...(line === undefined ? { kind: 'fill', box: solid ?? page.mediaBox } : strokeOf(line)),
      clip: page.mediaBox,
      clips: [],
      vague: false,
      solid,
      whole: solid,
      ...(outline === undefined ? {} : { outline }),
      colour,
      opaque: alpha === 1 && blend === 'Normal',
      alpha,
      masked: false,
      masks: [],
      blend,
      grouped: false,
      porous: false,
      layer: 'on',
      glyph: false,
      maker: { annotation: id },
    });
  }
}

function strokeOf({
  pieces,
  width,
}: NonNullable<Overlay['line']>): Pick<Painting, 'kind' | 'box'> & Partial<Painting> {
  const xs = pieces.flatMap(([x0, , x1]) => [x0, x1]);
  const ys = pieces.flatMap(([, y0, , y1]) => [y0, y1]);
  const follows: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const half = width / 2;
  const box: Box = [follows[0] - half, follows[1] - half, follows[2] + half, follows[3] + half];
  return { kind: 'stroke', box, width, follows, strokes: pieces };
}

function overlays(pdf: Pdf, subtype: string, { entries }: PdfDict, rect: Box): Overlay[] {
  const colour = (key: string): number | undefined => rgb(pdf, entries.get(key));
  const look = pdf.dict(entries.get('MK'))?.entries;
  const bordered = look?.has('BC') === true;
  switch (subtype) {
    case 'Square':
      return [...filled(colour('IC'), rect), ...drawn(pdf, entries, around(rect))];
    case 'Circle':
      return [
        ...filled(colour('IC'), inscribed(rect)),
        ...drawn(pdf, entries, around(inscribed(rect)), around(rect)),
      ];
    case 'FreeText':
      return filled(colour('C'), rect);
    case 'Widget':
      return [
        ...filled(rgb(pdf, look?.get('BG')), rect),
        ...drawn(pdf, entries, bordered ? around(rect) : [], []),
      ];
    case 'Highlight':
      return marked(pdf, entries, rect).map((overlay) => ({ ...overlay, blend: 'Multiply' }));
    case 'StrikeOut':
      return struck(pdf, entries, STRUCK);
    case 'Underline':
    case 'Squiggly':
      return struck(pdf, entries, UNDER);
    case 'Polygon':
      return [
        ...inside(pdf, entries, colour('IC')),
        ...drawn(pdf, entries, closed(points(pdf, entries.get('Vertices')))),
      ];
    case 'PolyLine':
      return drawn(pdf, entries, points(pdf, entries.get('Vertices')));
    case 'Line':
      return drawn(pdf, entries, points(pdf, entries.get('L')));
    case 'Ink':
      return (pdf.array(entries.get('InkList'))?.items ?? [])
        .slice(0, MOST_NUMBERS)
        .flatMap((item) => drawn(pdf, entries, points(pdf, item)));
    case 'Link':
      return drawn(pdf, entries, around(rect), []);
    default:
      return [];
  }
}

const filled = (colour: number | undefined, solid: Box): Overlay[] =>
  colour === undefined ? [] : [{ colour, solid }];

/** What a highlight covers: its quadrilaterals, wherever its rectangle is; all of that where it has none. */
function marked(pdf: Pdf, entries: PdfDict['entries'], rect: Box): Overlay[] {
  const boxes = markedBoxes(pdf, entries);
  return (boxes.length > 0 ? boxes : [rect]).flatMap((box) => filled(rgb(pdf, entries.get('C')), box));
}

function struck(pdf: Pdf, entries: PdfDict['entries'], levels: readonly [number, number]): Overlay[] {
  const colour = rgb(pdf, entries.get('C')) ?? 0;
  return markedLines(pdf, entries, levels).map((outline) => ({ colour, outline }));
}

function inside(pdf: Pdf, entries: PdfDict['entries'], colour: number | undefined): Overlay[] {
  if (colour === undefined) return [];
  return [{ colour, outline: polygon(points(pdf, entries.get('Vertices')), EVERYWHERE) }];
}

/** What a broad line through some points covers, or where a thin one goes: frames of links and fields say nothing. */
function drawn(
  pdf: Pdf,
  entries: PdfDict['entries'],
  through: readonly number[],
  thin: readonly number[] = through,
): Overlay[] {
  const style = pdf.dict(entries.get('BS'))?.entries.get('W');
  const width = pdf.number(style ?? pdf.array(entries.get('Border'))?.items[2]) ?? 1;
  const pieces = piecesOf(width < BROAD ? thin : through);
  pdf.spend(PIECE * pieces.length);
  if (pieces.length === 0 || width <= 0) return [];
  const colour = rgb(pdf, entries.get('C')) ?? 0;
  if (width < BROAD) return [{ colour, line: { pieces, width } }];
  const outline = lines(pieces, width / 2, EVERYWHERE);
  return outline === undefined ? [] : [{ colour, outline }];
}

function piecesOf(through: readonly number[]): Box[] {
  const pieces: Box[] = [];
  for (let at = 0; at + 3 < through.length; at += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = through.slice(at, at + 4);
    pieces.push([x0, y0, x1, y1]);
  }
  return pieces;
}

function points(pdf: Pdf, value: PdfValue | undefined): number[] {
  const items = pdf.array(value)?.items.slice(0, MOST_NUMBERS) ?? [];
  const numbers = items.map((item) => pdf.number(item) ?? 0);
  return numbers.length % 2 === 0 ? numbers : numbers.slice(0, -1);
}

const closed = (through: readonly number[]): number[] => [...through, ...through.slice(0, 2)];
const around = ([x0, y0, x1, y1]: Box): number[] => closed([x0, y0, x1, y0, x1, y1, x0, y1]);

/** One, three or four components as 0xRRGGBB; none: transparent. */
function rgb(pdf: Pdf, value: PdfValue | undefined): number | undefined {
  const items = pdf.array(value)?.items.slice(0, 5) ?? [];
  const parts = items.map((item) => Math.max(0, Math.min(1, pdf.number(item) ?? 0)));
  const [a = 0, b = 0, c = 0, k = 0] = parts;
  if (parts.length === 1) return mix(a, a, a);
  if (parts.length === 3) return mix(a, b, c);
  return parts.length === 4 ? mix((1 - a) * (1 - k), (1 - b) * (1 - k), (1 - c) * (1 - k)) : undefined;
}

const mix = (red: number, green: number, blue: number): number =>
  (Math.round(red * 255) << 16) | (Math.round(green * 255) << 8) | Math.round(blue * 255);

function inscribed([x0, y0, x1, y1]: Box): Box {
  const dx = ((x1 - x0) * (1 - INSCRIBED)) / 2;
  const dy = ((y1 - y0) * (1 - INSCRIBED)) / 2;
  return [x0 + dx, y0 + dy, x1 - dx, y1 - dy];
}
