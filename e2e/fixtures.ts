import { test as base, expect } from '@playwright/test';
import { newDevice } from './codes.ts';
import { type Demo, type DemoAccount, startDemo } from './demo.ts';
import { forgetSigner } from './forget.ts';
import { hasUsedCodes } from './otp.ts';
import { type Remote, startRemote } from './remote.ts';

interface Options {
  /**
   * A server of this test's own: for tests that lock accounts, change passwords, or have codes come another way.
   * Otherwise the tests of a worker share one.
   */
  ownDemo: boolean;
}

interface TestFixtures {
  demo: Demo;
  /** The demonstration's two signers. */
  signer: DemoAccount;
  otherSigner: DemoAccount;
  /** Fails the test when the page threw, or the browser refused something (content security policy). */
  quietPage: undefined;
}

interface WorkerFixtures {
  shelf: DemoShelf;
  /** Production servers whose signers' keys are at remote providers. */
  remote: Remote;
}

/** What the browser says when an answer's status is 400 or more, or none comes: told by the test, not by the console. */
const EXPECTED =
  /Failed to load resource: (the server responded with a status|net::ERR_INTERNET_DISCONNECTED)/;

/** The server that the tests of a worker share, started by the first that wants it. */
class DemoShelf {
  #demo: Promise<Demo> | undefined;

  take(): Promise<Demo> {
    this.#demo ??= startDemo();
    return this.#demo;
  }

  async clear(): Promise<void> {
    await (await this.#demo)?.stop();
  }
}

export const test = base.extend<Options & TestFixtures, WorkerFixtures>({
  ownDemo: [false, { option: true }],
  shelf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      const shelf = new DemoShelf();
      await use(shelf);
      await shelf.clear();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  remote: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      const remote = await startRemote();
      await use(remote);
      await remote.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  demo: [
    async ({ ownDemo, shelf }, use) => {
      if (!ownDemo) return use(await shelf.take());
      const demo = await startDemo();
      await use(demo);
      await demo.stop();
    },
    { timeout: 120_000 },
  ],
  signer: async ({ demo }, use) => use(await newcomer(demo, 0)),
  otherSigner: async ({ demo }, use) => use(await newcomer(demo, 1)),
  baseURL: async ({ demo }, use) => use(demo.url),
  quietPage: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
      });
      await page.addInitScript(() => {
        document.addEventListener(
          'securitypolicyviolation',
          ({ effectiveDirective, blockedURI, sourceFile }) =>
            console.error(`content security policy: ${effectiveDirective} ${blockedURI} ${sourceFile}`),
        );
      });
      await use(undefined);
      expect(complaints, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

/** Those who were in a test already; of others no server remembers anything. */
const known = new WeakSet<DemoAccount>();

/**
 * A signer of whom the server remembers nothing. A code works once, and the next one may be half a minute away: one
 * who has used some of theirs gets a new device.
 */
async function newcomer(demo: Demo, index: number): Promise<DemoAccount> {
  const signer = account(demo, index);
  if (known.has(signer)) await forgetSigner(demo, signer);
  if (hasUsedCodes(signer)) signer.totpSecret = await newDevice(demo, signer.username);
  known.add(signer);
  return signer;
}

function account(demo: Demo, index: number): DemoAccount {
  const found = demo.accounts[index];
  if (found === undefined) throw new Error(`The demonstration has no signer ${index + 1}.`);
  return found;
}

export { expect } from '@playwright/test';
