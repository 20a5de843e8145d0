import { HistoryPage } from '../pages/history.ts';
import { HomePage } from '../pages/home.ts';
import { SignPage } from '../pages/sign.ts';
import { filled, wordsOf } from '../words.ts';
import { expect, type Stories, test } from './story.ts';

const words = wordsOf('el');
const { copy: offer, safeCopy: said, compare } = words;
const COPY = 'POST /api/documents/:id/safe_copy';
const NAME = 'αίτηση με κώδικα.pdf';
const SIGNERS = ['ΓΕΩΡΓΙΟΥ ΝΙΚΟΛΑΟΣ', 'ΠΑΠΑΔΟΠΟΥΛΟΥ ΕΛΕΝΗ'];

const button = ({ page }: Stories) => page.getByRole('main').getByRole('button', { name: offer.offer });
const notice = ({ page }: Stories) => page.getByRole('region', { name: said.of });
const side = ({ dialog }: Stories, name: string) => dialog.getByRole('region', { name });
const outlines = (stories: Stories, name: string) => side(stories, name).locator('.ws-outline');

/** What was asked of the service so far, in order. */
async function wishes(stories: Stories): Promise<unknown[]> {
  return (await stories.asked(COPY)).map(({ body }) => body);
}

test('CPY-1 a refused file offers a copy beside a better file, and none is made by itself', async ({
  stories,
}) => {
  await stories.open('copy-offered');
  const home = new HomePage(stories.page, words);
  await expect(home.attempt).toContainText(`${offer.either} ${offer.what}`);
  await expect(button(stories)).toHaveAccessibleDescription(`${offer.either} ${offer.what}`);
  await expect(button(stories)).toHaveAccessibleName(`${offer.offer} : ${NAME}`);
  expect(await wishes(stories)).toEqual([]);
  await button(stories).click();
  await new SignPage(stories.page, words).ready();
  await expect(stories.page.getByRole('heading', { level: 1 })).toContainText('αντίγραφο.pdf');
  expect(await wishes(stories)).toEqual([{ withoutSignatures: [] }]);
});

test('CPY-1 the popup offers it too, but not by Enter nor by the end of its time', async ({ stories }) => {
  await stories.open('upload-popup');
  const home = new HomePage(stories.page, words);
  await expect(home.popup).toContainText(offer.either);
  await expect(home.popup.getByRole('button', { name: words.app.close })).toBeFocused();
  await stories.page.keyboard.press('Enter');
  await expect(home.popup).toBeHidden();
  expect(await stories.asked(COPY)).toEqual([]);
});

test('CPY-1 asked for in the popup it is made at once', async ({ stories }) => {
  await stories.open('copy-popup');
  await new HomePage(stories.page, words).popup.getByRole('button', { name: offer.offer }).click();
  await new SignPage(stories.page, words).ready();
  expect(await wishes(stories)).toEqual([{ withoutSignatures: [] }]);
});

test('CPY-1 while it is made the button says so and takes no second wish', async ({ stories }) => {
  await stories.open('copy-working');
  await expect(stories.page.getByRole('status').filter({ hasText: offer.working })).toBeVisible();
  await expect(button(stories)).toBeFocused();
  await expect(button(stories)).toHaveAttribute('aria-disabled', 'true');
  await stories.page.keyboard.press('Enter');
  expect(await wishes(stories)).toHaveLength(1);
});

test('CPY-1 why there is none is said beside the button', async ({ stories }) => {
  await stories.open('copy-failed');
  await expect(
    stories.page.getByRole('alert').filter({ hasText: words.errors.copy_impossible }),
  ).toBeVisible();
});

test('CPY-1 what failed for a moment can be tried again', async ({ stories }) => {
  await stories.open('copy-busy');
  await expect(stories.page.getByRole('alert').filter({ hasText: words.errors.busy })).toBeVisible();
  await button(stories).click();
  await new SignPage(stories.page, words).ready();
});

test('CPY-1 of several files each refused one has its own offer, and the copy stands among the others', async ({
  stories,
}) => {
  await stories.open('copy-of-many');
  await expect(button(stories)).toHaveCount(1);
  await button(stories).click();
  await new SignPage(stories.page, words).ready();
  const list = stories.page.getByRole('navigation', { name: words.sign.group });
  await expect(list).toContainText('πρακτικό.pdf');
  await expect(list).toContainText('αίτηση με κώδικα_αντίγραφο.pdf');
});

test('CPY-2 whose signatures stay behind is told by name; without a confirmation there is no copy', async ({
  stories,
}) => {
  await stories.open('copy-signers');
  const question = stories.page.getByRole('alertdialog');
  await expect(question.getByRole('listitem')).toHaveText(SIGNERS);
  await expect(question).toContainText(said.signers.text_other);
  await expect(question.getByRole('button', { name: words.app.cancel })).toBeFocused();
  await stories.page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(button(stories)).toBeFocused();
  expect(await wishes(stories)).toEqual([{ withoutSignatures: [] }]);
});

