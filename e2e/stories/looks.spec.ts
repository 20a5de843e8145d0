import { expectAccessible } from '../accessibility.ts';
import { expectFocusShown } from '../focus.ts';
import { SCREENS } from '../pictures/camera.ts';
import { expect, storiesUrl, test } from './story.ts';

const WIDE = { width: 1366, height: 768 };
const NARROW = { width: 320, height: 568 };
const LOOKS = [
  { locale: 'el', viewport: WIDE, colours: ['light', 'dark'] },
  { locale: 'el', viewport: NARROW, colours: ['light', 'dark'] },
  { locale: 'en', viewport: WIDE, colours: ['light'] },
] as const;

for (const { locale, viewport, colours } of LOOKS) {
  test.describe(`${locale} ${viewport.width}`, () => {
    test.use({ viewport });
    test('NAV-1 every story is shown, with nothing in the console, nothing for axe and no hidden focus', async ({
      page,
      stories,
    }) => {
      test.setTimeout(900_000);
      const names = await stories.names();
      expect(names).toEqual(expect.arrayContaining([...SCREENS]));
      for (const name of names) {
        await test.step(name, async () => {
          await stories.open(name, locale);
          for (const colorScheme of colours) {
            await page.emulateMedia({ colorScheme });
            await expectAccessible(page);
          }
          expect.soft(await expectFocusShown(page), name).toBeGreaterThan(0);
          expect.soft(stories.complaints(), name).toEqual([]);
        });
      }
    });
  });
}

test('the page of all stories shows one in four looks, dark ones beside light ones', async ({ page }) => {
  await page.goto(`${storiesUrl()}?story=login`);
  const paper = async (title: string) => {
    const frame = page.frameLocator(`iframe[title="${title}"]`);
    await expect(frame.locator('html')).toHaveAttribute('data-story', 'shown');
    return frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  };
  const dark = [await paper('login, wide, dark'), await paper('login, narrow, dark')];
  const light = [await paper('login, wide, light'), await paper('login, narrow, light')];
  expect(new Set(dark).size).toBe(1);
  expect(new Set(light).size).toBe(1);
  expect(dark[0]).not.toBe(light[0]);
});
