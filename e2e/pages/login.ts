import type { Locator, Page } from '@playwright/test';
import type { DemoAccount } from '../demo.ts';
import type { Words } from '../words.ts';

/** The login page. */
export class LoginPage {
  readonly page: Page;
  readonly words: Words;
  readonly username: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly summary: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.words = words;
    this.username = page.getByLabel(words.login.username);
    this.password = page.getByLabel(words.login.password, { exact: true });
    this.submit = page.getByRole('main').getByRole('button', { name: words.login.submit, exact: true });
    this.summary = page.getByRole('alert');
  }

  /** Opens `path`, in the language of the words, and waits for its heading. */
  async open(path = '/login', heading: string = this.words.login.title): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('banner').waitFor();
    const other = this.page.getByRole('button', { name: this.words.header.toEnglish });
    if (this.words.login.title === 'Sign in' && (await other.isVisible())) await other.click();
    await this.page.getByRole('heading', { name: heading }).waitFor();
  }

  async signIn({ username, password }: Pick<DemoAccount, 'username' | 'password'>): Promise<void> {
    await this.username.fill(username);
    await this.password.fill(password);
    await this.submit.click();
  }
}
