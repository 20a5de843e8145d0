import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pem } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, type RunningServer } from '../../../src/main.ts';
import { startTest, type TestHome, testHome } from '../../http/harness.ts';
import { commission, listsHome } from './lists-home.ts';

let lists: Awaited<ReturnType<typeof listsHome>>;
let home: TestHome;
let environment: Record<string, string>;
beforeAll(async () => {
  lists = await listsHome();
  lists.reset();
  home = await testHome();
  const signers = join(home.folder, 'lotl.pem');
  writeFileSync(signers, pem('CERTIFICATE', commission.certificate));
  environment = { LOTL_URL: `${lists.origin}/lotl.xml`, LOTL_CERTIFICATES_FILE: signers };
});
afterAll(async () => {
  await lists.close();
  await home.remove();
});

/** The value of a metric, once it is `expected`: lists come in the background. */
async function metric(server: RunningServer, name: string, expected: number): Promise<number | undefined> {
  const until = Date.now() + 60_000;
  for (;;) {
    const page = await (await fetch(`${server.operationsUrl}/metrics`)).text();
    const line = page.split('\n').find((one) => one.startsWith(`${name} `));
    const value = line === undefined ? undefined : Number(line.slice(name.length + 1));
    if (value === expected || Date.now() > until) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a server with trusted lists', () => {
  test('takes them in the background, and from its copies when the source is away', async () => {
    const first = await startTest(home, environment);
    expect(await metric(first, 'websign_trusted_lists{state="fresh"}', 3)).toBe(3);
    await first.close();
    lists.state.away = true;
    const second = await startTest(home, environment);
    expect(await metric(second, 'websign_trusted_lists{state="fresh"}', 3)).toBe(3);
    await second.close();
    lists.state.away = false;
    expect(home.logged.join('\n')).toContain('trusted lists were refreshed');
  });

  test('stops while a source says nothing', async () => {
    let asked = false;
    const silent: Server = createServer(() => {
      asked = true;
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    home.logged.length = 0;
    const LOTL_URL = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const server = await startTest(home, { ...environment, LOTL_URL });
    while (!asked) await new Promise((resolve) => setTimeout(resolve, 20));
    const started = Date.now();
    await server.close();
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(home.logged.join('\n')).not.toContain('was not taken');
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  test('does not start without the certificates of those who may sign', async () => {
    await expect(startTest(home, { ...environment, LOTL_CERTIFICATES_FILE: '' })).rejects.toThrow(
      /^Set LOTL_CERTIFICATES_FILE/,
    );
    await expect(startTest(home, { ...environment, LOTL_CERTIFICATES_FILE: '/nowhere.pem' })).rejects.toThrow(
      ConfigError,
    );
  });
});
