import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { plainPdf, type UploadFile } from '../documents.ts';
import { test as base, expect } from '../fixtures.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { ProviderPage, providerFields } from '../pages/provider.ts';
import { SignPage } from '../pages/sign.ts';
import type { RemoteSigner } from '../remote.ts';
import { filled, type Words, wordsOf } from '../words.ts';

const test = base.extend({
  baseURL: async ({ remote }, use) => use(remote.redirect),
});

/** Signs in at `url`, uploads, and is at the signing screen. */
async function uploaded(
  page: Page,
  words: Words,
  url: string,
  signer: RemoteSigner,
  ...files: UploadFile[]
): Promise<SignPage> {
  const login = new LoginPage(page, words);
  await login.open(`${url}/login`);
  await login.signIn(signer);
  const home = new HomePage(page, words);
  await expect(home.heading).toBeVisible();
  await home.upload(...files);
  await expect(page).toHaveURL(/\/sign\/[\w-]+$/);
  const sign = new SignPage(page, words);
  await sign.ready();
  return sign;
}

test('SGN-2 a key at a remote provider: its password and code are named so @en', async ({
  page,
  remote,
}, info) => {
  const words = wordsOf(info.project.name);
  const sign = await uploaded(page, words, remote.codes, remote.nikos, plainPdf('αίτηση.pdf'));
  await sign.open.click();
  const { password, otp } = providerFields(sign.dialog, words);
  await expect(password).toHaveAccessibleDescription(words.provider.passwordHint);
  await expectAccessible(page);
  await password.fill('wrong');
  await otp.fill('000000');
  await sign.button(words.box.sign).click();
  await expect(sign.dialog).toContainText(words.provider.wrongPassword, { timeout: 30_000 });
  await expectAccessible(page);
  await password.fill(remote.nikos.pin);
  await otp.fill(remote.nikos.code());
  await sign.button(words.box.sign).click();
  await expect(sign.done).toBeVisible({ timeout: 30_000 });

  await page.goto(`${remote.codes}/certificates`);
  await expect(page.getByText(words.account.keyPlaces.csc.replace('{{name}}', ''))).toBeVisible();
  await expectAccessible(page);
});

test('SGN-2 a key is activated on the provider’s own page, and the way back ends at what was signed @en @narrow @dark', async ({
  page,
  remote,
}, info) => {
  const words = wordsOf(info.project.name);
  const sign = await uploaded(page, words, remote.redirect, remote.nikos, plainPdf('αίτηση.pdf'));
  await sign.open.click();
  await expect(sign.dialog.locator('input[type=password]')).toHaveCount(0);
  await expect(sign.otp).toHaveCount(0);
  await expect(sign.dialog).toContainText('Αρχή Πιστοποίησης Δοκιμών');
  await sign.reason.fill('Έγκριση');
  await expectAccessible(page);
  await sign.button(words.provider.go).click();
  const provider = new ProviderPage(page);
  await expect(provider.heading).toBeVisible();
  const { searchParams } = new URL(page.url());
  const handed: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const code = url.searchParams.get('code');
    if (url.pathname === '/sign/return' && code) handed.push(code);
    // Nothing but the way back itself ever carries the code in its address, or names that address.
    else
      expect(handed.filter((one) => `${request.url()} ${request.headers().referer}`.includes(one))).toEqual(
        [],
      );
  });
  await provider.approve(remote.nikos);
  await expect(sign.done).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: words.done.title })).toBeFocused();
  await expect(page).toHaveURL(/\/sign\/[\w-]{22,}$/);
  expect(handed).toHaveLength(1);
  const kept = await page.evaluate(() =>
    JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]),
  );
  for (const secret of [...handed, searchParams.get('state') ?? '-']) {
    expect(kept).not.toContain(secret);
    expect(remote.output()).not.toContain(secret);
  }
  await expectAccessible(page);
});

