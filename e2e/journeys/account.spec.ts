import type { CertificatesAnswer } from '@websign/contract';
import { expectAccessible } from '../accessibility.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { otpOf, stepOf } from '../otp.ts';
import { AccountPage, Header } from '../pages/account.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { keepPopups } from '../popups.ts';
import { isNarrow, languageOf } from '../projects.ts';
import { signedIn } from '../signing.ts';
import { wordsOf } from '../words.ts';

test.beforeEach(({ page }) => keepPopups(page));

test('CRT-1 NAV-2 account, certificate and chain; a fingerprint can be copied @en @narrow', async ({
  page,
  signer,
  context,
}, info) => {
  const words = wordsOf(info.project.name);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/certificates');
  await expect(page).toHaveURL(/\/login$/);
  const other = page.getByRole('button', { name: words.header.toEnglish });
  if (languageOf(info.project.name) === 'en') await other.click();
  const answered = page.waitForResponse('**/api/certificates');
  await new LoginPage(page, words).signIn(signer);
  const told = (await (await answered).json()) as CertificatesAnswer;
  const account = new AccountPage(page, words);
  await expect(account.heading).toBeVisible();
  await expect(page).toHaveURL(/\/certificates$/);
  await expect(page).toHaveTitle('WebSign - certificates');
  const { person, certificate, fullName, email, subjectSerial, serial } = words.account;
  await expect(account.fact(person, fullName)).toHaveText(told.fullName);
  await expect(account.fact(person, words.login.username)).toHaveText(signer.username);
  await expect(account.fact(person, email)).toHaveText(told.email);
  await expect(account.fact(person, subjectSerial)).toHaveText(told.subjectSerial);
  await expect(account.fact(certificate, serial)).toHaveText(told.serial);
  await expect(page.getByText(words.account.statuses.valid, { exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-label', /\d/);
  await expect(page.getByText(words.account.totp)).toBeVisible();
  const links = account.chain.getByRole('listitem');
  await expect(links).toHaveCount(told.chain.length + 1);
  await expect(links.first()).toContainText(told.fullName);
  await expect(links.first()).toContainText(words.account.roles.signer);
  await expect(links.nth(1)).toContainText(words.account.roles.intermediate);
  await expect(links.nth(1)).toContainText(told.chain[1]?.sha256 ?? 'no second certificate');
  await expect(links.last()).toContainText('Root CA');
  await links.first().getByRole('button', { name: words.checksum.copy }).click();
  await expect(links.first().getByRole('status')).toHaveText(words.checksum.copied);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(told.chain[0]?.sha256);
  await expectAccessible(page);
});

test('CRT-1 a certificate near its end, one that is over, and a service that does not answer', async ({
  page,
  signer,
}) => {
  const words = wordsOf('el');
  await signedIn(page, words, signer);
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day).toISOString();
  let answer: Partial<CertificatesAnswer> | null = null;
  await page.route('**/api/certificates', async (route) => {
    if (answer === null) return route.fulfill({ status: 500, body: '{}', contentType: 'application/json' });
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...answer } });
  });
  await new Header(page, words).follow(words.header.certificates);
  await expect(page.getByRole('alert')).toContainText(words.errors.invalid_answer);
  await expectAccessible(page);
  answer = { status: 'expiring', daysLeft: 1, validFrom: at(-1000), validUntil: at(1.5) };
  await page.getByRole('button', { name: words.account.again }).click();
  await expect(page.getByText(words.account.renew)).toBeVisible();
  await expect(page.getByText('Απομένει 1 ημέρα')).toBeVisible();
  await expect(page.getByText(words.account.statuses.expiring, { exact: true })).toBeVisible();
  await expectAccessible(page);
  answer = { status: 'expired', daysLeft: 0, validFrom: at(-1000), validUntil: at(-1) };
  await page.reload();
  await expect(page.getByText(words.account.statuses.expired, { exact: true })).toBeVisible();
  await expect(page.getByText(/δεν μπορείτε να υπογράψετε/)).toBeVisible();
  await expectAccessible(page);
});

