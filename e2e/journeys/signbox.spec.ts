import type { DocumentState } from '@websign/contract';
import { expectAccessible } from '../accessibility.ts';
import { startDemo } from '../demo.ts';
import { hiddenWordsPdf, plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp, wrongOtp } from '../otp.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { uploaded } from '../signing.ts';
import { wordsOf } from '../words.ts';

test('SGN-1 SGN-7 SGN-9 warnings are read and confirmed, the review tells all, the receipt too @en @narrow', async ({
  page,
  signer,
}, { project }) => {
  const words = wordsOf(project.name);
  // As if a finding had come up after the screen was drawn: the first request leaves the confirmation out.
  let first = true;
  await page.route('**/api/sign_document', async (route) => {
    const asked = route.request().postDataJSON();
    await route.continue(first ? { postData: JSON.stringify({ ...asked, confirmed: [] }) } : {});
    first = false;
  });
  const sign = await uploaded(page, words, signer, hiddenWordsPdf('σχέδιο.pdf'));
  await sign.open.click();
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.otp.press('Enter');
  await expect(sign.dialog).toContainText(words.box.required.confirm);
  await expect(sign.dialog.getByRole('checkbox', { name: words.box.confirm })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await sign.reason.fill('Έγκριση');
  await page.keyboard.press('Enter');
  const review = sign.dialog.getByRole('definition');
  await expect(page.getByRole('heading', { name: words.box.review })).toBeInViewport();
  for (const told of ['σχέδιο.pdf', signer.username, 'Έγκριση']) {
    await expect(review.filter({ hasText: told })).toHaveCount(1);
  }
  await expectAccessible(page);
  // Cancel, back, sign: in this order.
  const order = await sign.dialog.locator('.ws-dialog__buttons button').allTextContents();
  expect(order).toEqual([words.app.cancel, words.app.back, words.box.sign]);
  await page.keyboard.press('Enter');

  await expect(sign.dialog).toContainText(words.errors.warnings_unconfirmed, { timeout: 60_000 });
  await expectAccessible(page);
  await sign.button(words.box.retry).click();
  await expect(sign.dialog.getByRole('checkbox', { name: words.box.confirm })).not.toBeChecked();
  await expect(sign.otp).toBeFocused();
  await expect(sign.password).toHaveValue(signer.password);
  await sign.dialog.getByRole('checkbox', { name: words.box.confirm }).check();
  await sign.otp.fill(await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(sign.done.getByRole('heading')).toBeFocused({ timeout: 60_000 });
  const side = page.getByRole('complementary', { name: words.sign.side });
  await expect(side).toContainText(words.done.originalChecksum);
  await expect(side.getByText(/^[0-9a-f]{64}$/)).toHaveCount(2);
  await expect(side).toContainText(/30 (ημέρες|days)/);
  await expect(side).toContainText(/24 (ώρες|hours)/);
  await expect(side.getByRole('button', { name: words.send.open })).toBeVisible();
  await expect(side.getByRole('link', { name: words.done.history })).toHaveAttribute('href', '/history');
  await expectAccessible(page);
});

test('SGN-1 the code field is a one-time code, numeric, with the time that is left and no hurry', async ({
  page,
  signer,
}) => {
  const words = wordsOf('el');
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  await sign.open.click();
  await expect(sign.otp).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(sign.otp).toHaveAttribute('inputmode', 'numeric');
  await expect(sign.dialog).toContainText(/Αλλάζει σε \d+ δευτερόλεπτ/);
  expect(
    await sign.dialog.locator('.ws-otp-time').evaluate((time) => time.closest('[aria-live]')),
  ).toBeNull();
  const order = await sign.dialog.locator('.ws-dialog__buttons button').allTextContents();
  expect(order).toEqual([words.app.cancel, words.app.continue, words.box.sign]);
});

test('SES-5 SGN-8 a locked account says how long, counts down and loses nothing @narrow', async ({
  page,
}) => {
  const words = wordsOf('el');
  const demo = await startDemo();
  try {
    const [signer] = demo.accounts;
    if (!signer) throw new Error('no signer');
    await new LoginPage(page, words).open(`${demo.url}/login`);
    await new LoginPage(page, words).signIn(signer);
    await new HomePage(page, words).upload(plainPdf('α.pdf'));
    const sign = new SignPage(page, words);
    await sign.ready();
    await sign.open.click();
    await sign.reason.fill('Έγκριση');
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await sign.fill(signer.password, wrongOtp(signer));
      await sign.button(words.box.sign).click();
      await expect(sign.otp).toHaveValue('');
      if (attempt < 6) await expect(sign.otp).toBeFocused();
    }
    const alert = sign.dialog.getByRole('alert');
    await expect(alert.locator('.ws-summary')).toBeFocused();
    await expect(alert.getByText(words.errors.account_locked)).toBeInViewport();
    await expect(alert).toContainText(words.errors.account_locked);
    await expect(alert).toContainText(/σε [45] λεπτά/);
    await expect(sign.reason).toHaveValue('Έγκριση');
    await expectAccessible(page);
  } finally {
    await demo.stop();
  }
});

test('SGN-6 SGN-7 SGN-8 locked, refused and expired documents say what they are and what to do @narrow', async ({
  page,
  signer,
}) => {
  const words = wordsOf('el');
  let state: DocumentState = 'ready';
  await page.route(/\/api\/(documents|groups)\/[\w-]+$/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const document of body.documents ?? [body]) document.state = state;
    await route.fulfill({ response: answer, json: body });
  });
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  for (state of ['locked', 'refused', 'expired'] as const) {
    await page.reload();
    const notice = page.getByRole('region', { name: words.sign.whyTitles[state] });
    await expect(notice).toContainText(words.sign.why[state]);
    await expect(notice.getByRole('link', { name: words.done.upload })).toBeVisible();
    await expect(sign.open).toHaveCount(0);
    await expect(page.getByRole('button', { name: words.app.download, exact: true })).toHaveCount(
      state === 'expired' ? 0 : 1,
    );
    await expectAccessible(page);
  }
});

test('SGN-2 SGN-5 a token of the person’s own is opened by its PIN, named so and not kept by the browser @en', async ({
  page,
  signer,
}, { project }) => {
  const words = wordsOf(project.name);
  // As for an account whose key is on such a token; there is none in the demonstration.
  await page.route('**/api/login', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    Object.assign(body.signer, { KeyProvider: 'pkcs11', SigningPassword: 'pin' });
    await route.fulfill({ response: answer, json: body });
  });
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  await sign.open.click();
  const pin = sign.dialog.getByLabel(words.box.pin, { exact: true });
  await expect(pin).toHaveAccessibleDescription(words.box.pinHint);
  await expect(pin).toHaveAttribute('autocomplete', 'off');
  await sign.otp.press('Enter');
  await expect(sign.dialog).toContainText(words.box.required.pin);
  await expectAccessible(page);
  await pin.fill('12345');
  await sign.otp.fill(await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(sign.dialog).toContainText(words.box.wrongPin, { timeout: 60_000 });
  await expectAccessible(page);
});
