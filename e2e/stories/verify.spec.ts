import { plainPdf } from '../documents.ts';
import { VerifyPage } from '../pages/verify.ts';
import { filled, wordsOf } from '../words.ts';
import { expect, type Stories, test } from './story.ts';

const words = wordsOf('el');
const { validation, verify: said } = words;
const NAME = 'αίτηση.pdf';

async function open(stories: Stories, story: string): Promise<VerifyPage> {
  await stories.open(story);
  return new VerifyPage(stories.page, words);
}

test('a valid signature is told with who signed, when, and whether it is qualified', async ({ stories }) => {
  const verify = await open(stories, 'verify-valid');
  await expect(verify.result(NAME)).toContainText(said.validText);
  await expect(verify.fact(NAME, said.terms.signer)).toHaveText('ΠΑΠΑΔΟΠΟΥΛΟΥ ΕΛΕΝΗ');
  await expect(verify.fact(NAME, said.terms.when)).toContainText('20 Νοεμβρίου 2026');
  await expect(verify.fact(NAME, said.terms.qualified)).toContainText(validation.qualifications.QESig);
});

test('a signature that is not qualified is never said to be', async ({ stories }) => {
  const verify = await open(stories, 'verify-advanced');
  await expect(verify.fact(NAME, said.terms.qualified)).toHaveText(said.qualifiedNo);
});

test('a document without signatures says that a picture is none', async ({ stories }) => {
  const verify = await open(stories, 'verify-unsigned');
  await expect(verify.verdict(NAME)).toContainText(validation.headlines.unsigned);
  await expect(verify.result(NAME)).toContainText(said.unsignedText);
});

for (const [story, cause] of [
  ['verify-suspended', 'on-hold'],
  ['verify-annotated', 'annotations'],
  ['verify-changed', 'changed'],
] as const)
  test(`the headline says why, and what to do: ${cause}`, async ({ stories }) => {
    const verify = await open(stories, story);
    await expect(verify.verdict(NAME)).toContainText(validation.causes[cause]);
    await expect(verify.result(NAME)).toContainText(said.act);
    await expect(verify.result(NAME)).toContainText(validation.advice[cause]);
  });

test('what was changed is compared page beside page, with outlines over what differs', async ({
  stories,
}) => {
  const verify = await open(stories, 'verify-compare');
  await expect(verify.dialog).toContainText(filled(words.compare.page, { page: 2 }));
  await expect(verify.marks.first()).toBeVisible();
  await stories.page.keyboard.press('Escape');
  await expect(verify.dialog).toBeHidden();
  await expect(
    stories.page.getByRole('button', { name: filled(said.changes.compare, { page: 2 }) }),
  ).toBeFocused();
});

test('technical details hold the steps, the time-stamp and the chain', async ({ stories }) => {
  const verify = await open(stories, 'verify-valid');
  await verify.result(NAME).getByText(said.technical).click();
  await expect(verify.result(NAME)).toContainText('TOTAL-PASSED');
  await expect(verify.result(NAME)).toContainText(said.steps);
  await expect(verify.result(NAME)).toContainText('Δημόσια Αρχή Χρονοσήμανσης');
  await expect(verify.result(NAME)).toContainText(said.chain);
});

test('details fold away and leave the names of the signers', async ({ stories }) => {
  const verify = await open(stories, 'verify-valid');
  await verify.result(NAME).getByRole('button', { name: said.close }).click();
  await expect(verify.result(NAME)).toContainText(
    filled(said.signers, { names: '\u2068ΠΑΠΑΔΟΠΟΥΛΟΥ ΕΛΕΝΗ\u2069' }),
  );
  await expect(verify.result(NAME).getByText(said.technical)).toHaveCount(0);
});

test('of several files the verdicts are counted, and a filter shows one kind', async ({ stories }) => {
  const verify = await open(stories, 'verify-samples');
  await expect(verify.results).toHaveCount(5);
  const invalid = verify.filter(filled(said.counted, { word: said.sorts.invalid, count: 3 }));
  await invalid.click();
  await expect(invalid).toHaveAttribute('aria-pressed', 'true');
  await expect(verify.results).toHaveCount(3);
  await verify.filter(filled(said.counted, { word: said.all, count: 5 })).click();
  await expect(verify.results).toHaveCount(5);
});

test('a check that runs can be cancelled and tried again', async ({ stories }) => {
  const verify = await open(stories, 'verify-running');
  await stories.page.getByRole('button', { name: said.cancel }).click();
  await expect(verify.result(NAME)).toContainText(said.problems.canceled);
  await verify.result(NAME).getByRole('button', { name: said.retry }).click();
  await expect(stories.page.getByRole('button', { name: said.cancel })).toBeVisible();
  expect(await stories.asked('POST /api/verify_document')).toHaveLength(2);
});

test('a file that cannot be read says why, and that it was not checked', async ({ stories }) => {
  const verify = await open(stories, 'verify-unreadable');
  await expect(verify.verdict(NAME)).toContainText(said.unchecked);
  await expect(verify.result(NAME)).toContainText(said.problems.encrypted);
});

test('without a connection the check waits, and says for what', async ({ stories }) => {
  const verify = await open(stories, 'verify-lost');
  await verify.check(plainPdf(NAME));
  await expect(verify.said.filter({ hasText: said.waitingAway })).toBeVisible();
});

test('what is no PDF is not sent', async ({ stories }) => {
  const verify = await open(stories, 'verify-running');
  await verify.check({ name: 'σημείωση.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') });
  await expect(verify.result('σημείωση.txt')).toContainText(said.problems.fileType);
  expect(await stories.asked('POST /api/verify_document')).toHaveLength(1);
});

test('results can be cleared; the focus goes to the drop area', async ({ stories }) => {
  const verify = await open(stories, 'verify-valid');
  await verify.clear.click();
  await expect(verify.results).toHaveCount(0);
  await expect(verify.input).toBeFocused();
});
