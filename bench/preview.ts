import { el } from '../apps/web/src/i18n/el.ts';
import { type Browser, openBrowser, type Page } from '../e2e/browser.ts';
import { type Demo, type DemoAccount, startDemo } from '../e2e/demo.ts';
import { HomePage } from '../e2e/pages/home.ts';
import { LoginPage } from '../e2e/pages/login.ts';
import { manyTextPages, scannedPages } from './preview-documents.ts';
import { mebibytes, median, type Row } from './report.ts';

/** Just under UP-3's largest file. */
const LARGEST = 20 * 1024 * 1024 - 4096;
const ROUNDS = 7;
const MARK_MS = 1000;

/** How long a person waits for the first page of the largest file, in the bundled browser. */
export async function previewRows(): Promise<Row[]> {
  const demo = await startDemo({ LOG_LEVEL: 'error' });
  const browser = await openBrowser();
  try {
    const [account] = demo.accounts;
    if (account === undefined) throw new Error('the demonstration has no signer');
    const drawing = await browser.newPage();
    const files = [
      { name: 'text with many objects', bytes: manyTextPages(LARGEST) },
      { name: 'scan', bytes: await scannedPages(drawing, LARGEST) },
    ];
    await drawing.close();
    const rows: Row[] = [];
    for (const { name, bytes } of files) rows.push(...(await measure(browser, demo, account, name, bytes)));
    return rows;
  } finally {
    await browser.close();
    await demo.stop();
  }
}

/** From the sign screen, where the file is known already, and as a page of its own, where nothing is. */
async function measure(
  browser: Browser,
  demo: Demo,
  account: DemoAccount,
  name: string,
  buffer: Buffer,
): Promise<Row[]> {
  const context = await browser.newContext({
    baseURL: demo.url,
    locale: 'el-GR',
    viewport: { width: 1280, height: 800 },
  });
  await context.addInitScript(noteDrawing);
  const page = await context.newPage();
  const login = new LoginPage(page, el);
  await login.open();
  await login.signIn(account);
  await new HomePage(page, el).upload({ name: 'large.pdf', mimeType: 'application/pdf', buffer });
  await page.waitForURL(/\/sign\//, { timeout: 60_000 });
  await drawnAt(page);
  const clicks: number[] = [];
  const loads: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.getByRole('link', { name: el.sign.preview }).click();
    await page.waitForURL(/\/preview$/);
    clicks.push(await drawnAt(page));
    await page.reload();
    loads.push(await drawnAt(page));
    await page.getByRole('link', { name: el.preview.back }).click();
    await page.waitForURL(/\/sign\/[^/]+$/);
    await drawnAt(page);
  }
  await context.close();
  const what = `first page of ${mebibytes(buffer.length)}, ${name}`;
  return [row(`${what}: from the sign screen`, clicks), row(`${what}: preview loaded anew`, loads)];
}

function row(name: string, times: number[]): Row {
  const value = median(times);
  const worst = Math.max(...times);
  const shown = `${value.toFixed(0)} ms (median of ${times.length}, slowest ${worst.toFixed(0)} ms)`;
  return { name, value, shown, mark: `≤ ${MARK_MS} ms`, met: value <= MARK_MS };
}

/** Notes, in the page, when it was last left by a click or loaded, and when a page was drawn and painted. */
function noteDrawing(): void {
  const times = window as { leftAt?: number; drawnAfter?: number | undefined };
  times.leftAt = 0;
  const leave = () => {
    times.leftAt = performance.now();
    times.drawnAfter = undefined;
  };
  addEventListener('click', leave, { capture: true });
  new MutationObserver(() => {
    if (times.drawnAfter !== undefined || !document.querySelector('canvas[data-drawn]')) return;
    const since = times.leftAt ?? 0;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (since === times.leftAt) times.drawnAfter = performance.now() - since;
      }),
    );
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-drawn'] });
}

/** Milliseconds from the click, or from the navigation, to the page on the screen. */
async function drawnAt(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => (window as { drawnAfter?: number }).drawnAfter, undefined, {
    timeout: 60_000,
  });
  return Number(await handle.jsonValue());
}
