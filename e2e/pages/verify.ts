import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { choose } from '../choose.ts';
import type { UploadFile } from '../documents.ts';
import type { Words } from '../words.ts';

/** The check of signed documents, and the comparison of their pages. */
export class VerifyPage {
  readonly page: Page;
  readonly words: Words;
  readonly heading: Locator;
  readonly input: Locator;
  readonly results: Locator;
  /** What is said aloud when a check is over. */
  readonly said: Locator;
  readonly clear: Locator;
  readonly dialog: Locator;
  /** Outlines over the page as it is now. */
  readonly marks: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.words = words;
    this.heading = page.getByRole('heading', { name: words.verify.title, level: 1 });
    this.input = page.locator('input[type=file]');
    this.results = page.locator('.ws-result');
    this.said = page.getByRole('status').filter({ hasText: /\S/ });
    this.clear = page.getByRole('button', { name: words.verify.clear });
    this.dialog = page.getByRole('dialog');
    this.marks = this.dialog
      .getByRole('region', { name: words.verify.compare.after })
      .locator('.ws-outlines > .ws-outline');
  }

  async open(): Promise<void> {
    await this.page.goto('/verify');
    await this.heading.waitFor();
  }

  async check(...files: UploadFile[]): Promise<void> {
    await choose(this.input, ...files);
  }

  /** The result of the file called `name`. */
  result(name: string): Locator {
    return this.results.filter({ has: this.page.getByRole('heading', { level: 3, name }) });
  }

  /** The verdict of that file: its heading. */
  verdict(name: string): Locator {
    return this.result(name).getByRole('heading', { level: 3 });
  }

  /** What stands behind a term of a signature, `dt` by `dd`. */
  fact(name: string, term: string): Locator {
    return this.result(name)
      .locator('.ws-verify__terms > div')
      .filter({ has: this.page.getByText(term, { exact: true }) })
      .locator('dd')
      .first();
  }

  filter(word: string): Locator {
    return this.page
      .getByRole('group', { name: this.words.verify.filter })
      .getByRole('button', { name: word });
  }

  /** Downloads by `trigger` and gives the bytes and the name they are saved under. */
  async save(trigger: Locator): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), trigger.click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }
}
