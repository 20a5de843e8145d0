import type { Page } from '@playwright/test';

/** What session storage holds of the session; the router keeps scroll positions of its own there. */
export const stored = (page: Page) =>
  page.evaluate(() => {
    const { sessionId, user } = sessionStorage;
    return { sessionId, user } as { sessionId?: string; user?: string };
  });
/** What it holds after the end. */
export const nothing = { sessionId: undefined, user: undefined };
