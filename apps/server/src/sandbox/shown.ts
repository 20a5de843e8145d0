import type { PageSize } from '@websign/contract';
import { type Box, type Page, shownSize } from '@websign/pdf';

/** A page as it is shown. */
export function shownPage(page: Page): PageSize {
  const { width, height } = shownSize(page);
  return { width, height, rotate: page.rotate };
}

/** A rectangle of default user space in points of the page as it is shown (the inverse of a placement). */
export function shownBox({ cropBox, rotate, userUnit }: Page, [x0, y0, x1, y1]: Box): Box {
  const [left, bottom, right, top] = cropBox;
  const turned: Record<Page['rotate'], Box> = {
    0: [x0 - left, y0 - bottom, x1 - left, y1 - bottom],
    90: [y0 - bottom, right - x1, y1 - bottom, right - x0],
    180: [right - x1, top - y1, right - x0, top - y0],
    270: [top - y1, x0 - left, top - y0, x1 - left],
  };
  return turned[rotate].map((value) => value * userUnit) as Box;
}

export interface Place {
  page?: number | undefined;
  rect?: Box | undefined;
}
export type Placed<T> = Omit<T, 'page' | 'rect'> & { page?: number; rect?: Box };

/** With its rectangle in points of the page as it is shown; a rectangle without its page is left out. */
export function placed<T extends Place>({ page: number, rect, ...rest }: T, all: readonly Page[]): Placed<T> {
  const page = number === undefined ? undefined : all[number - 1];
  return {
    ...rest,
    ...(number === undefined ? {} : { page: number }),
    ...(page && rect ? { rect: shownBox(page, rect) } : {}),
  };
}
