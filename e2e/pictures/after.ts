import { expect } from '@playwright/test';
import { el as words } from '../../apps/web/src/i18n/el.ts';
import { AccountPage, Header, PasswordPage } from '../pages/account.ts';
import { HistoryPage } from '../pages/history.ts';
import { LoginPage } from '../pages/login.ts';
import { filled } from '../words.ts';
import { MOMENT } from './camera.ts';
import type { Walk } from './walk.ts';

export async function history({ page, take }: Walk): Promise<void> {
  const list = new HistoryPage(page, words);
  await list.open();
  await list.link('αίτηση.pdf').waitFor();
  await take('history');
  await list.find('δεν υπάρχει');
  await page.getByText(words.history.noMatch).waitFor();
  await take('history-none');
  await list.open();
  await list.link('αίτηση με κώδικα.pdf').click();
  await list.back.waitFor();
  await take('history-refused');
  await list.back.click();
  await list.link('αίτηση.pdf').click();
  await list.part(words.historyRow.versions).waitFor();
  await take('history-signed');
  await page.getByRole('button', { name: words.send.open }).click();
  await list.dialog.getByLabel(words.send.to).fill('onoma@example.gr');
  await take('send', 'dialog');
  await list.dialog.getByRole('button', { name: words.send.submit, exact: true }).click();
  await list.dialog.getByRole('heading', { name: words.send.done }).waitFor();
  await take('send-done', 'dialog');
}

export async function account({ page, signer, take }: Walk): Promise<void> {
  await page.goto('/certificates');
  const certificates = new AccountPage(page, words);
  await certificates.chain.waitFor();
  await take('certificates');
  await certificates.open.click();
  await certificates.dialog.waitFor();
  await certificates.first.fill('123456');
  await take('resync', 'dialog');
  await new LoginPage(page, words).open('/change_password', words.password.title);
  const form = new PasswordPage(page, words);
  await form.old.fill(signer.password);
  await form.fresh.fill('Newpass');
  await form.repeated.fill('New');
  // The count is said once typing has paused.
  await expect(form.rules).toContainText(filled(words.password.rulesMet, { met: 3, all: 7 }));
  await take('password');
  await form.change(signer.password, 'Fresh-Passw0rd!');
  await page.getByRole('heading', { name: words.password.done }).waitFor();
  // It comes a little later than the screen that it tells of, and goes only when it is told to.
  const popup = page.getByRole('alertdialog');
  await popup.waitFor();
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
  await take('password-changed');
}

/** What may stand on every screen. */
export async function frame({ page, take }: Walk): Promise<void> {
  await new LoginPage(page, words).open('/', words.home.title);
  const header = new Header(page, words);
  if (await header.menu.isVisible()) await header.menu.click();
  await header.person.click();
  await take('menu', 'view');
  await page.keyboard.press('Escape');
  await page.clock.setFixedTime(MOMENT + 28.5 * 60_000);
  await page.getByRole('alertdialog', { name: words.idle.title }).waitFor();
  await take('idle', 'view');
}
