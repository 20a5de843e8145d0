import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../accessibility.ts';
import { plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';
import { named, recorded, signed } from '../signing.ts';
import { filled, wordsOf } from '../words.ts';

const greek = wordsOf('el');

test('HIS-2 a signed document leaves by e-mail, and the history tells what became of it @en @narrow', async ({
  page,
  signer,
  demo,
}, info) => {
  const words = wordsOf(info.project.name);
  const name = named(info);
  const file = plainPdf(name('απόφαση.pdf'));
  const id = await signed(page, words, signer, file);
  const history = new HistoryPage(page, words);
  await page.goto(`/history?row=${id}`);
  const open = page.getByRole('button', { name: words.send.open });
  await open.click();
  const to = history.dialog.getByLabel(words.send.to);
  await expect(to).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(to).toHaveAccessibleDescription(new RegExp(words.send.missing));
  await expect(to).toBeFocused();
  await page.keyboard.type('a@b.gr, c@d.gr');
  await page.keyboard.press('Enter');
  await expect(to).toHaveAccessibleDescription(new RegExp(words.send.invalid));
  await expectAccessible(page);
  const recipient = `recipient+${info.project.name}@example.gr`;
  await to.fill(recipient);
  await history.dialog.getByLabel(words.send.copy).check();
  await to.press('Enter');
  await expect(history.dialog.getByRole('heading', { name: words.send.done })).toBeVisible();
  await expect(history.dialog).toContainText(recipient);
  await expect(history.dialog.getByRole('button', { name: words.app.close })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(open).toBeFocused();

  const folder = join(demo.dataFolder, 'mail');
  const letters = async () => {
    const files = (await readdir(folder).catch(() => [])).filter((each) => each.endsWith('.eml'));
    const texts = await Promise.all(files.map((each) => readFile(join(folder, each), 'utf8')));
    return texts.filter((text) => text.includes(recipient));
  };
  await expect.poll(async () => (await letters()).length, { timeout: 30_000 }).toBeGreaterThan(0);
  const [letter = ''] = await letters();
  expect(letter).toContain('application/pdf');
  // The attachment begins with the uploaded bytes: so does its base64.
  expect(letter.replaceAll('\r\n', '')).toContain(file.buffer.subarray(0, 300).toString('base64'));

  const sends = history.part(words.historyRow.sends);
  await expect(async () => {
    await page.reload();
    await expect(sends).toContainText(words.historyRow.sendStates.sent, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await expect(sends).toContainText(recipient);
  await expectAccessible(page);
});

test('HIS-2 a send that fails says why and what to do: the limit, no answer, a file that is gone', async ({
  page,
  signer,
}, info) => {
  const id = await signed(page, greek, signer, plainPdf(named(info)('έγγραφο.pdf')));
  const history = new HistoryPage(page, greek);
  await page.goto(`/history?row=${id}`);
  await page.getByRole('button', { name: greek.send.open }).click();
  const to = history.dialog.getByLabel(greek.send.to);
  const alert = history.dialog.getByRole('alert');
  const answers = '**/api/send_document';
  const refuse = (status: number, code: string, headers = {}) =>
    page.route(answers, (route) =>
      route.fulfill({ status, headers, json: { error: { code, message: 'x' } } }),
    );
  await to.fill('a@b.gr');

  await refuse(429, 'daily_limit', { 'Retry-After': '3600' });
  await to.press('Enter');
  await expect(alert).toContainText(filled(greek.send.limit, { count: 20 }));
  await expect(alert).toContainText(/GMT\+/);
  await expectAccessible(page);
  await page.unroute(answers);
  await refuse(400, 'address_invalid');
  await to.press('Enter');
  await expect(to).toHaveAccessibleDescription(new RegExp(greek.send.invalid));
  await page.unroute(answers);
  const keys: (string | undefined)[] = [];
  await page.route(answers, async (route) => {
    keys.push((await route.request().headerValue('Idempotency-Key')) ?? undefined);
    await route.fulfill({ status: 502, body: '<html>' });
  });
  await to.fill('c@d.gr');
  await to.press('Enter');
  await expect(alert).toContainText(greek.send.unanswered);
  await to.press('Enter');
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  await page.unroute(answers);
  await refuse(410, 'expired');
  await expect(history.dialog.getByRole('button', { name: greek.send.submit })).toBeVisible();
  await to.press('Enter');
  await expect(alert).toContainText(greek.errors.expired);
  await expect(to).toHaveCount(0);
  await expect(history.dialog.getByRole('button', { name: greek.app.close })).toBeFocused();
  await expectAccessible(page);
});

test('HIS-2 each state of a send is told in words; what is nobody else’s business is not found @narrow', async ({
  page,
  signer,
}, info) => {
  const id = await recorded(page, greek, signer, [plainPdf(named(info)('έγγραφο.pdf'))]);
  const history = new HistoryPage(page, greek);
  const { sendStates, sendTexts, sendFailures } = greek.historyRow;
  const fates = [
    ...(['waiting', 'sent', 'unknown'] as const).map((state) => ({ state, failure: null })),
    ...(['recipient_refused', 'letter_refused', 'expired', 'internal'] as const).map((failure) => ({
      state: 'failed' as const,
      failure,
    })),
  ];
  const now = new Date().toISOString();
  let settled = false;
  await page.route(`**/api/history/${id}`, async (route) => {
    const detail = await (await route.fetch()).json();
    const sends = fates.map(({ state, failure }, index) => ({
      to: `a${index}@example.gr`,
      copy: index === 0,
      asked_at: now,
      settled_at: state === 'waiting' ? null : now,
      ...(settled ? { state: 'sent', failure: null } : { state, failure }),
    }));
    await route.fulfill({ json: { ...detail, sends } });
  });
  await page.goto(`/history?row=${id}`);
  const items = history.part(greek.historyRow.sends).getByRole('listitem');
  for (const [index, { state, failure }] of fates.entries()) {
    const text = state === 'failed' ? sendFailures[failure] : sendTexts[state];
    await expect(items.nth(index)).toContainText(sendStates[state]);
    await expect(items.nth(index)).toContainText(text);
  }
  await expectAccessible(page);
  settled = true;
  const refresh = page.getByRole('button', { name: greek.historyRow.refresh });
  await refresh.press('Enter');
  await expect(items.first()).toContainText(greek.historyRow.sendStates.sent);
  await expect(refresh).toBeFocused();

  await page.goto(`/history?row=${'A'.repeat(id.length)}`);
  await expect(page.getByRole('alert')).toContainText(greek.historyRow.missing);
  await expectAccessible(page);
});
