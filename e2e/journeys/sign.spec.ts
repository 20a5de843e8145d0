import { expectAccessible } from '../accessibility.ts';
import { choosersOf } from '../choosers.ts';
import { encryptedPdf, plainPdf, turnedPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp, wrongOtp } from '../otp.ts';
import { HomePage } from '../pages/home.ts';
import { SignPage } from '../pages/sign.ts';
import { appendedRect, uploaded } from '../signing.ts';
import { filled, wordsOf } from '../words.ts';

const words = wordsOf('el');

test('SGN-5 SGN-8 UP-12 a wrong code empties and focuses its field; nothing is lost and the next one signs', async ({
  page,
  signer,
}) => {
  test.setTimeout(120_000);
  const sign = await uploaded(page, words, signer, plainPdf('αίτηση.pdf'));
  await sign.open.click();
  await sign.button(words.box.sign).click();
  await expect(sign.dialog).toContainText(words.box.required.otp);
  await sign.reason.fill('Έγκριση');
  await sign.fill(signer.password, wrongOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(sign.dialog.getByRole('alert')).toContainText(words.errors.wrong_otp);
  await expect(sign.otp).toBeFocused();
  await expect(sign.otp).toHaveAccessibleDescription(new RegExp(words.errors.wrong_otp.slice(0, 30)));
  await expect(sign.otp).toHaveValue('');
  await expect(sign.reason).toHaveValue('Έγκριση');
  await expectAccessible(page);
  await sign.fill('not the password', wrongOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(sign.dialog.getByRole('alert')).toContainText(words.errors.wrong_credentials);
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(sign.done).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: words.done.again }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'αίτηση.pdf' })).toBeFocused();
  await sign.ready();
  await expect(page.getByRole('button', { name: words.app.download, exact: true })).toBeVisible();
  await expect(page.getByText(words.upload.signed.title)).toBeVisible();
});

test('ENC-1 an encrypted document is shown, signed, and shown with its signature; one that is restricted says so', async ({
  page,
  signer,
}) => {
  test.setTimeout(120_000);
  const home = new HomePage(page, words);
  const file = encryptedPdf('προστατευμένο.pdf', -4);
  const sign = await uploaded(page, words, signer, file);
  const ink = () =>
    sign.sheet.evaluate((canvas: HTMLCanvasElement) => {
      // A sheet that is about to be drawn has no size yet.
      if (canvas.width === 0 || canvas.height === 0) return 0;
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return pixels.filter((value, at) => at % 4 === 0 && value < 128).length;
    });
  await expect.poll(ink).toBeGreaterThan(0);
  const before = await ink();
  await sign.sign(signer.password, await freshOtp(signer));
  await expect(sign.done).toBeVisible({ timeout: 30_000 });
  const { bytes } = await sign.save(sign.download);
  expect(bytes.subarray(0, file.buffer.length).equals(file.buffer)).toBe(true);
  await page.getByRole('button', { name: words.done.again }).click();
  await sign.ready();
  await expect.poll(ink).toBeGreaterThan(before);

  await page.goto('/');
  await home.upload(encryptedPdf('περιορισμένο.pdf', -300));
  await expect(page.getByText(words.errors.signing_not_permitted).first()).toBeVisible();
});

test('SGN-9 a group is signed with one code, each document with its own outcome', async ({
  page,
  signer,
}) => {
  test.setTimeout(120_000);
  const files = ['α.pdf', 'β.pdf', 'γ.pdf'].map(plainPdf);
  const sign = await uploaded(page, words, signer, ...files);
  const group = page.getByRole('navigation', { name: words.sign.group });
  await expect(group.getByRole('checkbox')).toHaveCount(3);
  await group.getByRole('checkbox', { name: filled(words.sign.include, { name: 'β.pdf' }) }).uncheck();
  await expectAccessible(page);
  await sign.open.click();
  await expect(sign.dialog).toContainText(filled(words.box.oneCode_other, { count: 2 }));
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(
    page.getByRole('heading', { name: filled(words.done.titleMany_other, { count: 2 }) }),
  ).toBeVisible({
    timeout: 30_000,
  });
  await expect(group.getByText(words.sign.states.signed, { exact: true })).toHaveCount(2);
  await page.getByRole('link', { name: words.done.next }).click();
  await expect(page.getByRole('heading', { name: 'β.pdf' })).toBeVisible();
  await sign.ready();
});

