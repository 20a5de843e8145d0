import { expectAccessible } from '../accessibility.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { uploaded } from '../signing.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('el');

test('SGN-8 the answer is lost on its way: the same key asks again, and the document is signed once', async ({
  page,
  signer,
}) => {
  const keys: (string | undefined)[] = [];
  let first = true;
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  await page.route('**/api/sign_document', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (!first) return route.continue();
    first = false;
    // The server has it; the browser never hears of it.
    await route.fetch();
    await route.abort('internetdisconnected');
  });
  await sign.sign(signer.password, await freshOtp(signer));
  await expect(sign.done).toBeVisible({ timeout: 60_000 });
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  const signatures = page.getByRole('region', { name: words.signatures.title }).getByRole('listitem');
  await expect(signatures).toHaveCount(1);
});

test('SGN-8 a reload while signing runs finds the outcome, and leaving asks first', async ({
  page,
  signer,
}) => {
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  let silent = true;
  await page.route('**/api/signings/*', (route) =>
    silent ? route.abort('internetdisconnected') : route.continue(),
  );
  await sign.sign(signer.password, await freshOtp(signer));
  await expect(sign.dialog).toContainText(words.box.silent);
  await expectAccessible(page);
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: words.box.leaveTitle });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: words.box.leaveStay }).click();
  await expect(page).toHaveURL(/\/sign\//);
  page.on('dialog', (dialog) => void dialog.accept());
  silent = false;
  await page.reload();
  await expect(sign.done).toBeVisible({ timeout: 60_000 });
  await expect(sign.dialog).toBeHidden();
});

test('NAV-2 SES-4 a desk that is not finished outlives a reload and a lost session; signing out forgets it', async ({
  page,
  signer,
}) => {
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'), plainPdf('β.pdf'));
  const group = page.getByRole('navigation', { name: words.sign.group });
  await sign.preset(words.placement.presets.topLeft);
  await sign.box.press('Shift+ArrowRight');
  await group.getByRole('checkbox').nth(1).uncheck();
  await sign.open.click();
  await sign.reason.fill('Έγκριση');
  await sign.fill('not a password', '123456');
  const before = await sign.numbers();
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  await expect.poll(kept).toContain('Έγκριση');
  for (const secret of ['not a password', '123456', signer.username])
    expect(await kept()).not.toContain(secret);

  // The session ends elsewhere while the box is open; the next call finds out.
  const sessionId = await page.evaluate(() => sessionStorage.getItem('sessionId'));
  await page.request.post('/api/logout', { headers: { authorization: `Bearer ${sessionId}` } });
  await sign.button(words.box.sign).click();
  await expect(page).toHaveURL(/\/login$/);
  const login = new LoginPage(page, words);
  await page.getByRole('heading', { name: words.login.title }).waitFor();
  await login.signIn(signer);
  await expect(page).toHaveURL(/\/sign\//);
  await sign.ready();
  await expect(page.getByText(words.draft.title)).toBeVisible();
  await expectAccessible(page);
  expect(await sign.numbers()).toEqual(before);
  await expect(group.getByRole('checkbox').nth(1)).not.toBeChecked();
  await expect.poll(() => sign.stamp()).toContain('Έγκριση');

  // What others wrote there is no desk.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('draft:')) localStorage.setItem(key, '{"1":{"at":9e99,"draft":{"documents":[]}},"x');
    }
    // Without a last word of this page's own.
    window.addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await page.reload();
  await sign.ready();
  await sign.preset(words.placement.presets.topRight);
  await expect.poll(kept).toContain('draft:');
  await page.getByRole('button', { name: /Λογαριασμός:/ }).click();
  await page.getByRole('button', { name: words.header.logout }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(kept).not.toContain('draft:');
});

test('SES-4 the end of the session is announced above the open sign box; going on loses nothing', async ({
  page,
  signer,
}) => {
  await page.clock.install();
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  await sign.open.click();
  await sign.fill(signer.password, '');
  await sign.reason.fill('Έγκριση');
  await page.clock.runFor('28:20');
  const idle = page.getByRole('alertdialog', { name: words.idle.title });
  await expect(idle).toBeVisible();
  await expectAccessible(page);
  await idle.getByRole('button', { name: words.idle.stay }).click();
  await expect(idle).toBeHidden();
  const box = new SignPage(page, words);
  await expect(box.reason).toBeFocused();
  await expect(box.reason).toHaveValue('Έγκριση');
  await expect(box.password).toHaveValue(signer.password);
});
