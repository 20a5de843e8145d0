import type { Page } from '@playwright/test';
import { isInstalled, judged } from '@websign/testkit';
import { expectAccessible } from '../accessibility.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import { Header, PasswordPage } from '../pages/account.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { keepPopups } from '../popups.ts';
import { signedIn } from '../signing.ts';
import { filled, wordsOf } from '../words.ts';

test.beforeEach(({ page }) => keepPopups(page));

// Passwords change, and accounts are locked.
test.use({ ownDemo: true });

const fresh = 'Fresh-Passw0rd!';

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

test('PWD-1 PWD-2 NAV-4 POP-1 with a session: rules tick, errors lead, other sessions end, the new password signs @en @narrow', async ({
  page,
  signer,
  browser,
  baseURL,
}, info) => {
  const words = wordsOf(info.project.name);
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' });
  await signedIn(elsewhere, wordsOf('el'), signer);
  await signedIn(page, words, signer);
  await new Header(page, words).follow(words.header.changePassword);
  await expect(page).toHaveTitle('WebSign - change_password');
  const form = new PasswordPage(page, words);
  await expect(form.username).toHaveValue(signer.username);
  await expect(form.username).not.toBeEditable();
  for (const [field, hint] of [
    [form.username, 'username'],
    [form.old, 'current-password'],
    [form.fresh, 'new-password'],
    [form.repeated, 'new-password'],
  ] as const)
    await expect(field).toHaveAttribute('autocomplete', hint);
  await expectAccessible(page);

  await form.submit.click();
  await expect(form.summary).toBeFocused();
  await form.summary.getByRole('link', { name: words.password.oldMissing }).click();
  await expect(form.old).toBeFocused();
  await form.fresh.fill('κωδικός');
  await expect(page.getByText(words.login.greek)).toBeVisible();
  await form.fresh.fill('abc1');
  await expect(form.rule(words.password.rules.lower)).toContainText(words.password.met);
  await expect(form.rule(words.password.rules.upper)).toContainText(words.password.notMet);
  await expect(form.rules.getByRole('status')).toHaveText(
    filled(words.password.rulesMet, { met: 3, all: 7 }),
  );
  await form.submit.click();
  await expect(form.summary).toContainText(words.errors.password_rules);
  await expectAccessible(page);

  await form.change('Wr0ng-password', fresh);
  await expect(form.rules.getByRole('status')).toHaveText(words.password.rulesAll);
  await expect(form.summary).toContainText(words.errors.wrong_credentials);
  await expect(form.summary).toBeFocused();
  await expect(form.old).toHaveValue('');
  await expect(form.fresh).toHaveValue(fresh);

  await form.old.fill(signer.password);
  await form.submit.click();
  const popup = page.getByRole('alertdialog');
  await expect(popup).toContainText(words.password.done);
  await expect(popup).toContainText(words.password.othersOut);
  await expectAccessible(page);
  await popup.getByRole('button', { name: words.app.close }).click();
  await expect(page.getByRole('heading', { name: words.password.done })).toBeFocused();
  await expectAccessible(page);

  await elsewhere.getByRole('link', { name: 'WebSign' }).click();
  await expect(elsewhere).toHaveURL(/\/login$/);
  await elsewhere.close();

  await page.getByRole('main').getByRole('link', { name: words.header.sign }).click();
  const sign = new SignPage(page, words);
  await new HomePage(page, words).upload(plainPdf('αίτηση.pdf'));
  await sign.ready();
  await sign.open.click();
  await sign.fill(fresh, await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(sign.done).toBeVisible();
  const { bytes } = await sign.save(sign.download);
  if (isInstalled('pdfsig')) expect(judged('pdfsig', [], bytes).text).toContain('Signature is Valid');
});

test('PWD-2 NAV-4 HDR-1 without a session: from the login page and back to it with the new password @en @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const login = new LoginPage(page, words);
  await login.open();
  await page.getByRole('main').getByRole('link', { name: words.header.changePassword }).click();
  const form = new PasswordPage(page, words);
  await expect(form.username).toBeEditable();
  await expectAccessible(page);
  await form.submit.click();
  await expect(form.summary).toContainText(words.login.usernameMissing);
  await form.username.fill(signer.username);
  await form.change(signer.password, fresh, 'Other-Passw0rd');
  await expect(form.summary).toContainText(words.errors.password_confirmation);
  await form.repeated.fill(fresh);
  await form.submit.click();
  await expect(page).toHaveURL(/\/login$/);
  const popup = page.getByRole('alertdialog');
  await expect(popup).toContainText(words.password.allOut);
  await popup.getByRole('button', { name: words.app.close }).click();
  await expect(page.getByText(words.login.passwordChanged)).toBeVisible();
  await expectAccessible(page);
  await login.signIn(signer);
  await expect(login.summary).toContainText(words.errors.wrong_credentials);
  await login.signIn({ ...signer, password: fresh });
  await expect(new HomePage(page, words).heading).toBeVisible();
});

test('PWD-1 SES-5 five wrong passwords lock, and the time that remains is told in words', async ({
  page,
  signer,
}) => {
  const words = wordsOf('el');
  await open(page, '/change_password', words.password.title);
  const form = new PasswordPage(page, words);
  await form.username.fill(signer.username);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await form.change(`wrong${attempt}`, fresh);
    // The failure that locks the account says so.
    const said = attempt < 5 ? words.errors.wrong_credentials : words.errors.account_locked;
    await expect(form.summary).toContainText(said);
    await expect(form.old).toHaveValue('');
  }
  await form.change(signer.password, fresh);
  await expect(form.summary).toContainText(words.errors.account_locked);
  await expect(form.summary).toContainText(/σε [45] λεπτά/);
  await expectAccessible(page);
});

test('PWD-1 by keyboard alone, Caps Lock and a password shown', async ({ page, signer }) => {
  const words = wordsOf('el');
  await open(page, '/change_password', words.password.title);
  const form = new PasswordPage(page, words);
  await form.username.focus();
  await page.keyboard.type(signer.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(signer.password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form.old).toHaveAttribute('type', 'text');
  await page.keyboard.press('Tab');
  await expect(form.fresh).toBeFocused();
  await page.keyboard.type(fresh);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(form.repeated).toBeFocused();
  await page.keyboard.type(fresh);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText(words.password.done);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});
