import type { Page } from '@playwright/test';

/**
 * Popups stay until they are closed: the span by which they count their seconds stands still, on the pages that are loaded
 * from now on. For tests that look at a popup rather than at how long it stays; on a busy machine three seconds are nothing.
 */
export async function keepPopups(page: Page): Promise<void> {
  await page.addInitScript(() => {
    performance.now = () => 0;
  });
}
