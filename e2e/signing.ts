import type { Page } from '@playwright/test';
import type { DemoAccount } from './demo.ts';
import type { UploadFile } from './documents.ts';
import { HomePage } from './pages/home.ts';
import { LoginPage } from './pages/login.ts';
import { SignPage } from './pages/sign.ts';
import type { Words } from './words.ts';

/** Signs in, uploads `files` and waits for the signing screen of the first. */
export async function uploaded(
  page: Page,
  words: Words,
  signer: DemoAccount,
  ...files: UploadFile[]
): Promise<SignPage> {
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  await new HomePage(page, words).upload(...files);
  const sign = new SignPage(page, words);
  await sign.ready();
  return sign;
}

/** The last /Rect that was appended to `original`. */
export function appendedRect(original: Buffer, signed: Buffer): number[] {
  const tail = signed.subarray(original.length).toString('latin1');
  const found = [...tail.matchAll(/\/Rect ?\[([^\]]+)\]/g)].at(-1)?.[1] ?? '';
  return found.trim().split(/\s+/).map(Number);
}
