import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { el as words } from '../../apps/web/src/i18n/el.ts';
import { type Demo, type DemoAccount, startDemo } from '../demo.ts';
import { scriptedPdf, type UploadFile } from '../documents.ts';
import { otpOf, stepOf } from '../otp.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { letter } from '../papers.ts';
import { filled } from '../words.ts';
import { type Camera, camera, MOMENT, SCREENS } from './camera.ts';

const SIZES = { wide: { width: 1280, height: 960 }, narrow: { width: 320, height: 640 } } as const;
const SCHEMES = ['light', 'dark'] as const;
const STEP = stepOf(MOMENT);

const paper = (name: string): UploadFile => ({ name, mimeType: 'application/pdf', buffer: letter() });

interface Walk {
  page: Page;
  signer: DemoAccount;
  other: DemoAccount;
  take: Camera['take'];
}

async function signingIn({ page, signer, other, take }: Walk): Promise<void> {
  const login = new LoginPage(page, words);
  await login.open();
  await take('login');
  await login.signIn({ username: signer.username, password: 'not the password' });
  await expect(login.summary).toContainText(words.errors.wrong_credentials);
  await take('login-refused');
  for (let failure = 0; failure < 5; failure += 1) {
    const answered = page.waitForResponse('**/api/login');
    await login.signIn({ username: other.username, password: 'not the password' });
    await answered;
    await expect(login.submit).toBeEnabled();
  }
  await login.signIn({ username: other.username, password: 'not the password' });
  await expect(login.summary).toContainText(words.errors.account_locked.slice(0, 20));
  await take('login-locked');
  await login.signIn(signer);
  await page.getByRole('heading', { name: words.home.title }).waitFor();
  await take('home');
}

async function refusedUpload({ page, take }: Walk): Promise<void> {
  const home = new HomePage(page, words);
  await home.upload(scriptedPdf('αίτηση με κώδικα.pdf'));
  await home.popup.waitFor();
  await take('upload-popup');
  await page.keyboard.press('Escape');
  await home.attempt.waitFor();
  await take('upload-refused');
}

/** Waits until the viewer has drawn a page: something on its canvas is dark. */
const drawn = (page: Page) =>
  page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.ws-page-canvas');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return pixels?.some((value, at) => at % 4 === 0 && value < 128 && pixels[at + 3] === 255) ?? false;
  });

async function signingOne({ page, signer, take }: Walk): Promise<void> {
  await page.clock.setFixedTime(MOMENT + 500);
  await page.goto('/');
  await new HomePage(page, words).upload(paper('αίτηση.pdf'));
  const sign = new SignPage(page, words);
  await sign.ready();
  await drawn(page);
  await take('sign');
  await page.getByRole('link', { name: words.sign.preview }).click();
  await page.waitForURL(/\/preview$/);
  await drawn(page);
  await take('preview');
  await page.goBack();
  await sign.ready();
  await drawn(page);
  await sign.open.click();
  await sign.dialog.getByLabel(words.box.reason).fill('Έγκριση');
  // What is typed into the code's field is seen; a real code is another one in each run.
  await sign.fill(signer.password, '123456');
  await take('sign-box');
  await sign.fill('not the password', '123456');
  await sign.button(words.box.sign).click();
  await expect(sign.dialog.getByRole('alert')).toContainText(words.errors.wrong_credentials);
  await take('sign-refused');
  await sign.fill(signer.password, otpOf(signer, STEP - 1));
  await sign.button(words.app.continue).click();
  await page.getByRole('heading', { name: words.box.review }).waitFor();
  await take('sign-review');
  await sign.button(words.box.sign).click();
  await sign.done.waitFor();
  await drawn(page);
  await take('signed');
}

async function signingGroup({ page, signer, take }: Walk): Promise<void> {
  // A group's id is the time at which the page was loaded.
  await page.clock.setFixedTime(MOMENT + 1000);
  await page.goto('/');
  await new HomePage(page, words).upload(...['απόφαση.pdf', 'παράρτημα.pdf', 'πρακτικό.pdf'].map(paper));
  const sign = new SignPage(page, words);
  await sign.ready();
  await drawn(page);
  await take('group');
  await sign.open.click();
  await sign.fill(signer.password, otpOf(signer, STEP));
  await sign.button(words.box.sign).click();
  await page.getByRole('heading', { name: filled(words.done.titleMany_other, { count: 3 }) }).waitFor();
  await drawn(page);
  await take('group-signed');
}

async function frame({ page, take }: Walk): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { name: words.home.title }).waitFor();
  await page.getByRole('button', { name: words.header.accountOf.replace('{{name}}', '') }).click();
  await take('user-menu');
  await page.goto('/nowhere');
  await page.getByRole('heading', { name: words.notFound.title }).waitFor();
  await take('not-found');
  await page.clock.setFixedTime(MOMENT + 28.5 * 60_000);
  await page.getByRole('alertdialog', { name: words.idle.title }).waitFor();
  await take('idle');
}

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of SCHEMES) {
    test.describe(`${size} ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });
      let demo: Demo;
      test.beforeAll(async () => {
        demo = await startDemo({}, [join(import.meta.dirname, 'standing-demo.ts'), String(MOMENT)]);
      });
      test.afterAll(async () => {
        await demo.stop();
      });

      test('every screen looks as in its picture', async ({ browser }) => {
        test.setTimeout(180_000);
        // The policy allows no foreign style, and steady.css is one; that no screen breaks it the journeys show.
        const context = await browser.newContext({
          baseURL: demo.url,
          viewport,
          colorScheme,
          bypassCSP: true,
        });
        context.setDefaultTimeout(20_000);
        const page = await context.newPage();
        await page.clock.setFixedTime(MOMENT);
        const [signer, other] = demo.accounts;
        if (signer === undefined || other === undefined) throw new Error('The demonstration lacks signers.');
        const { take, missing } = camera(page, `${size}-${colorScheme}`);
        const walk: Walk = { page, signer, other, take };
        await signingIn(walk);
        await refusedUpload(walk);
        await signingOne(walk);
        await signingGroup(walk);
        await frame(walk);
        expect(missing()).toEqual([]);
        await context.close();
      });
    });
  }
}

test('there is a picture of every screen, and none of another', ({ browserName: _ }, { config }) => {
  test.skip(/all|changed/.test(config.updateSnapshots), 'the pictures are being taken');
  const folder = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
  const expected = SCREENS.flatMap((screen) =>
    Object.keys(SIZES).flatMap((size) => SCHEMES.map((scheme) => `${screen}-${size}-${scheme}.png`)),
  );
  expect(readdirSync(folder).sort()).toEqual(expected.sort());
});
