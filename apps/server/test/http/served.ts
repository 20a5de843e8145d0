import { afterAll, beforeAll } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { Person, startTest, type TestHome, testHome } from './harness.ts';

/** What the tests of one file share; to be used inside tests only. */
export interface Served {
  readonly home: TestHome;
  /** The server's address. */
  readonly url: string;
  /** What the operations' server answers for `path`. */
  operations(path: string): Promise<string>;
  /** The signer at this place of the home's accounts, signed in anew. */
  person(at: number): Promise<Person>;
}

/** Starts a server on a data folder of its own before the file's first test, and removes both after the last. */
export function served(): Served {
  let running: { home: TestHome; server: RunningServer } | undefined;
  const up = () => {
    if (!running) throw new Error('the server runs only while tests do');
    return running;
  };
  beforeAll(async () => {
    const home = await testHome();
    running = { home, server: await startTest(home) };
  });
  afterAll(async () => {
    await running?.server.close();
    await running?.home.remove();
  });
  return {
    get home() {
      return up().home;
    },
    get url() {
      return up().server.url;
    },
    operations: async (path) => (await fetch(up().server.operationsUrl + path)).text(),
    person: (at) => Person.at(up().server.url, up().home.accounts[at]),
  };
}
