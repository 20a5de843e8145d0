import type { Page } from '@playwright/test';
import type { DemoAccount } from '../demo.ts';
import type { Camera } from './camera.ts';

/** A way through the product under a clock that stands. */
export interface Walk {
  page: Page;
  signer: DemoAccount;
  other: DemoAccount;
  take: Camera['take'];
}
