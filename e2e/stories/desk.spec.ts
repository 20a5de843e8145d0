import type { Placement, SignRequest } from '@websign/contract';
import { FindingsPanel } from '../pages/findings.ts';
import { SignPage } from '../pages/sign.ts';
import { filled, wordsOf } from '../words.ts';
import { expect, type Stories, test } from './story.ts';

const words = wordsOf('el');
const { placement: place } = words;

async function open(stories: Stories, story: string): Promise<SignPage> {
  await stories.open(story);
  return new SignPage(stories.page, words);
}

/** Signs what is ticked, and gives where the signature of the first document was asked to stand. */
async function placeAsked(stories: Stories, sign: SignPage): Promise<Placement | undefined> {
  await sign.sign('Passw0rd!', '123456');
  await expect(sign.dialog).toBeHidden();
  const [asked] = await stories.asked('POST /api/sign_document');
  const request = asked?.body as SignRequest | undefined;
  return request?.placements?.[request.documents[0] ?? ''];
}

test('a tick less is a document less on the button, and none leaves it deaf with the reason', async ({
  stories,
}) => {
  const sign = await open(stories, 'group-twelve');
  const label = (count: number) => filled(words.sign.openMany_other, { count });
  await expect(sign.open).toHaveText(label(12));
  await stories.page
    .getByRole('checkbox', { name: filled(words.sign.include, { name: 'απόφαση 5.pdf' }) })
    .click();
  await expect(sign.open).toHaveText(label(11));
  await stories.page.getByRole('button', { name: words.sign.all, exact: true }).click();
  await expect(sign.open).toHaveText(label(12));
  await stories.page.getByRole('button', { name: words.sign.none, exact: true }).click();
  await expect(sign.open).toHaveAttribute('aria-disabled', 'true');
  await expect(sign.open).toHaveAccessibleDescription(words.sign.nothing);
});

test('a document of the list is shown with its own name, and the ticks stay', async ({ stories }) => {
  const sign = await open(stories, 'group-twelve');
  await stories.page
    .getByRole('checkbox', { name: filled(words.sign.include, { name: 'απόφαση 5.pdf' }) })
    .click();
  await stories.page.getByRole('link', { name: 'απόφαση 3.pdf' }).click();
  await expect(stories.page.getByRole('heading', { level: 1 })).toContainText('απόφαση 3.pdf');
  await sign.ready();
  await expect(sign.open).toHaveText(filled(words.sign.openMany_other, { count: 11 }));
});

test('the box shows the signature in the letters that the document will have', async ({ stories }) => {
  await open(stories, 'sign');
  await expect(stories.page.locator('.ws-look [data-text]').first()).toBeVisible();
});

test('a place of the sheet moves the box there, and is what the request asks for', async ({ stories }) => {
  const sign = await open(stories, 'sign');
  await sign.preset(place.presets.bottomLeft);
  const left = await sign.numbers();
  await sign.preset(place.presets.bottomRight);
  const right = await sign.numbers();
  expect(right.x).toBeGreaterThan(left.x);
  expect(right.y).toBe(left.y);
  const asked = await placeAsked(stories, sign);
  // The panel shows centimetres.
  expect(((asked?.x ?? 0) * 2.54) / 72).toBeCloseTo(right.x, 1);
  expect(asked?.page).toBe(right.page);
});

test('the arrows move the box', async ({ stories }) => {
  const sign = await open(stories, 'sign');
  const before = await sign.numbers();
  await sign.box.focus();
  await stories.page.keyboard.press('ArrowLeft');
  await stories.page.keyboard.press('ArrowUp');
  const after = await sign.numbers();
  expect(after.x).toBeLessThan(before.x);
  expect(after.y).toBeGreaterThan(before.y);
});

test('SGN-2 where the box came to stand, and how large it is, is said once it rests', async ({ stories }) => {
  const sign = await open(stories, 'sign');
  const said = stories.page.locator('.ws-box').getByRole('status');
  const centimetre = { style: 'unit', unit: 'centimeter', unitDisplay: 'short' } as const;
  const inWords = (length: number) =>
    new Intl.NumberFormat('el', { ...centimetre, maximumFractionDigits: 1 }).format(length);
  await expect(said).toBeEmpty();
  await sign.box.focus();
  await stories.page.keyboard.press('ArrowLeft');
  const { page, x, y } = await sign.numbers();
  const where = filled(place.moved, { page, x: inWords(x), y: inWords(y) });
  await expect(said).toHaveText(where);
  await sign.corner.focus();
  await stories.page.keyboard.press('ArrowLeft');
  const { width, height } = await sign.numbers();
  const large = filled(place.sized, { width: inWords(width), height: inWords(height) });
  await expect(said).toHaveText(`${where} ${large}`);
});

