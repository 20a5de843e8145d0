import { expectButtonInSight, expectColumns, resize, signButton } from '../desk.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { expectFocusShown } from '../focus.ts';
import { tabsTo, WINDOWS } from '../geometry.ts';
import { uploaded } from '../signing.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('el');

for (const count of [1, 12]) {
  test(`SGN-1 with ${count} documents the button that signs is in sight in every window, and the page is large`, async ({
    page,
    signer,
  }) => {
    test.setTimeout(240_000);
    const files = Array.from({ length: count }, (_, index) => plainPdf(`έγγραφο ${index + 1}.pdf`));
    await uploaded(page, words, signer, ...files);
    for (const [width, height] of WINDOWS) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const zoom of [1, 2]) {
          const what = `${width}×${height} ${colorScheme} ${zoom * 100} %`;
          await resize(page, width / zoom, height / zoom);
          await expectButtonInSight(page, what);
          if (width / zoom >= 1024) await expectColumns(page, height / zoom, count > 1, what);
        }
      }
    }
  });
}

test('SGN-1 with 12 documents at most 8 Tabs lead from the loaded page to the button that signs', async ({
  page,
  signer,
}) => {
  const files = Array.from({ length: 12 }, (_, index) => plainPdf(`έγγραφο ${index + 1}.pdf`));
  const sign = await uploaded(page, words, signer, ...files);
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    await page.reload();
    await sign.ready();
    expect(await tabsTo(page, signButton, 8), `Tabs at ${width}×${height}`).toBeLessThanOrEqual(8);
    await expectButtonInSight(page, `${width}×${height} with the focus`);
  }
});

test('SGN-1 nothing that has the focus on the desk is hidden behind the button of a small window', async ({
  page,
  signer,
}) => {
  test.setTimeout(240_000);
  await uploaded(page, words, signer, plainPdf('α.pdf'), plainPdf('β.pdf'), plainPdf('γ.pdf'));
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    expect(await expectFocusShown(page), `${width}×${height}`).toBeGreaterThan(15);
  }
});
