import type { Page, Request } from '@playwright/test';

/** How long nothing may be fetched before a screen counts as at rest. */
const QUIET_MS = 150;
/** Until a screen must have come to rest, on a machine that does much else. */
const PATIENCE_MS = 60_000;

/** What is on its way while it is there: each tells of work that the network does not show. */
const ON_ITS_WAY = [
  '.ws-loading',
  '[aria-busy=true]',
  '.ws-viewer__note[role=status]',
  'canvas.ws-page-canvas:not([data-drawn=true])',
  '.ws-text-room:not([data-read=true])',
  '[data-looking]',
];

interface Look {
  waiting: string[];
  /** Where everything stands and what it says, as one short text. */
  layout: string;
}

/**
 * Watches `page` from now on; what it gives waits until the screen is at rest: nothing is being fetched, drawn or read, and
 * two looks at the whole layout, frames apart, are the same. Playwright's "networkidle" is of no use within one page: once
 * reached, it stays reached, whatever the page fetches later.
 */
export function restOf(page: Page): () => Promise<void> {
  const fetching = new Set<Request>();
  let last = Date.now();
  const ended = (request: Request): void => {
    fetching.delete(request);
    last = Date.now();
  };
  page.on('request', (request) => fetching.add(request));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  // An answer that the page does not read to its end never finishes; what was sent has then done what it does.
  page.on('response', (response) => response.request().method() !== 'GET' && ended(response.request()));

  return async () => {
    const end = Date.now() + PATIENCE_MS;
    let before = '';
    for (;;) {
      const isQuiet = fetching.size === 0 && Date.now() - last >= QUIET_MS;
      const { waiting, layout } = await page.evaluate(look, ON_ITS_WAY);
      const isStill = isQuiet && waiting.length === 0 && fetching.size === 0;
      if (isStill && layout === before) return;
      if (Date.now() > end) {
        const reasons = [...waiting, ...[...fetching].map((request) => request.url())];
        throw new Error(`The screen does not come to rest: ${reasons.join(', ') || 'it moves all the time'}`);
      }
      before = isStill ? layout : '';
      await page.waitForTimeout(QUIET_MS);
    }
  };
}

/** In the browser: what is on its way, and how everything lies two frames from now. */
async function look(onItsWay: string[]): Promise<Look> {
  await document.fonts.ready;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const waiting = onItsWay.filter((selector) => document.querySelector(selector) !== null);
  if ([...document.images].some((image) => !image.complete)) waiting.push('an image');
  const places = [...document.body.querySelectorAll('*')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${x} ${y} ${width} ${height} ${element.scrollLeft} ${element.scrollTop}`;
  });
  const text = `${window.scrollY} ${places.join()} ${document.body.textContent}`;
  // FNV-1a: short, and other for another layout.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return { waiting, layout: `${text.length} ${hash}` };
}
