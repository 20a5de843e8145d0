import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

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

/** What colours can make worse, which takes half of axe's time. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The stories show all states in all colours; of journeys those that pass the most, and what no story shows. */
function isInColours(): boolean {
  const { project, tags } = test.info();
  return project.name === 'el' && tags.includes('@dark');
}

/**
 * Expects that axe finds nothing on the page as it stands, and that nothing is wider than the screen; in a journey that
 * is tagged `@dark`, that it can be read in dark colours too. `colours`: whether they are looked at, too.
 */
export async function expectAccessible(page: Page, { colours = isInColours() } = {}): Promise<void> {
  const builder = (await axe(page)).withTags(RULES);
  await expectNothingFound(colours ? builder : builder.disableRules(COLOURS));
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels wider than the screen').toBeLessThanOrEqual(0);
  await inDark(page, () => expectReadable(page));
}

/**
 * Runs `check` once more in dark colours where the journey is tagged `@dark`, and goes back to light ones. One project
 * does it for all: in dark colours nothing stands elsewhere, nor says anything else.
 */
export async function inDark(page: Page, check: () => Promise<void>): Promise<void> {
  if (!isInColours()) return;
  await test.step('in dark colours', async () => {
    await wear(page, 'dark');
    await check();
    await wear(page, 'light');
  });
}

/** Changes the colours, and waits until none is on its way any more. */
async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}

/** Of a page that axe found nothing on, in other colours: only what colours can make worse is asked again. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNothingFound((await axe(page)).withRules(COLOURS));
}

async function expectNothingFound(builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join('\n')}`,
  );
  expect(found, 'axe').toEqual([]);
}
