import { createHash } from 'node:crypto';
import { expectAccessible } from '../accessibility.ts';
import { plainPdf, scriptedPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { keepPopups } from '../popups.ts';
import { named, recorded, signed, signedIn } from '../signing.ts';
import { filled, wordsOf } from '../words.ts';

test.beforeEach(({ page }) => keepPopups(page));

const greek = wordsOf('el');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
test('HIS-1 HIS-2 signed, unsigned and refused uploads in eight columns, and everything of each @en @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const name = named(info);
  const history = new HistoryPage(page, words);
  const file = plainPdf(name('αίτηση.pdf'));
  const id = await signed(page, words, signer, file);
  await page.goto('/');
  await new HomePage(page, words).upload(scriptedPdf(name('κώδικας.pdf')));
  await page.getByRole('alertdialog').waitFor();

  await history.open(`?q=${encodeURIComponent(name(''))}`);
  await expect(history.table.getByRole('columnheader')).toHaveText(Object.values(words.history.columns));
  await expect(history.table.getByRole('rowheader')).toHaveCount(2);
  await expect(history.table.getByRole('rowheader').first()).toContainText('κώδικας.pdf');
  const row = history.row(name('αίτηση.pdf'));
  await expect(row.getByRole('cell')).toHaveCount(7);
  await expect(row).toContainText(words.history.security.passed);
  await expect(row).toContainText(words.history.validity.none);
  await expect(row).toContainText(words.history.checks.none);
  await expect(row).toContainText(sha256(file.buffer));
  await expect(row).toContainText(words.sign.states.signed);
  await expect(row).toContainText(/GMT\+/);
  const refused = history.row(name('κώδικας.pdf'));
  await expect(refused).toContainText(words.history.security.refused);
  await expect(refused).toContainText(filled(words.history.checks.refuse_one, { count: 1 }));
  await expect(refused).toContainText(words.sign.states.ready);
  await expectAccessible(page);

  await history.link(name('αίτηση.pdf')).click();
  await expect(page.getByRole('heading', { name: name('αίτηση.pdf') })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`row=${id}`));
  await expect(history.part(words.historyRow.signatures).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  const original = await history.save(page.getByRole('button', { name: words.historyRow.downloadOriginal }));
  expect(original.name).toBe(file.name);
  expect(original.bytes.equals(file.buffer)).toBe(true);
  const versions = history.part(words.historyRow.versions);
  await expect(versions).toContainText('Έγκριση');
  await expect(versions).toContainText('PAdES B-LT');
  const version = await history.save(
    versions.getByRole('button', { name: filled(words.historyRow.downloadVersion, { number: 1 }) }),
  );
  expect(version.name).toBe(file.name.replace('.pdf', '_signed.pdf'));
  expect(version.bytes.subarray(0, file.buffer.length).equals(file.buffer)).toBe(true);
  await expect(versions).toContainText(sha256(version.bytes));

  await history.back.click();
  await expect(history.link(name('αίτηση.pdf'))).toBeFocused();
  await history.link(name('κώδικας.pdf')).click();
  await expect(history.part(words.historyRow.refusal)).toContainText(words.upload.errors.javascript);
  await expect(history.part(words.findings.title)).toContainText(words.findings.kinds.javascript);
  await expect(page.getByRole('link', { name: words.historyRow.sign, exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test('HIS-2 search, filter and pages stand in the address: back, forward and reload keep them', async ({
  page,
  signer,
}, info) => {
  const name = named(info);
  const files = Array.from({ length: 27 }, (_, index) => plainPdf(name(`Άσκηση ${index + 1}.pdf`)));
  await recorded(page, greek, signer, files);
  const history = new HistoryPage(page, greek);
  await history.open();
  await history.find(name('ΑΣΚΗΣΗ'));
  await expect(history.search).toBeFocused();
  const all = filled(greek.history.count_other, { count: 27 });
  await expect(history.count).toContainText(all);
  await expect(history.count).toContainText(filled(greek.history.place, { page: 1, pages: 2 }));
  await expect(history.table.getByRole('rowheader')).toHaveCount(25);
  await history.pager(greek.history.next).click();
  await expect(history.count).toBeFocused();
  await expect(history.table.getByRole('rowheader')).toHaveCount(2);
  await expect(page).toHaveURL(/page=2/);
  await expectAccessible(page);

  await page.reload();
  await expect(history.table.getByRole('rowheader')).toHaveCount(2);
  await expect(history.search).toHaveValue(name('ΑΣΚΗΣΗ'));
  await history.link(name('Άσκηση 1.pdf')).click();
  await expect(page.getByRole('heading', { name: name('Άσκηση 1.pdf') })).toBeVisible();
  await page.goBack();
  await expect(history.link(name('Άσκηση 1.pdf'))).toBeFocused();
  await page.goBack();
  await expect(history.table.getByRole('rowheader')).toHaveCount(25);
  await page.goForward();
  await expect(history.table.getByRole('rowheader')).toHaveCount(2);

  await history.filter(greek.history.filters.signed).click();
  await expect(page.getByText(greek.history.noMatch)).toBeVisible();
  await expect(history.count).toContainText(filled(greek.history.count_other, { count: 0 }));
  await expectAccessible(page);
  await history.filter(greek.history.filters.unsigned).click();
  await expect(history.count).toContainText(all);
  await page.getByRole('link', { name: '100', exact: true }).click();
  await expect(history.table.getByRole('rowheader')).toHaveCount(27);
  await expect(page).toHaveURL(/size=100/);
  await history.find('τέτοιο δεν υπάρχει');
  await page.getByRole('link', { name: greek.history.clear }).press('Enter');
  await expect(history.table.getByRole('rowheader').first()).toBeVisible();
  await expect(history.search).toHaveValue('');
  await expect(history.count).toBeFocused();

  await history.find(
    sha256(files[0]?.buffer ?? Buffer.alloc(0))
      .slice(0, 16)
      .toUpperCase(),
  );
  await expect(history.table.getByRole('rowheader').first()).toBeVisible();
  await history.open(`?q=${encodeURIComponent(name(''))}&page=900`);
  await expect(page.getByText(greek.history.noSuchPage)).toBeVisible();
  await page.getByRole('link', { name: greek.history.toLast }).click();
  await expect(history.table.getByRole('rowheader')).toHaveCount(2);
  await history.open('?page=-1&size=x&row=../../etc&signed=maybe');
  await expect(history.table.getByRole('rowheader').first()).toBeVisible();
});

test('HIS-2 names of any letters are text on the screen and no formula in the CSV @narrow', async ({
  page,
  signer,
}, info) => {
  const tag = named(info)('').trim();
  const names = [
    `=HYPERLINK("x") ${tag}.pdf`,
    `a"b'c<img src=x onerror=alert(1)> ${tag}.pdf`,
    `τιμολόγιο \u202egnp.${tag}.pdf`,
    // 255 bytes, the most that file systems take.
    `${'μ'.repeat(121)}x${tag}.pdf`,
  ];
  await recorded(page, greek, signer, names.map(plainPdf));
  const history = new HistoryPage(page, greek);
  await history.open();
  await expect(history.table.getByRole('rowheader').first()).toBeVisible();
  await expect(history.table.locator('img')).toHaveCount(0);
  await expect(history.link(`τιμολόγιο _gnp.${tag}.pdf`)).toBeVisible();
  await expectAccessible(page);
  await history.link(names[1] ?? '').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[1] ?? '');
  await expectAccessible(page);
  await page.goBack();

  await history.find(tag);
  const csv = await history.save(history.export);
  expect(csv.name).toMatch(/^ιστορικό_\d{4}-\d\d-\d\d\.csv$/);
  const text = csv.bytes.toString('utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(text).toContain(`"'=HYPERLINK(""x"") ${tag}.pdf"`);
  expect(text).not.toMatch(/(^|\r\n|,|;)"?[=+@-]/);
  // The file speaks as the screen does.
  const { columns, security, validity, checks } = greek.history;
  const [headings = '', row = ''] = text.slice(1).split('\r\n');
  // A Greek spreadsheet expects semicolons.
  expect(headings).toMatch(/^"[^",;]+"(;"[^",;]+"){9}$/);
  for (const word of Object.values(columns)) expect(headings).toContain(`"${word}`);
  for (const word of [security.passed, validity.none, checks.none]) expect(row).toContain(`"${word}"`);
});

test('HIS-2 keyboard alone: search, open, copy, back, and where the focus stands', async ({
  page,
  signer,
  context,
  demo,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: demo.url });
  const name = named(info);
  const file = plainPdf(name('έγγραφο.pdf'));
  await recorded(page, greek, signer, [file]);
  const history = new HistoryPage(page, greek);
  await history.open();
  await history.search.focus();
  await page.keyboard.type(name('έγγραφο'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: greek.history.search })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(history.count).toContainText(filled(greek.history.count_one, { count: 1 }));
  const stops = [
    history.filter(greek.history.filters.all),
    history.filter(greek.history.filters.signed),
    history.filter(greek.history.filters.unsigned),
    history.link(file.name),
    history.copy(file.name),
    history.download(file.name),
    history.export,
  ];
  for (const stop of stops) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(history.row(file.name).getByRole('status')).toHaveText(greek.checksum.copied);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sha256(file.buffer));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: file.name })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(history.back).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(history.link(file.name)).toBeFocused();
});

test('HIS-2 each row downloads the newest version by itself, under a name of its own; one that is gone says so @en @narrow', async ({
  page,
  signer,
}, info) => {
  const words = wordsOf(info.project.name);
  const name = named(info);
  const file = plainPdf(name('αίτηση.pdf'));
  await signed(page, words, signer, file);
  await page.goto('/');
  await new HomePage(page, words).upload(file, plainPdf(name('παλιό.pdf')));
  await expect(page).toHaveURL(/\/sign\/[\w-]+$/);
  const gone = page.url().split('/').at(-1);
  const history = new HistoryPage(page, words);
  await history.open(`?q=${encodeURIComponent(name(''))}`);
  const buttons = history.table.getByRole('button', { name: new RegExp(`^${words.app.download} ?: `) });
  await expect(buttons).toHaveCount(3);
  const labels = await buttons.evaluateAll((all) => all.map(({ textContent }) => textContent));
  expect(new Set(labels).size).toBe(3);
  await expectAccessible(page);
  // Newest first: of the two with one name the signed one came before.
  const upload = await history.save(history.download(file.name));
  expect(upload.name).toBe(file.name);
  expect(upload.bytes.equals(file.buffer)).toBe(true);
  const newest = await history.save(buttons.last());
  expect(newest.name).toBe(file.name.replace('.pdf', '_signed.pdf'));
  expect(newest.bytes.length).toBeGreaterThan(file.buffer.length);
  expect(newest.bytes.subarray(0, file.buffer.length).equals(file.buffer)).toBe(true);

  await page.route('**/api/documents/*/file*', (route) =>
    route.fulfill({ status: 410, json: { error: { code: 'expired', message: 'x' } } }),
  );
  await page.route('**/api/history?*', async (route) => {
    const answer = await route.fetch();
    const { rows, total } = await answer.json();
    const left = (row: { id: string }) => (row.id === gone ? { ...row, state: 'expired' } : row);
    await route.fulfill({ json: { rows: rows.map(left), total } });
  });
  await history.download(file.name).click();
  await expect(page.getByRole('alertdialog')).toContainText(words.errors.expired);
  await page.keyboard.press('Escape');
  await expect(history.table.getByText(words.history.gone)).toHaveCount(1);
  await expect(buttons).toHaveCount(2);
  await expectAccessible(page);
});

test.describe('with nothing yet', () => {
  test.use({ ownDemo: true });
  test('HIS-2 an empty history leads to the upload; one that cannot be had says so and tries again @narrow', async ({
    page,
    signer,
  }) => {
    await signedIn(page, greek, signer);
    const history = new HistoryPage(page, greek);
    await page.route('**/api/history?*', (route) => route.fulfill({ status: 500, body: '<html>' }));
    await history.open();
    const problem = page.getByRole('alert').filter({ hasText: greek.history.failed });
    await expect(problem).toContainText(greek.errors.invalid_answer);
    await expectAccessible(page);
    await page.unroute('**/api/history?*');
    await page.getByRole('button', { name: greek.history.retry }).click();
    await expect(page.getByText(greek.history.empty)).toBeVisible();
    await expect(history.count).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('link', { name: greek.history.start }).click();
    await expect(new HomePage(page, greek).heading).toBeVisible();
  });
});

test('HIS-2 a late answer never takes the place of a newer one; without a network the list says so', async ({
  page,
  signer,
}, info) => {
  const name = named(info);
  await recorded(page, greek, signer, [plainPdf(name('αργό.pdf')), plainPdf(name('γρήγορο.pdf'))]);
  const history = new HistoryPage(page, greek);
  await history.open();
  const held: (() => void)[] = [];
  await page.route(/\/api\/history\?.*%CE%B1%CF%81%CE%B3/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    // The page may have given up waiting.
    await route.continue().catch(() => undefined);
  });
  await history.find(name('αργό'));
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await history.find(name('γρήγορο'));
  await expect(history.count).toContainText(filled(greek.history.count_one, { count: 1 }));
  for (const release of held) release();
  await expect(history.link(name('γρήγορο.pdf'))).toBeVisible();
  await expect(history.table.getByRole('rowheader')).toHaveCount(1);

  await page.context().setOffline(true);
  await history.find('άλλο');
  await expect(page.getByText(greek.history.failed)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(greek.history.noMatch)).toBeVisible();
});

