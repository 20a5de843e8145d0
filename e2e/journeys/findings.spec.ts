import type { Locator } from '@playwright/test';
import { findingsName, findingsReport } from '@websign/contract';
import { isInstalled, judged } from '@websign/testkit';
import { el } from '../../apps/web/src/i18n/el.ts';
import { expectAccessible } from '../accessibility.ts';
import {
  hiddenWords,
  hiddenWordsPdf,
  plainPdf,
  repeatedWords,
  repeatedWordsPdf,
  scannedPdf,
  scriptedLinkPdf,
  scriptedPdf,
} from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import { FindingsPanel } from '../pages/findings.ts';
import { HistoryPage } from '../pages/history.ts';
import { HomePage } from '../pages/home.ts';
import { keepPopups } from '../popups.ts';
import { named, signedIn, uploaded } from '../signing.ts';
import { filled, type Words, wordsOf } from '../words.ts';

test.beforeEach(({ page }) => keepPopups(page));

const A4 = 595;

/** Both reports of the findings come under the file's name, and are what they say. */
async function reports(history: HistoryPage, words: Words, name: string): Promise<void> {
  const { pdf, json } = words.findings.report;
  const part = history.part(words.findings.title);
  const told = await history.save(part.getByRole('button', { name: json }));
  expect(told.name).toBe(findingsName(name, 'json'));
  const report = findingsReport.parse(JSON.parse(told.bytes.toString('utf8')));
  expect(report).toMatchObject({ verdict: 'refuse', findings: [{ kind: 'javascript', page: 2 }] });
  expect(report.words.javascript?.el.title).toBe(el.findings.kinds.javascript);
  const printed = await history.save(part.getByRole('button', { name: pdf }));
  expect(printed.name).toBe(findingsName(name, 'pdf'));
  expect(printed.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  if (!isInstalled('qpdf')) return;
  const { code, text } = judged('qpdf', ['--check'], printed.bytes);
  expect(code, text).toBe(0);
}

/** The text for the file gives reason and advice; what was found stands below it and says neither again. */
async function toldOnce(room: Locator, words: Words): Promise<void> {
  await expect(room.getByText(words.upload.errors.javascript)).toHaveCount(1);
  await expect(room.getByRole('heading', { name: words.findings.kinds.javascript })).toBeVisible();
  await expect(room.getByText(words.findings.reasons.javascript)).toHaveCount(0);
  await expect(room.getByText(words.findings.advice.javascript)).toHaveCount(0);
}

test('UP-8 MAP-5 SGN-7 a refused script is explained, and its place shown on the page @en @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const name = named(info)('κώδικας.pdf');
  const home = await signedIn(page, words, signer);
  await home.upload(scriptedLinkPdf(name));
  await expect(home.popup).toContainText(words.upload.errors.javascript);
  await page.keyboard.press('Escape');
  await expect(home.attempt).toContainText(words.upload.errors.javascript);
  const panel = new FindingsPanel(page, words, home.attempt);
  await toldOnce(home.attempt, words);
  await expect(panel.group('javascript')).toContainText('app.alert(1)');
  await expectAccessible(page);

  const place = panel.place('javascript', 2);
  await place.focus();
  await page.keyboard.press('Enter');
  await expect(panel.dialog.getByRole('heading', { level: 2 })).toBeFocused();
  await panel.inSight();
  await expect(panel.dialog).toContainText(name);
  await expect(panel.dialog).toContainText('app.alert(1)');
  // The link's rectangle, [72 770 340 800], with air around it.
  const { left, top, right, bottom } = await panel.outlined(A4);
  expect(left).toBeGreaterThan(60);
  expect(left).toBeLessThanOrEqual(72);
  expect(right).toBeGreaterThanOrEqual(340);
  expect(right).toBeLessThan(352);
  expect(top).toBeGreaterThan(30);
  expect(top).toBeLessThanOrEqual(42);
  expect(bottom).toBeGreaterThanOrEqual(72);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel.dialog).toHaveCount(0);
  await expect(place).toBeFocused();

  await home.attempt.getByRole('link', { name: words.upload.attempt.history }).click();
  const history = new HistoryPage(page, words);
  await expect(page).toHaveURL(/\/history\?row=/);
  const found = new FindingsPanel(page, words, history.part(words.findings.title));
  await toldOnce(page.getByRole('main'), words);
  await expect(history.part(words.historyRow.refusal)).toContainText(words.upload.errors.javascript);
  await expectAccessible(page);
  await found.place('javascript', 2).click();
  await expect(found.current).toHaveCount(1);
  await page.keyboard.press('Escape');
  await reports(history, words, name);
  await found.group('javascript').getByText(words.findings.technical).click();
  await expect(found.group('javascript').locator('code')).toHaveText('javascript');
  await expectAccessible(page);
});

