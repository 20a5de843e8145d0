import type { Page } from '@playwright/test';

/** The windows of the desks, laptops, tablets and phones that people sign on: width and height in CSS pixels. */
export const WINDOWS = [
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [320, 568],
] as const;

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

/**
 * What hides the element that has the focus (WCAG 2.2 §2.4.11), empty where nothing does. What scrolls around it, or
 * cuts off what lies outside of it, counts like the window: what fits there has to be there whole, of what is larger
 * some of it. Of the middle and two corners of that, one at most may be behind something else.
 */
export function hiddenOfFocus(page: Page): Promise<string[]> {
  return page.evaluate(whatHidesFocus);
}

/** Runs in the page itself: it uses nothing that stands around it here. */
export function whatHidesFocus(): string[] {
  const element = document.activeElement;
  if (!element || element === document.body) return [];
  const slack = 0.5;
  const frame = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let around: Element | null = element; around; around = around.parentElement) {
    const { position, overflowX, overflowY } = getComputedStyle(around);
    if (around !== element && `${overflowX} ${overflowY}` !== 'visible visible') {
      const { left, top, right, bottom } = around.getBoundingClientRect();
      frame.left = Math.max(frame.left, left);
      frame.top = Math.max(frame.top, top);
      frame.right = Math.min(frame.right, right);
      frame.bottom = Math.min(frame.bottom, bottom);
    }
    // Nothing around it cuts off what is placed in the window itself.
    if (position === 'fixed') break;
  }
  const box = element.getBoundingClientRect();
  const name = `${element.tagName} ${element.id || element.className} «${element.textContent?.trim().slice(0, 30)}»`;
  const seen = {
    left: Math.max(box.left, frame.left),
    top: Math.max(box.top, frame.top),
    right: Math.min(box.right, frame.right),
    bottom: Math.min(box.bottom, frame.bottom),
  };
  const [across, up] = [seen.right - seen.left, seen.bottom - seen.top];
  if (across <= 0 || up <= 0) return [`${name}: out of sight`];
  const problems: string[] = [];
  if (up < Math.min(box.height, frame.bottom - frame.top) - slack)
    problems.push(`${name}: cut off in height`);
  if (across < Math.min(box.width, frame.right - frame.left) - slack)
    problems.push(`${name}: cut off in width`);
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  const points = [
    [0.5, 0.5],
    [0.1, 0.2],
    [0.9, 0.8],
  ] as const;
  const over = points.flatMap(([x, y]) => {
    const there = document.elementFromPoint(seen.left + across * x, seen.top + up * y);
    // What it stands in lies behind it: beside a rounded corner, or the last words of a link on two lines.
    const isOwn =
      there && (there.contains(element) || [element, ...labels].some((own) => own.contains(there)));
    return isOwn ? [] : [there?.outerHTML.slice(0, 80)];
  });
  // A corner may belong to something else, as that of the signature's box to what gives it another size.
  if (over.length > 1) problems.push(`${name}: behind ${over.join(' and ')}`);
  return problems;
}