test('HIS-2 files that are no longer kept say so, also when they go between the look and the click', async ({
  page,
  signer,
}, info) => {
  const name = named(info);
  const id = await recorded(page, greek, signer, [plainPdf(name('παλιό.pdf'))]);
  const history = new HistoryPage(page, greek);
  await page.goto(`/history?row=${id}`);
  const original = history.part(greek.historyRow.original);
  const download = page.getByRole('button', { name: greek.historyRow.downloadOriginal });
  await expect(download).toBeVisible();
  await page.route('**/api/documents/*/file*', (route) =>
    route.fulfill({ status: 410, json: { error: { code: 'expired', message: 'x' } } }),
  );
  await page.route(`**/api/history/${id}`, async (route) => {
    const answer = await route.fetch();
    const detail = await answer.json();
    const row = { ...detail.row, state: 'expired' };
    await route.fulfill({ json: { ...detail, row, current_kept: false, original_kept: false } });
  });
  await download.click();
  await expect(page.getByRole('alertdialog')).toContainText(greek.errors.expired);
  await page.keyboard.press('Escape');
  await expect(download).toHaveCount(0);
  await expect(original).toContainText(greek.historyRow.gone.split('{{')[0] ?? '');
  await expect(page.getByText(greek.sign.states.expired)).toBeVisible();
  await expect(page.getByRole('link', { name: greek.historyRow.sign, exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test('NAV-2 who asked for a view of the history without a session is led to it after signing in', async ({
  page,
  signer,
}) => {
  await page.goto('/history?signed=true');
  const login = new LoginPage(page, greek);
  await expect(login.submit).toBeVisible();
  await login.signIn(signer);
  await expect(page).toHaveURL(/\/history\?signed=true$/);
  await expect(page).toHaveTitle('WebSign - history');
});
