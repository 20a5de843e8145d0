import type { Canvas } from '../../content/canvas.ts';
import type { DrawnAnnotation } from '../../content/draw.ts';
import { lines, type Outline, polygon } from '../../content/outline.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';

/** What part of its /Rect an ellipse surely fills, in width and height. */
const INSCRIBED = Math.SQRT1_2;
/** Width of a line from which it may cover letters. */
const BROAD = 3;
/** Numbers of a list of points that are read. */
const MOST_NUMBERS = 256;
const FAR = 1e9;
/** Numbers of a quadrilateral, and what it costs to paint what is drawn for one. */
const QUAD = 8;
const MARK = 256;
/** Of a quadrilateral's height: how broad the line is that some readers draw through it or under it. */
const LINE = 0.07;
/** Of that height, from its foot: between which levels readers draw the line, some at the lower one, some higher up. */
const STRUCK = [0.34, 0.55] as const;
const UNDER = [0, 0.12] as const;

type Point = readonly [x: number, y: number];

interface Overlay {
  colour: number;
  solid?: Box;
  outline?: Outline | undefined;
  blend?: string;
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
  for (const { colour, solid, outline, blend = 'Normal' } of overlays(pdf, subtype, dict, rect)) {
    canvas.paint({
      kind: 'fill',
      box: solid ?? page.mediaBox,
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

function overlays(pdf: Pdf, subtype: string, { entries }: PdfDict, rect: Box): Overlay[] {
  const colour = (key: string): number | undefined => rgb(pdf, entries.get(key));
  const look = pdf.dict(entries.get('MK'))?.entries;
  const bordered = look?.has('BC') === true;
  switch (subtype) {
    case 'Square':
      return [...filled(colour('IC'), rect), ...drawn(pdf, entries, around(rect))];
    case 'Circle':
      return [...filled(colour('IC'), inscribed(rect)), ...drawn(pdf, entries, around(inscribed(rect)))];
    case 'FreeText':
      return filled(colour('C'), rect);
    case 'Widget':
      return [
        ...filled(rgb(pdf, look?.get('BG')), rect),
        ...drawn(pdf, entries, bordered ? around(rect) : []),
      ];
    case 'Highlight':
      // Its quadrilaterals stand within its rectangle.
      return filled(colour('C'), rect).map((overlay) => ({ ...overlay, blend: 'Multiply' }));
    case 'StrikeOut':
      return markupLines(pdf, entries, STRUCK);
    case 'Underline':
    case 'Squiggly':
      return markupLines(pdf, entries, UNDER);
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
      return drawn(pdf, entries, around(rect));
    default:
      return [];
  }
}

const filled = (colour: number | undefined, solid: Box): Overlay[] =>
  colour === undefined ? [] : [{ colour, solid }];

/**
 * What the lines of a text markup cover whose breadth, which goes by the height of what is marked, may hide words.
 * Readers take the height from point 1 to point 3 of a quadrilateral, whichever way that is, and draw the line from
 * the edge 3-1 to the edge 4-2. Where the points go round it, as ISO 32000-2 §12.5.6.10 has them, some take the edges
 * 1-4 and 2-3 instead.
 */
function markupLines(pdf: Pdf, entries: PdfDict['entries'], levels: readonly [number, number]): Overlay[] {
  const items = pdf.array(entries.get('QuadPoints'))?.items ?? [];
  const colour = rgb(pdf, entries.get('C')) ?? 0;
  const found: Overlay[] = [];
  pdf.spend(items.length);
  for (let at = 0; at + QUAD <= items.length; at += QUAD) {
    const numbers = items.slice(at, at + QUAD).map((item) => pdf.number(item) ?? 0);
    const [one, two, three, four] = [0, 2, 4, 6].map(
      (odd): Point => [numbers[odd] ?? 0, numbers[odd + 1] ?? 0],
    );
    if (one === undefined || two === undefined || three === undefined || four === undefined) break;
    const edges = [[three, one, four, two] as const];
    if (goesRound([one, two, three, four])) edges.push([one, four, two, three]);
    for (const edge of edges) {
      const outline = markupLine(edge, levels);
      if (outline !== undefined) found.push({ colour, outline });
    }
  }
  pdf.spend(MARK * found.length);
  return found;
}

/** What a line covers from one edge to another, each given from its foot to its top; undefined for a thin one. */
function markupLine(
  [foot, top, otherFoot, otherTop]: readonly [Point, Point, Point, Point],
  [low, high]: readonly [number, number],
): Outline | undefined {
  const tall = Math.hypot(top[0] - foot[0], top[1] - foot[1]);
  if (tall * LINE < BROAD) return undefined;
  const middle = (low + high) / 2;
  const line: Box = [...between(foot, top, middle), ...between(otherFoot, otherTop, middle)];
  return lines([line], ((high - low) / 2) * tall, EVERYWHERE);
}

const between = ([x0, y0]: Point, [x1, y1]: Point, share: number): [number, number] => [
  x0 + (x1 - x0) * share,
  y0 + (y1 - y0) * share,
];

/** Whether all corners turn the same way. */
function goesRound(corners: readonly Point[]): boolean {
  const turns = corners.map(([x0, y0], at) => {
    const [[x1, y1], [x2, y2]] = [corners[(at + 1) % 4] ?? [0, 0], corners[(at + 2) % 4] ?? [0, 0]];
    return Math.sign((x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1));
  });
  return Math.abs(turns.reduce((sum, turn) => sum + turn, 0)) === corners.length;
}

function inside(pdf: Pdf, entries: PdfDict['entries'], colour: number | undefined): Overlay[] {
  if (colour === undefined) return [];
  return [{ colour, outline: polygon(points(pdf, entries.get('Vertices')), EVERYWHERE) }];
}

/** What a broad line through some points covers. */
function drawn(pdf: Pdf, entries: PdfDict['entries'], through: readonly number[]): Overlay[] {
  const style = pdf.dict(entries.get('BS'))?.entries.get('W');
  const width = pdf.number(style ?? pdf.array(entries.get('Border'))?.items[2]) ?? 1;
  if (width < BROAD) return [];
  const segments: Box[] = [];
  for (let at = 0; at + 3 < through.length; at += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = through.slice(at, at + 4);
    segments.push([x0, y0, x1, y1]);
  }
  const outline = lines(segments, width / 2, EVERYWHERE);
  return outline === undefined ? [] : [{ colour: rgb(pdf, entries.get('C')) ?? 0, outline }];
}

function points(pdf: Pdf, value: PdfValue | undefined): number[] {
  const items = pdf.array(value)?.items.slice(0, MOST_NUMBERS) ?? [];
  const numbers = items.map((item) => pdf.number(item) ?? 0);
  return numbers.length % 2 === 0 ? numbers : numbers.slice(0, -1);
}

const closed = (through: readonly number[]): number[] => [...through, ...through.slice(0, 2)];
const around = ([x0, y0, x1, y1]: Box): number[] => closed([x0, y0, x1, y0, x1, y1, x0, y1]);
const EVERYWHERE: Box = [-FAR, -FAR, FAR, FAR];

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
