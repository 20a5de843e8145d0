import type { Page } from '@playwright/test';
import { keepPopups } from '../popups.ts';
import { compare } from './compare.ts';
import { restOf } from './rest.ts';

/** The moment at which every picture is taken: 18 seconds before a one-time code changes. */
export const MOMENT = Date.parse('2026-11-23T09:30:12Z');

/** Every screen of which there is a picture; a file each for size and scheme. */
export const SCREENS = [
  'login',
  'login-empty',
  'login-refused',
  'login-locked',
  'accessibility',
  'password-signed-out',
  'home',
  'history-empty',
  'upload-popup',
  'upload-refused',
  'place',
  'sign',
  'keys',
  'preview',
  'preview-found',
  'sign-box',
  'sign-refused',
  'sign-review',
  'signed',
  'group',
  'group-signed',
  'sign-warned',
  'sign-box-warned',
  'history',
  'history-none',
  'history-signed',
  'send',
  'send-done',
  'history-refused',
  'verify',
  'verify-valid',
  'verify-samples',
  'verify-changed',
  'verify-compare',
  'certificates',
  'resync',
  'password',
  'password-changed',
  'menu',
  'idle',
  'not-found',
] as const;
export type Screen = (typeof SCREENS)[number];

/** Each screen is taken in the colours of both. */
export const SCHEMES = ['light', 'dark'] as const;

/** The whole page, what is in sight of it, or what is the screen's own: the frame around it is in other pictures. */
type Part = 'page' | 'view' | 'main' | 'dialog';

/**
 * What differs from run to run, each with what stands for it: SHA-256 checksums, serial numbers of certificates.
 */
const RANDOM: [pattern: string, instead: string][] = [
  ['\\b[0-9a-f]{64}\\b', '0123456789abcdef'.repeat(4)],
  ['\\b[0-9A-F]{32}\\b', '0123456789ABCDEF'.repeat(2)],
];

export interface Camera {
  take(screen: Screen, part?: Part): Promise<void>;
  /** The screens that were not taken. */
  missing(): Screen[];
}

/**
 * Takes pictures of `page`, which is of that size and in light colours, and compares them with those in docs/pictures,
 * whose names end with the size and the colours.
 */
export function camera(page: Page, size: string): Camera {
  const missing = new Set<Screen>(SCREENS);
  const rest = restOf(page);
  return {
    async take(screen, part = 'main') {
      // Where the last click was, nothing shall look pointed at.
      await page.mouse.move(0, 0);
      await rest();
      await steady(page);
      // What stays in sight while the page moves stands where the page begins, whatever had the focus on the way here.
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const name = `${screen}-${size}-${colorScheme}.png`;
        if (part === 'page' || part === 'view') await compare(page, name, part === 'page');
        else await compare(page.locator(part === 'main' ? 'main' : 'dialog[open]'), name);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      missing.delete(screen);
    },
    missing: () => [...missing],
  };
}

/** The page's time stands at the moment, and no popup closes by itself. Timers go on. */
export async function standStill(page: Page): Promise<void> {
  await page.clock.setFixedTime(MOMENT);
  await keepPopups(page);
}

/** Writes constants over what is random, and lays the page out afresh. */
export async function steady(page: Page): Promise<void> {
  await page.evaluate(async (random) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const before = node.nodeValue ?? '';
      let after = before;
      for (const [pattern, instead] of random) after = after.replace(new RegExp(pattern, 'g'), instead);
      if (after !== before) node.nodeValue = after;
    }
    // Laid out afresh: what was laid out bit by bit, as one typed, may stand a sixty-fourth of a pixel elsewhere,
    // and a line of text then on the next pixel.
    const { style } = document.documentElement;
    for (const zoom of ['1.1', '']) {
      style.zoom = zoom;
      document.documentElement.getBoundingClientRect();
    }
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, RANDOM);
}
