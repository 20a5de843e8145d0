import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import { type ManualLocale, pictureScale } from '../../apps/web/build/manual.ts';
import { el } from '../../apps/web/src/i18n/el.ts';
import { en } from '../../apps/web/src/i18n/en.ts';
import { type DemoAccount, startDemo } from '../demo.ts';
import { hiddenWordsPdf, scriptedLinkPdf, type UploadFile } from '../documents.ts';
import { otpOf, stepOf } from '../otp.ts';
import { AccountPage, PasswordPage } from '../pages/account.ts';
import { FindingsPanel } from '../pages/findings.ts';
import { HistoryPage } from '../pages/history.ts';
import { HomePage } from '../pages/home.ts';
import { LoginPage } from '../pages/login.ts';
import { SignPage } from '../pages/sign.ts';
import { VerifyPage } from '../pages/verify.ts';
import { MOMENT } from '../pictures/camera.ts';
import { filled, type Words } from '../words.ts';
import { type Shots, shots } from './shots.ts';

const DESK = { width: 1120, height: 740 };
const TALL = { ...DESK, height: 1200 };
const PHONE = { width: 390, height: 740 };
/** Rows of the history that its picture shows. */
const SHOWN = 4;
const STEP = stepOf(MOMENT);

const names = {
  el: {
    letter: 'αίτηση.pdf',
    code: 'έντυπο.pdf',
    hidden: 'σύμβαση.pdf',
    more: ['απόφαση.pdf', 'πρακτικό.pdf'],
  },
  en: {
    letter: 'application.pdf',
    code: 'form.pdf',
    hidden: 'contract.pdf',
    more: ['decision.pdf', 'minutes.pdf'],
  },
} as const;
const reasons = { el: 'Έγκριση', en: 'Approval' } as const;

interface Tour {
  page: Page;
  words: Words;
  locale: ManualLocale;
  signer: DemoAccount;
  letter: Buffer;
  take: Shots;
}

/** An everyday letter in the language of the manual, as a browser prints it. */
async function printLetter(browser: Browser, locale: ManualLocale): Promise<Buffer> {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(join(import.meta.dirname, `letter.${locale}.html`)).href);
  await page.evaluate(() => document.fonts.ready);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await page.close();
  return pdf;
}

const file = (name: string, buffer: Buffer): UploadFile => ({ name, mimeType: 'application/pdf', buffer });

async function upload({ page, words }: Tour, later: number, ...files: UploadFile[]): Promise<SignPage> {
  // The id of a group is the time at which the page was loaded.
  await page.clock.setFixedTime(MOMENT + later);
  await page.goto('/');
  await new HomePage(page, words).upload(...files);
  const sign = new SignPage(page, words);
  await sign.ready();
  return sign;
}

async function signingIn({ page, words, signer, take }: Tour): Promise<void> {
  const login = new LoginPage(page, words);
  await login.open();
  await take.of('login', page.getByRole('main'));
  await login.signIn(signer);
  await page.getByRole('heading', { name: words.home.title }).waitFor();
  await take.of('home', page.getByRole('main'));
}

async function refused({ page, words, locale, take }: Tour): Promise<void> {
  const home = new HomePage(page, words);
  await home.upload(scriptedLinkPdf(names[locale].code));
  await home.popup.waitFor();
  await page.keyboard.press('Escape');
  await new FindingsPanel(page, words, home.attempt).place('javascript', 2).waitFor();
  await take.of('refused', home.attempt);
}

