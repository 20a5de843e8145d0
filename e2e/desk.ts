import { expect, type Page } from '@playwright/test';
import { boxOf, hiddenPoints } from './geometry.ts';

/** The button that opens the sign box. */
export const signButton = '.ws-sign-button';
/** Rounding of what is laid out in fractions of a pixel. */
const slack = 0.5;

/** Gives the window a size and waits until the page is drawn for it. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.locator('canvas.ws-page-canvas:not([data-drawn=true])')).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** The button that opens the sign box is wholly in sight, and nothing lies over it. */
export async function expectButtonInSight(page: Page, what: string): Promise<void> {
  expect(await hiddenPoints(page, signButton), `${what}: points of the button that are not in sight`).toEqual(
    [],
  );
}

/**
 * From 1024 pixels on: page and controls side by side, and the list of a group as well, each scrolling by itself, and
 * the page whole and large.
 */
export async function expectColumns(
  page: Page,
  height: number,
  isGroup: boolean,
  what: string,
): Promise<void> {
  const pane = await boxOf(page, '.ws-viewer__scroll');
  const sheet = await boxOf(page, '.ws-sheet');
  const side = await boxOf(page, '.ws-side');
  expect((pane.bottom - pane.top) / height, `${what}: the share of the page`).toBeGreaterThanOrEqual(0.45);
  expect((sheet.bottom - sheet.top) / height, `${what}: the share of the paper`).toBeGreaterThanOrEqual(0.45);
  for (const edge of ['left', 'top'] as const)
    expect(sheet[edge], `${what}: the whole page, ${edge}`).toBeGreaterThanOrEqual(pane[edge] - slack);
  for (const edge of ['right', 'bottom'] as const)
    expect(sheet[edge], `${what}: the whole page, ${edge}`).toBeLessThanOrEqual(pane[edge] + slack);
  expect(side.left, `${what}: the controls beside the page`).toBeGreaterThanOrEqual(pane.right);
  expect(side.top, `${what}: the controls beside the page`).toBeLessThan(pane.top);
  expect(side.bottom, `${what}: the controls end with the window`).toBeLessThanOrEqual(height);
  expect(await hiddenPoints(page, '.ws-sheet'), `${what}: something lies over the page`).toEqual([]);
  await expectOwnScrolling(page, '.ws-side', what);
  await expect(page.locator('.ws-group'), what).toHaveCount(isGroup ? 1 : 0);
  if (!isGroup) return;
  const list = await boxOf(page, '.ws-group');
  expect(list.right, `${what}: the list beside the page`).toBeLessThanOrEqual(pane.left);
  expect(list.bottom, `${what}: the list ends with the window`).toBeLessThanOrEqual(height);
  await expectOwnScrolling(page, '.ws-group', what);
}

/** A column is moved to its end: nothing else moves, and nothing comes to lie over the page. */
async function expectOwnScrolling(page: Page, column: string, what: string): Promise<void> {
  const before = await boxOf(page, '.ws-sheet');
  const moved = await page.evaluate((wanted) => {
    const part = document.querySelector(wanted);
    if (!part) throw new Error(`nothing on the page is ${wanted}`);
    const isLonger = part.scrollHeight > part.clientHeight;
    part.scrollTo({ top: part.scrollHeight });
    const [top, own] = [window.scrollY, part.scrollTop];
    return { top, own, isLonger };
  }, column);
  expect(moved.top, `${what}: the window stays`).toBe(0);
  if (moved.isLonger) expect(moved.own, `${what}: ${column} moves`).toBeGreaterThan(0);
  expect(await boxOf(page, '.ws-sheet')).toEqual(before);
  await expectButtonInSight(page, `${what}, ${column} at its end`);
  expect(await hiddenPoints(page, '.ws-sheet'), `${what}: something lies over the page`).toEqual([]);
}
