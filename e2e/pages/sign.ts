import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Words } from '../words.ts';

/** The signing screen and its sign box. */
export class SignPage {
  readonly page: Page;
  readonly words: Words;
  readonly sheet: Locator;
  readonly box: Locator;
  readonly open: Locator;
  readonly dialog: Locator;
  readonly password: Locator;
  readonly otp: Locator;
  readonly done: Locator;
  readonly download: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.words = words;
    this.sheet = page.getByRole('img').and(page.locator('canvas'));
    this.box = page.getByRole('button', { name: words.placement.box });
    this.open = page.locator('.ws-sign-button');
    this.dialog = page.getByRole('dialog');
    this.password = this.dialog.getByLabel(words.box.password, { exact: true });
    this.otp = this.dialog.getByLabel(words.box.otp);
    this.done = page.getByRole('region', { name: new RegExp(words.done.title) });
    this.download = page.getByRole('button', { name: words.done.download });
  }

  /** Waits until the page of the document and the signature's box over it are drawn. */
  async ready(): Promise<void> {
    await expect(this.sheet).toBeVisible();
    await expect(this.box).toBeVisible();
  }

  async fill(password: string, otp: string): Promise<void> {
    await this.password.fill(password);
    await this.otp.fill(otp);
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  /** Downloads by `trigger` and gives the bytes and the name they are saved under. */
  async save(trigger: Locator): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), trigger.click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }
}