test('SGN-8 who cancels at the provider, or comes back by the browser’s button, finds the document as it was', async ({
  page,
  remote,
}) => {
  const words = wordsOf('el');
  const sign = await uploaded(page, words, remote.redirect, remote.nikos, plainPdf('αίτηση.pdf'));
  await sign.open.click();
  await sign.reason.fill('Έγκριση');
  await sign.button(words.provider.go).click();
  const provider = new ProviderPage(page);
  await expect(provider.heading).toBeVisible();
  await page.goBack();
  await sign.ready();
  // Whether the page comes from the browser's memory or anew: the box can be sent off again.
  if (!(await sign.dialog.isVisible())) await sign.open.click();
  await expect(sign.reason).toHaveValue('Έγκριση');
  await sign.button(words.provider.go).click();
  await expect(provider.heading).toBeVisible();
  await provider.cancel();
  await expect(page.getByRole('heading', { name: words.provider.declinedTitle })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(words.errors.provider_declined);
  await expect(page).toHaveURL(/\/sign\/return$/);
  await expectAccessible(page);
  await page.getByRole('link', { name: words.provider.toDocument }).click();
  await sign.ready();
  await expect(sign.done).toHaveCount(0);
  // Nothing of it is left: the page of the way back knows of no signing any more.
  await page.goto(`${remote.redirect}/sign/return`);
  await expect(page.getByRole('heading', { name: words.provider.nothingTitle })).toBeVisible();
  await expectAccessible(page);
});

test('SGN-8 who comes back too late is told so, and led to the document', async ({ page, remote }) => {
  const words = wordsOf('el');
  const sign = await uploaded(page, words, remote.redirect, remote.nikos, plainPdf('αίτηση.pdf'));
  const document = new URL(page.url()).pathname;
  await sign.open.click();
  await sign.button(words.provider.go).click();
  const provider = new ProviderPage(page);
  await expect(provider.heading).toBeVisible();
  const error = { code: 'authorization_expired', message: 'The signing is no longer open', requestId: 'r' };
  await page.route('**/api/signings/*/complete', (route) => route.fulfill({ status: 410, json: { error } }));
  await provider.approve(remote.nikos);
  await expect(page.getByRole('alert')).toContainText(words.errors.authorization_expired);
  await expectAccessible(page);
  await page.getByRole('link', { name: words.provider.toDocument }).click();
  await expect(page).toHaveURL(`${remote.redirect}${document}`);
  await sign.ready();
});

test('NAV-2 the session that ended at the provider’s page: signed in again, the signing goes on', async ({
  page,
  remote,
}) => {
  const words = wordsOf('el');
  const sign = await uploaded(page, words, remote.redirect, remote.nikos, plainPdf('αίτηση.pdf'));
  const id = await page.evaluate(() => sessionStorage.getItem('sessionId'));
  await sign.open.click();
  await sign.button(words.provider.go).click();
  const provider = new ProviderPage(page);
  await expect(provider.heading).toBeVisible();
  await fetch(`${remote.redirect}/api/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${id}` },
  });
  await provider.approve(remote.nikos);
  const login = new LoginPage(page, words);
  await expect(login.username).toBeVisible();
  expect(page.url()).not.toContain('code=');
  await login.signIn(remote.nikos);
  await expect(sign.done).toBeVisible({ timeout: 30_000 });
});

test('SGN-9 a provider that asks for a code a document: one after the other, and the screen says so @narrow', async ({
  page,
  remote,
}) => {
  const words = wordsOf('el');
  const files = [plainPdf('α.pdf'), plainPdf('β.pdf')];
  const sign = await uploaded(page, words, remote.codes, remote.petros, ...files);
  await expect(page.getByText(filled(words.provider.codeEach, { count: 2 }))).toBeVisible();
  await sign.open.click();
  await expect(sign.dialog).toContainText(filled(words.provider.documentOf, { code: 1, codes: 2 }));
  const { password, otp } = providerFields(sign.dialog, words);
  await password.fill(remote.petros.pin);
  await otp.fill(remote.petros.code());
  await sign.button(words.box.sign).click();
  await expect(page.getByRole('heading', { name: words.provider.nextTitle })).toBeVisible({
    timeout: 30_000,
  });
  await expect(sign.dialog).toContainText('β.pdf');
  await expect(sign.dialog).toContainText(filled(words.provider.documentOf, { code: 2, codes: 2 }));
  await expect(otp).toBeFocused();
  await expect(otp).toHaveAccessibleDescription(words.provider.otpNext);
  await expectAccessible(page);
  await otp.fill(remote.petros.code());
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { name: filled(words.done.titleMany_other, { count: 2 }) }),
  ).toBeFocused({
    timeout: 30_000,
  });
});
