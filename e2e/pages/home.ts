import type { Locator, Page } from '@playwright/test';
import { choose } from '../choose.ts';
import type { UploadFile } from '../documents.ts';
import type { Words } from '../words.ts';

/** The page with the drop area. */
export class HomePage {
  readonly page: Page;
  readonly heading: Locator;
  readonly input: Locator;
  readonly popup: Locator;
  readonly attempt: Locator;
  /** What leads on where only a part was accepted. */
  readonly wayOn: Locator;
  readonly progress: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: words.home.title });
    this.input = page.locator('input[type=file]');
    this.popup = page.getByRole('alertdialog');
    this.attempt = page.getByRole('region', { name: words.upload.attempt.title });
    this.wayOn = page.locator('.ws-next').getByRole('link');
    this.progress = page.getByRole('region', { name: words.upload.title });
  }

  async upload(...files: UploadFile[]): Promise<void> {
    await choose(this.input, ...files);
  }
}
