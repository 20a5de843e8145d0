import { isInstalled, judged } from '@websign/testkit';
import { expectAccessible } from '../accessibility.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { wordsOf } from '../words.ts';

test('UP-1 UP-7 SGN-1 SGN-9 SGN-10 the main job, each state free of axe findings @en @narrow @dark', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const login = new LoginPage(page, words);
  const home = new HomePage(page, words);
  const sign = new SignPage(page, words);
  const file = plainPdf('αίτηση.pdf');

  await login.open('/');
  await expectAccessible(page);
  await login.signIn(signer);
  await expect(home.heading).toBeVisible();
  await expectAccessible(page);

  await home.upload(file);
  await expect(page).toHaveURL(/\/sign\/[\w-]+$/);
  await sign.ready();
  await expectAccessible(page);

  await sign.box.press('Shift+ArrowUp');
  await sign.open.click();
  await expect(sign.dialog).toBeVisible();
  await expectAccessible(page);
  await sign.reason.fill('Έγκριση');
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.button(words.app.continue).click();
  await expect(sign.dialog.getByText('Έγκριση')).toBeVisible();
  await expectAccessible(page);
  await sign.button(words.box.sign).click();

  await expect(sign.done).toBeVisible({ timeout: 30_000 });
  await expect(sign.done.getByRole('heading')).toBeFocused();
  await expectAccessible(page);
  const { name, bytes } = await sign.save(sign.download);
  expect(name).toBe('αίτηση_signed.pdf');
  expect(bytes.subarray(0, file.buffer.length).equals(file.buffer)).toBe(true);
  expect(bytes.length).toBeGreaterThan(file.buffer.length);

  if (!isInstalled('pdfsig')) {
    info.annotations.push({ type: 'skipped', description: 'skipped: pdfsig not installed' });
    return;
  }
  const verdict = judged('pdfsig', ['-nocert'], bytes).text;
  expect(verdict).toContain('Signature is Valid');
  expect(verdict).not.toContain('Signature is Invalid');
});
