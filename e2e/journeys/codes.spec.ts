import { expectAccessible } from '../accessibility.ts';
import { codesByMail, mailedCodes } from '../codes.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { named, uploaded } from '../signing.ts';
import { filled, wordsOf } from '../words.ts';

test.use({ ownDemo: true });

test('SGN-2 SES-5 a code by e-mail: asked for, where it went, until when not again; a wrong one, then the right one signs @en @narrow', async ({
  page,
  demo,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  await codesByMail(demo, signer.username);
  const sign = await uploaded(page, words, signer, plainPdf(named(info)('αίτηση.pdf')));
  await sign.open.click();
  const send = sign.button(words.codes.send);
  await expect(send).toBeVisible();
  await expect(sign.otp).toHaveAccessibleDescription(/^.+ [a-z]…@.+\.$/);
  await expectAccessible(page);
  await sign.password.fill(signer.password);
  await send.focus();
  await page.keyboard.press('Enter');
  const said = sign.dialog.getByRole('status').filter({ hasText: '…@' });
  await expect(said).toBeVisible();
  // What comes next is to type it.
  await expect(sign.otp).toBeFocused();
  const again = sign.button(words.codes.again);
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  const wait = new RegExp(filled(words.codes.next, { time: '.+' }));
  await expect(sign.dialog.getByText(wait)).toBeVisible();
  await expectAccessible(page);
  // It stays in the order of the keyboard, and does nothing yet.
  await again.click({ force: true });
  const [code = '', ...more] = await mailedCodes(demo);
  expect(code).toMatch(/^\d{6}$/);
  expect(more).toEqual([]);

  await sign.otp.fill(code === '000000' ? '000001' : '000000');
  await sign.button(words.box.sign).click();
  await expect(sign.dialog.getByRole('alert')).toContainText(words.codes.wrong);
  await expect(sign.otp).toBeFocused();
  await expectAccessible(page);
  await sign.otp.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await sign.button(words.box.sign).click();
  await expect(sign.done).toBeVisible({ timeout: 30_000 });

  // Opened anew, the box does not know; the server does, and says when the next may be asked for.
  await page.getByRole('button', { name: words.done.again }).click();
  await sign.ready();
  await sign.open.click();
  await sign.button(words.codes.send).click();
  await expect(sign.dialog.getByText(wait)).toBeVisible();
  expect(await mailedCodes(demo)).toHaveLength(1);
  await page.keyboard.press('Escape');

  await page.goto('/certificates');
  await expect(
    page.getByText(filled(words.codes.methods.email, { to: '.' }).split(' .')[0] ?? ''),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: words.resync.title })).toHaveCount(0);
});
