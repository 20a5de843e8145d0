import { expect, type Page } from '@playwright/test';
import { whatHidesFocus } from './geometry.ts';

interface Stop {
  name: string;
  /** Whether it looks otherwise than without the focus, itself or what lies right around it. */
  marked: boolean;
  /** It comes after the stop before it in the document. */
  inOrder: boolean;
  /** It is the one that the way began with. */
  isFirst: boolean;
  /** What hides it. */
  hidden: string[];
}

/** What the page is given, so that a stop is asked about in one call. */
interface Tools {
  whatHidesFocus: () => string[];
  focusStop: () => Stop | null;
}

/** More than any screen has. */
const mostStops = 150;

/**
 * Waits until the page neither gains nor loses an element for some frames. After a turn of the device the application
 * exchanges parts of it, on a busy machine a while later.
 */
async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const enough = 4;
    const longestMs = 10_000;
    const begin = performance.now();
    let unchanged = 0;
    const observer = new MutationObserver(() => {
      unchanged = 0;
    });
    observer.observe(document, { subtree: true, childList: true });
    while (unchanged < enough && performance.now() - begin < longestMs) {
      await new Promise(requestAnimationFrame);
      unchanged += 1;
    }
    observer.disconnect();
  });
}

/** Puts into the page what tells how each element looks now, and how the one with the focus differs from that. */
async function prepare(page: Page): Promise<void> {
  await waitForRest(page);
  await page.evaluate(`window.whatHidesFocus = ${whatHidesFocus}`);
  await page.evaluate(() => {
    const shown = [
      'outline',
      'boxShadow',
      'backgroundColor',
      'borderColor',
      'color',
      'textDecoration',
      'top',
    ] as const;
    const around = (element: Element) => [element, element.parentElement, element.nextElementSibling];
    const look = (element: Element) =>
      around(element)
        .map((each) => (each ? shown.map((name) => getComputedStyle(each)[name]).join('|') : ''))
        .join('\n');
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // From the page's beginning, wherever its first focus was; a modal dialog begins by itself.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    const rest = new Map([...document.querySelectorAll('*')].map((element) => [element, look(element)]));
    let first: Element | null = null;
    let last: Element | null = null;
    Object.assign(window, {
      focusStop: (): Stop | null => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        // Of what has left the page meanwhile nothing can be said: the page was not at rest.
        const isGone = last !== null && !last.isConnected;
        const follows =
          !last || Boolean(last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
        const isFirst = element === first;
        first ??= element;
        last = element;
        return {
          name: `${isGone ? 'after a stop that has gone: ' : ''}${element.outerHTML.slice(0, 160)}`,
          marked: rest.get(element) !== look(element),
          inOrder: follows && !isGone,
          isFirst,
          hidden: isFirst ? [] : (window as unknown as Tools).whatHidesFocus(),
        };
      },
    });
  });
}

/**
 * Goes through the page with Tab and expects of every stop that nothing hides it (WCAG 2.2 §2.4.11), that it shows the
 * focus, and that it comes in the order of the document. Gives the number of stops.
 */
export async function expectFocusShown(page: Page): Promise<number> {
  await prepare(page);
  const stops: Stop[] = [];
  let empty = 0;
  while (stops.length < mostStops) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => (window as unknown as Tools).focusStop());
    // A dialog without the focus takes it with the second key.
    if (!stop && stops.length === 0 && empty++ < 2) continue;
    // Past the last stop the browser begins anew, or leaves the page for its own controls.
    if (!stop || stop.isFirst) break;
    stops.push(stop);
  }
  expect(stops.length, 'the way of the keyboard ends').toBeLessThan(mostStops);
  const wrong = stops.filter(({ marked, inOrder }, at) => !marked || (at > 0 && !inOrder));
  expect(wrong, 'stops without a visible focus, or out of order').toEqual([]);
  expect(
    stops.flatMap(({ hidden }) => hidden),
    'stops that something hides',
  ).toEqual([]);
  return stops.length;
}