test('SGN-2 SGN-3 a turned and cropped page: what is seen after zooming is what is signed', async ({
  page,
  signer,
}) => {
  test.setTimeout(120_000);
  const file = turnedPdf('σχέδιο.pdf');
  const sign = await uploaded(page, words, signer, file);
  await sign.preset(words.placement.presets.topLeft);
  await page.getByRole('button', { name: words.viewer.zoomIn }).click();
  const handle = await sign.box.boundingBox();
  if (!handle) throw new Error('the box is not to be seen');
  await page.mouse.move(handle.x + 20, handle.y + 20);
  await page.mouse.down();
  await page.mouse.move(handle.x - 2000, handle.y - 2000, { steps: 4 });
  await page.mouse.up();
  await sign.box.press('ArrowRight');
  await sign.box.press('Shift+ArrowDown');
  await sign.open.click();
  await sign.fill(signer.password, await freshOtp(signer));
  const [request] = await Promise.all([
    page.waitForRequest('**/api/sign_document'),
    sign.button(words.box.sign).click(),
  ]);
  const [place] = Object.values(request.postDataJSON().placements) as {
    x: number;
    y: number;
    width: number;
    height: number;
  }[];
  // A millimetre and a centimetre in points, rounded down to hundredths.
  expect(place).toMatchObject({ x: 2.83, y: 399.65, width: 210, height: 72 });
  await expect(sign.done).toBeVisible({ timeout: 30_000 });
  const { bytes } = await sign.save(sign.download);
  // Turned by 90 degrees, the crop's lower left corner is shown upper left: x runs down, y runs right.
  const expected = [20 + 28.35, 30 + 2.83, 20 + 28.35 + 72, 30 + 2.83 + 210];
  const rect = appendedRect(file.buffer, bytes);
  expect(rect).toHaveLength(4);
  for (const [index, value] of rect.entries()) expect(value).toBeCloseTo(expected[index] ?? 0, 1);
});

test('SGN-2 an invisible signature is an explicit choice', async ({ page, signer }) => {
  test.setTimeout(120_000);
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  await page.getByLabel(words.placement.invisible).check();
  await expect(sign.box).toBeHidden();
  await sign.open.click();
  await expect(sign.dialog.getByLabel(words.box.name)).not.toBeChecked();
  await sign.dialog.getByLabel(words.box.lock).check();
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(sign.done).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(words.sign.why.lockedHere)).toBeVisible();
  await expect(page.getByRole('button', { name: words.done.again })).toHaveCount(0);
  await expectAccessible(page);
});

test('SGN-2 the box is in sight wherever a control or a key puts it', async ({ page, signer }) => {
  const sign = await uploaded(page, words, signer, plainPdf('αίτηση.pdf'));
  await page.getByRole('button', { name: words.viewer.zoomIn }).click({ clickCount: 3 });
  const inSight = () =>
    sign.box.evaluate((box) => {
      const room = box.closest('.ws-viewer__scroll')?.getBoundingClientRect();
      const { top, bottom } = box.getBoundingClientRect();
      // Scroll offsets are whole pixels, places are not.
      return room !== undefined && top >= room.top - 1 && bottom <= room.bottom + 1;
    });
  for (const name of [words.placement.presets.topLeft, words.placement.presets.bottomRight]) {
    await sign.preset(name);
    await expect.poll(inSight).toBe(true);
  }
  await sign.box.focus();
  for (let presses = 0; presses < 70; presses += 1) await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(inSight).toBe(true);
  await expect(sign.box).toBeFocused();
});

test('SGN-1 the whole job by keyboard alone', async ({ page, signer }) => {
  test.setTimeout(120_000);
  const { keyboard } = page;
  const tabTo = async (found: () => Promise<boolean>) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await found()) return;
      await keyboard.press('Tab');
    }
    throw new Error('not reached by Tab');
  };
  const focused = (selector: string) => () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  const choosers = choosersOf(page);
  await page.goto('/');
  await page.getByRole('heading', { name: words.login.title }).waitFor();
  await expect(page.locator('#username')).toBeFocused();
  await keyboard.type(signer.username);
  await keyboard.press('Tab');
  await keyboard.type(signer.password);
  await keyboard.press('Enter');
  await expect(new HomePage(page, words).heading).toBeVisible();
  await tabTo(focused('input[type=file]'));
  await keyboard.press('Enter');
  await (await choosers.next()).setFiles(plainPdf('α.pdf'));
  const sign = new SignPage(page, words);
  await sign.ready();
  await tabTo(focused('.ws-box__handle'));
  await keyboard.press('ArrowLeft');
  await keyboard.press('Shift+ArrowUp');
  await tabTo(focused('.ws-sign-button'));
  await keyboard.press('Enter');
  await expect(sign.dialog).toBeVisible();
  await keyboard.press('Escape');
  await expect(sign.dialog).toBeHidden();
  await expect(sign.open).toBeFocused();
  await keyboard.press('Enter');
  await tabTo(focused('#sign-password'));
  await keyboard.type(signer.password);
  await tabTo(focused('#sign-otp'));
  await keyboard.type(await freshOtp(signer));
  await keyboard.press('Enter');
  await expect(sign.button(words.box.sign)).toBeFocused();
  await keyboard.press('Enter');
  await expect(sign.done.getByRole('heading')).toBeFocused({ timeout: 30_000 });
  await keyboard.press('Tab');
  await expect(sign.download).toBeFocused();
});
