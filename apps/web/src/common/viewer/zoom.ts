/** `fit`: as wide as the room; a number: times the size on paper. */
export type Zoom = 'fit' | number;

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
/** CSS pixels in a point at the size on paper. */
const paper = 96 / 72;

/** CSS pixels a point for a page `pageWidth` points wide in a room of `roomPx`. */
export function fitScale(zoom: Zoom, pageWidth: number, roomPx: number): number {
  return zoom === 'fit' ? roomPx / pageWidth : zoom * paper;
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
