import { expectAccessible, expectReadable } from '../accessibility.ts';
import { expectFocusShown } from '../focus.ts';
import { SCREENS } from '../pictures/camera.ts';
import { expect, storiesUrl, test } from './story.ts';

const WIDE = { width: 1366, height: 768 };
const NARROW = { width: 320, height: 568 };
const LOOKS = [
  { locale: 'el', viewport: WIDE },
  { locale: 'el', viewport: NARROW },
  { locale: 'en', viewport: WIDE },
] as const;
/** The stories of a look in so many tests, which run side by side. */
const PARTS = 3;

for (const { locale, viewport } of LOOKS) {
  for (let part = 0; part < PARTS; part += 1) {
    test.describe(`${locale} ${viewport.width} ${part + 1} of ${PARTS}`, () => {
      test.use({ viewport });
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
            await stories.open(name, locale);
            await expectAccessible(page);
            // Dark colours and the keyboard's way are the same in both languages.
            if (locale === 'el') {
              await page.emulateMedia({ colorScheme: 'dark' });
              await expectReadable(page);
              expect.soft(await expectFocusShown(page), name).toBeGreaterThan(0);
            }
            expect.soft(stories.complaints(), name).toEqual([]);
          });
        }
      });
    });
  }
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
