import { connectedParts } from './connected.ts';

/** A raster of a digit: 0 paper to 1 ink, by rows from the foot, with paper all around it. */
export interface Inking {
  ink: Float32Array;
  columns: number;
  rows: number;
}
/** Left, foot, right and top, in cells. */
export type Bounds = readonly [number, number, number, number];

/** What of paper ink goes all around: in shares of the digit's height, where its middle is and how high it is. */
export interface Hole {
  middle: number;
  high: number;
}

/** How much of a cell is ink, from which it is: holes are sure that are seen with more and with less of it. */
const LEVELS = [0.3, 0.5, 0.7] as const;
/** Of the bounds of a digit, what a hole takes at least; a smaller one is not sure. */
const LEAST = 0.02;
/** Where the middle of a hole is at most that is low, and at least where it is high; and how high that of a nought is. */
const LOW = 0.43;
const UPPER = 0.57;
const NOUGHT = 0.5;

/** The holes of a digit from its foot on; undefined where it depends on the contrast how many it has. */
export function holesOf(inking: Inking, bounds: Bounds): readonly Hole[] | undefined {
  const [first, second, third] = LEVELS.map((level) => holesAt(inking, bounds, level));
  return first?.length === second?.length && second?.length === third?.length ? second : undefined;
}

function holesAt({ ink, columns, rows }: Inking, bounds: Bounds, level: number): Hole[] | undefined {
  const isPaper = Uint8Array.from(ink, (share) => (share < level ? 1 : 0));
  const [left, foot, right, top] = bounds;
  const high = top - foot;
  const holes = connectedParts(isPaper, columns, rows, false).filter(
    (part) => part.left > 0 && part.foot > 0 && part.right < columns && part.top < rows,
  );
  if (holes.some(({ size }) => size < LEAST * (right - left) * high)) return undefined;
  return holes
    .map((hole) => ({
      middle: ((hole.foot + hole.top) / 2 - foot) / high,
      high: (hole.top - hole.foot) / high,
    }))
    .sort((a, b) => a.middle - b.middle);
}

/** Whether a digit may have such holes: a nought may be crossed, and a four be open. */
export function mayHaveHoles(digit: number, holes: readonly Hole[]): boolean {
  const [only] = holes;
  const isOne = only !== undefined && holes.length === 1;
  if (digit === 0) return isOne ? only.high >= NOUGHT : holes.length > 1;
  if (digit === 4) return holes.length === 0 || (isOne && only.high < NOUGHT);
  if (digit === 6) return isOne && only.middle <= LOW;
  if (digit === 8) return holes.length === 2;
  if (digit === 9) return isOne && only.middle >= UPPER;
  return holes.length === 0;
}
