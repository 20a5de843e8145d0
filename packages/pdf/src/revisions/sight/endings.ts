/** A point, or how far along a line from its end, and to its left. */
type Point = readonly [number, number];

interface Ending {
  /** Corners in widths of the line, from its end inwards and to the left: readers differ, and all of theirs are given. */
  shapes: readonly (readonly Point[])[];
  isClosed?: boolean;
}

const SQUARE: Ending = {
  shapes: [
    [
      [-2.5, -2.5],
      [2.5, -2.5],
      [2.5, 2.5],
      [-2.5, 2.5],
    ],
    [
      [0, -3],
      [6, -3],
      [6, 3],
      [0, 3],
    ],
  ],
  isClosed: true,
};
const arrow = (length: number): Point[] => [
  [0, 0],
  [length, 4.5],
  [length, -4.5],
];

/** A stroke through the end of a line. */
const across = ([along, left]: Point): Point[] => [
  [along, left],
  [-along, -left],
];

/** What readers draw at the ends of a line without an appearance (§12.5.6.7, Table 179). */
const ENDINGS: ReadonlyMap<string, Ending> = new Map([
  ['Square', SQUARE],
  ['Circle', SQUARE],
  ['Diamond', SQUARE],
  ['OpenArrow', { shapes: [arrow(9)] }],
  ['ROpenArrow', { shapes: [arrow(-9)] }],
  ['ClosedArrow', { shapes: [arrow(9)], isClosed: true }],
  ['RClosedArrow', { shapes: [arrow(-9)], isClosed: true }],
  ['Butt', { shapes: [across([0, -3])] }],
  ['Slash', { shapes: [across([-2.5, -5])] }],
]);

/** The corners of an ending on the page, of a line that comes to `end` from `inner`; each may be filled, where it is closed. */
export function endingOf(
  name: string,
  end: Point,
  inner: Point,
  width: number,
): { corners: number[]; isClosed: boolean }[] {
  const { shapes = [], isClosed = false } = ENDINGS.get(name) ?? {};
  const length = Math.hypot(inner[0] - end[0], inner[1] - end[1]);
  const [x, y] = length > 0 ? [(inner[0] - end[0]) / length, (inner[1] - end[1]) / length] : [1, 0];
  const side = Math.max(1, width);
  return shapes.map((shape) => ({
    corners: shape.flatMap(([along, left]) => [
      end[0] + side * (along * x - left * y),
      end[1] + side * (along * y + left * x),
    ]),
    isClosed,
  }));
}
