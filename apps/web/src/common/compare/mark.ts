import type { ReactNode } from 'react';
import type { Area } from '../viewer/geometry.ts';

/** Two corners, in points of the page as it is shown. */
type Rect = [number, number, number, number];

/** Something that is told of a page, by its number in the list and, where its place is known, on the page. */
export interface Mark {
  key: string;
  rect: Rect | null;
  /** Nothing is wrong with it. */
  calm: boolean;
  words: ReactNode;
}

export type PlacedMark = Mark & { rect: Rect };
export const isPlaced = (mark: Mark): mark is PlacedMark => mark.rect !== null;

/** Points by which what is seen of a thing may reach beyond its place: borders, and the coarse cells of the comparison. */
const airPt = 12;

/** Whether a mark's place explains that this area looks different. */
export function isExplained({ x, y, width, height }: Area, marks: readonly Mark[]): boolean {
  return marks.some(({ rect }) => {
    if (rect === null) return false;
    const [left, right] = [Math.min(rect[0], rect[2]) - airPt, Math.max(rect[0], rect[2]) + airPt];
    const [bottom, top] = [Math.min(rect[1], rect[3]) - airPt, Math.max(rect[1], rect[3]) + airPt];
    return x >= left && x + width <= right && y >= bottom && y + height <= top;
  });
}
