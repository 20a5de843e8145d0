import { expectAccessible } from '../accessibility.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import { uploaded } from '../signing.ts';
import { filled, wordsOf } from '../words.ts';

const words = wordsOf('el');
const done = (count: number) => filled(words.done.titleMany_other, { count });

interface Asked {
  documents: string[];
  placements: Record<string, unknown>;
  checksums: Record<string, string>;
}
interface Told {
  status: string;
  documents: { document: string; status: string; code?: string }[];
}

test('SGN-9 one file fails, the others are signed, and its own retry asks for the code alone @narrow', async ({
  page,
  signer,
}) => {
  const sign = await uploaded(page, words, signer, ...['α.pdf', 'β.pdf', 'γ.pdf'].map(plainPdf));
  // The second file never reaches the server, and is told as the victim of a silent time-stamp authority.
  let lost = '';
  await page.route('**/api/sign_document', async (route) => {
    const asked = route.request().postDataJSON() as Asked;
    lost = asked.documents[1] ?? '';
    asked.documents = asked.documents.filter((id) => id !== lost);
    delete asked.placements[lost];
    delete asked.checksums[lost];
    await route.continue({ postData: JSON.stringify(asked) });
  });
  await page.route('**/api/signings/*', async (route) => {
    const answer = await route.fetch();
    const told = (await answer.json()) as Told;
    const pending = told.status === 'pending';
    told.documents.push(
      pending
        ? { document: lost, status: 'pending' }
        : { document: lost, status: 'error', code: 'timestamp_unavailable' },
    );
    await route.fulfill({ response: answer, json: { ...told, status: pending ? 'pending' : 'partial' } });
  });
  await sign.sign(signer.password, await freshOtp(signer));
  const outcome = sign.dialog;
  await expect(page.getByRole('heading', { name: words.box.outcomeTitle })).toBeVisible({ timeout: 60_000 });
  await expect(outcome).toContainText(filled(words.box.summary, { signed: 2, failed: 1 }));
  await expect(outcome.getByRole('listitem').first()).toContainText('β.pdf');
  await expect(outcome.getByRole('listitem').first()).toContainText(words.errors.timestamp_unavailable);
  await expect(sign.button(words.box.retry)).toBeFocused();
  await expectAccessible(page);

  // Closed and taken up later: the list remembers why, and tries this file alone.
  await sign.button(words.app.close).click();
  await page.unroute('**/api/sign_document');
  await page.unroute('**/api/signings/*');
  const group = page.getByRole('navigation', { name: words.sign.group });
  await expect(group.getByText(words.sign.states.signed, { exact: true })).toHaveCount(2);
  await expect(group).toContainText(words.errors.timestamp_unavailable);
  await expectAccessible(page);
  await group.getByRole('button', { name: /β\.pdf/ }).click();
  await expect(sign.dialog).toContainText('β.pdf');
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(group.getByText(words.sign.states.signed, { exact: true })).toHaveCount(3, {
    timeout: 60_000,
  });
  await expect(group.getByText(words.errors.timestamp_unavailable)).toHaveCount(0);
});

test('SGN-9 LIM more documents than one code signs: the next code is asked for, and nothing else', async ({
  page,
  signer,
}) => {
  // The provider of this signer allows two documents a code.
  await page.route('**/api/login', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.signer.MaxDocumentsPerOtp = 2;
    await route.fulfill({ response: answer, json: body });
  });
  const sign = await uploaded(page, words, signer, ...['α.pdf', 'β.pdf', 'γ.pdf'].map(plainPdf));
  await expect(page.getByText(filled(words.sign.manyCodes, { count: 3, codes: 2, max: 2 }))).toBeVisible();
  await sign.open.click();
  await expect(sign.dialog).toContainText(filled(words.box.codeOf, { code: 1, codes: 2, left: 3 }));
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.otp.press('Enter');
  await expect(page.getByRole('heading', { name: words.box.review })).toBeVisible();
  await expect(sign.button(words.box.sign)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: words.box.codeTitle })).toBeVisible({ timeout: 60_000 });
  await expect(sign.dialog).toContainText(filled(words.box.codeOf, { code: 2, codes: 2, left: 1 }));
  await expect(sign.otp).toBeFocused();
  await expect(sign.otp).toHaveValue('');
  await expect(sign.password).toBeHidden();
  await expectAccessible(page);
  await sign.otp.fill(await freshOtp(signer));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: done(3) })).toBeFocused({ timeout: 60_000 });

  const { name, bytes } = await sign.save(page.getByRole('button', { name: words.done.downloadAll }));
  expect(name).toBe(`${words.done.zipName}.zip`);
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  for (const letter of ['α', 'β', 'γ'])
    expect(bytes.includes(Buffer.from(`${letter}_signed.pdf`))).toBe(true);
  await expectAccessible(page);
});

test('SGN-9 LIM a large group is shown in parts, chosen as a whole and signed with one code', async ({
  page,
  signer,
}) => {
  const files = Array.from({ length: 60 }, (_, index) =>
    plainPdf(`${String(index + 1).padStart(3, '0')}.pdf`),
  );
  const sign = await uploaded(page, words, signer, ...files);
  const group = page.getByRole('navigation', { name: words.sign.group });
  await expect(group.getByRole('listitem')).toHaveCount(20);
  await expect(group).toContainText(filled(words.sign.chosen, { chosen: 60, total: 60 }));
  await group.getByRole('button', { name: words.list.next }).click();
  await expect(group).toContainText(filled(words.list.range, { from: 21, to: 40, total: 60 }));
  await expect(group.getByRole('link', { name: '021.pdf' })).toBeVisible();
  await group.getByRole('checkbox', { name: filled(words.sign.include, { name: '021.pdf' }) }).uncheck();
  await expect(group).toContainText(filled(words.sign.chosen, { chosen: 59, total: 60 }));
  await group.getByRole('button', { name: words.sign.all }).click();
  await group.getByRole('button', { name: words.sign.none }).click();
  // A button that is off says why.
  await expect(sign.open).toHaveAttribute('aria-disabled', 'true');
  await expect(sign.open).toHaveAccessibleDescription(words.sign.nothing);
  await expectAccessible(page);
  await group.getByRole('button', { name: words.sign.all }).click();
  await sign.sign(signer.password, await freshOtp(signer));
  await expect(page.getByRole('heading', { name: done(60) })).toBeVisible({ timeout: 90_000 });
});
