import type { Download, Page } from '@playwright/test';
import { choosersOf } from '../choosers.ts';
import type { DemoAccount } from '../demo.ts';
import { plainPdf, type UploadFile } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { tabsTo } from '../geometry.ts';
import { freshOtp } from '../otp.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { type Words, wordsOf } from '../words.ts';

const documents = (count: number): UploadFile[] =>
  Array.from({ length: count }, (_, index) => plainPdf(`έγγραφο ${index + 1}.pdf`));

/** The button of what is offered first after signing: the document, or all of them. */
const download = (page: Page) => page.locator('[data-step=download]').getByRole('button');

/** As on every day but the first: the language was chosen before, and the page is just loaded. */
async function begin(login: LoginPage): Promise<void> {
  await login.open();
  await login.page.reload();
  await expect(login.username).toBeFocused();
}

/** By pointer: fields that have the focus already are typed into, everything else is one click. */
async function byPointer(page: Page, words: Words, signer: DemoAccount, files: UploadFile[]) {
  const choosers = choosersOf(page);
  let clicks = 0;
  const click = async (target: { click: () => Promise<void> }) => {
    clicks += 1;
    await target.click();
  };
  const login = new LoginPage(page, words);
  const sign = new SignPage(page, words);
  await begin(login);
  await page.keyboard.type(signer.username);
  await click(login.password);
  await page.keyboard.type(signer.password);
  await page.keyboard.press('Enter');
  await click(new HomePage(page, words).input);
  await (await choosers.next()).setFiles(files);
  await sign.ready();
  await click(sign.open);
  await expect(sign.password).toBeFocused();
  await page.keyboard.type(signer.password);
  await click(sign.otp);
  await page.keyboard.type(await freshOtp(signer));
  await click(sign.button(words.box.sign));
  await expect(download(page)).toBeVisible({ timeout: 60_000 });
  const saved = page.waitForEvent('download');
  await click(download(page));
  return { clicks, saved: await saved };
}

/** By keyboard alone: what is typed, Enter and the one key of the download are not Tabs. */
async function byKeyboard(page: Page, words: Words, signer: DemoAccount, files: UploadFile[]) {
  const choosers = choosersOf(page);
  let tabs = 0;
  const tab = async (selector: string) => {
    tabs += await tabsTo(page, selector, 12);
  };
  const sign = new SignPage(page, words);
  await begin(new LoginPage(page, words));
  await page.keyboard.type(signer.username);
  await tab('input[type=password]');
  await page.keyboard.type(signer.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tab('input[type=file]');
  await page.keyboard.press('Enter');
  await (await choosers.next()).setFiles(files);
  await sign.ready();
  await tab('.ws-sign-button');
  await page.keyboard.press('Enter');
  await expect(sign.password).toBeFocused();
  await page.keyboard.type(signer.password);
  await tab('[name=otp]');
  await page.keyboard.type(await freshOtp(signer));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: words.box.review })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(download(page)).toBeVisible({ timeout: 60_000 });
  const saved = page.waitForEvent('download');
  await page.keyboard.press(downloadKey(words));
  return { tabs, saved: await saved };
}

/** The place of its letter on a Latin keyboard: Λ is written on the key of the L. */
const downloadKey = ({ done }: Words): string => `Key${done.keys.download.replace('Λ', 'L')}`;

const expected = (words: Words, count: number): string =>
  count > 1 ? `${words.done.zipName}.zip` : 'έγγραφο 1_signed.pdf';
const nameOf = (saved: Download): string => saved.suggestedFilename();

for (const count of [1, 10]) {
  test(`SGN-1 SGN-9 from login to the signed download with ${count} documents: at most 6 clicks, at most 15 Tabs`, async ({
    page,
    browser,
    demo,
    signer,
    otherSigner,
    locale,
  }, info) => {
    test.setTimeout(240_000);
    const words = wordsOf(info.project.name);
    const begun = performance.now();
    const pointed = await byPointer(page, words, signer, documents(count));
    const seconds = (performance.now() - begun) / 1000;
    expect(pointed.clicks).toBeLessThanOrEqual(6);
    expect(nameOf(pointed.saved)).toBe(expected(words, count));
    const context = await browser.newContext({
      baseURL: demo.url,
      acceptDownloads: true,
      ...(locale === undefined ? {} : { locale }),
    });
    const typed = await byKeyboard(await context.newPage(), words, otherSigner, documents(count));
    expect(typed.tabs).toBeLessThanOrEqual(15);
    expect(nameOf(typed.saved)).toBe(expected(words, count));
    await context.close();
    info.annotations.push({
      type: 'effort',
      description: `${pointed.clicks} clicks in ${seconds.toFixed(1)} s, ${typed.tabs} Tabs`,
    });
  });
}

test('SGN-9 after signing one key each leads to the next document, another signature and another upload', async ({
  page,
  signer,
}) => {
  test.setTimeout(240_000);
  const words = wordsOf('el');
  const home = new HomePage(page, words);
  const sign = new SignPage(page, words);
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  await home.upload(...documents(2));
  await sign.ready();
  // Only the first is signed; the other waits.
  await page.getByRole('navigation', { name: words.sign.group }).getByRole('checkbox').nth(1).uncheck();
  await sign.sign(signer.password, await freshOtp(signer));
  await expect(sign.done).toBeVisible({ timeout: 60_000 });
  // While somebody types, letters are letters.
  await page.getByRole('textbox', { name: words.viewer.page }).press('KeyE');
  await expect(page.getByRole('heading', { level: 1, name: 'έγγραφο 1.pdf' })).toBeVisible();
  await page.getByRole('main').focus();
  await page.keyboard.press('KeyN');
  await expect(sign.box).toBeVisible();
  await expect(sign.done).toHaveCount(0);
  await page.reload();
  await page.getByRole('main').waitFor();
  await page.getByRole('button', { name: words.draft.restart }).click();
  await expect(sign.done).toBeVisible();
  await page.keyboard.press('KeyE');
  await expect(page.getByRole('heading', { level: 1, name: 'έγγραφο 2.pdf' })).toBeVisible();
  await page.goBack();
  await expect(sign.done).toBeVisible();
  await page.keyboard.press('KeyM');
  await expect(home.heading).toBeVisible();
});
