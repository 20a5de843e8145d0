import { verificationName, verifyAnswer } from '@websign/contract';
import { isInstalled, judged } from '@websign/testkit';
import { expectAccessible } from '../accessibility.ts';
import { alteredInPlace, plainPdf, rewrittenLater, scriptedPdf, type UploadFile } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { SignPage } from '../pages/sign.ts';
import { VerifyPage } from '../pages/verify.ts';
import { signed, signedIn } from '../signing.ts';
import { filled, validHeadline, wordsOf } from '../words.ts';

const as = (name: string, buffer: Buffer): UploadFile => ({ name, mimeType: 'application/pdf', buffer });

test('NAV-1 NAV-5 a document that was signed here is valid, a copy that was changed is not, and the page shows where @en @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  await signed(page, words, signer, plainPdf('σύμβαση.pdf'));
  const sign = new SignPage(page, words);
  const { bytes } = await sign.save(sign.download.first());
  const verify = new VerifyPage(page, words);
  await verify.open();
  await expect(page).toHaveTitle('WebSign - verify');
  await expect(page.getByText(words.verify.nothingKept)).toBeVisible();
  await expectAccessible(page);

  await verify.check(as('σύμβαση.pdf', bytes));
  await expect(verify.verdict('σύμβαση.pdf')).toContainText(validHeadline(words));
  await expect(verify.said).toContainText(validHeadline(words));
  const { terms } = words.verify;
  await expect(verify.fact('σύμβαση.pdf', terms.covers)).toHaveText(words.validation.coverage.revision);
  await expect(verify.fact('σύμβαση.pdf', terms.changes)).toHaveText(words.validation.changeLevels.lta);
  await expect(verify.fact('σύμβαση.pdf', terms.qualified)).toHaveText(
    new RegExp(`^${words.verify.qualifiedNo}`),
  );
  await expect(verify.fact('σύμβαση.pdf', terms.level)).toHaveText(words.validation.levels['B-LT']);
  await expect(verify.fact('σύμβαση.pdf', terms.when)).toContainText(
    filled(words.verify.proven, { time: '' }).replace(/^, /, ''),
  );
  await verify.result('σύμβαση.pdf').getByText(words.verify.technical).click();
  await expect(verify.fact('σύμβαση.pdf', words.verify.indication)).toHaveText('TOTAL-PASSED');
  await expectAccessible(page);

  await verify.clear.click();
  await verify.check(rewrittenLater('αλλαγμένη.pdf', bytes));
  await expect(verify.verdict('αλλαγμένη.pdf')).toContainText(words.validation.causes.changed);
  await expect(verify.result('αλλαγμένη.pdf')).toContainText(words.validation.changeReasons.content);
  await expectAccessible(page);
  const compare = verify.result('αλλαγμένη.pdf').locator('.ws-changes__pages').getByRole('button').first();
  await compare.click();
  await expect(verify.dialog).toContainText(filled(words.compare.page, { page: 2 }));
  await expect(verify.marks.first()).toBeVisible();
  await expect(verify.dialog.getByRole('img')).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(compare).toBeFocused();

  await verify.clear.click();
  await verify.check(alteredInPlace('αλλοιωμένη.pdf', bytes));
  await expect(verify.verdict('αλλοιωμένη.pdf')).toContainText(words.validation.causes.HASH_FAILURE);
});

test('NAV-1 many files: how many of each verdict, only those that are asked for, and a reason for each that was not checked @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  await signed(page, words, signer, plainPdf('σύμβαση.pdf'));
  const sign = new SignPage(page, words);
  const { bytes } = await sign.save(sign.download.first());
  const verify = new VerifyPage(page, words);
  await verify.open();
  const valid = Array.from({ length: 9 }, (_, index) => as(`σύμβαση ${index + 1}.pdf`, bytes));
  await verify.check(
    ...valid,
    alteredInPlace('αλλοιωμένη.pdf', bytes),
    plainPdf('ανυπόγραφη.pdf'),
    scriptedPdf('κώδικας.pdf'),
    as('κενό.pdf', Buffer.from('nothing')),
    { name: 'σημείωμα.txt', mimeType: 'text/plain', buffer: Buffer.from('text') },
  );
  await expect(verify.said).toContainText(filled(words.verify.finished_other, { count: 14 }));
  const { sorts } = words.verify;
  const count = (sort: keyof typeof sorts, of: number) =>
    filled(words.verify.counted, { word: sorts[sort], count: of });
  await expect(verify.filter(count('valid', 9))).toBeVisible();
  await expect(verify.filter(count('unchecked', 2))).toBeVisible();
  await expectAccessible(page);
  await verify.filter(count('unsigned', 2)).click();
  await expect(verify.results).toHaveCount(2);
  await expect(verify.verdict('ανυπόγραφη.pdf')).toContainText(words.validation.headlines.unsigned);
  await verify.filter(count('unchecked', 2)).click();
  await expect(verify.result('σημείωμα.txt')).toContainText(words.verify.problems.fileType);
  await verify.filter(count('invalid', 1)).click();
  await expect(verify.results).toHaveCount(1);
  const result = verify.result('αλλοιωμένη.pdf');
  await result.getByRole('button', { name: words.verify.open }).click();
  await expect(result.getByRole('heading', { level: 4 })).toBeVisible();

  // Nothing is kept: whoever comes back begins anew.
  await page.reload();
  await expect(verify.heading).toBeVisible();
  await expect(verify.results).toHaveCount(0);
});

