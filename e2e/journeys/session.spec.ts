import { expectAccessible } from '../accessibility.ts';
import { startDemo } from '../demo.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { nothing, stored } from '../stored.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('el');

test('NAV-1 NAV-2 NAV-3 NAV-5 SES-1 SES-3 HDR-2 HDR-3 in and out, with titles, target and storage', async ({
  page,
  signer,
}) => {
  const login = new LoginPage(page, words);
  const home = new HomePage(page, words);
  await page.goto('/sign/AAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page).toHaveTitle('WebSign - login');
  await login.signIn(signer);
  await expect(page).toHaveURL(/\/sign\/A+$/);
  await expect(page).toHaveTitle('WebSign - sign');
  await expect(page.getByText(words.sign.notFound)).toBeVisible();
  await expectAccessible(page);

  const { sessionId, user } = await stored(page);
  expect(JSON.parse(user ?? '{}').signer.SessionId.String).toBe(sessionId);
  await page.reload();
  await expect(page).toHaveURL(/\/sign\/A+$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/$/);
  await expect(home.heading).toBeVisible();
  await expect(page).toHaveTitle('WebSign - home');

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
  await expect(page).toHaveTitle('WebSign - not_found');
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
    // The fifth says at once that the account is locked now.
    await expect(login.summary).toContainText(words.errors.account_locked);
    await login.signIn(account);
    await expect(login.summary).toContainText(words.errors.account_locked);
    await expect(login.summary).toContainText(/σε [45] λεπτά/);
    await expectAccessible(page);
  } finally {
    await demo.stop();
  }
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
  await expect(page).toHaveTitle('WebSign - preview');
  await expect(new SignPage(page, words).sheet).toBeVisible();
  expect(loaded('PreviewPage')).toBe(true);
  await expectAccessible(page);
  const { name } = await new SignPage(page, words).save(
    page.getByRole('button', { name: words.app.download }),
  );
  expect(name).toBe('έγγραφο.pdf');
});
