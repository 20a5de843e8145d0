/** x0, y0, x1, y1 in default user space units, x0 ≤ x1, y0 ≤ y1. */
export type Box = [number, number, number, number];

/** What both have; with x0 = x1 or y0 = y1 where they are apart. */
export function intersect(a: Box, b: Box): Box {
  const x0 = Math.max(a[0], b[0]);
  const y0 = Math.max(a[1], b[1]);
  return [x0, y0, Math.max(x0, Math.min(a[2], b[2])), Math.max(y0, Math.min(a[3], b[3]))];
}

export const contains = (outer: Box, inner: Box): boolean =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];

export const holds = (box: Box, x: number, y: number): boolean =>
  x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];

/** No area, or not a number. */
export const isEmpty = ([x0, y0, x1, y1]: Box): boolean => !(x0 < x1 && y0 < y1);

/** What holds both. */
export const union = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

export const area = ([x0, y0, x1, y1]: Box): number => (x1 - x0) * (y1 - y0);
