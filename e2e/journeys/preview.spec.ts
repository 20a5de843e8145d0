import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import type { DemoAccount } from '../demo.ts';
import { endlessPdf, largePdf, longPdf, mixedPdf, plainPdf, type UploadFile } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { type Alignment, PreviewPage } from '../pages/preview.ts';
import { SignPage } from '../pages/sign.ts';
import { filled, wordsOf } from '../words.ts';

const greekManual = (): UploadFile => ({
  name: 'οδηγός.pdf',
  mimeType: 'application/pdf',
  buffer: readFileSync(join(import.meta.dirname, '../../apps/web/public/security-manual.el.pdf')),
});

async function previewed(page: Page, signer: DemoAccount, file: UploadFile, info: TestInfo) {
  const words = wordsOf(info.project.name);
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  await new HomePage(page, words).upload(file);
  await page.waitForURL(/\/sign\//, { timeout: 60_000 });
  await page.getByRole('link', { name: words.sign.preview }).click();
  await expect(page).toHaveURL(/\/preview$/);
  const preview = new PreviewPage(page, words);
  await preview.drawn(1);
  return preview;
}

test('SGN-1 text is found as a Greek reader expects, and marked where it stands @en @narrow', async ({
  page,
  signer,
}, info) => {
  const preview = await previewed(page, signer, greekManual(), info);
  const { words } = preview;
  await expect(page.locator('.ws-text-layer')).toContainText('Οδηγός ασφάλειας');
  await preview.tool(words.viewer.find).click();
  await expect(preview.field).toBeFocused();
  await preview.field.fill('οδηγοσ ΑΣΦΑΛΕΙΑΣ εγγράφων');
  await expect(preview.outcome).toHaveText(filled(words.viewer.found, { current: 1, total: 1 }));
  const mark = preview.marks.first();
  await expect(mark).toBeInViewport();
  const title = page.locator('.ws-text-layer span', { hasText: 'Οδηγός' }).first();
  const [marked, text] = [await mark.boundingBox(), await title.boundingBox()];
  if (!marked || !text) throw new Error('nothing is marked');
  expect(Math.abs(marked.x - text.x)).toBeLessThan(2);
  expect(Math.abs(marked.y - text.y)).toBeLessThan(2);
  await expectAccessible(page);

  await preview.field.fill('ΕΓΓΡΑΦΟ');
  await expect(preview.outcome).toHaveText(/^1 \S+ ([3-9]|\d\d)$/);
  await preview.field.press('Enter');
  await expect(preview.outcome).toHaveText(/^2 /);
  await preview.field.press('Shift+Enter');
  await preview.field.press('Shift+Enter');
  await expect(preview.outcome).toHaveText(/^(\d+) \S+ \1$/);
  await preview.field.fill('δεν υπάρχει πουθενά');
  await expect(preview.outcome).toHaveText(words.viewer.notFound);
  await preview.field.press('Escape');
  await expect(preview.field).toBeHidden();
  await expect(preview.tool(words.viewer.find)).toBeFocused();
});

test('SGN-1 a document of 2,000 pages is searched and leafed through without being held up', async ({
  page,
  signer,
}, info) => {
  test.setTimeout(240_000);
  const preview = await previewed(page, signer, longPdf('μεγάλο.pdf', 2000), info);
  const { words } = preview;
  await preview.room.focus();
  await page.keyboard.press('Control+f');
  await expect(preview.field).toBeFocused();
  await preview.field.fill('NEEDLE1999X');
  // Pages go on being turned while it searches.
  await preview.number.fill('3');
  await preview.number.press('Enter');
  await preview.drawn(3);
  await expect(preview.outcome).toHaveText(filled(words.viewer.found, { current: 1, total: 1 }), {
    timeout: 120_000,
  });
  await expect(preview.number).toHaveValue('1999');
  await preview.drawn(1999);
  await preview.tool(words.viewer.thumbnails).click();
  await expect(preview.thumbnail(1999)).toHaveAttribute('aria-current', 'page');
  await expect(preview.thumbnail(1999)).toBeInViewport();
  expect(await preview.thumbnails.getByRole('listitem').count()).toBeLessThan(12);
  await preview.field.fill('chapter');
  await expect(preview.outcome).toContainText(/2[.,]000\+/, { timeout: 120_000 });
});

test('SGN-1 thumbnails, pages, zoom, turns and keys by keyboard alone @en @narrow', async ({
  page,
  signer,
}, info) => {
  const preview = await previewed(page, signer, longPdf('κεφάλαια.pdf', 12), info);
  const { words } = preview;
  const { keyboard } = page;
  await preview.tool(words.viewer.thumbnails).focus();
  await keyboard.press('Enter');
  await expect(preview.tool(words.viewer.thumbnails)).toHaveAttribute('aria-expanded', 'true');
  await expect(preview.thumbnail(1)).toHaveAttribute('aria-current', 'page');
  await preview.thumbnail(1).focus();
  await keyboard.press('End');
  await expect(preview.thumbnail(12)).toBeFocused();
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await preview.drawn(11);
  await expect(preview.thumbnail(11)).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);

  await preview.room.focus();
  await keyboard.press('Home');
  await preview.drawn(1);
  await keyboard.press('ArrowRight');
  await preview.drawn(2);
  const zoom = page.getByLabel(words.viewer.zoom, { exact: true });
  await zoom.selectOption('page');
  await preview.drawn(2);
  await preview.room.focus();
  await keyboard.press('PageDown');
  await preview.drawn(3);
  await keyboard.press('PageUp');
  await preview.drawn(2);
  const before = await preview.canvas.boundingBox();
  await keyboard.press('+');
  await expect
    .poll(async () => (await preview.canvas.boundingBox())?.width)
    .toBeGreaterThan(before?.width ?? 0);
  await preview.tool(words.viewer.rotate).focus();
  await keyboard.press('Enter');
  await expect
    .poll(async () => {
      const sheet = await preview.canvas.boundingBox();
      return sheet !== null && sheet.width > sheet.height;
    })
    .toBe(true);

  await keyboard.press('?');
  await expect(preview.keys).toBeVisible();
  await expectAccessible(page);
  await preview.keys.getByLabel(words.keys.want).uncheck();
  await keyboard.press('Escape');
  await expect(preview.keys).toBeHidden();
  await keyboard.press('?');
  await expect(preview.keys).toBeHidden();
  await preview.tool(words.keys.open).click();
  await expect(preview.keys.getByLabel(words.keys.want)).not.toBeChecked();
});

