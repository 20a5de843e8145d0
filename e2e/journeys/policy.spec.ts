import { expect, test } from '../fixtures.ts';
import { LoginPage } from '../pages/login.ts';
import { languageOf } from '../projects.ts';
import { wordsOf } from '../words.ts';

const FORBIDDEN: Record<string, () => void> = {
  'a string as HTML': () => {
    document.body.innerHTML = '<p>text</p>';
  },
  'a string as code': () => {
    // Later: while the test itself evaluates, the browser lets code pass.
    setTimeout(() => Reflect.construct(Function, ['return 1']), 10);
  },
  'an inline script': () => {
    document.head.append(
      Object.assign(document.createElement('script'), { textContent: 'window.ran = true' }),
    );
  },
  'an inline style sheet': () => {
    document.head.append(
      Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }),
    );
  },
  'an image of another host': () => {
    document.body.append(Object.assign(new Image(), { src: 'https://other.example/x.png' }));
  },
  'a frame': () => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://other.example/' }));
  },
  'a call to another host': () => {
    fetch('https://other.example/').catch(() => undefined);
  },
};

// The page of the fixture tells every violation and fails its test: so no journey's screen has any.
for (const [what, attempt] of Object.entries(FORBIDDEN)) {
  test(`UP-11 the browser's content security policy forbids ${what}`, async ({ browser, demo }) => {
    const page = await browser.newPage({ baseURL: demo.url });
    await page.goto('/login');
    await page.getByRole('main').getByRole('heading').waitFor();
    const violated = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        }),
    );
    await page.evaluate(attempt).catch((error: Error) => expect(error.message).toMatch(/Trusted|eval/));
    expect(await violated).toMatch(/^(require-trusted-types-for|script|style|img|frame|connect|default)/);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    await page.close();
  });
}

test('HDR-4 HDR-5 @en the link to the manual about security leads to the one in the language shown', async ({
  page,
}, { project }) => {
  const words = wordsOf(project.name);
  await new LoginPage(page, words).open();
  const link = page.getByRole('link', { name: words.footer.security });
  const language = languageOf(project.name);
  await expect(link).toHaveAttribute('href', `/security-manual.${language}.pdf`);
  const manual = await page.request.get(`/security-manual.${language}.pdf`);
  expect(manual.headers()['content-type']).toBe('application/pdf');
});