test('SGN-7 hidden words are outlined, read and confirmed before the document can be signed @en @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const sign = await uploaded(page, words, signer, hiddenWordsPdf('αίτηση.pdf'));
  const side = new FindingsPanel(page, words, page.getByRole('complementary', { name: words.sign.side }));
  await side.tells('same_colour_text');
  await side.tells('hidden_layer');
  await expect(side.group('hidden_layer')).toContainText('Draft');
  for (const hidden of hiddenWords) await expect(side.group('same_colour_text')).toContainText(hidden);
  await expect(page.getByText(words.upload.attempt.warned)).toBeVisible();
  // The last page is on the screen: what is hidden there is outlined, until one turns the outlines off.
  await expect(side.outlines).toHaveCount(1);
  const marks = page.getByRole('checkbox', { name: words.findings.mark });
  await marks.uncheck();
  await expect(side.outlines).toHaveCount(0);
  await side.place('same_colour_text', 1).click();
  await expect(marks).toBeChecked();
  await expect(page.getByText(filled(words.findings.marked, { page: 1 }))).toHaveCount(1);
  const { left, top, bottom } = await side.outlined(A4);
  expect(left).toBeLessThanOrEqual(72);
  expect(top).toBeLessThan(342);
  expect(bottom).toBeGreaterThan(340);
  await side.inSight();
  await expectAccessible(page);

  await sign.open.click();
  const box = new FindingsPanel(page, words, sign.dialog);
  await expect(sign.button(words.box.sign)).toHaveAccessibleDescription(words.box.unread_one);
  await expect(box.group('same_colour_text')).toContainText(hiddenWords[0]);
  await expectAccessible(page);
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.button(words.app.continue).click();
  const confirm = sign.dialog.getByRole('checkbox', { name: words.box.confirm });
  await expect(confirm).toBeFocused();
  await expect(confirm).toHaveAccessibleDescription(words.box.required.confirm);

  // What was typed stays while one looks at a place once more.
  await box.place('same_colour_text', 2).click();
  await expect(box.dialog.locator('.ws-outline--now .ws-outline__label')).toHaveText('2');
  await expect(box.position).toContainText(filled(words.place.position, { current: 2, total: 2 }));
  await box.dialog.getByRole('button', { name: words.place.previous }).click();
  await expect(box.position).toContainText(filled(words.place.position, { current: 1, total: 2 }));
  await expect(box.dialog.locator('.ws-place__words')).toContainText(hiddenWords[0]);
  // Enter in a field of the view is heard there only.
  await box.dialog.getByRole('textbox', { name: words.viewer.page }).press('Enter');
  await expect(page.getByRole('heading', { name: words.box.review })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sign.password).toHaveValue(signer.password);
  await confirm.check();
  await expect(sign.button(words.box.sign)).toHaveAccessibleDescription('');
  await sign.otp.fill(await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(sign.done).toBeVisible({ timeout: 60_000 });
  await expect(side.group('same_colour_text')).toBeVisible();
  await expectAccessible(page);
});

/** Twelve places with the same words are one passage; each of its links has a name of its own, here for page 5. */
async function linksToTwelve(panel: FindingsPanel, words: Words, fifth: string): Promise<void> {
  const group = panel.group('same_colour_text').first();
  const links = group.locator('.ws-finding__ways button');
  const more = filled(words.findings.more_other, { count: 6 });
  await expect(group.getByText(repeatedWords)).toHaveCount(1);
  await expect(links).toHaveText(['1', '2', '3', '4', '5', '6', more]);
  await links.last().click();
  await expect(links).toHaveCount(12);
  const names = await panel.room
    .locator('.ws-finding__ways button')
    .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
  expect(new Set(names).size).toBe(names.length);
  expect(names[4]).toBe(fifth);
}

test('SGN-7 HIS-2 what stands on twelve pages is told once, with a way to each page, and confirmed as a whole @en @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const files = [repeatedWordsPdf('σχέδιο.pdf', 12), hiddenWordsPdf('αίτηση.pdf')];
  const sign = await uploaded(page, words, signer, ...files);
  const quoted = filled(words.findings.quoted, { words: repeatedWords });
  const what = `${words.findings.kinds.same_colour_text}, ${quoted}`;
  const side = new FindingsPanel(page, words, page.getByRole('complementary', { name: words.sign.side }));
  await linksToTwelve(side, words, filled(words.findings.showWhat, { page: 5, what }));
  await expectAccessible(page);
  await sign.open.click();
  const box = new FindingsPanel(page, words, sign.dialog);
  const inGroup = filled(words.findings.showWhat, { page: 5, what: `${what}, σχέδιο.pdf` });
  await linksToTwelve(box, words, inGroup);
  await expectAccessible(page);
  const sure = sign.dialog.getByRole('checkbox', { name: words.box.confirm });
  await expect(sure).toHaveCount(2);
  await sure.first().check();
  await sure.last().check();
  await sign.fill(signer.password, await freshOtp(signer));
  const asked = page.waitForRequest('**/api/sign_document');
  await sign.otp.press('Enter');
  await sign.button(words.box.sign).click();
  const { confirmed } = (await asked).postDataJSON() as { confirmed: string[] };
  expect(new Set(confirmed).size).toBe(12 + 3);
  const done = filled(words.done.titleMany_other, { count: 2 });
  await expect(page.getByRole('heading', { name: done })).toBeVisible({ timeout: 60_000 });
});

