import type { Locator, Page } from '@playwright/test';
import type { Words } from '../words.ts';

/** The page that changes the password. */
export class PasswordPage {
  readonly page: Page;
  readonly username: Locator;
  readonly old: Locator;
  readonly fresh: Locator;
  readonly repeated: Locator;
  readonly submit: Locator;
  readonly summary: Locator;
  readonly rules: Locator;

  constructor(page: Page, words: Words) {
    const { password } = words;
    this.page = page;
    const main = page.getByRole('main');
    this.username = main.getByLabel(words.login.username);
    this.old = main.getByLabel(password.old, { exact: true });
    this.fresh = main.getByLabel(password.new, { exact: true });
    this.repeated = main.getByLabel(password.confirm, { exact: true });
    this.submit = main.getByRole('button', { name: password.submit, exact: true });
    this.summary = main.getByRole('alert');
    this.rules = main.getByRole('region', { name: password.rulesTitle });
  }

  /** A rule's line, with its state in words. */
  rule(text: string): Locator {
    return this.rules.getByRole('listitem').filter({ hasText: text });
  }

  async change(old: string, fresh: string, repeated = fresh): Promise<void> {
    await this.old.fill(old);
    await this.fresh.fill(fresh);
    await this.repeated.fill(repeated);
    await this.submit.click();
  }
}

/** The page of account and certificates, with the dialog that resynchronises the device. */
export class AccountPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly chain: Locator;
  readonly open: Locator;
  readonly dialog: Locator;
  readonly password: Locator;
  readonly first: Locator;
  readonly second: Locator;
  readonly submit: Locator;
  readonly summary: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: words.account.title, level: 1 });
    this.chain = page.getByRole('region', { name: words.account.chain });
    this.open = page.getByRole('main').getByRole('button', { name: words.resync.title });
    this.dialog = page.getByRole('dialog', { name: words.resync.title });
    this.password = this.dialog.getByLabel(words.login.password, { exact: true });
    this.first = this.dialog.getByLabel(words.resync.first);
    this.second = this.dialog.getByLabel(words.resync.second);
    this.submit = this.dialog.getByRole('button', { name: words.resync.submit, exact: true });
    this.summary = this.dialog.getByRole('alert');
  }

  /** A fact by its term. */
  fact(part: string, term: string): Locator {
    return this.page
      .getByRole('region', { name: part })
      .getByRole('definition')
      .and(this.page.locator(`dt:text-is("${term}") + dd`));
  }
}

/** The header with its menus. */
export class Header {
  readonly page: Page;
  readonly navigation: Locator;
  readonly menu: Locator;
  readonly person: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.navigation = page.getByRole('navigation', { name: words.header.navigation });
    this.menu = this.navigation.getByRole('button', { name: words.header.menu });
    this.person = page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^${words.header.accountOf.split('{{')[0]}`) });
  }

  /** Follows a link of the navigation, which may be behind its button. */
  async follow(name: string): Promise<void> {
    if (await this.menu.isVisible()) await this.menu.click();
    await this.navigation.getByRole('link', { name }).click();
  }

  /** An entry of the person's menu, which is opened for it. */
  async entry(name: string): Promise<Locator> {
    if ((await this.person.getAttribute('aria-expanded')) !== 'true') await this.person.click();
    return this.page.getByRole('banner').locator('.ws-user').getByRole('link', { name, exact: true });
  }
}
