import { expect, type Page, type TestInfo } from '@playwright/test';
import type { DemoAccount } from './demo.ts';
import type { UploadFile } from './documents.ts';
import { freshOtp } from './otp.ts';
import { HomePage } from './pages/home.ts';
import { LoginPage } from './pages/login.ts';
import { SignPage } from './pages/sign.ts';
import type { Words } from './words.ts';

/** Tests of a worker share a server: each knows its files by its own beginning. */
export const named = (info: TestInfo) => (name: string) => `${info.testId.slice(-8)} ${name}`;

/** Signs in by the login page and waits for home. */
export async function signedIn(page: Page, words: Words, signer: DemoAccount): Promise<HomePage> {
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  const home = new HomePage(page, words);
  await expect(home.heading).toBeVisible();
  return home;
}

/** Signs in and uploads; resolves to the id of the document that one is led to, without waiting for its pages. */
export async function recorded(
  page: Page,
  words: Words,
  signer: DemoAccount,
  files: UploadFile[],
): Promise<string> {
  const home = await signedIn(page, words, signer);
  await home.upload(...files);
  await expect(page).toHaveURL(/\/sign\/[\w-]+$/);
  return page.url().split('/').at(-1) ?? '';
}

/** Signs in, uploads `files` and waits for the signing screen of the first. */
export async function uploaded(
  page: Page,
  words: Words,
  signer: DemoAccount,
  ...files: UploadFile[]
): Promise<SignPage> {
  await recorded(page, words, signer, files);
  const sign = new SignPage(page, words);
  await sign.ready();
  return sign;
}

/** Signs in, uploads and signs one file; resolves to its id. */
export async function signed(
  page: Page,
  words: Words,
  signer: DemoAccount,
  file: UploadFile,
): Promise<string> {
  const id = await recorded(page, words, signer, [file]);
  const sign = new SignPage(page, words);
  await sign.ready();
  await sign.open.click();
  await sign.reason.fill('Έγκριση');
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(sign.done).toBeVisible({ timeout: 30_000 });
  return id;
}

/** The last /Rect that was appended to `original`. */
export function appendedRect(original: Buffer, signed: Buffer): number[] {
  const tail = signed.subarray(original.length).toString('latin1');
  const found = [...tail.matchAll(/\/Rect ?\[([^\]]+)\]/g)].at(-1)?.[1] ?? '';
  return found.trim().split(/\s+/).map(Number);
}
