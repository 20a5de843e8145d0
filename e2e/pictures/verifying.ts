import { expect } from '@playwright/test';
import { el as words } from '../../apps/web/src/i18n/el.ts';
import type { UploadFile } from '../documents.ts';
import { HistoryPage } from '../pages/history.ts';
import { VerifyPage } from '../pages/verify.ts';
import { rewrittenLetter } from '../papers.ts';
import { filled, validHeadline } from '../words.ts';
import type { Walk } from './walk.ts';

const as = (name: string, buffer: Buffer): UploadFile => ({ name, mimeType: 'application/pdf', buffer });

/** What was signed on the way here, valid and then changed, and the samples of the demonstration. */
export async function verifying({ page, take }: Walk): Promise<void> {
  const list = new HistoryPage(page, words);
  await list.open();
  await list.link('αίτηση.pdf').click();
  const version = filled(words.historyRow.downloadVersion, { number: 1 });
  const { bytes } = await list.save(page.getByRole('button', { name: version }));
  const verify = new VerifyPage(page, words);
  await verify.open();
  await take('verify', 'page');
  await verify.check(as('αίτηση.pdf', bytes));
  await expect(verify.verdict('αίτηση.pdf')).toContainText(validHeadline(words));
  await take('verify-valid');
  await verify.clear.click();
  await page.getByRole('button', { name: words.verify.samples.all }).click();
  await expect(verify.results).toHaveCount(5);
  await take('verify-samples');
  await verify.clear.click();
  await verify.check(as('αίτηση.pdf', rewrittenLetter(bytes)));
  await expect(verify.verdict('αίτηση.pdf')).toContainText(words.validation.causes.changed);
  await take('verify-changed');
  await page.locator('.ws-changes__pages').getByRole('button').first().click();
  await expect(verify.marks.first()).toBeVisible();
  await take('verify-compare', 'dialog');
  await page.keyboard.press('Escape');
}
