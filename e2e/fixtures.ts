import { test as base, expect } from '@playwright/test';
import { type Demo, type DemoAccount, startDemo } from './demo.ts';

interface TestFixtures {
  /** Fails the test when the page threw, or the browser refused something (content security policy). */
  quietPage: undefined;
}

interface WorkerFixtures {
  /** A demonstration server for all tests of this worker. A test that locks accounts starts one of its own. */
  demo: Demo;
  /** Its two signers. */
  signer: DemoAccount;
  otherSigner: DemoAccount;
}

/** What the browser says when an answer's status is 400 or more: told by the test, not by the console. */
const EXPECTED = /Failed to load resource: the server responded with a status/;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      const demo = await startDemo();
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  signer: [async ({ demo }, use) => use(account(demo, 0)), { scope: 'worker' }],
  otherSigner: [async ({ demo }, use) => use(account(demo, 1)), { scope: 'worker' }],
  baseURL: async ({ demo }, use) => use(demo.url),
  quietPage: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
      });
      await use(undefined);
      expect(complaints, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

function account(demo: Demo, index: number): DemoAccount {
  const found = demo.accounts[index];
  if (found === undefined) throw new Error(`The demonstration has no signer ${index + 1}.`);
  return found;
}

export { expect } from '@playwright/test';
