import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

/** The moment at which every picture is taken: 18 seconds before a one-time code changes. */
export const MOMENT = Date.parse('2026-11-23T09:30:12Z');

/** Every screen of which there is a picture, in the order of the walk; a file each for size and scheme. */
export const SCREENS = [
  'login',
  'login-refused',
  'login-locked',
  'home',
  'upload-popup',
  'upload-refused',
  'sign',
  'preview',
  'sign-box',
  'sign-refused',
  'sign-review',
  'signed',
  'group',
  'group-signed',
  'user-menu',
  'idle',
  'not-found',
] as const;
export type Screen = (typeof SCREENS)[number];

/**
 * What differs from run to run, each with what stands for it: SHA-256 checksums of signed files, serial numbers of
 * certificates.
 */
const RANDOM: [pattern: string, instead: string][] = [
  ['\\b[0-9a-f]{64}\\b', '0123456789abcdef'.repeat(4)],
  ['\\b[0-9A-F]{32}\\b', '0123456789ABCDEF'.repeat(2)],
];

export interface Camera {
  take(screen: Screen): Promise<void>;
  /** The screens that were not taken. */
  missing(): Screen[];
}

/** Takes pictures of `page` and compares them with those in docs/pictures, whose names end with `variant`. */
export function camera(page: Page, variant: string): Camera {
  const missing = new Set<Screen>(SCREENS);
  return {
    async take(screen) {
      await page.waitForLoadState('networkidle');
      await steady(page);
      await expect.soft(page).toHaveScreenshot(`${screen}-${variant}.png`, {
        // A dialog lies over what is in sight; of everything else the whole page is taken.
        fullPage: (await page.locator('dialog[open]').count()) === 0,
        stylePath: join(import.meta.dirname, 'steady.css'),
      });
      missing.delete(screen);
    },
    missing: () => [...missing],
  };
}

/** Waits for the fonts and writes constants over what is random. */
const steady = (page: Page) =>
  page.evaluate(async (random) => {
    await document.fonts.ready;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const before = node.nodeValue ?? '';
      const after = random.reduce(
        (text, [pattern, instead]) => text.replace(new RegExp(pattern, 'g'), instead),
        before,
      );
      if (after !== before) node.nodeValue = after;
    }
  }, RANDOM);
