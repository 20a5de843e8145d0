import { expect } from '@playwright/test';
import { el as words } from '../../apps/web/src/i18n/el.ts';
import { hiddenWordsPdf, type UploadFile } from '../documents.ts';
import { otpOf, stepOf } from '../otp.ts';
import { FindingsPanel } from '../pages/findings.ts';
import { HomePage } from '../pages/home.ts';
import { PreviewPage } from '../pages/preview.ts';
import { SignPage } from '../pages/sign.ts';
import { letter } from '../papers.ts';
import { filled } from '../words.ts';
import { MOMENT } from './camera.ts';
import type { Walk } from './walk.ts';

const STEP = stepOf(MOMENT);
const paper = (name: string): UploadFile => ({ name, mimeType: 'application/pdf', buffer: letter() });

/** A group of documents of its own: its id is the time at which the page was loaded. */
async function upload({ page }: Walk, later: number, ...files: UploadFile[]): Promise<SignPage> {
  await page.clock.setFixedTime(MOMENT + later);
  await page.goto('/');
  await new HomePage(page, words).upload(...files);
  const sign = new SignPage(page, words);
  await sign.ready();
  return sign;
}

export async function signingOne(walk: Walk): Promise<void> {
  const { page, signer, take } = walk;
  const sign = await upload(walk, 200, paper('αίτηση.pdf'));
  await take('sign', 'view');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: words.keys.title }).waitFor();
  await take('keys', 'dialog');
  await page.keyboard.press('Escape');
  await previewing(walk);
  await page.goBack();
  await sign.ready();
  await sign.open.click();
  await sign.reason.fill('Έγκριση');
  // What is typed into the code's field is seen; a real code is another one in each run.
  await sign.fill(signer.password, '123456');
  await take('sign-box', 'view');
  await sign.fill('not the password', '123456');
  await sign.button(words.box.sign).click();
  await expect(sign.dialog.getByRole('alert')).toContainText(words.errors.wrong_credentials);
  await take('sign-refused', 'dialog');
  await sign.fill(signer.password, otpOf(signer, STEP - 1));
  await sign.button(words.app.continue).click();
  await page.getByRole('heading', { name: words.box.review }).waitFor();
  await take('sign-review', 'dialog');
  await sign.button(words.box.sign).click();
  await sign.done.waitFor();
  await take('signed');
}

async function previewing({ page, take }: Walk): Promise<void> {
  await page.getByRole('link', { name: words.sign.preview }).click();
  await page.waitForURL(/\/preview$/);
  const preview = new PreviewPage(page, words);
  await preview.drawn(1);
  // Fitted again when its room got its last width, a page keeps its middle, not its top.
  await preview.room.evaluate((room) => room.scrollTo({ top: 0 }));
  await take('preview');
  await preview.tool(words.viewer.find).click();
  await preview.field.fill('certificate');
  await expect(preview.outcome).toContainText(filled(words.viewer.found, { current: 1, total: '' }).trim());
  await page.locator('.ws-found__mark--now').waitFor();
  await take('preview-found');
}

export async function signingGroup(walk: Walk): Promise<void> {
  const { page, signer, take } = walk;
  const sign = await upload(walk, 400, paper('απόφαση.pdf'), paper('πρακτικό.pdf'));
  await take('group', 'view');
  await sign.open.click();
  await sign.fill(signer.password, otpOf(signer, STEP));
  await sign.button(words.box.sign).click();
  await page.getByRole('heading', { name: filled(words.done.titleMany_other, { count: 2 }) }).waitFor();
  await take('group-signed');
}

/** A document with words that nobody sees: what is found, and what has to be confirmed. */
export async function signingWarned(walk: Walk): Promise<void> {
  const { page, take } = walk;
  const sign = await upload(walk, 600, hiddenWordsPdf('σύμβαση.pdf'));
  const panel = new FindingsPanel(page, words, page.getByRole('complementary', { name: words.sign.side }));
  await panel.place('same_colour_text', 2).click();
  await panel.current.waitFor();
  await take('sign-warned', 'view');
  await sign.open.click();
  await sign.dialog.getByRole('checkbox', { name: words.box.confirm }).waitFor();
  await take('sign-box-warned', 'dialog');
  await page.keyboard.press('Escape');
}
