import type { Page } from '@playwright/test';

/** A rectangle of the window in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where the first element of `selector` is seen; fails where there is none. */
export function boxOf(page: Page, selector: string): Promise<Box> {
  return page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    if (!element) throw new Error(`nothing on the page is ${wanted}`);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  }, selector);
}

/**
 * The points of `selector` that something else lies over, or that are outside of the window: five by five over its
 * whole area, a pixel inside its edges. Empty where all of it is in sight.
 */
export function hiddenPoints(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    if (!element) throw new Error(`nothing on the page is ${wanted}`);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const along = (from: number, to: number, step: number) => from + 1 + ((to - from - 2) * step) / 4;
    const steps = [0, 1, 2, 3, 4];
    return steps.flatMap((row) =>
      steps.flatMap((column) => {
        const [x, y] = [along(left, right, column), along(top, bottom, row)];
        const there = document.elementFromPoint(x, y);
        // A rounded corner is not part of what can be touched.
        const isCorner = row % 4 === 0 && column % 4 === 0;
        if (there && (element.contains(there) || (isCorner && there.contains(element)))) return [];
        return [`${Math.round(x)},${Math.round(y)} ${there ? there.outerHTML.slice(0, 80) : 'outside'}`];
      }),
    );
  }, selector);
}

/** Presses Tab until the element of `selector` has the focus; gives how often, and fails past `most`. */
export async function tabsTo(page: Page, selector: string, most: number): Promise<number> {
  for (let tabs = 1; tabs <= most; tabs += 1) {
    await page.keyboard.press('Tab');
    const there = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    if (there) return tabs;
  }
  throw new Error(`${most} Tabs do not reach ${selector}`);
}
