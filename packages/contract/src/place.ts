import type { RememberedPlace } from './preferences.ts';
import type { PageSize, Placement } from './schemas.ts';

type Size = Pick<PageSize, 'width' | 'height'>;

/** Where distances of a remembered place are measured from: a corner, or the middle of the upper or lower edge. */
export const placeAnchors = [
  'bottomRight',
  'bottomCenter',
  'bottomLeft',
  'topRight',
  'topCenter',
  'topLeft',
] as const;
export type PlaceAnchor = (typeof placeAnchors)[number];

/** Points: the least size of a signature that people are offered; the engine draws smaller ones (`smallest` of its stamp). */
export const leastPlace: Size = { width: 60, height: 24 };
/** A document's pages; their sizes as far as they are told. */
interface Pages {
  readonly pages: number;
  readonly pageSizes: readonly Size[];
}

/** Points by which a centred signature may be beside the middle: numbers are rounded to hundredths. */
const centred = 0.5;
/** Of a page whose size is not told. */
const a4: Size = { width: 595, height: 842 };

const hundredth = (value: number) => Math.floor(value * 100 + 1e-6) / 100;
const between = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high));

/**
 * The nearest place wholly on the page (SGN-3): first the size, then the position. Hundredths of a point are
 * rounded down, so that rounding never carries an edge over the page's.
 */
export function keepInside(placement: Placement, page: Size): Placement {
  const width = hundredth(between(placement.width, Math.min(leastPlace.width, page.width), page.width));
  const height = hundredth(between(placement.height, Math.min(leastPlace.height, page.height), page.height));
  return {
    page: placement.page,
    x: hundredth(between(placement.x, 0, page.width - width)),
    y: hundredth(between(placement.y, 0, page.height - height)),
    width,
    height,
  };
}

function pageOf({ page }: RememberedPlace, pages: number): number {
  if (page === 'first') return 1;
  return page === 'last' ? pages : Math.min(page, pages);
}

/** SGN-11: the remembered place on a document, inside its page whatever that page's size (SGN-3). */
export function placeOn(remembered: RememberedPlace, { pages, pageSizes }: Pages): Placement {
  const page = pageOf(remembered, Math.max(1, pages));
  const size = pageSizes[page - 1] ?? a4;
  const { corner, dx, dy } = remembered;
  // The size first: what is measured from the right or from above moves with it.
  const { width, height } = keepInside({ page, x: 0, y: 0, ...sizeOf(remembered) }, size);
  const x = corner.endsWith('Left')
    ? dx
    : corner.endsWith('Center')
      ? (size.width - width) / 2 + dx
      : size.width - width - dx;
  const y = corner.startsWith('bottom') ? dy : size.height - height - dy;
  return keepInside({ page, x, y, width, height }, size);
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

/** The reverse of {@link placeOn}: measured from the nearest corner, or from the middle where it stands there. */
export function placeFrom(placement: Placement, { pages, pageSizes }: Pages): RememberedPlace {
  const size = pageSizes[placement.page - 1] ?? a4;
  const right = size.width - placement.x - placement.width;
  const above = size.height - placement.y - placement.height;
  const middle = (placement.x - right) / 2;
  const side = Math.abs(middle) < centred ? 'Center' : placement.x < right ? 'Left' : 'Right';
  const edge = above < placement.y ? 'top' : 'bottom';
  const corner: PlaceAnchor = `${edge}${side}`;
  return {
    page: pageNameOf(placement.page, pages),
    corner,
    dx: rounded({ Left: placement.x, Center: middle, Right: right }[side]),
    dy: rounded(edge === 'top' ? above : placement.y),
    ...sizeOf(placement),
  };
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** A document of one page has its last page in mind, where signatures stand. */
function pageNameOf(page: number, pages: number): RememberedPlace['page'] {
  if (page >= pages) return 'last';
  return page === 1 ? 'first' : page;
}
