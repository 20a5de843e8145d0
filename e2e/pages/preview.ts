import { expect, type Locator, type Page } from '@playwright/test';
import type { Words } from '../words.ts';

/** Where the text of the page says that it is, and where its picture has ink, in CSS pixels of the sheet. */
export interface Alignment {
  text: Edges;
  ink: Edges;
}
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The preview screen, and the viewer wherever it is. */
export class PreviewPage {
  readonly page: Page;
  readonly words: Words;
  readonly canvas: Locator;
  readonly room: Locator;
  readonly number: Locator;
  readonly thumbnails: Locator;
  readonly field: Locator;
  readonly outcome: Locator;
  readonly marks: Locator;
  readonly keys: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.words = words;
    this.canvas = page.locator('canvas.ws-page-canvas');
    this.room = page.locator('.ws-viewer__scroll');
    this.number = page.getByLabel(words.viewer.page, { exact: false }).and(page.locator('input'));
    this.thumbnails = page.getByRole('navigation', { name: words.viewer.thumbnails });
    this.field = page.getByRole('textbox', { name: words.viewer.findLabel });
    this.outcome = page.getByRole('search').getByRole('status');
    this.marks = page.locator('.ws-found__mark');
    this.keys = page.getByRole('dialog', { name: words.keys.title });
  }

  tool(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  thumbnail(number: number): Locator {
    return this.thumbnails.locator(`[data-page="${number}"]`);
  }

  /** Waits until page `number` of the document is drawn whole, as it is to be seen now. */
  async drawn(number: number): Promise<void> {
    const label = new RegExp(`\\b${number}\\b.*\\d`);
    await expect(this.canvas).toHaveAttribute('data-drawn', 'true');
    await expect(this.canvas).toHaveAttribute('aria-label', label);
  }

  /** The one line of text on the page against what is painted. */
  async alignment(): Promise<Alignment> {
    return this.page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas.ws-page-canvas');
      const run = document.querySelector('.ws-text-layer > span');
      const context = canvas?.getContext('2d');
      if (!canvas || !run || !context) throw new Error('no page with text');
      const sheet = canvas.getBoundingClientRect();
      const box = run.getBoundingClientRect();
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      const ink = { left: width, top: height, right: 0, bottom: 0 };
      for (let at = 0; at < data.length; at += 4) {
        if ((data[at] ?? 255) > 128 || data[at + 3] === 0) continue;
        const x = (at / 4) % width;
        const y = Math.floor(at / 4 / width);
        ink.left = Math.min(ink.left, x);
        ink.right = Math.max(ink.right, x + 1);
        ink.top = Math.min(ink.top, y);
        ink.bottom = Math.max(ink.bottom, y + 1);
      }
      const scale = sheet.width / width;
      return {
        text: {
          left: box.left - sheet.left,
          top: box.top - sheet.top,
          right: box.right - sheet.left,
          bottom: box.bottom - sheet.top,
        },
        ink: {
          left: ink.left * scale,
          top: ink.top * scale,
          right: ink.right * scale,
          bottom: ink.bottom * scale,
        },
      };
    });
  }
}
