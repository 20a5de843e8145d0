import { expect } from '@playwright/test';
import { el as words } from '../../apps/web/src/i18n/el.ts';
import { scriptedLinkPdf } from '../documents.ts';
import { FindingsPanel } from '../pages/findings.ts';
import { HistoryPage } from '../pages/history.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import type { Walk } from './walk.ts';

/** What everybody reaches. */
export async function signedOut({ page, take }: Walk): Promise<void> {
  const login = new LoginPage(page, words);
  await login.open('/nowhere', words.notFound.title);
  await take('not-found', 'view');
  await login.open('/accessibility', words.accessibility.title);
  await take('accessibility', 'view');
  await login.open('/change_password', words.password.title);
  await take('password-signed-out');
}

export async function signingIn({ page, signer, other, take }: Walk): Promise<void> {
  const login = new LoginPage(page, words);
  await login.open();
  await take('login', 'page');
  await login.submit.click();
  await expect(login.summary).toContainText(words.login.passwordMissing);
  await take('login-empty');
  await login.signIn({ username: signer.username, password: 'not the password' });
  await expect(login.summary).toContainText(words.errors.wrong_credentials);
  await take('login-refused');
  // After the fifth failure the account is locked.
  for (let failure = 0; failure < 6; failure += 1) {
    const answered = page.waitForResponse('**/api/login');
    await login.signIn({ username: other.username, password: 'not the password' });
    await answered;
  }
  await expect(login.summary).toContainText(words.errors.account_locked.slice(0, 20));
  await take('login-locked');
  await login.signIn(signer);
  await page.getByRole('heading', { name: words.home.title }).waitFor();
  await take('home', 'page');
  await new HistoryPage(page, words).open();
  await page.getByText(words.history.empty).waitFor();
  await take('history-empty');
}

export async function refusedUpload({ page, take }: Walk): Promise<void> {
  await page.goto('/');
  const home = new HomePage(page, words);
  await home.upload(scriptedLinkPdf('αίτηση με κώδικα.pdf'));
  await home.popup.waitFor();
  await take('upload-popup', 'view');
  await page.keyboard.press('Escape');
  const panel = new FindingsPanel(page, words, home.attempt);
  await panel.place('javascript', 2).waitFor();
  await take('upload-refused');
  await panel.place('javascript', 2).click();
  await panel.current.waitFor();
  await take('place', 'dialog');
  await page.keyboard.press('Escape');
}
