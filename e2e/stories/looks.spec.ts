import { expectAccessible } from '../accessibility.ts';
import { SCREENS } from '../pictures/camera.ts';
import { expect, storiesUrl, test } from './story.ts';

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 640 };
const LOOKS = [
  { locale: 'el', viewport: WIDE, colorScheme: 'light' },
  { locale: 'el', viewport: WIDE, colorScheme: 'dark' },
  { locale: 'el', viewport: NARROW, colorScheme: 'light' },
  { locale: 'el', viewport: NARROW, colorScheme: 'dark' },
  { locale: 'en', viewport: WIDE, colorScheme: 'light' },
] as const;

for (const { locale, viewport, colorScheme } of LOOKS) {
  test.describe(`${locale} ${viewport.width} ${colorScheme}`, () => {
    test.use({ viewport, colorScheme });
    test('every story is shown, with nothing in the console and nothing for axe', async ({
      page,
      stories,
    }) => {
      test.setTimeout(600_000);
      const names = await stories.names();
      expect(names).toEqual(expect.arrayContaining([...SCREENS]));
      for (const name of names) {
        await test.step(name, async () => {
          await stories.open(name, locale);
          await expectAccessible(page);
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
