import { expect, type Locator, type Page } from '@playwright/test';
import type { Words } from '../words.ts';

type Kind = keyof Words['findings']['kinds'];

/** The panel of findings, wherever it is, and the view of a place. */
export class FindingsPanel {
  readonly page: Page;
  readonly words: Words;
  /** Around the panel. */
  readonly room: Locator;
  readonly infos: Locator;
  readonly dialog: Locator;
  readonly position: Locator;
  readonly outlines: Locator;
  readonly current: Locator;

  constructor(page: Page, words: Words, room: Locator) {
    this.page = page;
    this.words = words;
    this.room = room;
    this.infos = room.locator('.ws-findings__infos');
    this.dialog = page.locator('dialog.ws-place');
    this.position = this.dialog.getByRole('status').first();
    this.outlines = page.locator('.ws-outline');
    this.current = page.locator('.ws-outline--now');
  }

  /** What is said of one kind. */
  group(kind: Kind): Locator {
    return this.room.locator('.ws-finding').filter({
      has: this.page.getByRole('heading', { name: this.words.findings.kinds[kind], exact: true }),
    });
  }

  /** What leads to a place on `page`. */
  place(kind: Kind, page: number): Locator {
    const name = this.words.findings.show.replace('{{page}}', String(page));
    return this.group(kind).getByRole('button', { name: new RegExp(`^${name}: `) });
  }

  /** Expects everything that is told of a kind: what, why, what to do. */
  async tells(kind: Kind): Promise<void> {
    const { reasons, advice } = this.words.findings;
    await expect(this.group(kind)).toContainText(reasons[kind]);
    await expect(this.group(kind)).toContainText(advice[kind]);
  }

  /** The current outline in points from the upper left corner of its page, which is `width` points wide. */
  async outlined(width: number): Promise<{ left: number; top: number; right: number; bottom: number }> {
    await expect(this.current).toHaveCount(1);
    return this.current.evaluate((mark, points) => {
      const sheet = mark.closest('.ws-sheet')?.getBoundingClientRect();
      if (!sheet) throw new Error('no page');
      const box = mark.getBoundingClientRect();
      const scale = points / sheet.width;
      return {
        left: (box.left - sheet.left) * scale,
        top: (box.top - sheet.top) * scale,
        right: (box.right - sheet.left) * scale,
        bottom: (box.bottom - sheet.top) * scale,
      };
    }, width);
  }

  /** Whether the current outline is in sight within what scrolls around it. */
  async inSight(): Promise<void> {
    await expect(this.current).toBeInViewport({ ratio: 0.9 });
  }
}
