import type { Finding } from '@websign/contract';
import { type Area, type PageBox, type ScreenBox, toScreen } from '../viewer/geometry.ts';

type Rect = NonNullable<Finding['rect']>;

/** Pixels that an outline has at least: letters of one point must be found, too. */
const least = 16;
/** Pixels between the words and the outline. */
const air = 3;

/** A finding's rectangle (two corners, in points of the page as it is shown) as an area. */
export const areaOf = ([x0, y0, x1, y1]: Rect): Area => ({
  x: Math.min(x0, x1),
  y: Math.min(y0, y1),
  width: Math.abs(x1 - x0),
  height: Math.abs(y1 - y0),
});

/** A stretch from `from` to `to` with air around it, at least {@link least} long and never beyond 0…`end`. */
function within(from: number, to: number, end: number): [from: number, length: number] {
  const missing = Math.max(0, least - (to - from + 2 * air)) / 2;
  const room = Math.min(end, least);
  const begin = Math.min(Math.max(0, from - air - missing), Math.max(0, end - room));
  const stop = Math.max(Math.min(end, to + air + missing), begin + room);
  return [begin, stop - begin];
}

/** The outline of `rect` on a page that is `widthPx` wide: what lies off the page is marked at the nearest edge. */
export function outline(rect: Rect, page: PageBox, widthPx: number): ScreenBox {
  const box = toScreen(areaOf(rect), page, widthPx);
  const heightPx = (page.height * widthPx) / page.width;
  const [left, width] = within(box.left, box.left + box.width, widthPx);
  const [top, height] = within(box.top, box.top + box.height, heightPx);
  return { left, top, width, height };
}
