import { test as base, expect, type Locator, type Page } from '@playwright/test';
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

  /** Shows a story as it is once its play is over. */
  async open(story: string, locale: 'el' | 'en' = 'el'): Promise<void> {
    this.#complaints = [];
    await this.page.goto(`${storiesUrl()}frame.html?${new URLSearchParams({ story, locale })}`);
    const state = this.page.locator('html[data-story]');
    await state.waitFor({ state: 'attached' });
    expect.soft(await state.getAttribute('data-story'), story).toBe('shown');
  }

  /** The names of all stories. */
  async names(): Promise<string[]> {
    await this.page.goto(storiesUrl());
    return this.page.getByRole('navigation').getByRole('link').allTextContents();
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

/** Tests of components by their stories; an error in the browser's console fails each of them. */
export const test = base.extend<{ stories: Stories }>({
  stories: async ({ page }, use) => {
    const stories = new Stories(page);
    await use(stories);
    expect(stories.complaints(), 'errors in the browser').toEqual([]);
  },
});

export { expect } from '@playwright/test';
