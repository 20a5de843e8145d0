import { lines, type Outline } from '../../content/outline.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';

/** Width of a line from which it may cover letters. */
export const BROAD = 3;
const FAR = 1e9;
export const EVERYWHERE: Box = [-FAR, -FAR, FAR, FAR];
/** Numbers of a quadrilateral, and what it costs to paint what is drawn for one. */
const QUAD = 8;
const MARK = 256;
/** Of a quadrilateral's height: how broad the line is that some readers draw through it or under it. */
const LINE = 0.07;
/** Of that height, from its foot: between which levels readers draw the line, some at the lower one, some higher up. */
export const STRUCK = [0.34, 0.55] as const;
export const UNDER = [0, 0.12] as const;

type Point = readonly [x: number, y: number];
type Quad = readonly [Point, Point, Point, Point];

/** Each of /QuadPoints. */
function* quadsOf(pdf: Pdf, entries: PdfDict['entries']): Generator<Quad> {
  const items = pdf.array(entries.get('QuadPoints'))?.items ?? [];
  pdf.spend(items.length);
  for (let at = 0; at + QUAD <= items.length; at += QUAD) {
    pdf.spend(MARK);
    const numbers = items.slice(at, at + QUAD).map((item) => pdf.number(item) ?? 0);
    const point = (odd: number): Point => [numbers[odd] ?? 0, numbers[odd + 1] ?? 0];
    yield [point(0), point(2), point(4), point(6)];
  }
}

/** The boxes of all that a text markup marks (§12.5.6.10). */
export const markedBoxes = (pdf: Pdf, entries: PdfDict['entries']): Box[] =>
  Array.from(quadsOf(pdf, entries), (corners) => {
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });

/**
 * What the lines of a text markup cover whose breadth, which goes by the height of what is marked, may hide words.
 * Readers take the height from point 1 to point 3 of a quadrilateral, whichever way that is, and draw the line from
 * the edge 3-1 to the edge 4-2. Where the points go round it, as ISO 32000-2 §12.5.6.10 has them, some take the edges
 * 1-4 and 2-3 instead.
 */
export function markedLines(
  pdf: Pdf,
  entries: PdfDict['entries'],
  levels: readonly [number, number],
): Outline[] {
  const found: Outline[] = [];
  for (const [one, two, three, four] of quadsOf(pdf, entries)) {
    const edges = [[three, one, four, two] as const];
    if (goesRound([one, two, three, four])) edges.push([one, four, two, three]);
    for (const edge of edges) {
      const outline = markupLine(edge, levels);
      if (outline !== undefined) found.push(outline);
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
