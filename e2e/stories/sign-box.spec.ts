import type { SignRequest } from '@websign/contract';
import { SignPage } from '../pages/sign.ts';
import { filled, wordsOf } from '../words.ts';
import { expect, type Stories, test } from './story.ts';

const words = wordsOf('el');
const { box } = words;
const PASSWORD = 'Passw0rd!';

async function open(stories: Stories, story: string): Promise<SignPage> {
  await stories.open(story);
  return new SignPage(stories.page, words);
}

/** What was asked to be signed, one request after the other. */
async function requests(stories: Stories): Promise<SignRequest[]> {
  return (await stories.asked('POST /api/sign_document')).map(({ body }) => body as SignRequest);
}

const heading = (sign: SignPage, name: string) => sign.dialog.getByRole('heading', { name, exact: true });

test.describe('the form', () => {
  test('says at each empty field what is missing, and asks the service nothing', async ({ stories }) => {
    const sign = await open(stories, 'box-empty');
    await sign.button(box.sign).click();
    await expect(sign.password).toHaveAccessibleDescription(new RegExp(box.required.password));
    await expect(sign.otp).toHaveAccessibleDescription(new RegExp(box.required.otp));
    await expect(sign.password).toBeFocused();
    expect(await requests(stories)).toEqual([]);
  });

  test('goes with Esc and gives the focus back to the button that opened it', async ({ stories }) => {
    const sign = await open(stories, 'box-empty');
    await stories.page.keyboard.press('Escape');
    await expect(sign.dialog).toBeHidden();
    await expect(sign.open).toBeFocused();
  });

  test('sends what was typed: the code without its gap, the reason, the checksum that was seen', async ({
    stories,
  }) => {
    const sign = await open(stories, 'box-empty');
    await sign.dialog.getByRole('textbox', { name: box.reason }).fill('Έγκριση');
    await sign.fill(PASSWORD, '123 456');
    await sign.button(box.sign).click();
    await expect(sign.done).toBeVisible();
    const [request, ...others] = await requests(stories);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      username: 'eleni',
      password: PASSWORD,
      otp: '123456',
      reason: 'Έγκριση',
      visibility: true,
      lock: false,
      locale: 'el',
    });
    expect(request?.documents).toHaveLength(1);
    expect(Object.keys(request?.checksums ?? {})).toEqual(request?.documents);
  });

  test('after a wrong password asks for it again, says why at the field, and forgets the code', async ({
    stories,
  }) => {
    const sign = await open(stories, 'sign-refused');
    await expect(sign.dialog.getByRole('alert')).toContainText(words.errors.wrong_credentials);
    await expect(sign.password).toBeFocused();
    await expect(sign.password).toHaveAccessibleDescription(new RegExp(words.errors.wrong_credentials));
    await expect(sign.otp).toHaveValue('');
  });

  test('after a wrong code keeps the password and asks for the code', async ({ stories }) => {
    const sign = await open(stories, 'box-wrong-code');
    await sign.fill(PASSWORD, '000000');
    await sign.button(box.sign).click();
    await expect(sign.dialog.getByRole('alert')).toContainText(words.errors.wrong_otp);
    await expect(sign.otp).toBeFocused();
    await expect(sign.otp).toHaveValue('');
    await expect(sign.password).toHaveValue(PASSWORD);
  });

  test('says of a locked account for how long, and has the focus on that', async ({ stories }) => {
    const sign = await open(stories, 'box-locked');
    await sign.fill(PASSWORD, '123456');
    await sign.button(box.sign).click();
    const problem = sign.dialog.getByRole('alert');
    await expect(problem).toContainText(words.errors.account_locked);
    await expect(problem).toContainText(filled(words.time.minutes_other, { count: 5 }));
    await expect(problem.locator(':focus')).toContainText(box.failed);
  });

  test('asks for the PIN of a token, and says whose it is when it is wrong', async ({ stories }) => {
    const sign = await open(stories, 'box-pin');
    const pin = sign.dialog.getByLabel(box.pin, { exact: true });
    await expect(pin).toHaveAttribute('autocomplete', 'off');
    await pin.fill('12345');
    await sign.otp.fill('123456');
    await sign.button(box.sign).click();
    await expect(sign.dialog.getByRole('alert')).toContainText(box.wrongPin);
    await expect(pin).toBeFocused();
  });

  test('sends a code when it is asked for, says where to, and no second one within a minute', async ({
    stories,
  }) => {
    const sign = await open(stories, 'box-sent-code');
    await sign.button(words.codes.send).click();
    await expect(sign.dialog).toContainText('e…u@example.gr');
    await expect(sign.otp).toBeFocused();
    const again = sign.button(words.codes.again);
    await again.press('Enter');
    expect(await stories.asked('POST /api/request_otp')).toHaveLength(1);
    await stories.later(61_000);
    await again.click();
    await expect.poll(async () => (await stories.asked('POST /api/request_otp')).length).toBe(2);
  });
});