test('HDR-2 SES-5 a device whose clock runs ahead is resynchronised from the menu, and signs again @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  await signedIn(page, words, signer);
  const header = new Header(page, words);
  await (await header.entry(words.header.resync)).click();
  const account = new AccountPage(page, words);
  await expect(account.dialog).toBeVisible();
  await expect(account.password).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(account.dialog).toBeHidden();
  await expect(account.open).toBeFocused();
  await account.open.click();

  /** What the device shows whose clock is four minutes ahead. */
  const ahead = stepOf(Date.now()) + 8;
  const [first, second, third] = [0, 1, 2].map((more) => otpOf(signer, ahead + more));
  await account.submit.click();
  await expect(account.summary).toBeFocused();
  await account.first.fill(`${first?.slice(0, 3)} ${first?.slice(3)}`);
  await expect(account.dialog.getByText(/30|29|28/)).toBeVisible();
  await account.second.fill(first ?? '');
  await account.password.fill('Wr0ng-password');
  await account.submit.click();
  await expect(account.summary).toContainText(words.resync.same);
  await account.second.fill(second ?? '');
  await account.submit.click();
  await expect(account.summary).toContainText(words.errors.wrong_credentials);
  await expectAccessible(page);
  await account.password.fill(signer.password);
  await account.second.fill('000000' === second ? '000001' : '000000');
  await account.submit.click();
  await expect(account.summary).toContainText(words.resync.wrong);
  await expect(account.first).toHaveValue('');
  await account.first.fill(first ?? '');
  await account.second.fill(second ?? '');
  await account.submit.click();
  const popup = page.getByRole('alertdialog');
  await expect(popup).toContainText(words.resync.done);
  await popup.getByRole('button', { name: words.app.close }).click();
  await expect(account.dialog).toBeHidden();

  await header.follow(words.header.sign);
  const sign = new SignPage(page, words);
  await new HomePage(page, words).upload(plainPdf('αίτηση.pdf'));
  await sign.ready();
  await sign.open.click();
  await sign.fill(signer.password, third ?? '');
  await sign.button(words.box.sign).click();
  await expect(sign.done).toBeVisible();
});

test('HDR-1 HDR-2 HDR-4 the header leads to every screen, and its menus close and give the focus back @en @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const { header: texts } = words;
  const header = new Header(page, words);
  const narrow = isNarrow(info.project.name);
  await new LoginPage(page, words).open();
  await expect(header.navigation.getByRole('link', { name: texts.login })).toBeVisible();
  for (const name of [texts.sign, texts.history, texts.verify, texts.certificates, texts.changePassword])
    await expect(header.navigation.getByText(name)).toHaveCount(0);
  await expect(header.person).toHaveCount(0);
  await expectAccessible(page);

  await signedIn(page, words, signer);
  await expect(header.navigation.getByText(texts.login, { exact: true })).toHaveCount(0);
  await expect(header.menu).toBeVisible({ visible: narrow });
  for (const [name, path] of [
    [texts.history, /\/history$/],
    [texts.verify, /\/verify$/],
    [texts.certificates, /\/certificates$/],
    [texts.changePassword, /\/change_password$/],
    [texts.sign, /\/$/],
  ] as const) {
    await header.follow(name);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main')).toBeFocused();
    if (narrow) await expect(header.menu).toHaveAttribute('aria-expanded', 'false');
  }
  if (narrow) {
    await header.menu.focus();
    await page.keyboard.press('Enter');
    await expect(header.navigation.getByRole('link')).toHaveCount(6);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(header.menu).toBeFocused();
    await expect(header.navigation.getByRole('link')).toHaveCount(0);
  }

  await header.person.focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(await header.entry(texts.history)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(header.person).toBeFocused();
  await expect(header.person).toHaveAttribute('aria-expanded', 'false');
  for (const [name, path, heading] of [
    [texts.history, /\/history$/, null],
    [texts.ownCertificates, /\/certificates#certificate$/, words.account.certificate],
    [texts.account, /\/certificates#account$/, words.account.person],
    [texts.changePassword, /\/change_password$/, null],
  ] as const) {
    await (await header.entry(name)).click();
    await expect(page).toHaveURL(path);
    await expect(header.person).toHaveAttribute('aria-expanded', 'false');
    if (heading) await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeFocused();
  }
});
