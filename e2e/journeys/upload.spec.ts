import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { choosersOf } from '../choosers.ts';
import type { DemoAccount } from '../demo.ts';
import {
  heavyPdf,
  hiddenWordsPdf,
  plainPdf,
  scriptedLater,
  scriptedLinkPdf,
  scriptedPdf,
} from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import { signedIn } from '../signing.ts';
import { filled, wordsOf } from '../words.ts';

const words = wordsOf('el');

test('UP-3 UP-8 POP-1 past a limit no byte is sent; the popup goes, the account stays @narrow', async ({
  page,
  signer,
}) => {
  const home = await signedIn(page, words, signer);
  const uploads: string[] = [];
  page.on('request', (request) => request.url().includes('upload_document') && uploads.push(request.url()));
  const text = { name: 'σημείωση.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await home.upload(heavyPdf('μεγάλο.pdf', 20), text, plainPdf('απλό.pdf'));
  await expect(home.popup).toContainText(words.upload.errors.fileTooBig);
  await expect(home.popup.getByRole('button')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(home.popup).toBeHidden();
  await expect(home.attempt).toContainText('μεγάλο.pdf');
  await expect(home.attempt).toContainText(words.upload.errors.fileType);
  await expect(home.attempt.getByRole('listitem').filter({ hasText: 'απλό.pdf' })).toContainText(
    words.upload.attempt.skippedWhy,
  );
  await expectAccessible(page);
  await home.upload(...['α.pdf', 'β.pdf', 'γ.pdf'].map((name) => heavyPdf(name, 18)));
  await expect(home.popup).toContainText(words.upload.errors.totalTooBig);
  expect(uploads).toEqual([]);
});

test('UP-8 the account of a lost network needs no network either, and is whole once there is one @narrow', async ({
  page,
  signer,
}) => {
  const code = /\/assets\/LastAttempt-.*\.js/;
  await page.route(code, (route) => route.fulfill({ status: 503, body: '' }));
  const home = await signedIn(page, words, signer);
  await page.context().setOffline(true);
  await home.upload(plainPdf('α.pdf'), plainPdf(`${'β'.repeat(80)}.pdf`));
  await expect(home.popup).toContainText(words.upload.errors.offline);
  await page.keyboard.press('Escape');
  await expect(home.popup).toBeHidden();
  const rows = home.attempt.getByRole('listitem');
  await expect(rows.filter({ hasText: 'α.pdf' })).toContainText(words.upload.errors.offline);
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await page.unroute(code);
  // As where the network is told to be back before it is.
  await page.route(code, (route) => route.abort('internetdisconnected'), { times: 2 });
  await page.context().setOffline(false);
  await expect(home.attempt.getByRole('button', { name: words.upload.attempt.clear })).toBeVisible();
  await expect(rows.filter({ hasText: 'α.pdf' })).toContainText(words.upload.errors.offline);
});

test('POP-1 the popup closes by itself after 15 seconds on this page, but not once a key was pressed in it', async ({
  page,
  signer,
}) => {
  await page.clock.install();
  const home = await signedIn(page, words, signer);
  const text = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  // Where the button for signing in was, the popup will be: the pointer must not hold it.
  await page.mouse.move(5, 5);
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
  await expect(home.popup.locator('progress')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(home.popup).toBeHidden();

  await home.upload(text);
  await home.popup.hover({ position: { x: 5, y: 5 } });
  await page.clock.runFor(30_000);
  await expect(home.popup).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(15_500);
  await expect(home.popup).toBeHidden();
});

test('MAP-5 UP-8 a document with scripts is refused, its neighbour stays reachable', async ({
  page,
  signer,
}) => {
  const home = await signedIn(page, words, signer);
  await home.upload(plainPdf('καλό.pdf'), scriptedPdf('κώδικας.pdf'));
  await expect(home.popup).toContainText('κώδικας.pdf');
  await expect(home.popup).toContainText(words.upload.errors.javascript);
  await expect(home.popup.getByRole('link')).toHaveAttribute('href', /security-manual/);
  await expectAccessible(page);
  await home.popup.getByRole('button', { name: words.app.close }).click();
  await expect(home.attempt).toContainText(words.findings.kinds.javascript);
  await expect(home.attempt.getByRole('link', { name: words.upload.attempt.history })).toBeVisible();
  await home.attempt.getByRole('link', { name: words.upload.attempt.open }).click();
  await expect(page).toHaveURL(/\/sign\/[\w-]+$/);
  await expect(page.getByRole('heading', { name: 'καλό.pdf' })).toBeVisible();
  await page.goBack();
  await expect(home.attempt).toContainText('κώδικας.pdf');
  await expect(home.popup).toBeHidden();
});

const damagedPdf = (name: string) => ({ ...plainPdf(name), buffer: Buffer.from('%PDF-1.7 and nothing') });

for (const [width, height] of [
  [1366, 768],
  [390, 844],
  [320, 568],
] as const) {
  test(`UP-8 POP-1 of six files three are refused: how many can be signed, why not the others, one way on, at ${width} × ${height} @en`, async ({
    page,
    signer,
  }, info) => {
    const told = wordsOf(info.project.name);
    await page.setViewportSize({ width, height });
    const home = await signedIn(page, told, signer);
    await home.upload(
      plainPdf('α.pdf'),
      scriptedPdf('κώδικας.pdf'),
      plainPdf('β.pdf'),
      scriptedLinkPdf('σύνδεσμος.pdf'),
      plainPdf('γ.pdf'),
      damagedPdf('χαλασμένο.pdf'),
    );
    const ready = filled(told.upload.attempt.ready, { accepted: 3, total: 6 });
    const goOn = filled(told.upload.attempt.goOn_other, { count: 3 });
    await expect(home.popup).toContainText(ready);
    for (const name of ['κώδικας.pdf', 'σύνδεσμος.pdf', 'χαλασμένο.pdf']) {
      await expect(home.popup).toContainText(name);
    }
    await expect(home.popup.getByText(told.upload.errors.javascript)).toHaveCount(1);
    await expect(home.popup.getByText(told.errors.pdf_broken)).toHaveCount(1);
    const button = home.popup.getByRole('button', { name: goOn });
    await expect(button).toBeFocused();
    await expect(button).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(home.popup).toBeHidden();

    await expect(page.getByRole('heading', { name: ready })).toBeInViewport({ ratio: 1 });
    await expect(home.wayOn).toHaveText(goOn);
    await expect(home.wayOn).toBeFocused();
    await expect(home.wayOn).toBeInViewport({ ratio: 1 });
    expect(await page.locator('.govgr-btn-primary:visible').count()).toBe(1);
    const rows = home.attempt.locator('.ws-files > li');
    await expect(rows).toHaveCount(6);
    await expect(rows.first().getByText(told.upload.errors.javascript)).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sign\/[\w-]+$/);
    for (const name of ['α.pdf', 'β.pdf', 'γ.pdf']) {
      await expect(page.getByRole('main').getByText(name).first()).toBeAttached();
    }
    // Who has gone on is not asked again; the account of the upload stays.
    await page.goBack();
    await expect(home.attempt).toContainText(
      filled(told.upload.attempt.lead_other, { accepted: 3, total: 6 }),
    );
    await expect(home.wayOn).toHaveCount(0);
  });
}

test('UP-8 POP-1 the popup itself leads on to what can be signed', async ({ page, signer }) => {
  const home = await signedIn(page, words, signer);
  await home.upload(damagedPdf('χαλασμένο.pdf'), plainPdf('καλό.pdf'));
  await expect(home.popup).toContainText(filled(words.upload.attempt.ready, { accepted: 1, total: 2 }));
  await home.popup
    .getByRole('button', { name: filled(words.upload.attempt.goOn_one, { count: 1 }) })
    .press('Enter');
  await expect(page).toHaveURL(/\/sign\/[\w-]+$/);
  await expect(page.getByRole('heading', { name: 'καλό.pdf' })).toBeVisible();
});

test("UP-6 UP-7 MAP-1 MAP-7 an answer of the specification's four fields alone is understood @en", async ({
  page,
  signer,
}, info) => {
  const told = wordsOf(info.project.name);
  const home = await signedIn(page, told, signer);
  const sessionId = await page.evaluate(() => sessionStorage.getItem('sessionId') ?? '');
  const form = { sessionId, groupId: '4', document: plainPdf('τέσσερα πεδία.pdf') };
  const { document } = await (await page.request.post('/api/upload_document', { multipart: form })).json();
  const signatures = [{ field: 'S', kind: 'signature', signer: 'A', signedAt: null, integrity: 'intact' }];
  const security = 'Document has security issues';
  const scripted = { has_js: true, has_signatures: true, signatures, valid_signatures: 1 };
  const answers = [
    { status: 'error', document: null, message: 'File is too big (25MiB)', error: null },
    { status: 'error', document: null, message: security, error: { has_js: true } },
    { status: 'error', document: null, message: security, error: scripted },
    { status: 'refused', document: null, message: 'Come back on Monday', error: null },
    { status: 'success', document, message: '', error: null },
  ];
  await page.route('**/api/upload_document', (route) => route.fulfill({ json: answers.shift() }));
  const { fileTooBig, javascript, withSignatures } = told.upload.errors;
  for (const text of [fileTooBig, javascript, withSignatures, 'Come back on Monday']) {
    await home.upload(plainPdf('τέσσερα πεδία.pdf'));
    await expect(home.popup).toContainText(text);
    await page.keyboard.press('Escape');
    await expect(home.attempt).toContainText(text);
  }
  await home.upload(plainPdf('τέσσερα πεδία.pdf'));
  await expect(page).toHaveURL(new RegExp(`/sign/${document}$`));
  await expect(page.getByRole('heading', { name: 'τέσσερα πεδία.pdf' })).toBeVisible();
});

test('UP-1 after signing in one Tab leads to the area for files, and Enter opens the chooser @en', async ({
  page,
  signer,
}, info) => {
  const choosers = choosersOf(page);
  const home = await signedIn(page, wordsOf(info.project.name), signer);
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(home.input).toBeFocused();
  await page.keyboard.press('Enter');
  await (await choosers.next()).setFiles([]);
  // Loaded anew, the page begins with the link that skips its header.
  await page.reload();
  await expect(home.heading).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(home.input).toBeFocused();
});

test('UP-4 what is added while an upload runs is of its group; the next upload has another', async ({
  page,
  signer,
}) => {
  const home = await signedIn(page, words, signer);
  const groups: string[] = [];
  const waiting: (() => void)[] = [];
  await page.route('**/api/upload_document', async (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? '';
    groups.push(/name="groupId"\r\n\r\n(\d+)/.exec(body)?.[1] ?? '');
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  await home.upload(plainPdf('α.pdf'));
  await expect.poll(() => waiting.length).toBe(1);
  await home.upload(plainPdf('β.pdf'));
  await expect(home.progress.getByRole('listitem')).toHaveCount(2);
  waiting[0]?.();
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  await expect(page).toHaveURL(/\/sign\/[\w-]+$/);
  await page.goBack();
  await home.upload(plainPdf('γ.pdf'));
  await expect.poll(() => waiting.length).toBe(3);
  waiting[2]?.();
  expect(groups[0]).toMatch(/^\d+$/);
  expect(groups[1]).toBe(groups[0]);
  expect(Number(groups[2])).toBeGreaterThan(Number(groups[0]));
});

async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

test('UP-9 UP-10 progress for each file and in all; cancelling keeps nothing and says so', async ({
  page,
  signer,
}) => {
  const home = await signedIn(page, words, signer);
  await slowDown(page, 1024 * 1024);
  await home.upload(heavyPdf('α.pdf', 6), heavyPdf('β.pdf', 6));
  await expect(home.progress.getByRole('progressbar')).toHaveCount(3);
  await expect(home.progress.getByRole('listitem').first()).toContainText(words.upload.states.uploading);
  await expect(home.progress).toContainText(/ανά δευτερόλεπτο/);
  await expectAccessible(page);
  await page.getByRole('link', { name: words.header.sign }).click();
  await page.getByRole('button', { name: words.upload.cancel }).click();
  await expect(home.popup).toContainText(words.popup.icons.info);
  await expect(home.popup).toContainText(words.upload.errors.canceled);
  await home.popup.getByRole('button').click();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(home.attempt).toContainText(words.upload.states.canceled);
  await expect(home.progress).toBeHidden();
  await home.attempt.getByRole('button', { name: words.upload.attempt.clear }).click();
  await expect(home.input).toBeFocused();
});

test('UP-9 leaving while an upload runs asks first', async ({ page, signer }) => {
  const home = await signedIn(page, words, signer);
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

test('MAP-9 POP-1 a message of the server that we have no words for is shown sanitised', async ({
  page,
  signer,
}) => {
  const home = await signedIn(page, words, signer);
  const raw =
    '<p onclick="a()">Odd <strong>thing</strong></p><ul><li>one</li></ul><img src="/x"><script>a()</script>' +
    '<a href="https://elsewhere.example/">there</a> <a href="/security-manual.pdf">here</a> <a href="javascript:a()">js</a>';
  const answer = { status: 'error', document: null, message: raw, code: null, error: null, documents: [] };
  await page.route('**/api/upload_document', (route) => route.fulfill({ json: answer }));
  await home.upload(plainPdf('α.pdf'));
  await expect(home.popup.locator('strong', { hasText: 'thing' })).toBeVisible();
  await expect(home.popup.getByRole('listitem')).toHaveText('one');
  await expect(home.popup.getByRole('link')).toHaveCount(1);
  await expect(home.popup.getByRole('link', { name: 'here' })).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(home.popup).toContainText('there');
  await expect(home.popup.locator('img, script, [onclick]')).toHaveCount(0);
});

test('UP-10 an answer that is none is an error with words @en', async ({ page, signer }, info) => {
  const told = wordsOf(info.project.name);
  const home = await signedIn(page, told, signer);
  await page.route('**/api/upload_document', (route) => route.fulfill({ status: 502, body: '<html>' }));
  await home.upload(plainPdf('α.pdf'));
  await expect(home.popup).toContainText(filled(told.upload.errors.statusCode, { statusCode: 502 }));
  await page.keyboard.press('Escape');
  await page.unroute('**/api/upload_document');
  await page.route('**/api/upload_document', (route) => route.fulfill({ status: 200, body: '{"status":' }));
  await home.upload(plainPdf('α.pdf'));
  await expect(home.popup).toContainText(told.upload.errors.invalidJson);
});

/** A document that the product itself has signed, by its calls. */
async function signedPdf(page: Page, { username, password, ...rest }: DemoAccount, name: string) {
  const sessionId = await page.evaluate(() => sessionStorage.getItem('sessionId') ?? '');
  const headers = { authorization: `Bearer ${sessionId}` };
  const form = { sessionId, groupId: '1', document: plainPdf(name) };
  const { document } = await (await page.request.post('/api/upload_document', { multipart: form })).json();
  const otp = await freshOtp({ username, password, ...rest });
  const data = { documents: [document], username, password, otp, visibility: false };
  const signed = await page.request.post('/api/sign_document', { headers, data });
  expect(await signed.json()).toMatchObject({ status: 'success' });
  const file = await page.request.get(`/api/documents/${document}/file`, { headers });
  return { name, mimeType: 'application/pdf', buffer: await file.body() };
}

test('UP-12 an accepted document that holds signatures says so, and so does the account of a good upload', async ({
  page,
  signer,
}) => {
  const home = await signedIn(page, words, signer);
  await home.upload(await signedPdf(page, signer, 'υπογεγραμμένο.pdf'), plainPdf('απλό.pdf'));
  await expect(page).toHaveURL(/\/sign\/[\w-]+$/);
  await expect(page.getByRole('main').getByText(words.sign.notSignedHere).first()).toBeVisible();
  await page.goBack();
  await expect(home.heading).toBeVisible();
  await expect(home.attempt).toContainText(filled(words.upload.attempt.leadAll_other, { count: 2 }));
  const [signed, plain] = [
    home.attempt.getByRole('listitem').nth(0),
    home.attempt.getByRole('listitem').nth(1),
  ];
  await expect(signed).toContainText(words.upload.signed.text);
  await expect(plain).not.toContainText(words.upload.signed.text);
  await expectAccessible(page);
});

test('MAP-7 SGN-7 a script in a document that is signed already is told as a warning', async ({
  page,
  signer,
}) => {
  const home = await signedIn(page, words, signer);
  const { buffer } = await signedPdf(page, signer, 'υπογεγραμμένο.pdf');
  await home.upload(scriptedLater('κώδικας.pdf', buffer));
  await expect(home.popup.getByRole('heading', { name: words.popup.icons.warning })).toBeVisible();
  await expect(home.popup).toContainText(words.upload.errors.withSignatures);
  await page.keyboard.press('Escape');
  await expect(home.attempt).toContainText(words.upload.errors.withSignatures);
  await expect(home.attempt).toContainText(words.findings.kinds.javascript);
});

test('UP-8 warnings of an accepted file are folded away, and open to what was found', async ({
  page,
  signer,
}) => {
  const home = await signedIn(page, words, signer);
  await home.upload(hiddenWordsPdf('λευκά.pdf'), scriptedPdf('κώδικας.pdf'));
  await expect(home.popup).toBeVisible();
  await page.keyboard.press('Escape');
  const found = home.attempt.getByText(filled(words.upload.attempt.warnings_other, { count: 3 }));
  const reason = home.attempt.getByText(words.findings.reasons.same_colour_text);
  await expect(found).toBeVisible();
  await expect(reason).toBeHidden();
  await found.press('Enter');
  await expect(reason).toBeVisible();
  await expectAccessible(page);
});

test('UP-2 UP-9 a thousand files go in one request; the list draws few and shows all when asked', async ({
  page,
  signer,
}, info) => {
  const home = await signedIn(page, words, signer);
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('upload_document') && requests.push(request.url()));
  await slowDown(page, 400_000);
  await page.evaluate(() => {
    const waits: number[] = [];
    Object.assign(window, { waits });
    new PerformanceObserver((list) =>
      waits.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
  });
  const files = Array.from({ length: 1000 }, (_, index) => plainPdf(`έγγραφο ${index + 1}.pdf`));
  await home.upload(...files);
  await expect(home.progress.getByRole('listitem')).toHaveCount(50);
  await expectAccessible(page);
  await home.progress.getByRole('button', { name: filled(words.upload.rest_other, { count: 950 }) }).click();
  await expect(home.progress.getByRole('listitem')).toHaveCount(1000);
  await expect(page).toHaveURL(/\/sign\/[\w-]+$/, { timeout: 90_000 });
  expect(requests).toHaveLength(1);
  const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits);
  info.annotations.push({ type: 'longest task', description: `${Math.round(Math.max(0, ...waits))} ms` });
  await page.goBack();
  await expect(home.attempt).toContainText(filled(words.upload.attempt.leadAll_other, { count: 1000 }));
  await expect(home.attempt.getByRole('listitem')).toHaveCount(50);
});

test('UP-1 UP-3 a folder is refused in words; text is left alone; what falls beside the area is ignored', async ({
  page,
  signer,
}) => {
  const home = await signedIn(page, words, signer);
  const dropped = (selector: string, kind: 'text' | 'file') =>
    page.evaluate(
      ([where, what]) => {
        const data = new DataTransfer();
        if (what === 'text') data.items.add('κείμενο', 'text/plain');
        else data.items.add(new File(['x'], 'σημείωση.txt', { type: 'text/plain' }));
        const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        return !document.querySelector(where)?.dispatchEvent(event);
      },
      [selector, kind] as const,
    );
  expect(await dropped('.ws-drop', 'text')).toBe(true);
  expect(await dropped('footer', 'file')).toBe(true);
  await expect(home.popup).toBeHidden();
  expect(await dropped('.ws-drop', 'file')).toBe(true);
  await expect(home.popup).toContainText(words.upload.errors.fileType);
});

test('UP-3 names with marks that turn the direction read as they are and stay in their place', async ({
  page,
  signer,
}) => {
  const home = await signedIn(page, words, signer);
  const name = 'a\u202Efdp.<b>"εντολή"</b>';
  // No folder can have a file of that name.
  await home.input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.keyboard.press('Escape');
  await expect(home.attempt.locator('h3 bdi')).toHaveText(name.replace('\u202E', '_'));
  await expect(home.attempt.locator('b')).toHaveCount(0);
});

test('UP-1 home says how long files are kept', async ({ page, signer }) => {
  await signedIn(page, words, signer);
  const kept = filled(words.home.kept, { original: '24 ώρες', signed: '30 ημέρες' });
  await expect(page.getByText(kept)).toBeVisible();
});
