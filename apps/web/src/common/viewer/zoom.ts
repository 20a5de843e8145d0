/** `width`: as wide as the room; `page`: the whole page in the room; a number: times the size on paper. */
export type Zoom = 'width' | 'page' | number;

/** Width and height: of a page in points, or of a room in CSS pixels. */
interface Size {
  width: number;
  height: number;
}

/** What can be chosen; past the ends nothing gets smaller or larger. */
export const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 8];
/** CSS pixels in a point at the size on paper. */
const paper = 96 / 72;
/** A tiny page is not blown up past this, nor a huge one made to vanish. */
const largest = 8 * paper;
const smallest = 0.01 * paper;

/** CSS pixels a point for `page` in `room`. */
export function scaleFor(zoom: Zoom, page: Size, room: Size): number {
  if (typeof zoom === 'number') return zoom * paper;
  const wide = room.width / page.width;
  const fit = zoom === 'width' ? wide : Math.min(wide, room.height / page.height);
  return Math.min(Math.max(fit, smallest), largest);
}

/** Of the room, how much a place that is zoomed to takes: what stands around it must be seen, too. */
const share = { width: 0.75, height: 0.4 };
/** Times the size on paper: nearer, one no longer knows where on the page one is. */
const nearest = 2;

/** The zoom at which `area` is well seen in `room`; smaller than the page's width fits only to see all of it. */
export function closeUp(area: Size, page: Size, room: Size): Zoom {
  const wide = scaleFor('width', page, room);
  // What is as large as the page is seen as such only with the page around it.
  if (area.height * wide > room.height) return 'page';
  const fit = factorOf(wide);
  const wanted = Math.min(
    (share.width * room.width) / Math.max(area.width, 1),
    (share.height * room.height) / Math.max(area.height, 1),
  );
  const most = Math.min(factorOf(wanted), nearest);
  const step = steps.findLast((known) => known <= most) ?? 0;
  return step > fit ? step : 'width';
}

/** The zoom that `scale` amounts to, as a factor of the size on paper. */
export function factorOf(scale: number): number {
  return scale / paper;
}

/** The next step up (`1`) or down (`-1`) from `scale`; null at the end. */
export function nextZoom(scale: number, direction: 1 | -1): number | null {
  const now = factorOf(scale);
  const found =
    direction === 1 ? steps.find((step) => step > now + 0.01) : steps.findLast((step) => step < now - 0.01);
  return found ?? null;
}

/** Pixels of the largest canvas and of its longest side: past them a page is drawn coarser instead of not at all. */
const mostPixels = 16_000_000;
const longestSide = 16_384;

/** Canvas pixels for a page that is `shown` CSS pixels large on a screen of `density` pixels a CSS pixel. */
export function canvasSize(shown: Size, density: number): Size {
  const { width, height } = shown;
  const fine = Math.min(
    density,
    Math.sqrt(mostPixels / (width * height)),
    longestSide / Math.max(width, height),
  );
  return { width: Math.max(1, Math.floor(width * fine)), height: Math.max(1, Math.floor(height * fine)) };
}