test('SGN-7 each document of a group has warnings of its own to confirm', async ({ page, signer }) => {
  const words = wordsOf('el');
  const files = [hiddenWordsPdf('α.pdf'), plainPdf('β.pdf'), hiddenWordsPdf('γ.pdf')];
  const sign = await uploaded(page, words, signer, ...files);
  await sign.open.click();
  const sure = sign.dialog.getByRole('checkbox', { name: words.box.confirm });
  await expect(sure).toHaveCount(2);
  await expect(sign.button(words.box.sign)).toHaveAccessibleDescription(
    filled(words.box.unread_other, { count: 2 }),
  );
  await sure.first().check();
  await expect(sign.button(words.box.sign)).toHaveAccessibleDescription(words.box.unread_one);
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.otp.press('Enter');
  await expect(sure.last()).toBeFocused();
  await page.keyboard.press('Space');
  await sign.otp.press('Enter');
  await expect(page.getByRole('heading', { name: words.box.review })).toBeVisible();
});

test('SGN-7 the text of a scan is information: folded away, and nothing to confirm @en', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const sign = await uploaded(page, words, signer, scannedPdf('σάρωση.pdf'));
  const side = new FindingsPanel(page, words, page.getByRole('complementary', { name: words.sign.side }));
  await expect(side.infos).toHaveJSProperty('open', false);
  await expect(side.outlines).toHaveCount(0);
  await side.infos.getByText(filled(words.findings.infos_one, { count: 1 })).click();
  await side.tells('ocr_layer');
  await expect(side.room.locator('.ws-finding--warn, .ws-finding--refuse')).toHaveCount(0);
  await expectAccessible(page);
  await sign.open.click();
  await expect(sign.dialog.getByRole('checkbox', { name: words.box.confirm })).toHaveCount(0);
  await expect(sign.button(words.box.sign)).toHaveAccessibleDescription('');
});

test('HIS-2 a place is walked to, through its pages and back, by keyboard alone', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf('el');
  const sign = await uploaded(page, words, signer, hiddenWordsPdf(named(info)('πληκτρολόγιο.pdf')));
  await expect(sign.open).toBeVisible();
  const id = page.url().split('/').at(-1);
  await page.goto(`/history?row=${id}`);
  const history = new HistoryPage(page, words);
  const panel = new FindingsPanel(page, words, history.part(words.findings.title));
  const place = panel.place('same_colour_text', 1);
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab');
    if (await place.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(place).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.current).toHaveCount(1);
  const next = panel.dialog.getByRole('button', { name: words.place.next });
  for (let steps = 0; steps < 30; steps += 1) {
    await page.keyboard.press('Tab');
    if (await next.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.position).toContainText(filled(words.place.position, { current: 2, total: 2 }));
  await expect(panel.dialog.locator('.ws-place__entry[aria-current]')).toContainText(hiddenWords[1]);
  await expect(panel.current).toHaveCount(1);
  await panel.inSight();
  // The focus never leaves the view.
  for (let steps = 0; steps < 30; steps += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const active = document.activeElement;
      return active !== null && active !== document.body && active.closest('dialog') === null;
    });
    expect(outside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(place).toBeFocused();
});

test('HIS-2 pages that are kept no longer, or cannot be drawn, leave the findings in words @en', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const home = await signedIn(page, words, signer);
  await home.upload(scriptedLinkPdf(named(info)('όρια.pdf')));
  await expect(home.popup).toBeVisible();
  await page.keyboard.press('Escape');
  const panel = new FindingsPanel(page, words, home.attempt);
  const gone = { error: { code: 'expired', message: 'The document is no longer kept' } };
  const answers = [
    { what: words.place.expired, answer: { status: 410, json: gone } },
    { what: words.place.failed, answer: { status: 200, contentType: 'application/pdf', body: 'no PDF' } },
  ];
  for (const { what, answer } of answers) {
    await page.route('**/file?revision=original', (route) => route.fulfill(answer));
    await panel.place('javascript', 2).click();
    await expect(panel.dialog.getByRole('alert')).toHaveText(what);
    await expect(panel.dialog).toContainText('app.alert(1)');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.unroute('**/file?revision=original');
    await home.attempt.getByRole('button', { name: words.upload.attempt.clear }).click();
    await home.upload(scriptedLinkPdf(named(info)('όρια.pdf')));
    await expect(home.popup).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('UP-8 what the whole file does has no page to show, and home tells it all the same', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf('el');
  const home = await signedIn(page, words, signer);
  await home.upload(scriptedPdf(named(info)('άνοιγμα.pdf')));
  await expect(home.popup).toBeVisible();
  await page.keyboard.press('Escape');
  const panel = new FindingsPanel(page, words, new HomePage(page, words).attempt);
  await toldOnce(home.attempt, words);
  await expect(panel.group('javascript')).toContainText(words.findings.whole);
  await expect(panel.group('javascript').getByRole('button')).toHaveCount(0);
});