function expectAligned({ text, ink }: Alignment, name: string): void {
  // The box of a line is as high as its letters may be, ink only as high as they are.
  const slack = { across: 2.5, along: 0.25 * Math.min(text.right - text.left, text.bottom - text.top) + 2 };
  for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
    const apart = Math.abs(text[edge] - ink[edge]);
    expect(apart, `${name}: ${edge} ${JSON.stringify({ text, ink })}`).toBeLessThanOrEqual(
      Math.max(slack.across, slack.along),
    );
  }
}

test('SGN-2 SGN-3 text lies over its glyphs on turned, cropped, huge and tiny pages, at every zoom and turn', async ({
  page,
  signer,
}, info) => {
  test.setTimeout(240_000);
  const preview = await previewed(page, signer, mixedPdf('σχέδια.pdf'), info);
  const { words } = preview;
  const zoom = page.getByLabel(words.viewer.zoom, { exact: true });
  const sizes = [595 / 842, 842 / 595, 600 / 400, 2384 / 3370, 100 / 40, 595 / 842];
  for (const [index, ratio] of sizes.entries()) {
    await preview.drawn(index + 1);
    for (const wanted of ['width', 'page', '1.25']) {
      await zoom.selectOption(wanted);
      await settled(preview);
      const sheet = await preview.canvas.boundingBox();
      expect((sheet?.width ?? 0) / (sheet?.height ?? 1), `page ${index + 1}`).toBeCloseTo(ratio, 1);
      expectAligned(await preview.alignment(), `page ${index + 1}, zoom ${wanted}`);
    }
    await zoom.selectOption('page');
    for (let turns = 1; turns <= 4; turns += 1) {
      await preview.tool(words.viewer.rotate).click();
      await settled(preview);
      expectAligned(await preview.alignment(), `page ${index + 1}, turned ${turns} times`);
    }
    const pixels = await preview.canvas.evaluate((canvas: HTMLCanvasElement) => canvas.width * canvas.height);
    expect(pixels).toBeLessThanOrEqual(16_000_000);
    if (index < sizes.length - 1) await preview.tool(words.viewer.next).click();
  }
});

/** Waits until the drawing belongs to the size and the turn that are shown. */
async function settled({ page }: PreviewPage): Promise<void> {
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.ws-page-canvas');
    const sheet = canvas?.closest('.ws-sheet')?.getBoundingClientRect();
    if (!canvas || !sheet || canvas.dataset.drawn !== 'true') return false;
    const density = canvas.width / sheet.width;
    const fits = Math.abs(canvas.height / sheet.height - density) < 0.02 * density + 0.02;
    return fits && (Math.abs(density - devicePixelRatio) < 0.01 || canvas.width * canvas.height > 15_000_000);
  });
}

