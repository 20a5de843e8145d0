import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expectAccessible } from '../accessibility.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { PasswordPage } from '../pages/account.ts';
import { HistoryPage } from '../pages/history.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { stored } from '../stored.ts';
import { wordsOf } from '../words.ts';

test.use({ ownDemo: true });

const own = 'My-0wn-choice';

/** What an operator does to an account that is added: its password was given. */
function give(dataFolder: string, username: string): void {
  const database = new DatabaseSync(join(dataFolder, 'websign.db'), { timeout: 5000 });
  const { changes } = database
    .prepare('UPDATE accounts SET "passwordGivenAt" = 1 WHERE username = ?')
    .run(username);
  database.close();
  if (changes !== 1) throw new Error(`no account ${username}`);
}

test('PWD-3 NAV-2 who signs in with a password that was given chooses another first, and then lands where they were going @en @narrow', async ({
  page,
  signer,
  demo,
}, info) => {
  const words = wordsOf(info.project.name);
  give(demo.dataFolder, signer.username);
  const login = new LoginPage(page, words);
  await login.open();
  await page.goto('/history?signed=true');
  await login.signIn(signer);
  await expect(page).toHaveURL(/\/change_password$/);
  await expect(page.getByText(words.password.required)).toBeVisible();
  await expectAccessible(page);

  // No other way is open, and a reload changes nothing.
  await page.goto('/');
  await expect(page).toHaveURL(/\/change_password$/);
  const { sessionId } = await stored(page);
  const refused = await page.request.get('/api/history', {
    headers: { authorization: `Bearer ${sessionId}` },
  });
  expect([refused.status(), (await refused.json()).error.code]).toEqual([403, 'password_change_required']);
  await page.goto('/history?signed=true');
  await expect(page.getByText(words.password.required)).toBeVisible();

  const form = new PasswordPage(page, words);
  await form.change(signer.password, signer.password);
  await expect(form.summary).toContainText(words.errors.password_given);
  await form.old.fill(signer.password);
  await form.fresh.fill(own);
  await form.repeated.fill(own);
  await form.submit.click();
  const popup = page.getByRole('alertdialog');
  await expect(popup).toContainText(words.password.done);
  await popup.getByRole('button', { name: words.app.close }).click();
  await expect(page).toHaveURL(/\/history\?signed=true$/);
  await expect(new HistoryPage(page, words).heading).toBeVisible();
  await page.reload();
  await expect(new HistoryPage(page, words).heading).toBeVisible();
  await page.goto('/');
  await new HomePage(page, words).upload(plainPdf('αίτηση.pdf'));
  await expect(page).toHaveURL(/\/sign\//);
});
