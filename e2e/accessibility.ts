import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const require = createRequire(import.meta.url);
/** The same program as the builder brings by itself, which is twice as long. */
const MINIFIED = readFileSync(
  createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Ready to run; the page is given the program once. */
async function axe(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  // The legacy mode leaves frames of other origins out, of which there are none, and needs no second page each time.
  return new AxeBuilder({ page, axeSource: isThere ? ';' : MINIFIED })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
}

/** Expects that axe finds nothing on the page as it stands, and that nothing is wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNothingFound((await axe(page)).withTags(RULES));
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels wider than the screen').toBeLessThanOrEqual(0);
}

/** Of a page that axe found nothing on, in other colours: only what colours can make worse is asked again. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNothingFound((await axe(page)).withRules(['color-contrast', 'link-in-text-block']));
}

async function expectNothingFound(builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join('\n')}`,
  );
  expect(found, 'axe').toEqual([]);
}
