import type { PageSize, Placement } from '@websign/contract';
import { smallest } from '@websign/pdf/stamp';

/** A place that is taken: lower left and upper right corner in points of the page as it is shown. */
export interface Taken {
  page: number;
  rect: readonly [number, number, number, number];
}

const margin = 36;
const gap = 6;
const wanted = { width: 210, height: 72 };

const overlaps = (a: readonly number[], b: readonly number[]) => {
  const [ax0 = 0, ay0 = 0, ax1 = 0, ay1 = 0] = a;
  const [bx0 = 0, by0 = 0, bx1 = 0, by1 = 0] = b;
  return ax0 < bx1 && bx0 < ax1 && ay0 < by1 && by0 < ay1;
};

/**
 * The default preset (SGN-2): bottom right of the last page; from there leftwards, then upwards, to the first place
 * that no earlier signature takes. Where all are taken the corner stays.
 */
export function defaultPlacement(page: number, size: PageSize, taken: readonly Taken[]): Placement {
  // On small pages the margin gives way first.
  const room = Math.min(size.width - smallest.width, size.height - smallest.height) / 2;
  const edge = Math.max(0, Math.min(margin, size.width / 10, size.height / 10, room));
  const width = Math.min(wanted.width, size.width - 2 * edge);
  const height = Math.min(wanted.height, size.height - 2 * edge);
  const corner = { page, x: size.width - edge - width, y: edge, width, height };
  const others = taken.filter((one) => one.page === page);
  for (let y = edge; y + height <= size.height - edge + 0.01; y += height + gap) {
    for (let x = corner.x; x >= edge - 0.01; x -= width + gap) {
      if (!others.some(({ rect }) => overlaps(rect, [x, y, x + width, y + height])))
        return { ...corner, x, y };
    }
  }
  return corner;
}

/** Whether a place lies wholly on a page as it is shown (SGN-3); a hundredth of a point is rounding. */
export function isOnPage(
  { x, y, width, height }: Placement,
  page: Pick<PageSize, 'width' | 'height'>,
): boolean {
  const tolerance = 0.01;
  return (
    x >= -tolerance &&
    y >= -tolerance &&
    x + width <= page.width + tolerance &&
    y + height <= page.height + tolerance
  );
}