test('HDR-1 the link to the documents is the current one while a document is signed', async ({ stories }) => {
  await open(stories, 'sign');
  const header = stories.page.getByRole('banner');
  await header.getByRole('button', { name: words.header.menu }).click();
  await expect(header.getByRole('link', { name: words.header.sign })).toHaveAttribute('aria-current', 'page');
  await expect(header.getByRole('link', { name: words.header.history })).not.toHaveAttribute('aria-current');
});

test('SGN-13 of a group the place of a document that is signed alone is confirmed as well', async ({
  stories,
}) => {
  const sign = await open(stories, 'group-covered');
  await stories.page
    .getByRole('checkbox', { name: filled(words.sign.include, { name: 'πρακτικό.pdf' }) })
    .click();
  await sign.open.click();
  await expect(sign.dialog.getByText(filled(words.covered.lead_one, { count: 1 }))).toBeVisible();
});

test('a number beyond the page is brought back onto it, and that is said', async ({ stories }) => {
  const sign = await open(stories, 'sign');
  await sign.enter(place.x, '90');
  await expect(stories.page.getByText(place.limited)).toBeVisible();
  expect((await sign.numbers()).x).toBeLessThan(21);
});

test('an invisible signature has no box on the page, and no place in the request', async ({ stories }) => {
  const sign = await open(stories, 'sign');
  await stories.page.getByRole('radio', { name: place.invisible }).check();
  await expect(sign.box).toBeHidden();
  expect(await placeAsked(stories, sign)).toBeUndefined();
  const [asked] = await stories.asked('POST /api/sign_document');
  expect(asked?.body).toMatchObject({ visibility: false });
});

test('SGN-12 a document that is signed in its own field shows the signature there, and offers no other place', async ({
  stories,
}) => {
  const sign = await open(stories, 'place-field');
  const still = stories.page.locator('.ws-box--still');
  await expect(still).toBeVisible();
  await expect(sign.box).toBeHidden();
  await expect(stories.page.getByRole('radio', { name: place.presets.bottomLeft })).toBeHidden();
  await expect(stories.page.getByText(place.numbers)).toBeHidden();
  await expect(stories.page.getByText(place.overlap)).toBeHidden();
  expect(await placeAsked(stories, sign)).toEqual({ page: 2, x: 60, y: 120, width: 210, height: 72 });
});

test('SGN-12 over what others signed the box has its ground as the server tells', async ({ stories }) => {
  for (const [story, ground] of [
    ['place-ground', 1],
    ['place-no-ground', 0],
  ] as const) {
    await open(stories, story);
    await expect(stories.page.locator('.ws-look [data-text]').first()).toBeVisible();
    await expect(stories.page.locator('.ws-look rect:not([fill="none"])')).toHaveCount(ground);
  }
});

test('a finding of the list is outlined on its page', async ({ stories }) => {
  await open(stories, 'sign-warned');
  const side = stories.page.getByRole('complementary', { name: words.sign.side });
  const panel = new FindingsPanel(stories.page, words, side);
  await expect(panel.current).toHaveCount(1);
  await panel.inSight();
});

test('the keys are listed under the question mark, and Esc puts them away', async ({ stories }) => {
  const sign = await open(stories, 'keys');
  await expect(sign.dialog.getByRole('heading', { name: words.keys.title })).toBeVisible();
  await stories.page.keyboard.press('Escape');
  await expect(sign.dialog).toBeHidden();
});

test('a locked document says why it takes no signature, and offers none', async ({ stories }) => {
  const sign = await open(stories, 'sign-locked');
  await expect(sign.open).toBeHidden();
  await expect(stories.page.getByRole('main')).toContainText(words.sign.why.lockedHere);
});

test('a document that nobody has says so', async ({ stories }) => {
  await open(stories, 'sign-missing');
  await expect(stories.page.getByRole('alert')).toContainText(words.sign.notFound);
});

test('after signing the panel says so, with what was signed in the list of the group', async ({
  stories,
}) => {
  await open(stories, 'group-signed');
  const title = filled(words.done.titleMany_other, { count: 2 });
  await expect(stories.page.getByRole('heading', { name: title })).toBeFocused();
  await expect(stories.page.getByRole('navigation', { name: words.sign.group })).toContainText(
    words.sign.states.signed,
  );
});
