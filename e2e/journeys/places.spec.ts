import { expectAccessible } from '../accessibility.ts';
import { pagesPdf, type UploadFile } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import type { SignPage } from '../pages/sign.ts';
import { uploaded } from '../signing.ts';
import { filled, wordsOf } from '../words.ts';

/** A line of text from (x, y), as the signature must not cover it: at least up to its capitals' height. */
const line = (x: number, y: number, text: string) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET`;
const low = line(360, 60, 'Signed in Athens for the ministry');
const full = Array.from({ length: 64 }, (_, at) => line(30, 42 + at * 12, 'word '.repeat(17))).join(' ');
const files: UploadFile[] = [
  pagesPdf('κενό.pdf', line(72, 700, 'Letter')),
  pagesPdf('χαμηλά.pdf', low),
  pagesPdf('πλήρες.pdf', full),
];

/** Rectangle of the newest widget of each document of the group, by the document's name, as the signed files hold it. */
async function signedRects(sign: SignPage): Promise<Record<string, number[]>> {
  const contents = await sign.page.evaluate(async () => {
    const headers = { authorization: `Bearer ${sessionStorage.getItem('sessionId')}` };
    const ask = (path: string) => fetch(path, { headers });
    const id = window.location.pathname.split('/').at(-1);
    const { groupId } = await (await ask(`/api/documents/${id}`)).json();
    const { documents } = await (await ask(`/api/groups/${groupId}`)).json();
    const read = async ({ id, name }: { id: string; name: string }) => {
      const bytes = new Uint8Array(await (await ask(`/api/documents/${id}/file`)).arrayBuffer());
      return [name, new TextDecoder('latin1').decode(bytes)];
    };
    return Promise.all(documents.map(read));
  });
  return Object.fromEntries(
    contents.map(([name = '', text = '']) => {
      const [, numbers = ''] = [...text.matchAll(/\/Rect ?\[([^\]]*)\]/g)].at(-1) ?? [];
      return [name, numbers.trim().split(/\s+/).map(Number)];
    }),
  );
}

test('SGN-12 SGN-13 of a group no signature stands on text that nobody looked at @en @narrow', async ({
  page,
  signer,
}, { project }) => {
  const words = wordsOf(project.name);
  const sign = await uploaded(page, words, signer, ...files);
  await sign.open.click();
  await expect(sign.dialog).toContainText(filled(words.covered.lead_one, { count: 1 }));
  await sign.fill(signer.password, await freshOtp(signer));
  // To sign leads to what is to be seen first.
  await sign.button(words.box.sign).click();
  const seeing = page.getByRole('dialog', { name: filled(words.covered.position, { current: 1, total: 1 }) });
  await expect(seeing).toContainText('πλήρες.pdf');
  await expect(seeing.getByRole('img').and(page.locator('canvas'))).toBeVisible();
  await expect(seeing.locator('.ws-look')).toBeVisible();
  await expectAccessible(page);
  await seeing.getByRole('button', { name: words.covered.confirm }).click();
  await expect(seeing).toHaveCount(0);

  await sign.button(words.app.continue).click();
  const review = sign.dialog.getByRole('definition').first();
  await expect(review).toContainText(words.covered.reviewed);
  await sign.button(words.box.sign).click();
  await expect(page.getByText(filled(words.done.titleMany_other, { count: 3 }))).toBeVisible({
    timeout: 60_000,
  });

  const rects = await signedRects(sign);
  const preset = [349, 36, 559, 108];
  expect(rects['κενό.pdf']).toEqual(preset);
  // Nothing of the low line lies within: it stands between 57 and 72 points.
  const [, bottom = 0] = rects['χαμηλά.pdf'] ?? [];
  expect(bottom).toBeGreaterThan(69);
  expect(rects['πλήρες.pdf']).toEqual(preset);
});

test('SGN-13 instead of covering text a signature may be smaller, or not seen', async ({ page, signer }) => {
  const words = wordsOf('el');
  const sign = await uploaded(page, words, signer, ...files, pagesPdf('ακόμη.pdf', full));
  await sign.open.click();
  await page.getByRole('button', { name: filled(words.covered.see_other, { count: 2 }) }).click();
  await page.getByRole('button', { name: words.placement.smaller }).click();
  const second = page.getByRole('dialog', { name: filled(words.covered.position, { current: 2, total: 2 }) });
  await second.getByRole('button', { name: words.covered.invisible }).click();
  await expect(second).toHaveCount(0);
  await expect(sign.dialog).toHaveCount(1);
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(page.getByText(filled(words.done.titleMany_other, { count: 4 }))).toBeVisible({
    timeout: 60_000,
  });
  const rects = await signedRects(sign);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rects['πλήρες.pdf'] ?? [];
  expect(x1 - x0).toBeLessThan(210);
  // Below the lowest line or above the highest one.
  expect(y1 <= 40 || y0 >= 810).toBe(true);
  expect(rects['ακόμη.pdf']).toEqual([0, 0, 0, 0]);
});

test('SGN-12 the place of one document is given to all, and moves where it would cover text', async ({
  page,
  signer,
}) => {
  const words = wordsOf('el');
  const sign = await uploaded(page, words, signer, ...files);
  const { placement } = words;
  await sign.preset(placement.presets.topLeft);
  await page.getByRole('button', { name: placement.same }).click();
  await expect(page.getByText(filled(placement.sameDone_other, { count: 2 }))).toBeVisible();
  await expect(page.getByText(filled(placement.sameCovering_one, { count: 1 }))).toBeVisible();
  const top = await sign.numbers();
  await page.getByRole('link', { name: 'χαμηλά.pdf' }).click();
  await sign.ready();
  await expect.poll(() => sign.numbers()).toEqual(top);
});