async function signingOne(tour: Tour): Promise<Buffer> {
  const { page, words, signer, locale, letter, take } = tour;
  const sign = await upload(tour, 200, file(names[locale].letter, letter));
  await take.view('desk');
  await page.setViewportSize(PHONE);
  await sign.ready();
  await take.view('desk-phone');
  await page.setViewportSize(TALL);
  await sign.ready();
  await sign.open.click();
  await sign.reason.fill(reasons[locale]);
  // What is typed into the code's field is seen; a real code is another one in each run.
  await sign.fill(signer.password, '123456');
  await take.part('sign-box', sign.dialog);
  await sign.fill(signer.password, otpOf(signer, STEP - 1));
  await sign.button(words.app.continue).click();
  await page.getByRole('heading', { name: words.box.review }).waitFor();
  await take.part('review', sign.dialog);
  await sign.button(words.box.sign).click();
  await sign.done.waitFor();
  await page.setViewportSize(DESK);
  await take.view('signed');
  return (await sign.save(sign.download)).bytes;
}

async function signingMore(tour: Tour): Promise<void> {
  const { page, words, signer, locale, letter, take } = tour;
  const all = [names[locale].letter, ...names[locale].more];
  const sign = await upload(tour, 400, ...all.map((name) => file(name, letter)));
  await take.view('group');
  await sign.open.click();
  await sign.fill(signer.password, otpOf(signer, STEP));
  await sign.button(words.box.sign).click();
  await page
    .getByRole('heading', { name: filled(words.done.titleMany_other, { count: all.length }) })
    .waitFor();
  await upload(tour, 600, hiddenWordsPdf(names[locale].hidden));
  const panel = new FindingsPanel(page, words, page.getByRole('complementary', { name: words.sign.side }));
  await panel.place('same_colour_text', 2).click();
  await panel.current.waitFor();
  await take.view('warnings');
}

async function looking({ page, words, locale, take }: Tour, signed: Buffer): Promise<void> {
  const list = new HistoryPage(page, words);
  await list.open();
  await list.link(names[locale].letter).waitFor();
  await take.of('history', list.heading, list.table.getByRole('row').nth(SHOWN));
  const verify = new VerifyPage(page, words);
  await verify.open();
  await verify.check(file(names[locale].letter, signed));
  await verify.verdict(names[locale].letter).waitFor();
  await take.of('verify', verify.results.first());
}

async function account({ page, words, signer, take }: Tour): Promise<void> {
  await page.goto('/certificates');
  await new AccountPage(page, words).chain.waitFor();
  const part = (name: string) => page.getByRole('region', { name });
  await take.of('account', part(words.account.person), part(words.account.certificate));
  await page.goto('/change_password');
  const form = new PasswordPage(page, words);
  await form.old.fill(signer.password);
  await form.fresh.fill('Newpass');
  await expect(form.rules).toContainText(words.password.met);
  await take.of('password', page.getByRole('main'));
}

/** People read the manual of a service, not of its demonstration. */
function withoutDemoBanner(): void {
  document.addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style');
    style.textContent = '.ws-demo { display: none }';
    document.head.append(style);
  });
}

/** Goes through the product in one language and takes every picture of the user's manual anew. */
export async function takePictures(browser: Browser, locale: ManualLocale): Promise<void> {
  const program = join(import.meta.dirname, '..', 'pictures', 'standing-demo.ts');
  const demo = await startDemo({}, [program, String(MOMENT)]);
  const letter = await printLetter(browser, locale);
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: DESK,
    deviceScaleFactor: pictureScale,
    locale: locale === 'el' ? 'el-GR' : 'en-GB',
    timezoneId: 'Europe/Athens',
    bypassCSP: true,
  });
  context.setDefaultTimeout(20_000);
  await context.addInitScript(withoutDemoBanner);
  try {
    const page = await context.newPage();
    await page.clock.setFixedTime(MOMENT);
    const [signer] = demo.accounts;
    if (signer === undefined) throw new Error('The demonstration lacks signers.');
    const words: Words = { el, en }[locale];
    const tour: Tour = { page, words, locale, signer, letter, take: shots(page, locale) };
    await signingIn(tour);
    await refused(tour);
    const signed = await signingOne(tour);
    await signingMore(tour);
    await looking(tour, signed);
    await account(tour);
  } finally {
    await context.close();
    await demo.stop();
  }
}
