import { test as base, expect, type Locator, type Page, type ViewportSize } from '@playwright/test';
import type { StoryWindow } from '../../apps/web/stories/frame.ts';

/** A call that the application made, and what it sent. */
type Asked = StoryWindow['network']['asked'][number];

/** The address of the page of all stories (playwright.config.ts). */
export function storiesUrl(): string {
  const url = process.env.STORIES_URL;
  if (url === undefined) throw new Error('The stories are not served.');
  return url;
}

/** Opens stories in one page, and hears what the browser complains of meanwhile. */
export class Stories {
  readonly page: Page;
  readonly dialog: Locator;
  #complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog');
    page.on('pageerror', ({ message }) => this.#complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#complaints.push(message.text());
    });
  }

  /** Shows a story, in Greek, as it is once its play is over. */
  async open(story: string): Promise<void> {
    this.#complaints = [];
    await this.page.goto(`${storiesUrl()}frame.html?${new URLSearchParams({ story })}`);
    const state = this.page.locator('html[data-story]');
    await state.waitFor({ state: 'attached' });
    expect.soft(await state.getAttribute('data-story'), story).toBe('shown');
  }

  /** Has the open story say all that it says in another language. */
  async speak(locale: 'el' | 'en'): Promise<void> {
    await this.page.evaluate(
      (other) => (window as unknown as { story: StoryWindow }).story.speak(other),
      locale,
    );
    await expect(this.page.locator('html')).toHaveAttribute('lang', locale);
  }

  /** The names of all stories. */
  async names(): Promise<string[]> {
    await this.page.goto(storiesUrl());
    return this.page.getByRole('navigation').getByRole('link').allTextContents();
  }

  /** For the next test: nothing went wrong yet, and the window is as it is wanted. */
  async begin(viewport: ViewportSize | null): Promise<void> {
    this.#complaints = [];
    await this.page.emulateMedia({ colorScheme: null });
    if (viewport) await this.page.setViewportSize(viewport);
    // Where nothing shows that a pointer is over it.
    await this.page.mouse.move(0, 0);
  }

  /** What went wrong since the story was opened. */
  complaints(): readonly string[] {
    return this.#complaints;
  }

  /** The calls of that name so far. */
  async asked(call: string): Promise<Asked[]> {
    const all = await this.page.evaluate(
      () => (window as unknown as { story: StoryWindow }).story.network.asked,
    );
    return all.filter((asked) => asked.call === call);
  }

  /** Lets time pass for the story's clock. */
  async later(ms: number): Promise<void> {
    await this.page.evaluate(
      (passed) => (window as unknown as { story: StoryWindow }).story.later(passed),
      ms,
    );
  }
}

/**
 * Tests of components by their stories; an error in the browser's console fails each of them. The tests of a worker have
 * one page: a story finds all made up anew, and what the browser has loaded and compiled of the application is the most
 * of what it costs to show one.
 */
export const test = base.extend<{ stories: Stories }, { shelf: Stories }>({
  shelf: [
    async ({ browser }, use, { project }) => {
      const { locale = '', timezoneId = '' } = project.use;
      const page = await browser.newPage({ locale, timezoneId });
      await use(new Stories(page));
      await page.close();
    },
    { scope: 'worker' },
  ],
  stories: async ({ shelf, viewport }, use) => {
    await shelf.begin(viewport);
    await use(shelf);
    await shelf.page.unrouteAll();
    expect(shelf.complaints(), 'errors in the browser').toEqual([]);
  },
  page: async ({ stories }, use) => use(stories.page),
});

export { expect } from '@playwright/test';
