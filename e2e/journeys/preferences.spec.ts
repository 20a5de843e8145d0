import type { PreferencesAnswer } from '@websign/contract';
import { expectAccessible } from '../accessibility.ts';
import type { DemoAccount } from '../demo.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import { HomePage } from '../pages/home.ts';
import type { SignPage } from '../pages/sign.ts';
import { uploaded } from '../signing.ts';
import { wordsOf } from '../words.ts';

/** What the sign box says before anything is typed. */
async function prefilled(sign: SignPage) {
  await sign.open.click();
  return {
    reason: await sign.reason.inputValue(),
    title: await sign.title.inputValue(),
  };
}

/** Signs with the box open as it is. */
async function finish(sign: SignPage, signer: DemoAccount): Promise<void> {
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.button(sign.words.box.sign).click();
  await expect(sign.done).toBeVisible({ timeout: 60_000 });
}

test('SGN-11 place, title and reason of the last signing are there on another device, one touch empties them, one button forgets them', async ({
  page,
  browser,
  demo,
  signer,
}, { project }) => {
  test.setTimeout(180_000);
  const words = wordsOf(project.name);
  const { topLeft, bottomRight } = words.placement.presets;
  const chosen = (sign: SignPage, name: string) => sign.page.getByRole('radio', { name, exact: true });
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  await sign.preset(topLeft);
  const place = await sign.numbers();
  expect(await prefilled(sign)).toEqual({ reason: '', title: '' });
  await sign.reason.fill('Έγκριση');
  await sign.title.fill('Διευθύντρια');
  await finish(sign, signer);

  const { locale = 'el-GR' } = project.use;
  const device = await browser.newContext({ baseURL: demo.url, locale, timezoneId: 'Europe/Athens' });
  const other = await uploaded(await device.newPage(), words, signer, plainPdf('β.pdf'));
  await expect(chosen(other, topLeft)).toBeChecked();
  expect(await other.numbers()).toEqual(place);
  expect(await prefilled(other)).toEqual({ reason: 'Έγκριση', title: 'Διευθύντρια' });
  await expect(other.dialog.getByText(words.box.asLast)).toHaveCount(2);
  await expectAccessible(other.page);
  await other.dialog
    .getByRole('button', { name: words.box.clear.replace('{{field}}', words.box.reason) })
    .click();
  await expect(other.reason).toHaveValue('');
  await expect(other.reason).toBeFocused();
  // Neither of the browser's storages has any of it; an unfinished desk is kept as it was.
  const kept = await other.page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(kept).not.toContain('Έγκριση');
  await finish(other, signer);

  // A reload asks the server anew: the reason was emptied, the rest stays.
  await other.page.goto('/');
  await new HomePage(other.page, words).upload(plainPdf('γ.pdf'));
  await other.ready();
  expect(await prefilled(other)).toEqual({ reason: '', title: 'Διευθύντρια' });
  await other.page.goto('/certificates');
  const part = other.page.getByRole('region', { name: words.preferences.title });
  await expect(part).toContainText('Διευθύντρια');
  await expect(part).toContainText(words.preferences.visible);
  await expectAccessible(other.page);
  await part.getByRole('button', { name: words.preferences.forget }).click();
  await expect(part.getByText(words.preferences.forgotten)).toBeVisible();
  await expect(part.locator(':focus')).toContainText(words.preferences.forgotten);
  await expect(part).not.toContainText('Διευθύντρια');
  await expectAccessible(other.page);
  await device.close();

  await page.goto('/');
  await new HomePage(page, words).upload(plainPdf('δ.pdf'));
  await sign.ready();
  await expect(chosen(sign, bottomRight)).toBeChecked();
  expect(await prefilled(sign)).toEqual({ reason: '', title: '' });
});

test('SGN-11 a server that remembers nothing, slowly or never, keeps nobody from signing', async ({
  page,
  signer,
}) => {
  const words = wordsOf('el');
  const saved: unknown[] = [];
  await page.route('**/api/preferences', (route) => {
    // An answer that never comes.
    if (route.request().method() === 'GET') return;
    saved.push(route.request().postDataJSON());
    return route.fulfill({ status: 503 });
  });
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  await sign.open.click();
  await sign.title.fill('Διευθυντής');
  await finish(sign, signer);
  expect(saved).toEqual([{ visible: true, title: 'Διευθυντής', reason: '', place: null }]);
});

test('SGN-11 an unfinished desk wins over what is remembered; in a group the next document is offered the place of the last', async ({
  page,
  signer,
}) => {
  const words = wordsOf('el');
  const remembered: PreferencesAnswer = {
    preferences: {
      visible: true,
      title: 'Διευθύντρια',
      reason: 'Έγκριση',
      place: { page: 'first', corner: 'topRight', dx: 36, dy: 36, width: 210, height: 72 },
    },
  };
  await page.route('**/api/preferences', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: remembered }) : route.fulfill({ status: 204 }),
  );
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'), plainPdf('β.pdf'));
  await expect(page.getByRole('radio', { name: words.placement.presets.topRight })).toBeChecked();
  expect(await prefilled(sign)).toEqual({ reason: 'Έγκριση', title: 'Διευθύντρια' });
  await sign.title.fill('Αναπληρώτρια');
  await page.keyboard.press('Escape');
  await sign.preset(words.placement.presets.bottomLeft);
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Αναπληρώτρια');
  await page.reload();
  await sign.ready();
  await expect(page.getByRole('radio', { name: words.placement.presets.bottomLeft })).toBeChecked();
  expect(await prefilled(sign)).toEqual({ reason: 'Έγκριση', title: 'Αναπληρώτρια' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.draft.restart }).click();
  await expect(page.getByRole('radio', { name: words.placement.presets.topRight })).toBeChecked();
  expect(await prefilled(sign)).toEqual({ reason: 'Έγκριση', title: 'Διευθύντρια' });
});