test.describe('warnings', () => {
  test('that are unread are led to by the button that signs; once confirmed they go along by their ids', async ({
    stories,
  }) => {
    const sign = await open(stories, 'sign-box-warned');
    await sign.fill(PASSWORD, '123456');
    await sign.button(box.sign).click();
    const confirmation = sign.dialog.getByRole('checkbox', { name: box.confirm });
    await expect(confirmation).toBeFocused();
    expect(await requests(stories)).toEqual([]);
    await confirmation.check();
    await sign.button(box.sign).click();
    await expect(sign.done).toBeVisible();
    expect((await requests(stories))[0]?.confirmed).toEqual(['same-colour-1', 'same-colour-2']);
  });

  test('that came up meanwhile lead back to the form, unread', async ({ stories }) => {
    const sign = await open(stories, 'box-unconfirmed');
    const confirmation = sign.dialog.getByRole('checkbox', { name: box.confirm });
    await confirmation.check();
    await sign.fill(PASSWORD, '123456');
    await sign.button(box.sign).click();
    await expect(sign.dialog).toContainText(words.errors.warnings_unconfirmed);
    await sign.button(box.retry).click();
    await expect(confirmation).not.toBeChecked();
    await expect(sign.password).toHaveValue(PASSWORD);
    await expect(sign.otp).toBeFocused();
  });
});

/** Opens the story, and presses the button that signs while the server still cannot tell of the place. */
async function waiting(stories: Stories, story: string): Promise<SignPage> {
  const sign = await open(stories, story);
  await sign.fill(PASSWORD, '123456');
  await sign.button(box.sign).click();
  await expect(sign.dialog.getByRole('status').filter({ hasText: words.covered.looking })).toBeVisible();
  return sign;
}

