import type { DrawnAnnotation } from '../../content/annotations.ts';
import { intersect, isEmpty } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { DIGIT, type DigitCells, type Spot } from './digitcells.ts';
import type { Part } from './letters.ts';
import { LEVEL } from './ways.ts';

/** Characters of a note's first line that are read, and digits from which a note without a look is told in any case. */
const LONGEST = 40;
const AMOUNT = 3;
/** In ems: how broad a digit is, how far from the edge of its box a reader begins to write, and how exact that is. */
const WIDE = 0.556;
const EDGE = 0.2;
const EXACT = 0.45;
/** In ems: how high a digit is, how far under the line its box begins at least, and how far over the digits it ends at most. */
const HIGH = 0.7;
const UNDER = 0.2;
const OVER = 1;

/** A text box without a look (§12.5.6.6), which some readers write themselves, right beside digits of the page. */
export function blankNoteBeside(
  pdf: Pdf,
  { dict: { entries }, rect, shown, subtype }: DrawnAnnotation,
  cells: DigitCells,
  sight: Box,
): { run: Spot['run']; part: Part } | undefined {
  if (subtype !== 'FreeText' || shown !== 'blank' || rect === undefined) return undefined;
  const place = intersect(rect, sight);
  const text = pdf.text(entries.get('Contents'), LONGEST)?.trim() ?? '';
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  if (isEmpty(place) || digits === 0 || digits >= AMOUNT || text.length > LONGEST) return undefined;
  const side = pdf.number(entries.get('Q')) ?? 0;
  for (const spot of cells.near(place)) {
    if (spot.way !== LEVEL || !isOnLine(spot, rect)) continue;
    const [left, right] = stretchOf(rect, text.length * WIDE * spot.size, EDGE * spot.size, side);
    const isNear = (gap: number): boolean => Math.abs(gap) <= EXACT * spot.size;
    const isLed = DIGIT.test(text.slice(0, 1)) && isNear(left - spot.to);
    const isFollowed = DIGIT.test(text.slice(-1)) && isNear(spot.from - right);
    if (isLed || isFollowed)
      return {
        run: spot.run,
        part: { text: isLed ? `${spot.text}${text}` : `${text}${spot.text}`, box: place },
      };
  }
  return undefined;
}

/** Whether the first line of a box is that of a digit. */
function isOnLine({ foot, size }: Spot, [, y0, , y1]: Box): boolean {
  const over = y1 - (foot + HIGH * size);
  return y0 <= foot + UNDER * size && over >= -UNDER * size && over <= OVER * size;
}

/** From where to where a line is written in a box: /Q 0 from its left, 1 in its middle, 2 to its right. */
function stretchOf([x0, , x1]: Box, width: number, edge: number, side: number): [number, number] {
  const left = side === 1 ? (x0 + x1 - width) / 2 : side === 2 ? x1 - edge - width : x0 + edge;
  return [left, left + width];
}
