import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch, unpackChromium } from './chromium.ts';

/** The bundled browser, for those who use it outside the test runner. */
export async function openBrowser(): Promise<Browser> {
  await unpackChromium();
  return chromium.launch(chromiumLaunch());
}

export type { Browser, Page } from '@playwright/test';
