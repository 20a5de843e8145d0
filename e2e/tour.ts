import { expect, type Page } from '@playwright/test';
import { choose } from './choose.ts';
import type { DemoAccount } from './demo.ts';
import { hiddenWordsPdf, plainPdf, scriptedLinkPdf } from './documents.ts';
import { FindingsPanel } from './pages/findings.ts';
import { LoginPage } from './pages/login.ts';
import { SignPage } from './pages/sign.ts';
import { VerifyPage } from './pages/verify.ts';
import type { Words } from './words.ts';

/** What is done on every screen and state of the tour. */
export type Visit = (state: string) => Promise<void>;

/** What everybody reaches without signing in. */
async function anonymous(page: Page, words: Words, visit: Visit): Promise<void> {
  const login = new LoginPage(page, words);
  await login.open();
  await visit('login');
  await login.submit.click();
  await expect(login.summary).toBeVisible();
  await visit('login with errors');
  await login.open('/no/such/page', words.notFound.title);
  await visit('page not found');
  for (const [path, title] of [
    ['/accessibility', words.accessibility.title],
    ['/change_password', words.password.title],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await visit(path);
  }
}

async function uploads(page: Page, words: Words, visit: Visit): Promise<void> {
  await visit('home');
  const input = page.locator('input[type=file]');
  await choose(input, plainPdf('αίτηση.pdf'), scriptedLinkPdf('κώδικας.pdf'));
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await visit('a popup');
  await page.keyboard.press('Escape');
  const account = page.getByRole('region', { name: words.upload.attempt.title });
  const panel = new FindingsPanel(page, words, account);
  const place = panel.place('javascript', 2);
  await expect(place).toBeVisible();
  await visit('the account of an upload');
  await place.click();
  await expect(panel.current).toBeVisible();
  await visit('a place on its page');
  await page.keyboard.press('Escape');
  await expect(place).toBeFocused();
  await choose(input, hiddenWordsPdf('βεβαίωση.pdf'));
}

async function signing(page: Page, words: Words, visit: Visit): Promise<void> {
  const sign = new SignPage(page, words);
  await sign.ready();
  await visit('sign');
  await sign.open.click();
  await expect(sign.dialog).toBeVisible();
  await visit('the sign box');
  await sign.button(words.app.cancel).click();
  await expect(sign.dialog).toBeHidden();
  await expect(sign.open).toBeFocused();
  await page.goto(`${page.url()}/preview`);
  await expect(sign.sheet.first()).toBeVisible();
  await visit('preview');
}

/** A check with its result, and the pages of a change. */
async function verifying(page: Page, words: Words, visit: Visit): Promise<void> {
  const verify = new VerifyPage(page, words);
  await verify.open();
  await page.getByRole('button', { name: words.verify.samples.all }).click();
  await expect(verify.results).toHaveCount(5);
  await verify.results.first().getByRole('button', { name: words.verify.open }).click();
  await visit('the results of a check');
}

async function account(page: Page, visit: Visit): Promise<void> {
  for (const name of ['history', 'verify', 'certificates', 'change_password'] as const) {
    const path = `/${name}`;
    await page.goto(path);
    await expect(page).toHaveTitle(`WebSign - ${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await visit(path);
  }
}

/** Every screen, and the states of each that a person comes through. */
export async function tour(page: Page, words: Words, signer: DemoAccount, visit: Visit): Promise<void> {
  await anonymous(page, words, visit);
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  await expect(page.getByRole('heading', { name: words.home.title })).toBeVisible();
  await uploads(page, words, visit);
  await signing(page, words, visit);
  await verifying(page, words, visit);
  await account(page, visit);
}
