import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Words } from '../words.ts';

/** The history: its list, and the details of one document. */
export class HistoryPage {
  readonly page: Page;
  readonly words: Words;
  readonly heading: Locator;
  readonly table: Locator;
  readonly count: Locator;
  readonly search: Locator;
  readonly export: Locator;
  readonly back: Locator;
  readonly dialog: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.words = words;
    this.heading = page.getByRole('heading', { name: words.history.title, level: 1 });
    this.table = page.getByRole('table', { name: words.history.caption });
    this.count = page.locator('.ws-history__count');
    this.search = page.getByRole('searchbox', { name: words.history.searchLabel });
    this.export = page.getByRole('button', { name: words.history.export });
    this.back = page.getByRole('link', { name: words.historyRow.back });
    this.dialog = page.getByRole('dialog');
  }

  async open(search = ''): Promise<void> {
    await this.page.goto(`/history${search}`);
    await this.heading.waitFor();
  }

  /** The row of the file called `name`; the first of several. */
  row(name: string): Locator {
    return this.table
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader').getByRole('link', { name, exact: true }) })
      .first();
  }

  link(name: string): Locator {
    return this.row(name).getByRole('link', { name, exact: true });
  }

  /** The button that downloads the newest version. */
  download(name: string): Locator {
    return this.row(name).getByRole('button', { name: new RegExp(`^${this.words.app.download} ?: `) });
  }

  /** The button that copies the checksum. */
  copy(name: string): Locator {
    return this.row(name).getByRole('button', { name: this.words.checksum.copy });
  }

  /** A part of the details by its title. */
  part(title: string): Locator {
    return this.page.getByRole('region', { name: title });
  }

  async find(text: string): Promise<void> {
    await this.search.fill(text);
    await this.search.press('Enter');
  }

  filter(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: this.words.history.filter })
      .getByRole('link', { name, exact: true });
  }

  pager(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: this.words.history.pager })
      .getByRole('link', { name, exact: true });
  }

  /** Downloads by `trigger` and gives the bytes and the name they are saved under. */
  async save(trigger: Locator): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), trigger.click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }
}
