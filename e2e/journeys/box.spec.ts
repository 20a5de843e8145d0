import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { hiddenWordsPdf, plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { hiddenOfFocus, WINDOWS } from '../geometry.ts';
import { freshOtp } from '../otp.ts';
import type { SignPage } from '../pages/sign.ts';
import { uploaded } from '../signing.ts';
import { wordsOf } from '../words.ts';

/** And a window of 1440 and of 1024 pixels at 200 %. */
const windows = [...WINDOWS, [720, 450], [512, 384]] as const;

interface Stop {
  name: string;
  problems: string[];
  wrapped: boolean;
}

/** Marks the element of the box that has the focus, and tells what hides it. */
async function stopHere(page: Page): Promise<Stop> {
  const stop = await page.evaluate(() => {
    const element = document.activeElement;
    const isInside = document.querySelector('.ws-sign-box')?.contains(element) ?? false;
    if (!element || !isInside) return { name: 'none', wrapped: false };
    const name = `${element.tagName} ${element.id || element.textContent?.trim().slice(0, 40)}`;
    const wrapped = element.hasAttribute('data-stopped');
    element.setAttribute('data-stopped', '');
    return { name, wrapped };
  });
  return { ...stop, problems: stop.name === 'none' ? ['outside'] : await hiddenOfFocus(page) };
}

/** Walks once around the box with Tab; every stop is wholly in sight. Gives the names of the stops. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[data-stopped]')) one.removeAttribute('data-stopped');
  });
  const names: string[] = [];
  const hidden: Stop[] = [];
  for (let count = 0; count < 60; count += 1) {
    const stop = await stopHere(page);
    if (stop.wrapped) break;
    // Between the last and the first the browser's own controls may have the focus.
    if (stop.name !== 'none') {
      names.push(stop.name);
      if (stop.problems.length > 0) hidden.push(stop);
    }
    await page.keyboard.press(key);
  }
  expect(hidden, `hidden at ${JSON.stringify(page.viewportSize())} by ${key}`).toEqual([]);
  return names;
}

async function walkAll(page: Page, sign: SignPage, first: (sign: SignPage) => Locator): Promise<void> {
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await sign.open.click();
    await expect(first(sign)).toBeFocused();
    const stops = await walk(page, 'Tab');
    for (const part of [
      'sign-password',
      'sign-otp',
      'sign-reason',
      'sign-title',
      'sign-lock',
      'sign-username',
    ])
      expect(stops.join(' ')).toContain(part);
    expect(stops.filter((name) => name.startsWith('BUTTON')).length).toBeGreaterThanOrEqual(3);
    await walk(page, 'Shift+Tab');
    // The buttons leave the fields most of the window.
    const share = await sign.dialog
      .locator('.ws-sign-box__body')
      .evaluate((body) => body.clientHeight / innerHeight);
    expect(share).toBeGreaterThan(0.45);
    await page.keyboard.press('Escape');
    await expect(sign.dialog).toBeHidden();
  }
}

test('SGN-1 in the sign box nothing that has the focus is hidden, in any window @en', async ({
  page,
  signer,
}, { project }) => {
  test.setTimeout(120_000);
  const sign = await uploaded(page, wordsOf(project.name), signer, plainPdf('α.pdf'));
  await walkAll(page, sign, ({ password }) => password);
});

test('SGN-7 nor where warnings stand above the fields: it begins with them', async ({ page, signer }) => {
  test.setTimeout(120_000);
  const words = wordsOf('el');
  const sign = await uploaded(page, words, signer, hiddenWordsPdf('α.pdf'));
  await walkAll(page, sign, ({ dialog }) => dialog.getByRole('heading', { name: words.box.title }));
});

test('SGN-7 the button that signs always leads to what is missing @narrow', async ({ page, signer }) => {
  const words = wordsOf('el');
  const sign = await uploaded(page, words, signer, hiddenWordsPdf('α.pdf'));
  await sign.open.click();
  const confirm = sign.dialog.getByRole('checkbox', { name: words.box.confirm });
  await sign.button(words.box.sign).click();
  await expect(confirm).toBeFocused();
  await expect(confirm).toHaveAccessibleDescription(words.box.required.confirm);
  await expect(sign.dialog.getByText(words.box.required.confirm)).toBeInViewport();
  expect((await stopHere(page)).problems).toEqual([]);
  // A telephone that is turned hides it neither.
  for (const [width, height] of [[568, 320] as const, [320, 568] as const]) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await stopHere(page)).problems).toEqual([]);
  }
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await sign.button(words.box.sign).click();
  await expect(sign.password).toBeFocused();
  await expect(sign.password).toHaveAccessibleDescription(words.box.required.password);
  await sign.password.fill(signer.password);
  await sign.button(words.box.sign).click();
  await expect(sign.otp).toBeFocused();
  await expect(sign.otp).toHaveAccessibleDescription(new RegExp(words.box.required.otp));
  await sign.otp.fill(await freshOtp(signer));
  await sign.button(words.box.sign).click();
  await expect(sign.done.getByRole('heading')).toBeFocused({ timeout: 60_000 });
});

test('SGN-1 password, Enter, code, Enter, Enter: the box is signed without one Tab', async ({
  page,
  signer,
}) => {
  const words = wordsOf('el');
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  await sign.open.click();
  await expect(sign.password).toBeFocused();
  // By Tab it is one from the password to the code.
  await page.keyboard.press('Tab');
  await expect(sign.otp).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type(signer.password);
  await page.keyboard.press('Enter');
  await expect(sign.otp).toBeFocused();
  await expect(sign.otp).not.toHaveAttribute('aria-invalid');
  await page.keyboard.type(await freshOtp(signer));
  await page.keyboard.press('Enter');
  await expect(sign.button(words.box.sign)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sign.done.getByRole('heading')).toBeFocused({ timeout: 60_000 });
});

test('SGN-1 the review scrolls by keyboard, too, and its buttons stay', async ({ page, signer }) => {
  const words = wordsOf('el');
  await page.setViewportSize({ width: 512, height: 384 });
  const sign = await uploaded(page, words, signer, plainPdf('α.pdf'));
  await sign.open.click();
  await sign.fill(signer.password, await freshOtp(signer));
  await sign.otp.press('Enter');
  await expect(sign.button(words.box.sign)).toBeFocused();
  const body = sign.dialog.getByRole('region', { name: words.box.review });
  expect(await body.evaluate((element) => element.scrollTop)).toBe(0);
  await body.focus();
  await page.keyboard.press('End');
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await expect(sign.button(words.box.sign)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});