test('CPY-2 confirmed, it is made without the signatures of those who were named', async ({ stories }) => {
  await stories.open('copy-signers');
  await stories.page.getByRole('button', { name: said.signers.confirm_other }).click();
  await new SignPage(stories.page, words).ready();
  expect(await wishes(stories)).toEqual([{ withoutSignatures: [] }, { withoutSignatures: SIGNERS }]);
});

test('CPY-2 the desk says of what the document is a copy, what was left out, and both checksums', async ({
  stories,
}) => {
  await stories.open('copy');
  const room = notice(stories);
  await expect(room.getByRole('heading', { level: 2 })).toContainText(NAME);
  await expect(room).toContainText(said.text);
  const kinds = room.getByRole('listitem');
  await expect(kinds).toHaveCount(3);
  await expect(kinds.nth(1)).toContainText(filled(said.count, { count: 2 }));
  await expect(kinds.nth(1)).toContainText('παράρτημα.docx');
  await room.getByRole('button', { name: filled(words.findings.more_other, { count: 4 }) }).click();
  await expect(kinds).toHaveCount(7);
  await expect(kinds.last()).toContainText(words.leftOut.hidden_text);
  await room.getByText(said.checksums).click();
  await expect(room.getByText('9'.repeat(64))).toBeVisible();
  await expect(room.getByText('5'.repeat(64))).toBeVisible();
});

test('CPY-2 a document of its own has no such notice', async ({ stories }) => {
  await stories.open('sign');
  await expect(notice(stories)).toBeHidden();
});

test('CPY-2 before and after stand side by side, what was left out outlined on both, and what else differs', async ({
  stories,
}) => {
  await stories.open('copy-compare');
  for (const name of [said.original, said.title])
    await expect(outlines(stories, name).filter({ hasText: '1' })).toBeVisible();
  await expect(stories.dialog.getByRole('group', { name: said.ofPage })).toContainText(
    words.leftOut.field_drawn,
  );
  await stories.dialog.getByRole('button', { name: words.viewer.next }).click();
  await expect(stories.dialog).toContainText(filled(compare.pageOf, { page: 2, total: 2 }));
  // Two have a number; the box that the copy does not show has none.
  for (const name of [said.original, said.title]) await expect(outlines(stories, name)).toHaveCount(3);
});

test('CPY-2 arrows turn the pages, Esc closes, and the focus goes back', async ({ stories }) => {
  await stories.open('copy-compare');
  const { page, dialog } = stories;
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText(filled(compare.pageOf, { page: 2, total: 2 }));
  await page.keyboard.press('ArrowLeft');
  await expect(dialog).toContainText(filled(compare.pageOf, { page: 1, total: 2 }));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(notice(stories).getByRole('button', { name: said.compare })).toBeFocused();
});

for (const [story, why] of [
  ['copy-compare-gone', said.originalGone],
  ['copy-compare-damaged', said.originalFailed],
] as const)
  test(`CPY-2 ${story}: an original that cannot be shown says why, and the copy is shown alone`, async ({
    stories,
  }) => {
    await stories.open(story);
    await expect(side(stories, said.original)).toContainText(why);
    await expect(side(stories, said.title).locator('canvas')).toBeVisible();
    await expect(outlines(stories, said.title).filter({ hasText: '1' })).toBeVisible();
  });

test('CPY-2 where there is little room, before stands above after', async ({ stories }) => {
  await stories.page.setViewportSize({ width: 320, height: 640 });
  await stories.open('copy-compare');
  const [before, after] = await Promise.all(
    [said.original, said.title].map((name) => side(stories, name).boundingBox()),
  );
  expect((before?.y ?? 0) + (before?.height ?? 0)).toBeLessThanOrEqual(after?.y ?? 0);
});

test('CPY-1 the details of a refused document offer the copy, and lead to its signing', async ({
  stories,
}) => {
  await stories.open('history-refused');
  await expect(button(stories)).toHaveAccessibleDescription(`${offer.either} ${offer.what}`);
});

test('CPY-3 the history says of which file a row is a copy, and leads to it', async ({ stories }) => {
  await stories.open('history');
  const history = new HistoryPage(stories.page, words);
  const row = history.row('αίτηση με κώδικα_αντίγραφο.pdf');
  await expect(row).toContainText(`${said.of} ${NAME}`);
  await row.getByRole('link', { name: NAME, exact: true }).click();
  await expect(stories.page.getByRole('heading', { level: 1 })).toHaveText(NAME);
});

test("CPY-3 the details of a copy list what it leaves out, and the origin's checksum", async ({
  stories,
}) => {
  await stories.open('history-copy');
  const part = new HistoryPage(stories.page, words).part(said.title);
  await expect(part.getByRole('link', { name: NAME })).toBeVisible();
  await expect(part.getByText('9'.repeat(64))).toBeVisible();
  await expect(part).toContainText(words.leftOut.attachment);
});
