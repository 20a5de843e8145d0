import type { PdfDict } from '../syntax/values.ts';
import type { Copying } from './copying.ts';

type Point = readonly [number, number];

/** What stands at the end of a line: a path in the space of the page, or a disc. */
export interface Ending {
  corners: readonly Point[];
  /** A closed one is filled with the interior colour. */
  isClosed: boolean;
  /** Around the middle of its corners. */
  isRound: boolean;
}

/** The endings of a line, and the points between which the line itself goes. */
export interface EndedLine {
  through: number[];
  endings: Ending[];
}

interface Shape {
  /** In sizes of an ending: from the end of the line inwards, and to the left. */
  corners: readonly Point[];
  isClosed?: boolean;
  isRound?: boolean;
  /** The line begins where it ends. */
  isWithin?: boolean;
}

/** Of how many widths of the line an ending is, and of the part of the line that it stands at, how much it takes at most. */
const SIZE = 6;
const MOST = 0.5;
/** Half of what an arrow of 60° is open, at a length of 1. */
const OPEN = Math.tan(Math.PI / 6);

const SQUARE: readonly Point[] = [
  [0, -0.5],
  [1, -0.5],
  [1, 0.5],
  [0, 0.5],
];
const DIAMOND: readonly Point[] = [
  [0, 0],
  [0.5, -0.5],
  [1, 0],
  [0.5, 0.5],
];
const arrow = (length: number): readonly Point[] => [
  [length, OPEN],
  [0, 0],
  [length, -OPEN],
];
const across = ([along, left]: Point): readonly Point[] => [
  [along, left],
  [-along, -left],
];

/** As poppler and MuPDF draw them, in the sizes of the former (ISO 32000-2 Table 179). */
const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ['Square', { corners: SQUARE, isClosed: true, isWithin: true }],
  ['Circle', { corners: SQUARE, isClosed: true, isWithin: true, isRound: true }],
  ['Diamond', { corners: DIAMOND, isClosed: true, isWithin: true }],
  ['OpenArrow', { corners: arrow(1) }],
  ['ROpenArrow', { corners: arrow(-1) }],
  ['ClosedArrow', { corners: arrow(1), isClosed: true, isWithin: true }],
  ['RClosedArrow', { corners: arrow(-1), isClosed: true }],
  ['Butt', { corners: across([0, 0.5]) }],
  ['Slash', { corners: across([0.25, 0.5]) }],
]);

/** What /LE names for the ends of a line through some points, of some width (§12.5.6.7). */
export function endedLine(
  { pdf }: Copying,
  entries: PdfDict['entries'],
  through: readonly number[],
  width: number,
): EndedLine {
  const names = pdf.array(entries.get('LE'))?.items ?? [];
  const points = [...through];
  const endings: Ending[] = [];
  const last = through.length - 2;
  for (const [name, at, next] of [
    [names[0], 0, 2],
    [names[1], last, last - 2],
  ] as const) {
    const shape = SHAPES.get(pdf.name(name) ?? '');
    if (shape === undefined || last < 2) continue;
    const [x = 0, y = 0, toX = 0, toY = 0] = [at, at + 1, next, next + 1].map((one) => through[one]);
    const length = Math.hypot(toX - x, toY - y);
    if (length === 0) continue;
    const size = Math.min(SIZE * width, MOST * length);
    const [dx, dy] = [((toX - x) * size) / length, ((toY - y) * size) / length];
    const place = ([along, left]: Point): Point => [x + along * dx - left * dy, y + along * dy + left * dx];
    const { corners, isClosed = false, isRound = false, isWithin = false } = shape;
    endings.push({ corners: corners.map(place), isClosed, isRound });
    if (isWithin) points.splice(at, 2, ...place([1, 0]));
  }
  return { through: points, endings };
}
