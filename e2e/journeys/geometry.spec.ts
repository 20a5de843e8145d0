import type { Page } from '@playwright/test';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { boxOf, hiddenPoints, tabsTo } from '../geometry.ts';
import { uploaded } from '../signing.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('el');

/** The windows of the desks, laptops, tablets and phones that people sign on. */
const windows = [
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [320, 568],
] as const;
const button = '.ws-sign-button';
/** Rounding of what is laid out in fractions of a pixel. */
const slack = 0.5;

/** Gives the window a size and waits until the page is drawn for it. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.locator('canvas.ws-page-canvas:not([data-drawn=true])')).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function expectButtonInSight(page: Page, what: string): Promise<void> {
  expect(await hiddenPoints(page, button), `${what}: points of the button that are not in sight`).toEqual([]);
}

/** From 1024 pixels on: side by side, each scrolling by itself, and the page whole and large. */
async function expectThreeColumns(page: Page, height: number, count: number, what: string): Promise<void> {
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
  if (count === 1) return;
  const list = await boxOf(page, '.ws-group');
  expect(list.right, `${what}: the list beside the page`).toBeLessThanOrEqual(pane.left);
  expect(list.bottom, `${what}: the list ends with the window`).toBeLessThanOrEqual(height);
  await expectOwnScrolling(page, what);
}

/** The list is moved to its end: nothing else moves, and nothing comes to lie over the page. */
async function expectOwnScrolling(page: Page, what: string): Promise<void> {
  const before = await boxOf(page, '.ws-sheet');
  const moved = await page.evaluate(() => {
    const list = document.querySelector('.ws-group');
    list?.scrollTo({ top: list.scrollHeight });
    const [top, own] = [window.scrollY, list?.scrollTop ?? 0];
    return { top, own, longer: list !== null && list.scrollHeight > list.clientHeight };
  });
  expect(moved.top, `${what}: the window stays`).toBe(0);
  if (moved.longer) expect(moved.own, `${what}: the list moves`).toBeGreaterThan(0);
  expect(await boxOf(page, '.ws-sheet')).toEqual(before);
  await expectButtonInSight(page, `${what}, the list at its end`);
  expect(await hiddenPoints(page, '.ws-sheet'), `${what}: something lies over the page`).toEqual([]);
}

for (const count of [1, 12]) {
  test(`SGN-1 with ${count} documents the button that signs is in sight in every window, and the page is large`, async ({
    page,
    signer,
  }) => {
    test.setTimeout(240_000);
    const files = Array.from({ length: count }, (_, index) => plainPdf(`έγγραφο ${index + 1}.pdf`));
    await uploaded(page, words, signer, ...files);
    for (const [width, height] of windows) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const zoom of [1, 2]) {
          const what = `${width}×${height} ${colorScheme} ${zoom * 100} %`;
          await resize(page, width / zoom, height / zoom);
          await expectButtonInSight(page, what);
          if (width / zoom >= 1024) await expectThreeColumns(page, height / zoom, count, what);
        }
      }
    }
  });
}

test('SGN-1 with 12 documents at most 8 Tabs lead from the loaded page to the button that signs', async ({
  page,
  signer,
}) => {
  const files = Array.from({ length: 12 }, (_, index) => plainPdf(`έγγραφο ${index + 1}.pdf`));
  const sign = await uploaded(page, words, signer, ...files);
  for (const [width, height] of windows) {
    await resize(page, width, height);
    await page.reload();
    await sign.ready();
    expect(await tabsTo(page, button, 8), `Tabs at ${width}×${height}`).toBeLessThanOrEqual(8);
    await expectButtonInSight(page, `${width}×${height} with the focus`);
  }
});

test('SGN-1 nothing that has the focus on the desk is hidden behind the button of a small window', async ({
  page,
  signer,
}) => {
  test.setTimeout(240_000);
  await uploaded(page, words, signer, plainPdf('α.pdf'), plainPdf('β.pdf'), plainPdf('γ.pdf'));
  for (const [width, height] of windows) {
    await resize(page, width, height);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const hidden = new Set<string>();
    for (let tabs = 0; tabs < 60; tabs += 1) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const { left, top, right, bottom } = element.getBoundingClientRect();
        // Of what is larger than the window the beginning counts.
        const middle = Math.min((top + bottom) / 2, top + innerHeight / 4);
        const there = document.elementFromPoint((left + right) / 2, Math.max(middle, 1));
        const isSeen = there && (element.contains(there) || there.contains(element));
        return isSeen ? '' : `${element.outerHTML.slice(0, 100)} behind ${there?.outerHTML.slice(0, 60)}`;
      });
      if (covered === null) break;
      if (covered) hidden.add(covered);
    }
    expect([...hidden], `${width}×${height}`).toEqual([]);
  }
});
