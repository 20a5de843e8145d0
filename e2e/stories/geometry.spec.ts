import { expectButtonInSight, expectColumns, resize } from '../desk.ts';
import { boxOf, hiddenPoints, WINDOWS } from '../geometry.ts';
import { expect, test } from './story.ts';

/** The desk in every state in which there is something to sign, of one document and of several. */
const DESKS = {
  one: ['sign', 'sign-warned', 'place-asked', 'place-full', 'place-unknown', 'place-field', 'copy'],
  group: ['group', 'group-twelve', 'group-long', 'sign-draft', 'sign-codes'],
};
const desks = [
  ...DESKS.one.map((story) => ({ story, isGroup: false })),
  ...DESKS.group.map((story) => ({ story, isGroup: true })),
];

for (const { story, isGroup } of desks) {
  test(`SGN-1 ${story}: the button that signs is in sight in every window, at 200 % too`, async ({
    page,
    stories,
  }) => {
    await stories.open(story);
    for (const [width, height] of WINDOWS) {
      for (const zoom of [1, 2]) {
        const what = `${width}×${height} ${zoom * 100} %`;
        await resize(page, width / zoom, height / zoom);
        await expectButtonInSight(page, what);
        if (width / zoom >= 1024) await expectColumns(page, height / zoom, isGroup, what);
        // What stands at the bottom of a small window leaves the desk most of it.
        const bar = await boxOf(page, '.ws-bar__hold');
        expect((bar.bottom - bar.top) / (height / zoom), `${what}: the share of the bar`).toBeLessThan(0.5);
      }
    }
  });
}

for (const story of ['sign-warned', 'place-asked', 'copy', 'group-twelve']) {
  test(`SGN-1 ${story}: the page ends with its footer`, async ({ page, stories }) => {
    await stories.open(story);
    // In narrow windows room is left below it for the bar that stands at the bottom.
    for (const [width, height] of WINDOWS.filter(([wide]) => wide >= 1024)) {
      await resize(page, width, height);
      const { bottom } = await boxOf(page, 'footer');
      const length = await page.evaluate(() => document.documentElement.scrollHeight - scrollY);
      expect(length, `${width}×${height}`).toBeLessThanOrEqual(Math.max(height, Math.ceil(bottom) + 1));
    }
  });
}

for (const story of ['signed', 'group-signed']) {
  test(`SGN-9 ${story}: the download is in sight in every window`, async ({ page, stories }) => {
    await stories.open(story);
    for (const [width, height] of WINDOWS) {
      await resize(page, width, height);
      const hidden = await hiddenPoints(page, '[data-step=download] button');
      expect(hidden, `${width}×${height}`).toEqual([]);
    }
  });
}

/** Screens without a dialog, of every kind. */
const SCREENS = [
  ...['login', 'home', 'upload-refused', 'sign', 'group', 'signed', 'preview', 'verify', 'verify-valid'],
  ...[
    'history',
    'history-signed',
    'certificates',
    'password',
    'password-signed-out',
    'accessibility',
    'not-found',
  ],
];

test('HDR-1 every screen begins at the left edge at which the name of the service begins', async ({
  page,
  stories,
}) => {
  test.setTimeout(120_000);
  for (const story of SCREENS) {
    await stories.open(story);
    for (const width of [1920, 1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const { left } = await boxOf(page, '.ws-brand');
      const content = await boxOf(page, 'main .ws-container > *');
      expect.soft(content.left, `${story} at ${width}`).toBeCloseTo(left, 0);
    }
  }
});
