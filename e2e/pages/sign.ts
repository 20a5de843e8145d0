import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Words } from '../words.ts';

/** The signing screen and its sign box. */
export class SignPage {
  readonly page: Page;
  readonly words: Words;
  readonly sheet: Locator;
  readonly box: Locator;
  /** The corner that gives the box another size. */
  readonly corner: Locator;
  readonly open: Locator;
  readonly dialog: Locator;
  readonly password: Locator;
  readonly otp: Locator;
  readonly reason: Locator;
  readonly title: Locator;
  readonly done: Locator;
  readonly download: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.words = words;
    this.sheet = page.getByRole('img').and(page.locator('canvas'));
    this.box = page.getByRole('button', { name: words.placement.box });
    this.corner = page.getByRole('button', { name: words.placement.resize });
    this.open = page.locator('.ws-sign-button');
    this.dialog = page.getByRole('dialog');
    this.password = this.dialog.getByLabel(words.box.password, { exact: true });
    this.otp = this.dialog.getByLabel(words.box.otp);
    this.reason = this.dialog.getByRole('textbox', { name: words.box.reason });
    this.title = this.dialog.getByRole('textbox', { name: words.box.jobTitle });
    this.done = page.getByRole('region', { name: new RegExp(words.done.title) });
    this.download = page.getByRole('button', { name: words.done.download });
  }

  /** Waits until the page of the document and the signature's box over it are drawn. */
  async ready(): Promise<void> {
    await expect(this.sheet).toHaveAttribute('data-drawn', 'true');
    await expect(this.box).toBeVisible();
  }

  async fill(password: string, otp: string): Promise<void> {
    await this.password.fill(password);
    await this.otp.fill(otp);
  }

  /**
   * Opens the box, fills it in and signs at once. It waits until the server has told where the signature stands: a place
   * that changes behind the open box is shown for review first.
   */
  async sign(password: string, otp: string): Promise<void> {
    await expect(this.open).toBeVisible();
    await expect(this.page.locator('[data-looking]')).toHaveCount(0);
    await this.open.click();
    await this.fill(password, otp);
    await this.button(this.words.box.sign).click();
  }

  /** What the box shows of the signature: its lines, as they are broken. */
  async stamp(): Promise<string> {
    const lines = this.page.locator('.ws-look [data-text]');
    return (await lines.evaluateAll((all) => all.map((line) => line.getAttribute('data-text')))).join(' ');
  }

  /** Puts the signature at the place of the sheet that is called `name`. */
  async preset(name: string): Promise<void> {
    await this.page.getByRole('radio', { name, exact: true }).click();
  }

  /** The page and the centimetres of the signature's place as the panel shows them. */
  async numbers(): Promise<{ page: number; x: number; y: number; width: number; height: number }> {
    const panel = this.page.getByRole('group').filter({ hasText: this.words.placement.numbers });
    await panel.evaluate((details) => details.setAttribute('open', ''));
    const read = async (name: string) =>
      Number((await panel.getByLabel(name, { exact: true }).inputValue()).replace(',', '.'));
    const { placement } = this.words;
    return {
      page: await read(placement.page),
      x: await read(placement.x),
      y: await read(placement.y),
      width: await read(placement.width),
      height: await read(placement.height),
    };
  }

  /** Enters one number of the place. */
  async enter(name: string, value: string): Promise<void> {
    await this.numbers();
    const field = this.page
      .getByRole('group')
      .filter({ hasText: this.words.placement.numbers })
      .getByLabel(name, { exact: true });
    await field.fill(value);
    await field.press('Enter');
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
