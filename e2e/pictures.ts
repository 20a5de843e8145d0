/**
 * `npm run pictures`: walks through the real product, on a demonstration of its own, and takes a picture of every
 * screen into docs/pictures: wide and narrow, light and dark.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { el } from '../apps/web/src/i18n/el.ts';
import { chromiumLaunch, unpackChromium } from './chromium.ts';
import { type Demo, type DemoAccount, startDemo } from './demo.ts';
import { scriptedPdf } from './documents.ts';
import { freshOtp } from './otp.ts';
import { letter } from './papers.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'pictures');
const SIZES = { wide: { width: 1280, height: 1120 }, narrow: { width: 390, height: 844 } } as const;
const SCHEMES = ['light', 'dark'] as const;

type Take = (screen: string) => Promise<void>;

async function walk(
  browser: Browser,
  { url }: Demo,
  account: DemoAccount,
  size: keyof typeof SIZES,
  colorScheme: (typeof SCHEMES)[number],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: SIZES[size],
    colorScheme,
    locale: 'el-GR',
    timezoneId: 'Europe/Athens',
  });
  const page = await context.newPage();
  const take: Take = async (screen) => {
    await page.waitForLoadState('networkidle');
    await page.screenshot({
      path: join(FOLDER, `${screen}-${size}-${colorScheme}.png`),
      animations: 'disabled',
    });
    process.stdout.write(`${screen}-${size}-${colorScheme}.png\n`);
  };
  await signIn(page, account, take);
  await refusedUpload(page, take);
  await signOne(page, account, take);
  await context.close();
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

async function signIn(page: Page, { username, password }: DemoAccount, take: Take): Promise<void> {
  await page.goto('/login');
  await page.getByRole('heading', { name: el.login.title }).waitFor();
  await take('login');
  await page.getByLabel(el.login.username).fill(username);
  await page.getByLabel(el.login.password, { exact: true }).fill('not the password');
  await button(page, el.login.submit).click();
  await page.getByText(el.login.summary).waitFor();
  await take('login-refused');
  await page.getByLabel(el.login.password, { exact: true }).fill(password);
  await button(page, el.login.submit).click();
  await page.getByRole('heading', { name: el.home.title }).waitFor();
  await take('home');
}

async function refusedUpload(page: Page, take: Take): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(scriptedPdf('αίτηση με κώδικα.pdf'));
  await page.getByRole('alertdialog').waitFor();
  await take('upload-popup');
  await page.keyboard.press('Escape');
  await page.getByText(el.upload.attempt.title).waitFor();
  await take('upload-refused');
}

/** Waits until the viewer has drawn a page: something on its canvas is not white. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.ws-page-canvas');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return (
      pixels?.some((value, index) => index % 4 === 0 && value < 128 && pixels[index + 3] === 255) ?? false
    );
  });
}

async function signOne(page: Page, account: DemoAccount, take: Take): Promise<void> {
  const files = { name: 'αίτηση.pdf', mimeType: 'application/pdf', buffer: letter() };
  await page.locator('input[type=file]').setInputFiles(files);
  await page.waitForURL(/\/sign\//);
  await drawn(page);
  await take('sign');
  await page.getByRole('link', { name: el.sign.preview }).click();
  await page.waitForURL(/\/preview$/);
  await drawn(page);
  await take('preview');
  await page.goBack();
  await button(page, el.sign.open).click();
  await page.getByLabel(el.box.password, { exact: true }).fill(account.password);
  await page.getByLabel(el.box.reason).fill('Έγκριση');
  await page.getByLabel(el.box.otp).fill(await freshOtp(account));
  await take('sign-box');
  await button(page, el.app.continue).click();
  await page.getByRole('heading', { name: el.box.review }).waitFor();
  await take('sign-review');
  await button(page, el.box.sign).click();
  await page.getByRole('heading', { name: el.done.title }).waitFor();
  await drawn(page);
  await take('signed');
}

await unpackChromium();
await mkdir(FOLDER, { recursive: true });
const demo = await startDemo();
const browser = await chromium.launch(chromiumLaunch());
try {
  let turn = 0;
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
    for (const scheme of SCHEMES) {
      // Each signer's codes work once: taking turns spares waiting.
      const account = demo.accounts[turn++ % demo.accounts.length];
      if (account !== undefined) await walk(browser, demo, account, size, scheme);
    }
  }
} finally {
  await browser.close();
  await demo.stop();
}