test.describe('places', () => {
  for (const story of ['place-busy', 'places-busy'])
    test(`SGN-12 SGN-13 ${story}: signing waits for a busy server, which is asked again, and nobody confirms what is free`, async ({
      stories,
    }) => {
      const sign = await open(stories, story);
      await sign.fill(PASSWORD, '123456');
      await sign.button(box.sign).click();
      await expect(sign.dialog.getByRole('status').filter({ hasText: words.covered.looking })).toBeVisible();
      await expect(sign.button(box.sign)).toHaveAttribute('aria-disabled', 'true');
      expect(await requests(stories)).toEqual([]);
      await stories.later(10_000);
      await expect(sign.dialog).toBeHidden();
      expect((await stories.asked('POST /api/free_places')).length).toBeGreaterThan(1);
      const [request, ...others] = await requests(stories);
      expect(others).toEqual([]);
      expect(request?.confirmedPlaces).toEqual([]);
      expect(Object.keys(request?.placements ?? {})).toEqual(request?.documents);
    });

  test('SGN-13 a place that covers something, as a busy server tells while one waits, is seen before it is signed', async ({
    stories,
  }) => {
    const sign = await waiting(stories, 'place-busy-full');
    await stories.later(10_000);
    const seen = stories.page.getByRole('dialog').filter({ hasText: words.covered.choices });
    await seen.getByRole('button', { name: words.covered.confirm }).click();
    await expect(seen).toBeHidden();
    expect(await requests(stories)).toEqual([]);
    await sign.button(box.sign).click();
    await expect(sign.dialog).toBeHidden();
    expect(await requests(stories)).toHaveLength(1);
  });

  test('SGN-13 a place that is exchanged for a free one while one waits is reviewed before it is signed', async ({
    stories,
  }) => {
    const sign = await waiting(stories, 'place-busy-moved');
    await stories.later(10_000);
    await expect(heading(sign, box.review)).toBeVisible();
    // It no longer stands at the corner where it was before.
    await expect(sign.dialog.getByRole('definition').first()).toContainText(
      words.placement.custom.toLocaleLowerCase('el'),
    );
    await expect(sign.dialog.getByText(box.reviewMoved)).toBeVisible();
    await expect(sign.button(box.sign)).toHaveAccessibleDescription(box.reviewMoved);
    expect(await requests(stories)).toEqual([]);
    // What is asked to be seen can be seen without leaving the box, where everything stays that was typed.
    const see = sign.dialog.getByRole('button', { name: box.reviewPlace });
    await see.click();
    const page = stories.page.getByRole('dialog', { name: words.placement.title });
    await expect(page.locator('.ws-box--still')).toBeVisible();
    await page.getByRole('button', { name: words.app.close }).click();
    await expect(see).toBeFocused();
    // Whoever has seen it is not told again.
    await sign.button(words.app.back).click();
    await sign.button(words.app.continue).click();
    await expect(heading(sign, box.review)).toBeVisible();
    await expect(sign.dialog.getByText(box.reviewMoved)).toBeHidden();
    await sign.button(box.sign).click();
    await expect(sign.dialog).toBeHidden();
    expect(await requests(stories)).toHaveLength(1);
  });

  test('SGN-2 a code that waited longer than it may be good for is not sent: a fresh one is asked for', async ({
    stories,
  }) => {
    const sign = await waiting(stories, 'place-busy');
    await stories.later(16_000);
    await expect(sign.otp).toHaveValue('');
    await expect(sign.otp).toBeFocused();
    await expect(sign.otp).toHaveAccessibleDescription(new RegExp(box.lateCode));
    expect(await requests(stories)).toEqual([]);
    await sign.otp.fill('654321');
    await sign.button(box.sign).click();
    await expect(sign.dialog).toBeHidden();
    const [request, ...others] = await requests(stories);
    expect(others).toEqual([]);
    expect(request?.otp).toBe('654321');
  });

  test('SGN-1 a change of the form while one waits takes the wish to sign back', async ({ stories }) => {
    const sign = await waiting(stories, 'place-busy');
    await sign.dialog.getByRole('checkbox', { name: box.name }).uncheck();
    await expect(sign.button(box.sign)).not.toHaveAttribute('aria-disabled', 'true');
    await expect(sign.dialog.getByText(words.covered.looking)).toBeHidden();
    await stories.later(10_000);
    await expect(heading(sign, box.title)).toBeVisible();
    expect(await requests(stories)).toEqual([]);
    await sign.button(box.sign).click();
    await expect(sign.dialog).toBeHidden();
    expect((await requests(stories))[0]?.visibility).toBe(false);
  });

  test('SGN-13 while a chosen place is asked about its document stays, and the focus goes on at the title', async ({
    stories,
  }) => {
    const sign = await open(stories, 'places-chosen');
    const seen = stories.page.getByRole('dialog').filter({ hasText: words.covered.choices });
    const body = seen.locator('[aria-busy]').first();
    await expect(body).toHaveAttribute('aria-busy', 'false');
    const choice = seen.getByRole('button', { name: filled(words.placement.otherPage, { page: 1 }) });
    await choice.click();
    await expect(body).toHaveAttribute('aria-busy', 'true');
    await expect(seen.getByRole('button', { name: words.covered.confirm })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(choice).toBeFocused();
    await stories.later(61_000);
    await expect(body).toHaveAttribute('aria-busy', 'false');
    await expect(choice).toBeHidden();
    await expect(seen.getByRole('heading', { level: 2 })).toBeFocused();
    await seen.getByRole('button', { name: words.covered.confirm }).click();
    await expect(seen).toBeHidden();
    await sign.button(box.sign).click();
    await expect(sign.dialog).toBeHidden();
    const [request] = await requests(stories);
    const [, second = ''] = request?.documents ?? [];
    expect(request?.confirmedPlaces).toEqual([second]);
    expect(request?.placements?.[second]).toMatchObject({ page: 1 });
  });
});

test.describe('a place that the server learns of as it signs', () => {
  test('SGN-13 is asked about anew, reviewed, and signed at the next try', async ({ stories }) => {
    const sign = await open(stories, 'place-told-late');
    await sign.dialog.locator('.ws-dialog__buttons').getByRole('button', { name: box.retry }).click();
    await sign.otp.fill('654321');
    await sign.button(box.sign).click();
    await expect(sign.dialog.getByText(box.reviewMoved)).toBeVisible();
    await expect(sign.dialog.getByRole('definition').first()).toContainText(
      filled(box.reviewField, { page: 1 }),
    );
    await sign.button(box.sign).click();
    await expect(sign.dialog).toBeHidden();
    const [, again] = await requests(stories);
    const [document = ''] = again?.documents ?? [];
    expect(again?.documents).toHaveLength(1);
    expect(again?.placements?.[document]).toEqual({ page: 1, x: 60, y: 500, width: 200, height: 60 });
    expect(again?.confirmedPlaces).toEqual([]);
  });
});

test.describe('the review', () => {
  test('says who signs what, where and why, with the focus on the button that signs', async ({ stories }) => {
    const sign = await open(stories, 'sign-review');
    const facts = sign.dialog.getByRole('definition');
    for (const fact of ['αίτηση.pdf', 'eleni', 'Έγκριση'])
      await expect(facts.filter({ hasText: fact })).toHaveCount(1);
    await expect(sign.button(box.sign)).toBeFocused();
    expect(await requests(stories)).toEqual([]);
  });

  test('leads back to the form with everything that was typed', async ({ stories }) => {
    const sign = await open(stories, 'sign-review');
    await sign.button(words.app.back).click();
    await expect(sign.password).toHaveValue(PASSWORD);
    await expect(sign.otp).toHaveValue('123456');
    await expect(sign.dialog.getByRole('textbox', { name: box.reason })).toHaveValue('Έγκριση');
  });

  test('comes with Enter, and a second Enter signs', async ({ stories }) => {
    const sign = await open(stories, 'sign-box');
    await sign.otp.press('Enter');
    await expect(heading(sign, box.review)).toBeVisible();
    await stories.page.keyboard.press('Enter');
    await expect(sign.done.getByRole('heading')).toBeFocused();
    expect(await requests(stories)).toHaveLength(1);
  });
});

test.describe('several documents', () => {
  test('twelve go with one code in one request, in the order of the list', async ({ stories }) => {
    const sign = await open(stories, 'box-twelve');
    await sign.fill(PASSWORD, '123456');
    await sign.button(box.sign).click();
    const title = filled(words.done.titleMany_other, { count: 12 });
    await expect(stories.page.getByRole('heading', { name: title })).toBeVisible();
    const [request, ...others] = await requests(stories);
    expect(others).toEqual([]);
    expect(request?.documents).toHaveLength(12);
    expect([...(request?.documents ?? [])].sort()).toEqual(request?.documents);
  });

  test('where each needs a code of its own, the second is asked for alone', async ({ stories }) => {
    const sign = await open(stories, 'box-two-codes');
    await sign.fill(PASSWORD, '111111');
    await sign.button(box.sign).click();
    await expect(heading(sign, words.provider.nextTitle)).toBeVisible();
    await expect(sign.password).toBeHidden();
    await expect(sign.otp).toBeFocused();
    await expect(sign.otp).toHaveValue('');
    await sign.otp.fill('222222');
    await sign.otp.press('Enter');
    await expect(sign.dialog).toBeHidden();
    const [first, second] = await requests(stories);
    expect([first?.otp, second?.otp]).toEqual(['111111', '222222']);
    expect(first?.documents).not.toEqual(second?.documents);
    expect(second?.password).toBe(PASSWORD);
  });

  test('while they are signed the box says how many are, and neither Esc nor a button ends it', async ({
    stories,
  }) => {
    const sign = await open(stories, 'box-working');
    await expect(sign.dialog.getByRole('progressbar')).toHaveAttribute('value', '50');
    await stories.page.keyboard.press('Escape');
    await stories.page.keyboard.press('Escape');
    await expect(heading(sign, box.working)).toBeVisible();
    await expect(sign.button(words.app.cancel)).toBeHidden();
  });

  test('the outcome names what failed first, and only that is tried again, with a new code', async ({
    stories,
  }) => {
    const sign = await open(stories, 'box-partly');
    const files = sign.dialog.getByRole('listitem');
    await expect(files.first()).toContainText('πρακτικό.pdf');
    await expect(files.first()).toContainText(words.errors.timestamp_unavailable);
    await sign.dialog.locator('.ws-dialog__buttons').getByRole('button', { name: box.retry }).click();
    await expect(sign.password).toBeHidden();
    await sign.otp.fill('222222');
    await sign.otp.press('Enter');
    await expect.poll(async () => (await requests(stories)).length).toBe(2);
    const [first, second] = await requests(stories);
    expect(second?.documents).toEqual(first?.documents.slice(1));
    await expect(sign.dialog).toBeHidden();
  });
});

test.describe('an answer that was lost', () => {
  test('is asked for with the key of the first request, so that nothing is signed twice', async ({
    stories,
  }) => {
    const sign = await open(stories, 'box-lost');
    await expect(sign.button(box.ask)).toBeFocused();
    await stories.later(120_000);
    await sign.button(box.ask).click();
    await expect(sign.dialog).toBeHidden();
    const asked = await stories.asked('POST /api/sign_document');
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('may be left alone: the box goes', async ({ stories }) => {
    const sign = await open(stories, 'box-lost');
    await sign.button(words.app.close).click();
    await expect(sign.dialog).toBeHidden();
  });

  test('a signing that a reload interrupted is followed, not begun anew', async ({ stories }) => {
    const sign = await open(stories, 'box-resumed');
    await expect(sign.dialog).toContainText(filled(box.progressOf, { done: 1, total: 2 }));
    expect(await requests(stories)).toEqual([]);
    expect((await stories.asked('GET /api/signings/:id')).length).toBeGreaterThan(0);
  });
});

test.describe("the provider's own page", () => {
  test('is gone to with nothing typed here', async ({ stories, page }) => {
    const visited = page.waitForRequest('https://provider.example/**');
    await page.route('https://provider.example/**', (route) => route.abort('aborted'));
    const sign = await open(stories, 'box-provider');
    await expect(sign.dialog).toContainText(filled(words.provider.what, { name: '' }));
    await expect(sign.dialog.getByLabel(box.otp)).toHaveCount(0);
    await sign.button(words.provider.go).click();
    await visited;
    await expect(heading(sign, words.provider.leavingTitle)).toBeVisible();
    const [request] = await requests(stories);
    expect(request).not.toHaveProperty('password');
    expect(request).not.toHaveProperty('otp');
  });

  test('that was left without approval leads back to the document, and says so', async ({
    stories,
    page,
  }) => {
    await stories.open('sign-return-declined');
    await expect(page.getByRole('alert')).toContainText(words.errors.provider_declined);
    await expect(page.getByRole('link', { name: words.provider.toDocument })).toHaveAttribute(
      'href',
      /^\/sign\/story-document/,
    );
  });
});
