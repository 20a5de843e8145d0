import { plainPdf } from '../documents.ts';
import { FindingsPanel } from '../pages/findings.ts';
import { HomePage } from '../pages/home.ts';
import { SignPage } from '../pages/sign.ts';
import { filled, wordsOf } from '../words.ts';
import { expect, type Stories, test } from './story.ts';

const words = wordsOf('el');
const UPLOAD = 'POST /api/upload_document';

async function open(stories: Stories, story: string): Promise<HomePage> {
  await stories.open(story);
  return new HomePage(stories.page, words);
}

test('while files are sent each has a bar of its own, and all together one', async ({ stories }) => {
  const home = await open(stories, 'upload-running');
  await expect(home.progress.getByRole('progressbar')).toHaveCount(4);
  const total = home.progress.getByRole('progressbar', {
    name: filled(words.upload.total_other, { count: 3 }),
  });
  expect(Math.round(Number(await total.getAttribute('value')))).toBe(50);
  await expect(home.progress.getByRole('listitem')).toHaveText([/αίτηση/, /απόφαση/, /πρακτικό/]);
});

test('once all is sent it says that the documents are checked', async ({ stories }) => {
  const home = await open(stories, 'upload-checking');
  await expect(home.progress.getByRole('status').first()).toHaveText(words.upload.checking_one);
});

test('a cancelled upload says that nothing was kept, and can be begun anew', async ({ stories }) => {
  const home = await open(stories, 'upload-running');
  await home.progress.getByRole('button', { name: words.upload.cancel }).click();
  await expect(home.popup).toContainText(words.upload.errors.canceled);
  await stories.page.keyboard.press('Escape');
  await expect(home.progress).toBeHidden();
  await expect(home.attempt).toContainText(words.upload.errors.canceled);
  await home.upload(plainPdf('άλλο.pdf'));
  await expect(home.progress).toBeVisible();
  expect(await stories.asked(UPLOAD)).toHaveLength(2);
});

test('a popup about a refused file goes with Esc; its account stays', async ({ stories }) => {
  const home = await open(stories, 'upload-popup');
  await stories.page.keyboard.press('Escape');
  await expect(home.popup).toBeHidden();
  await expect(home.attempt).toContainText('αίτηση με κώδικα.pdf');
});

test('a refused file is told with the reason and the advice once, and leads to the place', async ({
  stories,
}) => {
  const home = await open(stories, 'upload-refused');
  await expect(home.attempt.getByText(words.upload.errors.javascript)).toHaveCount(1);
  const panel = new FindingsPanel(stories.page, words, home.attempt);
  await panel.place('javascript', 2).click();
  await panel.inSight();
});

test('the account can be put away; the focus goes to the drop area', async ({ stories }) => {
  const home = await open(stories, 'upload-refused');
  await home.attempt.getByRole('button', { name: words.upload.attempt.clear }).click();
  await expect(home.attempt).toBeHidden();
  await expect(home.input).toBeFocused();
});

test('of a mixed upload it says how many can be signed, each reason, and leads on with one button', async ({
  stories,
}) => {
  const home = await open(stories, 'upload-mixed');
  const ready = filled(words.upload.attempt.ready, { accepted: 3, total: 6 });
  await expect(stories.page.getByRole('heading', { name: ready })).toBeVisible();
  for (const reason of [words.errors.pdf_broken, words.errors.pdf_encrypted, words.upload.errors.javascript])
    await expect(home.attempt.getByText(reason)).toHaveCount(1);
  await expect(home.wayOn).toHaveText(filled(words.upload.attempt.goOn_other, { count: 3 }));
  await home.wayOn.click();
  await new SignPage(stories.page, words).ready();
});

test('an upload without an answer says so', async ({ stories }) => {
  const home = await open(stories, 'upload-lost');
  await expect(home.attempt).toContainText(words.upload.errors.offline);
});

test("a proxy's own answer is told by its status", async ({ stories }) => {
  const home = await open(stories, 'upload-proxy');
  await expect(home.attempt).toContainText(filled(words.upload.errors.statusCode, { statusCode: 502 }));
});

test('what is no PDF is refused before a byte of it is sent', async ({ stories }) => {
  const home = await open(stories, 'home-files');
  await home.upload({ name: 'σημείωση.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') });
  await expect(home.popup).toContainText(words.upload.errors.fileType);
  expect(await stories.asked(UPLOAD)).toEqual([]);
});

test('a file beyond 20 MB is refused before a byte of it is sent', async ({ stories }) => {
  const home = await open(stories, 'home-files');
  const buffer = Buffer.alloc(20 * 1024 * 1024 + 1);
  await home.upload({ name: 'μεγάλο.pdf', mimeType: 'application/pdf', buffer });
  await expect(home.popup).toContainText(words.upload.errors.fileTooBig);
  expect(await stories.asked(UPLOAD)).toEqual([]);
});

test('an accepted file leads to the desk; the request has session and group before the file', async ({
  stories,
}) => {
  const home = await open(stories, 'home-files');
  await home.upload(plainPdf('αίτηση.pdf'));
  await new SignPage(stories.page, words).ready();
  const [request] = await stories.asked(UPLOAD);
  expect(Object.keys(request?.body as object)).toEqual(['sessionId', 'groupId', 'document']);
  expect(request?.body).toMatchObject({ sessionId: ['story'], document: ['αίτηση.pdf'] });
});
