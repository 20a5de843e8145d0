import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { type ManualLocale, pictureFile, picturesFolder } from '../../apps/web/build/manual.ts';
import { steady } from '../pictures/camera.ts';
import { restOf } from '../pictures/rest.ts';
import { withPalette } from './palette.ts';

/** Screen pixels left around what is shown. */
const MARGIN = 20;

export interface Shots {
  /** What is in sight. */
  view(name: string): Promise<void>;
  /** A part with its own edge. */
  part(name: string, part: Locator): Promise<void>;
  /** What stands in `parts`, from the first to the last of it, and no more. */
  of(name: string, ...parts: Locator[]): Promise<void>;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function around(boxes: Box[]): Box {
  const x = Math.floor(Math.max(0, Math.min(...boxes.map((box) => box.x)) - MARGIN));
  const y = Math.floor(Math.max(0, Math.min(...boxes.map((box) => box.y)) - MARGIN));
  const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN);
  const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN);
  return { x, y, width: right - x, height: bottom - y };
}

/** Where words, pictures and fields stand inside: an element that holds words is often as wide as the screen. */
const boxesIn = (part: Locator): Promise<Box[]> =>
  part.evaluate((root) => {
    const boxOfText = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect();
    };
    const texts: Node[] = [];
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      // Words for those who listen stand in a box of one pixel.
      const isSeen = (node.parentElement?.getBoundingClientRect().width ?? 0) > 1;
      if (isSeen && node.textContent?.trim()) texts.push(node);
    }
    const drawn = [
      ...root.querySelectorAll('img, svg, canvas, .ws-progress, button, input, select, textarea, .govgr-btn'),
    ];
    return [...texts.map(boxOfText), ...drawn.map((element) => element.getBoundingClientRect())]
      .filter(({ width, height }) => width > 1 && height > 1)
      .map(({ x, y, width, height }) => ({
        x: x + window.scrollX,
        y: y + window.scrollY,
        width,
        height,
      }));
  });

/** Takes pictures of `page` for the manual in that language. */
export function shots(page: Page, locale: ManualLocale): Shots {
  const rest = restOf(page);
  const ready = async () => {
    await page.mouse.move(0, 0);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await rest();
    await steady(page);
  };
  const keep = (name: string, png: Buffer) =>
    writeFile(join(picturesFolder, pictureFile(name, locale)), withPalette(png));
  return {
    async view(name) {
      await ready();
      await keep(name, await page.screenshot());
    },
    async part(name, part) {
      await ready();
      await keep(name, await part.screenshot());
    },
    async of(name, ...parts) {
      await ready();
      const boxes = await Promise.all(parts.map(boxesIn));
      await keep(name, await page.screenshot({ clip: around(boxes.flat()), fullPage: true }));
    },
  };
}
