import { expectAccessible, expectReadable } from '../accessibility.ts';
import { expectFocusShown } from '../focus.ts';
import { SCREENS } from '../pictures/camera.ts';
import { expect, type Stories, storiesUrl, test } from './story.ts';

const WIDE = { width: 1366, height: 768 };
const NARROW = { width: 320, height: 568 };
/** The stories in so many tests, which run side by side. */
const PARTS = 6;

/**
 * Looks at an open story, in both languages and in both colours, in a wide window and, as after a turn of the device, in a narrow
 * one. Colours and the keyboard's way are the same in both languages, so that they are tried in Greek; light ones in the wide window.
 */
async function lookAt(stories: Stories, name: string): Promise<void> {
  const { page } = stories;
  await stories.speak('en');
  await expectAccessible(page, { colours: false });
  await stories.speak('el');
  await expectAccessible(page);
  await page.setViewportSize(NARROW);
  await expectAccessible(page, { colours: false });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page);
  expect.soft(await expectFocusShown(page), name).toBeGreaterThan(0);
  await page.setViewportSize(WIDE);
  await expectReadable(page);
  expect.soft(await expectFocusShown(page), name).toBeGreaterThan(0);
}

for (let part = 0; part < PARTS; part += 1) {
  test.describe(`${part + 1} of ${PARTS}`, () => {
    test.use({ viewport: WIDE });
    test('NAV-1 every story is shown, with nothing in the console, nothing for axe and no hidden focus', async ({
      page,
      stories,
    }) => {
      test.setTimeout(600_000);
      const names = await stories.names();
      expect(names).toEqual(expect.arrayContaining([...SCREENS]));
      for (const name of names.filter((_, at) => at % PARTS === part)) {
        await test.step(name, async () => {
          await page.emulateMedia({ colorScheme: 'light' });
          await page.setViewportSize(WIDE);
          await stories.open(name);
          await lookAt(stories, name);
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
