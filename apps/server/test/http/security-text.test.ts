import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/main.ts';
import { startTest, type TestHome, testHome } from './harness.ts';

const day = 86_400_000;
const mail = 'mailto:security@sign.example';
const page = 'https://sign.example/report?a=1#form';

let home: TestHome;
const opened: RunningServer[] = [];
beforeAll(async () => {
  home = await testHome();
});
afterAll(async () => {
  for (const server of opened) await server.close();
  await home?.remove();
});

/** A server of the home under such settings. */
async function start(environment: Record<string, string>): Promise<string> {
  const server = await startTest(home, environment);
  opened.push(server);
  return server.url;
}
const ask = (url: string, init: RequestInit = {}) => fetch(`${url}/.well-known/security.txt`, init);

describe('security.txt (RFC 9116)', () => {
  test('says where to report, until when, in which languages, and where it stands', async () => {
    const url = await start({
      SECURITY_CONTACT: `${mail} , ${page}`,
      PUBLIC_ORIGIN: 'https://sign.example',
    });
    const answer = await ask(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const today = Math.floor(home.clock() / day) * day;
    const expires = new Date(today + 180 * day).toISOString();
    expect(await answer.text()).toBe(
      [
        `Contact: ${mail}`,
        `Contact: ${page}`,
        `Expires: ${expires}`,
        'Preferred-Languages: el, en',
        'Canonical: https://sign.example/.well-known/security.txt',
        '',
      ].join('\n'),
    );
    expect((await ask(url, { method: 'HEAD' })).status).toBe(200);
    expect((await ask(url, { method: 'POST' })).status).toBe(404);
  });

  test('is the same all day on every server, expires in less than a year, and moves on with the day', async () => {
    const [one, other] = [await start({ SECURITY_CONTACT: mail }), await start({ SECURITY_CONTACT: mail })];
    home.advance(day - (home.clock() % day) + 1000);
    const morning = await (await ask(one)).text();
    const expires = Date.parse(/^Expires: (.*)$/m.exec(morning)?.[1] ?? '');
    expect(expires - home.clock()).toBeLessThan(365 * day);
    expect(expires - home.clock()).toBeGreaterThan(30 * day);
    home.advance(day / 2);
    expect(await (await ask(other)).text()).toBe(morning);
    home.advance(day / 2);
    expect(await (await ask(one)).text()).not.toBe(morning);
  });

  test.each([
    ['unknown', {}],
    ['not https', { PUBLIC_ORIGIN: 'http://sign.example' }],
  ])('names no address of its own where that is %s', async (_, origin) => {
    const url = await start({ SECURITY_CONTACT: mail, ...origin });
    expect(await (await ask(url)).text()).not.toContain('Canonical');
  });

  test.each([{}, { accept: 'text/html' }])('is not there without a contact (%j)', async (headers) => {
    expect((await ask(await start({}), { headers })).status).toBe(404);
  });

  test('is served by the demonstration, too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'websign-security-text-'));
    try {
      const server = await startServer({
        demo: true,
        environment: {
          PORT: '0',
          OPERATIONS_PORT: 'off',
          WEBSIGN_DATA: folder,
          SECURITY_CONTACT: page,
        },
        logTo: { write: () => undefined },
      });
      const answer = await ask(server.url);
      await server.close();
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining(`Contact: ${page}\n`),
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