test('NAV-2 SGN-1 a new tab signs in and comes back to the preview; download and the way back', async ({
  page,
  signer,
  context,
}, info) => {
  const preview = await previewed(page, signer, plainPdf('αίτηση.pdf'), info);
  const { words } = preview;
  await expectAccessible(page);
  const { name } = await new SignPage(page, words).save(preview.tool(words.app.download));
  expect(name).toBe('αίτηση.pdf');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other).toHaveURL(/\/login$/);
  await new LoginPage(other, words).signIn(signer);
  await expect(other).toHaveURL(page.url());
  await new PreviewPage(other, words).drawn(1);
  await other.close();
  await page.getByRole('link', { name: words.preview.back }).click();
  await new SignPage(page, words).ready();
});

test('SGN-1 an unknown document, one that is no longer kept, and a file that cannot be fetched are told in words', async ({
  page,
  signer,
}, info) => {
  const preview = await previewed(page, signer, plainPdf('α.pdf'), info);
  const { words } = preview;
  const address = page.url();
  await page.goto(address.replace(/sign\/[^/]+/, `sign/${'A'.repeat(24)}`));
  await expect(page.getByRole('alert')).toHaveText(words.sign.notFound);
  await expectAccessible(page);

  await page.route('**/api/documents/*/file*', (route) =>
    route.fulfill({
      status: 410,
      json: { error: { code: 'expired', message: 'The document is no longer kept' } },
    }),
  );
  await page.goto(address);
  await expect(page.getByRole('alert')).toHaveText(words.sign.expired);
  await page.unroute('**/api/documents/*/file*');

  await page.route('**/api/documents/*/file*', (route) =>
    route.fulfill({ status: 200, contentType: 'application/pdf', body: 'no PDF at all' }),
  );
  await page.goto(address);
  await expect(page.getByRole('alert')).toHaveText(words.viewer.failed);
  await expectAccessible(page);
  await page.unroute('**/api/documents/*/file*');
  await page.goto(address);
  await preview.drawn(1);
});

test('SGN-1 a file of 20 MB opens', async ({ page, signer }, info) => {
  const preview = await previewed(page, signer, largePdf('βαρύ.pdf', 19), info);
  await expect(preview.canvas).toBeVisible();
});

test('SGN-2 find and thumbnails beside a placement: the page turns, the box stays right', async ({
  page,
  signer,
}, info) => {
  const preview = await previewed(page, signer, longPdf('κεφάλαια.pdf', 6), info);
  const { words } = preview;
  await page.getByRole('link', { name: words.preview.back }).click();
  const sign = new SignPage(page, words);
  await sign.ready();
  await expect(preview.tool(words.viewer.rotate)).toHaveCount(0);
  await expect(sign.box).toBeInViewport({ ratio: 0.99 });
  await preview.tool(words.viewer.find).click();
  await preview.field.fill('needle2x');
  await preview.drawn(2);
  await expect(preview.marks).toHaveCount(1);
  await expect(sign.box).toBeHidden();
  await preview.tool(words.viewer.thumbnails).click();
  await preview.thumbnail(2).press('End');
  await page.keyboard.press('Enter');
  await preview.drawn(6);
  await expect(sign.box).toBeVisible();
  await expectAccessible(page);
});

test('SGN-1 a page whose drawing would never end is given up; the screen answers all the time', async ({
  page,
  signer,
}, info) => {
  test.setTimeout(240_000);
  const preview = await previewed(page, signer, plainPdf('α.pdf'), info);
  const { words } = preview;
  const { buffer } = endlessPdf('ατέρμονο.pdf');
  await page.route('**/api/documents/*/file*', (route) =>
    route.fulfill({ status: 200, contentType: 'application/pdf', body: buffer }),
  );
  await page.reload();
  await expect(preview.canvas).toBeVisible();
  await preview.tool(words.keys.open).click();
  await expect(preview.keys).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview.keys).toBeHidden();
  await expect(page.locator('.ws-viewer__note')).toHaveText(
    new RegExp(`${words.viewer.failed}|${words.viewer.brokenPage}`.replaceAll('.', '\\.')),
    { timeout: 90_000 },
  );
  await page.unroute('**/api/documents/*/file*');
  await page.reload();
  await preview.drawn(1);
});
