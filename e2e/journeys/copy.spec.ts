import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import type { DemoAccount } from '../demo.ts';
import { encryptedPdf, tornPdf, type UploadFile } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import { HistoryPage } from '../pages/history.ts';
import { SignPage } from '../pages/sign.ts';
import { formPaper } from '../papers.ts';
import { signedIn } from '../signing.ts';
import { type Words, wordsOf } from '../words.ts';

/** Changing and copying are allowed; annotating (bit 6) and filling in (bit 9) are not. */
const RESTRICTED = -4 & ~(1 << 5) & ~(1 << 8);

/** Uploads a file that is refused and asks for its safe copy, on whose desk one then is. */
async function copied(page: Page, words: Words, signer: DemoAccount, file: UploadFile): Promise<SignPage> {
  const home = await signedIn(page, words, signer);
  await home.upload(file);
  await expect(home.popup).toContainText(words.copy.either);
  await page.keyboard.press('Escape');
  await expect(home.popup).toBeHidden();
  await expectAccessible(page);
  await home.attempt.getByRole('button', { name: words.copy.offer }).click();
  await expect(page).toHaveURL(/\/sign\/[\w-]+$/);
  const sign = new SignPage(page, words);
  await sign.ready();
  await expect(page.getByRole('region', { name: words.safeCopy.of })).toContainText(file.name);
  return sign;
}

async function signCopy(sign: SignPage, signer: DemoAccount): Promise<void> {
  await sign.sign(signer.password, await freshOtp(signer));
  await expect(sign.done).toBeVisible({ timeout: 30_000 });
}

test('CPY-1 CPY-2 CPY-3 of a refused form with a script a safe copy is made, compared and signed @en @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const name = 'φόρμα με κώδικα.pdf';
  const sign = await copied(page, words, signer, { name, mimeType: 'application/pdf', buffer: formPaper() });
  const notice = page.getByRole('region', { name: words.safeCopy.of });
  await expect(notice).toContainText(words.leftOut.field_drawn);
  await expectAccessible(page);
  await notice.getByRole('button', { name: words.safeCopy.compare }).click();
  const after = sign.dialog.getByRole('region', { name: words.safeCopy.title });
  await expect(after.locator('.ws-outline').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await signCopy(sign, signer);

  const history = new HistoryPage(page, words);
  await history.open();
  await page.getByRole('rowheader').getByText(words.safeCopy.of).getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expectAccessible(page);
});

test('CPY-1 of a file without its cross-reference table a safe copy is made and signed @en', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const sign = await copied(page, words, signer, tornPdf('κατεστραμμένο.pdf'));
  await expect(page.getByRole('region', { name: words.safeCopy.of })).toContainText(words.leftOut.damage);
  await signCopy(sign, signer);
});

test('CPY-1 of a file whose owner withholds signing alone a safe copy is made and signed @en', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const sign = await copied(page, words, signer, encryptedPdf('περιορισμένο.pdf', RESTRICTED));
  await expect(page.getByRole('region', { name: words.safeCopy.of })).toContainText(words.leftOut.encryption);
  await signCopy(sign, signer);
});
