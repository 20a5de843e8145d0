import { expect, type FileChooser, type Page } from '@playwright/test';

/**
 * The file choosers that a page opens from now on, each by `next` once it is open. Listen well before the key that opens
 * one: the browser is told to hand them over while the test goes on, and one that opens before that is open for ever.
 */
export function choosersOf(page: Page): { next: () => Promise<FileChooser> } {
  const open: FileChooser[] = [];
  page.on('filechooser', (chooser) => open.push(chooser));
  return {
    next: async () => {
      await expect.poll(() => open.length, { message: 'the file chooser opens' }).toBeGreaterThan(0);
      const chooser = open.shift();
      if (chooser === undefined) throw new Error('The file chooser is gone.');
      return chooser;
    },
  };
}
