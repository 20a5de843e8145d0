import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import type { DemoAccount } from '../demo.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { nothing, stored } from '../stored.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('el');

/** Signs in with the page's clock in the test's hands; nothing is on its way to the server any more. */
async function atHome(page: Page, signer: DemoAccount): Promise<HomePage> {
  await page.clock.install();
  const login = new LoginPage(page, words);
  await login.open();
  // The answer to a ping that is still on its way would count as contact at the later time.
  const pinged = page.waitForResponse('**/api/ping*');
  await login.signIn(signer);
  const home = new HomePage(page, words);
  await expect(home.heading).toBeVisible();
  await (await pinged).finished();
  await page.waitForLoadState('networkidle');
  return home;
}

/** Signs in and waits until two minutes before the idle end. */
async function untilWarned(page: Page, signer: DemoAccount): Promise<Locator> {
  await atHome(page, signer);
  await page.clock.runFor('28:10');
  const dialog = page.getByRole('alertdialog', { name: words.idle.title });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('SES-4 two minutes before the idle end a dialog offers to go on @narrow', async ({ page, signer }) => {
  const dialog = await untilWarned(page, signer);
  await expect(dialog.getByRole('button', { name: words.idle.stay })).toBeFocused();
  await expect(dialog).toHaveAccessibleDescription(/1 λεπτό και \d+ δευτερόλεπτα/);
  await expectAccessible(page);
  const ping = page.waitForResponse('**/api/ping*');
  await page.keyboard.press('Enter');
  expect((await ping).status()).toBe(204);
  await expect(dialog).toBeHidden();
  await page.clock.runFor('27:00');
  await expect(dialog).toBeHidden();
  await page.clock.runFor('01:10');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: words.idle.leave }).click();
  await expect(page.getByText(words.login.left)).toBeVisible();
});

test('SES-4 the question stands over an open message and says when the service cannot be reached', async ({
  page,
  signer,
}) => {
  const home = await atHome(page, signer);
  await page.clock.runFor('27:55');
  await home.upload({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  const message = page.getByRole('alertdialog', { name: words.popup.icons.error });
  await expect(message).toBeVisible();
  await page.keyboard.press('Shift');
  await page.clock.runFor('00:10');
  const dialog = page.getByRole('alertdialog', { name: words.idle.title });
  await expect(dialog.getByRole('button', { name: words.idle.stay })).toBeFocused();
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText(words.errors.network);
  await page.unroute('**/api/**');
  await dialog.getByRole('button', { name: words.idle.stay }).click();
  await expect(dialog).toBeHidden();
  await expect(message).toBeVisible();
  await expect(message.getByRole('button')).toBeFocused();
});

test('SES-4 NAV-7 at the idle end, and after a sleep beyond it, the server is asked and the person told', async ({
  page,
  signer,
}) => {
  await untilWarned(page, signer);
  await page.route('**/api/ping*', (route) => route.fulfill({ status: 401, body: '' }));
  await page.clock.fastForward('03:00:00');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(words.login.over)).toBeVisible();
  await expect(async () => expect(await stored(page)).toEqual(nothing)).toPass();
});

test('SES-4 a duplicated tab does not announce the end while its twin is at work', async ({
  page,
  signer,
}) => {
  const dialog = await untilWarned(page, signer);
  const twin = await page.context().newPage();
  const held = await stored(page);
  await twin.addInitScript((session) => Object.assign(sessionStorage, session), held);
  await twin.goto(page.url());
  await expect(new HomePage(twin, words).heading).toBeVisible();
  await page.clock.runFor(2000);
  await expect(dialog).toBeHidden();
});

test('NAV-7 what cannot be reached is said, and tried again until it can', async ({ page, signer }) => {
  const login = new LoginPage(page, words);
  await login.open();
  await page.context().setOffline(true);
  const banner = page.getByText(words.connection.lost);
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await login.signIn(signer);
  await expect(login.summary).toContainText(words.errors.network);
  await page.getByRole('button', { name: words.connection.retry }).click();
  await expect(banner).toBeVisible();
  await page.context().setOffline(false);
  await expect(banner).toBeHidden();
  await login.password.fill(signer.password);
  await login.submit.click();
  await expect(new HomePage(page, words).heading).toBeVisible();
});

test('POP-1 the message about a lost network needs no network', async ({ page, signer }) => {
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  const home = new HomePage(page, words);
  await expect(home.heading).toBeVisible();
  await page.context().setOffline(true);
  await home.upload(plainPdf('α.pdf'));
  await expect(home.popup).toContainText(words.upload.errors.offline);
  await expect(home.attempt).toContainText('α.pdf');
});

test('NAV-6 a screen whose code cannot be fetched says so and offers to reload', async ({ page, signer }) => {
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  const home = new HomePage(page, words);
  await expect(home.heading).toBeVisible();
  await page.route(/\/assets\/SignPage-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await home.upload(plainPdf('α.pdf'));
  await expect(page.getByRole('heading', { name: words.crash.staleTitle })).toBeVisible();
  await expect(page).toHaveTitle('WebSign - error');
  await expectAccessible(page);
  await page.unroute(/\/assets\/SignPage-.*\.js$/);
  await page.getByRole('button', { name: words.crash.reload }).click();
  await new SignPage(page, words).ready();
});
