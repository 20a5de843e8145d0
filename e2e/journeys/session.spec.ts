import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { type DemoAccount, startDemo } from '../demo.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('el');
/** What session storage holds of the session; the router keeps scroll positions of its own there. */
const stored = (page: Page) =>
  page.evaluate(() => {
    const { sessionId, user } = sessionStorage;
    return { sessionId, user } as { sessionId?: string; user?: string };
  });
const nothing = { sessionId: undefined, user: undefined };

test('NAV-1 NAV-2 NAV-3 NAV-5 SES-1 SES-3 HDR-2 HDR-3 in and out, with titles, target and storage', async ({
  page,
  signer,
}) => {
  const login = new LoginPage(page, words);
  const home = new HomePage(page, words);
  await page.goto('/sign/AAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page).toHaveTitle('WebSign - σύνδεση');
  await login.signIn(signer);
  await expect(page).toHaveURL(/\/sign\/A+$/);
  await expect(page).toHaveTitle('WebSign - υπογραφή εγγράφου');
  await expect(page.getByText(words.sign.notFound)).toBeVisible();
  await expectAccessible(page);

  const { sessionId, user } = await stored(page);
  expect(JSON.parse(user ?? '{}').signer.SessionId.String).toBe(sessionId);
  await page.reload();
  await expect(page).toHaveURL(/\/sign\/A+$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/$/);
  await expect(home.heading).toBeVisible();
  await expect(page).toHaveTitle('WebSign - αρχική');

  await page.getByRole('button', { name: /Λογαριασμός/ }).click();
  await expectAccessible(page);
  const loggedOut = page.waitForResponse('**/api/logout');
  await page.getByRole('button', { name: words.header.logout }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect((await loggedOut).status()).toBe(204);
  expect(await stored(page)).toEqual(nothing);
  const gone = await page.request.get(`/api/ping?sessionId=${sessionId}`);
  expect(gone.status()).toBe(401);
  await login.signIn(signer);
  await expect(home.heading).toBeVisible();
});

test('NAV-7 a session that ended elsewhere clears the storage at the next change of route', async ({
  page,
  signer,
}) => {
  const login = new LoginPage(page, words);
  const home = new HomePage(page, words);
  await login.open();
  const pings: string[] = [];
  page.on('request', (request) => request.url().includes('/api/ping') && pings.push(request.url()));
  expect(pings).toEqual([]);
  await login.signIn(signer);
  await expect(home.heading).toBeVisible();
  await expect.poll(() => pings.length).toBeGreaterThan(0);
  const { sessionId } = await stored(page);
  await page.request.post('/api/logout', { headers: { authorization: `Bearer ${sessionId}` } });
  await page.getByRole('link', { name: 'WebSign' }).click();
  await expect(page).toHaveURL(/\/login$/);
  // The page loads itself anew: a question asked in that moment has no page to answer it.
  await expect(async () => expect(await stored(page)).toEqual(nothing)).toPass();
  await expect(page.getByText(words.login.over)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(words.login.over)).toBeVisible();
  await login.signIn(signer);
  await expect(home.heading).toBeVisible();
});

test('SES-1 HDR-3 session storage holds nothing beside the session; who signs out is told, and the next begins at home', async ({
  page,
  signer,
}) => {
  const login = new LoginPage(page, words);
  const home = new HomePage(page, words);
  await login.open();
  await login.signIn(signer);
  await expect(home.heading).toBeVisible();
  await home.upload(plainPdf('αίτηση.pdf'));
  await expect(page).toHaveURL(/\/sign\//);
  await page.reload();
  await expect(page).toHaveURL(/\/sign\//);
  const keys = await page.evaluate(() => Object.keys(sessionStorage).sort());
  // The router keeps there how far each page was scrolled.
  expect(keys.filter((key) => key !== 'react-router-scroll-positions')).toEqual(['sessionId', 'user']);
  await page.getByRole('button', { name: /Λογαριασμός:/ }).click();
  await page.getByRole('button', { name: words.header.logout }).click();
  await expect(page.getByText(words.login.left)).toBeVisible();
  await expectAccessible(page);
  await login.signIn(signer);
  await expect(home.heading).toBeVisible();
});

test('NAV-8 an unknown path leads home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: words.notFound.title })).toBeVisible();
  await expect(page).toHaveTitle('WebSign - η σελίδα δεν βρέθηκε');
  await expectAccessible(page);
  await page.getByRole('link', { name: words.notFound.home }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('HDR-1 HDR-4 HDR-5 Greek first; the choice of English is kept', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'el');
  await expect(page.getByRole('navigation').getByRole('link', { name: words.header.login })).toBeVisible();
  await expect(page.getByRole('navigation').getByText(words.header.sign)).toHaveCount(0);
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: words.footer.security }),
  ).toBeVisible();
  await page.getByRole('button', { name: words.header.toEnglish }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page).toHaveTitle('WebSign - login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('SES-5 wrong credentials, hints, and a locked account counting down @narrow', async ({ page }) => {
  test.setTimeout(120_000);
  const demo = await startDemo();
  try {
    const account = demo.accounts[0];
    if (!account) throw new Error('no signer');
    const login = new LoginPage(page, words);
    await login.open(`${demo.url}/login`);
    await login.submit.click();
    await expect(login.summary).toBeFocused();
    await login.summary.getByRole('link', { name: words.login.usernameMissing }).click();
    await expect(login.username).toBeFocused();
    await login.password.fill('κωδ');
    await expect(page.getByText(words.login.greek)).toBeVisible();
    await expectAccessible(page);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await login.signIn({ username: account.username, password: `wrong${attempt}` });
      await expect(login.summary).toBeFocused();
      await expect(login.password).toHaveValue('');
      await expect(login.submit).not.toHaveAttribute('aria-disabled', 'true');
    }
    await login.signIn(account);
    await expect(login.summary).toContainText(words.errors.account_locked);
    await expect(login.summary).toContainText(/σε [45] λεπτά/);
    await expectAccessible(page);
  } finally {
    await demo.stop();
  }
});

/** Signs in with the page's clock in the test's hands, and waits until two minutes before the idle end. */
async function untilWarned(page: Page, signer: DemoAccount): Promise<Locator> {
  await page.clock.install();
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  await expect(new HomePage(page, words).heading).toBeVisible();
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
  await page.clock.install();
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  const home = new HomePage(page, words);
  await expect(home.heading).toBeVisible();
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
  await expect(page).toHaveTitle('WebSign - πρόβλημα');
  await expectAccessible(page);
  await page.unroute(/\/assets\/SignPage-.*\.js$/);
  await page.getByRole('button', { name: words.crash.reload }).click();
  await new SignPage(page, words).ready();
});

test('NAV-6 sign view, PDF viewer and preview are three assets that load on demand', async ({
  page,
  signer,
}) => {
  const assets: string[] = [];
  page.on('request', (request) => assets.push(new URL(request.url()).pathname));
  const loaded = (name: string) =>
    assets.some((path) => path.startsWith(`/assets/${name}-`) && path.endsWith('.js'));
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  const home = new HomePage(page, words);
  await expect(home.heading).toBeVisible();
  expect(['SignPage', 'Viewer', 'PreviewPage'].filter(loaded)).toEqual([]);
  await home.upload(plainPdf('έγγραφο.pdf'));
  await new SignPage(page, words).ready();
  expect(['SignPage', 'Viewer', 'PreviewPage'].filter(loaded)).toEqual(['SignPage', 'Viewer']);
  await page.getByRole('link', { name: words.sign.preview }).click();
  await expect(page).toHaveTitle('WebSign - προεπισκόπηση');
  await expect(new SignPage(page, words).sheet).toBeVisible();
  expect(loaded('PreviewPage')).toBe(true);
  await expectAccessible(page);
  const { name } = await new SignPage(page, words).save(
    page.getByRole('button', { name: words.app.download }),
  );
  expect(name).toBe('έγγραφο.pdf');
});
