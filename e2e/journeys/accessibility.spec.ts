import type { Page } from '@playwright/test';
import { expectAccessible, inDark } from '../accessibility.ts';
import { choosersOf } from '../choosers.ts';
import { heavyPdf, plainPdf } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { expectFocusShown } from '../focus.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { keepPopups } from '../popups.ts';
import { languageOf } from '../projects.ts';
import { tour } from '../tour.ts';
import { filled, wordsOf } from '../words.ts';

test.beforeEach(({ page }) => keepPopups(page));

const words = wordsOf('el');

/** One heading of the first rank, a main part, a title, and the language of the words. */
async function expectFrame(page: Page, language: string): Promise<void> {
  const frame = await page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    language: document.documentElement.lang,
    title: document.title.length > 'WebSign - '.length,
    order: document.querySelectorAll('[tabindex]:not([tabindex="0"]):not([tabindex="-1"])').length,
    motion: document.getAnimations().length,
  }));
  expect(frame).toEqual({ headings: 1, mains: 1, language, title: true, order: 0, motion: 0 });
}

test('NAV-1 NAV-8 HDR-5 every screen and state: axe, frame, focus seen at every stop @narrow @dark', async ({
  page,
  signer,
}, info) => {
  test.setTimeout(300_000);
  const language = languageOf(info.project.name);
  await tour(page, wordsOf(info.project.name), signer, (state) =>
    test.step(state, async () => {
      await expectAccessible(page);
      await expectFrame(page, language);
      const walk = async () => expect(await expectFocusShown(page)).toBeGreaterThan(0);
      await walk();
      await inDark(page, walk);
    }),
  );
});

test('NAV-1 every screen and state in forced colours and with reduced motion', async ({ page, signer }) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await tour(page, words, signer, (state) =>
    test.step(state, async () => {
      await expectAccessible(page);
      expect(await expectFocusShown(page)).toBeGreaterThan(0);
    }),
  );
});

/** What is cut off: text that runs out of a box that hides what does not fit. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY, clipPath, textOverflow } = getComputedStyle(element);
        const hides =
          /hidden|clip/.test(overflowX + overflowY) && clipPath === 'none' && textOverflow === 'clip';
        const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
        return hides && text && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1);
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  );

test('NAV-1 every screen at 400 % zoom and with wide text spacing: nothing sideways, nothing cut off', async ({
  page,
  signer,
}) => {
  test.setTimeout(300_000);
  // A window of 1280 by 1024 at 400 % (WCAG 2.1 §1.4.10), with the spacing of §1.4.12.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
    );
    document.adoptedStyleSheets = [sheet];
  });
  await tour(page, words, signer, (state) =>
    test.step(state, async () => {
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, 'pixels wider than the screen').toBeLessThanOrEqual(0);
      expect(await cutOff(page)).toEqual([]);
    }),
  );
});

test('UP-9 progress is said at 0, 25, 50, 75 and 100, and no more often', async ({ page, signer }) => {
  const login = new LoginPage(page, words);
  await login.open();
  await login.signIn(signer);
  const home = new HomePage(page, words);
  await expect(home.heading).toBeVisible();
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status]')) {
        const text = region.textContent ?? '';
        if (/%/.test(text) && said.at(-1) !== text) said.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 4 * 1024 * 1024,
  });
  await home.upload(heavyPdf('α.pdf', 8));
  // What follows the document's end makes it a broken one, which ends the upload as well.
  await expect(home.popup).toContainText(words.errors.pdf_broken);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  const all = [0, 25, 50, 75, 100].map((percent) => filled(words.upload.announce, { percent }));
  expect(said.filter((text) => !all.includes(text))).toEqual([]);
  expect(said).toEqual(all.filter((text) => said.includes(text)));
  expect(said.length).toBeGreaterThanOrEqual(3);
});

test('NAV-1 by keyboard alone: the login begins at its first field, then skip link, names in order, and the focus comes back', async ({
  page,
  signer,
}) => {
  const choosers = choosersOf(page);
  const login = new LoginPage(page, words);
  await login.open();
  await expect(login.username).toBeFocused();
  await page.keyboard.type(signer.username);
  await page.keyboard.press('Tab');
  await expect(login.password).toBeFocused();
  await page.keyboard.type(signer.password);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: words.login.show })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(login.submit).toBeFocused();
  await page.keyboard.press('Enter');
  const home = new HomePage(page, words);
  await expect(home.heading).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(home.heading).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: words.app.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(home.input).toBeFocused();
  await expect(home.input).toHaveAccessibleName(new RegExp(words.home.choose));
  await page.keyboard.press('Enter');
  await (await choosers.next()).setFiles(plainPdf('αίτηση.pdf'));
  const sign = new SignPage(page, words);
  await sign.ready();
  await sign.open.press('Enter');
  await expect(sign.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sign.dialog).toBeHidden();
  await expect(sign.open).toBeFocused();
});

test('HDR-4 the accessibility statement is linked on every screen, needs no session and says whom to tell', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('contentinfo').getByRole('link', { name: words.footer.accessibility }).click();
  await expect(page).toHaveTitle('WebSign - accessibility');
  await expect(page.getByRole('heading', { name: words.accessibility.enforcementTitle })).toBeVisible();
  await expect(page.getByText(words.accessibility.contactNone)).toBeVisible();
});