test('NAV-1 the demonstration has a document for each thing that can be wrong @en', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  await signedIn(page, words, signer);
  const verify = new VerifyPage(page, words);
  await verify.open();
  const { samples } = words.verify;
  await page.getByRole('button', { name: samples.all }).click();
  await expect(verify.results).toHaveCount(5);
  const told = {
    [samples.valid]: validHeadline(words),
    [samples.revoked]: words.validation.causes.REVOKED_NO_POE,
    [samples.suspended]: words.validation.causes['on-hold'],
    [samples.expired]: words.validation.causes.OUT_OF_BOUNDS_NO_POE,
    [samples.tampered]: words.validation.causes.HASH_FAILURE,
  };
  for (const [name, sentence] of Object.entries(told))
    await expect(verify.verdict(`${name}.pdf`)).toContainText(sentence);
  await expectAccessible(page);
});

test('NAV-1 the report is saved as PDF, JSON and XML under the name of the file', async ({
  page,
  signer,
}) => {
  const words = wordsOf('el');
  await signed(page, words, signer, plainPdf('σύμβαση.pdf'));
  const sign = new SignPage(page, words);
  const { bytes } = await sign.save(sign.download.first());
  const verify = new VerifyPage(page, words);
  await verify.open();
  await verify.check(as('σύμβαση.pdf', bytes));
  const button = (format: 'pdf' | 'json' | 'xml') =>
    verify.result('σύμβαση.pdf').getByRole('button', { name: words.verify.reportKinds[format] });
  const json = await verify.save(button('json'));
  expect(json.name).toBe(verificationName('σύμβαση.pdf', 'json'));
  const { documents } = verifyAnswer.parse(JSON.parse(json.bytes.toString('utf8')));
  expect(documents).toMatchObject([{ name: 'σύμβαση.pdf', verdict: 'valid' }]);
  const xml = await verify.save(button('xml'));
  expect(xml.name).toBe(verificationName('σύμβαση.pdf', 'xml'));
  expect(xml.bytes.toString('utf8')).toContain('ValidationReport');
  const pdf = await verify.save(button('pdf'));
  expect(pdf.name).toBe(verificationName('σύμβαση.pdf', 'pdf'));
  expect(pdf.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  if (!isInstalled('qpdf')) return;
  const { code, text } = judged('qpdf', ['--check'], pdf.bytes);
  expect(code, text).toBe(0);
});

test('NAV-1 a check waits while the service is away or busy, and can be tried again by keyboard alone', async ({
  page,
  signer,
  context,
}) => {
  const words = wordsOf('el');
  await signedIn(page, words, signer);
  const verify = new VerifyPage(page, words);
  await verify.open();
  let refusals = 0;
  await page.route('**/api/verify_document**', async (route) => {
    refusals += 1;
    if (refusals > 1) return route.fallback();
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { error: { code: 'busy', message: 'busy' } },
    });
  });
  await verify.check(plainPdf('α.pdf'));
  await expect(verify.verdict('α.pdf')).toContainText(words.validation.headlines.unsigned);
  expect(refusals).toBe(2);

  await context.setOffline(true);
  await verify.check(plainPdf('β.pdf'));
  await expect(page.getByText(words.verify.waitingAway)).toBeVisible();
  await context.setOffline(false);
  await expect(verify.verdict('β.pdf')).toContainText(words.validation.headlines.unsigned, {
    timeout: 30_000,
  });

  await page.unroute('**/api/verify_document**');
  await page.route('**/api/verify_document**', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'internal' } } }),
  );
  await verify.check(plainPdf('γ.pdf'));
  await expect(verify.result('γ.pdf')).toContainText(words.errors.internal);
  await page.unroute('**/api/verify_document**');
  const again = verify.result('γ.pdf').getByRole('button', { name: words.verify.retry });
  await verify.input.focus();
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    if (await again.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(again).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verify.verdict('γ.pdf')).toContainText(words.validation.headlines.unsigned);
});
