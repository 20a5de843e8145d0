import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import type { DemoAccount } from '../demo.ts';
import { heavyPdf, plainPdf, scriptedPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { filled, wordsOf } from '../words.ts';

const words = wordsOf('el');

async function atHome(page: Page, signer: DemoAccount): Promise<HomePage> {
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  const home = new HomePage(page, words);
  await expect(home.heading).toBeVisible();
  return home;
}

test('UP-3 UP-8 POP-1 past a limit no byte is sent; the popup goes, the account stays @narrow', async ({
  page,
  signer,
}, info) => {
  const home = await atHome(page, signer);
  const uploads: string[] = [];
  page.on('request', (request) => request.url().includes('upload_document') && uploads.push(request.url()));
  const text = { name: 'σημείωση.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await home.upload(heavyPdf('μεγάλο.pdf', 20), text);
  await expect(home.popup).toContainText(words.upload.errors.fileTooBig);
  await expect(home.popup.getByRole('button')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(home.popup).toBeHidden();
  await expect(home.attempt).toContainText('μεγάλο.pdf');
  await expect(home.attempt).toContainText(words.upload.errors.fileType);
  await expectAccessible(page);
  const paths = ['α.pdf', 'β.pdf', 'γ.pdf'].map((name) => info.outputPath(name));
  await Promise.all(paths.map((path) => writeFile(path, heavyPdf('', 18).buffer)));
  await home.input.setInputFiles(paths);
  await expect(home.popup).toContainText(words.upload.errors.totalTooBig);
  expect(uploads).toEqual([]);
});

test('POP-1 the popup closes by itself after 15 seconds on this page, but not once a key was pressed in it', async ({
  page,
  signer,
}) => {
  await page.clock.install();
  const home = await atHome(page, signer);
  const text = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await home.upload(text);
  await expect(home.popup).toBeVisible();
  await page.clock.runFor(14_000);
  await expect(home.popup).toBeVisible();
  await page.clock.runFor(1500);
  await expect(home.popup).toBeHidden();
  await home.upload(text);
  await expect(home.popup).toBeVisible();
  await page.keyboard.press('Shift');
  await page.clock.runFor(30_000);
  await expect(home.popup).toBeVisible();
});

test('MAP-5 UP-8 a document with scripts is refused, its neighbour stays reachable', async ({
  page,
  signer,
}) => {
  const home = await atHome(page, signer);
  await home.upload(plainPdf('καλό.pdf'), scriptedPdf('κώδικας.pdf'));
  await expect(home.popup).toContainText('κώδικας.pdf');
  await expect(home.popup).toContainText(words.upload.errors.javascript);
  await expect(home.popup.getByRole('link')).toHaveAttribute('href', /security-manual/);
  await expectAccessible(page);
  await home.popup.getByRole('button').click();
  await expect(home.attempt).toContainText(words.findings.kinds.javascript);
  await home.attempt.getByRole('link', { name: words.upload.attempt.open }).click();
  await expect(page.getByRole('heading', { name: 'καλό.pdf' })).toBeVisible();
});

test('UP-9 UP-10 progress for each file and in all; cancelling keeps nothing and says so', async ({
  page,
  signer,
}) => {
  const home = await atHome(page, signer);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1024 * 1024,
  });
  await home.upload(heavyPdf('α.pdf', 6), heavyPdf('β.pdf', 6));
  await expect(home.progress.getByRole('progressbar')).toHaveCount(3);
  await expect(home.progress).toContainText(/ανά δευτερόλεπτο/);
  await expectAccessible(page);
  await page.getByRole('link', { name: words.header.sign }).click();
  await page.getByRole('button', { name: words.upload.cancel }).click();
  await expect(home.popup).toContainText(words.popup.icons.info);
  await expect(home.popup).toContainText(words.upload.errors.canceled);
  await home.popup.getByRole('button').click();
  await expect(home.attempt).toContainText(words.upload.states.canceled);
  await expect(home.progress).toBeHidden();
});

test('UP-9 leaving while an upload runs asks first', async ({ page, signer }) => {
  const home = await atHome(page, signer);
  await page.goto('/no/such/page');
  await page.getByRole('link', { name: words.notFound.home }).click();
  await page.route('**/api/upload_document', () => undefined);
  await home.upload(plainPdf('α.pdf'));
  await expect(home.progress).toBeVisible();
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: words.upload.leaveTitle });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: words.upload.leaveStay }).click();
  await expect(home.progress).toBeVisible();
  await page.goBack();
  await question.getByRole('button', { name: words.upload.leaveGo }).click();
  await expect(page.getByRole('heading', { name: words.notFound.title })).toBeVisible();
});

test('UP-10 an answer that is none is an error with words', async ({ page, signer }) => {
  const home = await atHome(page, signer);
  await page.route('**/api/upload_document', (route) => route.fulfill({ status: 502, body: '<html>' }));
  await home.upload(plainPdf('α.pdf'));
  await expect(home.popup).toContainText(filled(words.upload.errors.statusCode, { statusCode: 502 }));
});
