import { expectAccessible, inDark } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';
import { expectFocusShown } from '../focus.ts';
import { Header } from '../pages/account.ts';
import { LoginPage } from '../pages/login.ts';
import { languageOf } from '../projects.ts';
import { wordsOf } from '../words.ts';

const pages = ['faq', 'user-manual'] as const;

test('HDR-2 HDR-4 frequently asked questions and manual are linked everywhere, in the language shown @en @narrow', async ({
  page,
  signer,
}, { project }) => {
  const words = wordsOf(project.name);
  const language = languageOf(project.name);
  const faq = `/manual/faq.${language}.html`;
  const header = new Header(page, words);
  const login = new LoginPage(page, words);
  await login.open();
  const footer = page.getByRole('contentinfo');
  await expect(header.navigation.getByRole('link', { name: words.header.faq })).toHaveAttribute('href', faq);
  await expect(footer.getByRole('link', { name: words.footer.faq })).toHaveAttribute('href', faq);
  const [manual] = await Promise.all([
    page.waitForEvent('popup'),
    footer.getByRole('link', { name: words.footer.manual }).click(),
  ]);
  await expect(manual.getByRole('heading', { level: 1, name: words.footer.manual })).toBeVisible();
  await expect(manual).toHaveURL(`/manual/user-manual.${language}.html`);
  await manual.close();
  await login.signIn(signer);
  await expect(page.getByRole('heading', { name: words.home.title })).toBeVisible();
  if (await header.menu.isVisible()) await header.menu.click();
  await expect(header.navigation.getByRole('link', { name: words.header.faq })).toHaveAttribute('href', faq);
  await header.person.click();
  const own = page.getByRole('banner').locator('.ws-user').getByRole('link', { name: words.header.faq });
  const [opened] = await Promise.all([page.waitForEvent('popup'), own.click()]);
  await expect(opened.getByRole('heading', { level: 1, name: words.header.faq })).toBeVisible();
});

for (const name of pages) {
  test(`HDR-4 NAV-1 the page ${name} needs no session: axe, no overflow, every picture drawn, every stop of the keyboard seen @en @narrow @dark`, async ({
    page,
  }, { project }) => {
    const language = languageOf(project.name);
    await page.goto(`/manual/${name}.${language}.html`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page).toHaveTitle(/^WebSign - \p{Ll}/u);
    await expectAccessible(page);
    const look = async () => {
      for (const picture of await page.getByRole('img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
          .toBeGreaterThan(300);
      }
      await expectFocusShown(page);
    };
    await look();
    await inDark(page, look);
  });
}

test('HDR-4 by keyboard: past the header, by the contents to an answer, and over to the other language', async ({
  page,
}) => {
  await page.goto('/manual/faq.el.html');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page
    .getByRole('navigation', { name: 'Περιεχόμενα' })
    .getByRole('link', { name: 'Έχασα το κινητό μου' })
    .press('Enter');
  await expect(page).toHaveURL(/#lost-phone$/);
  await expect(page.getByRole('heading', { name: 'Έχασα το κινητό μου' })).toBeInViewport();
  await page.getByRole('link', { name: 'English' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
