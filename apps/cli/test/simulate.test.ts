import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, start, websign } from './process.ts';

/** What it says until it is ready. */
function toldBy({ child, outcome }: ReturnType<typeof start>): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let text = '';
    void outcome.then(({ stdout, stderr }) => reject(new Error(stdout + stderr)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('Ctrl-C')) resolve(text);
    });
  });
}

describe('simulate', () => {
  test('a simulated provider runs until it is stopped, and says whom it knows', {
    timeout: 60_000,
  }, async () => {
    const { child, outcome } = start(join(ROOT, 'websign'), ['simulate', 'dsa']);
    try {
      const told = await toldBy({ child, outcome });
      const url = /^DSA_URL=(http:\/\/127\.0\.0\.1:\d+)$/m.exec(told)?.[1] ?? '';
      const [, username, password] = /^user (\S+), password (\S+), code secret /m.exec(told) ?? [];
      expect(told).toMatch(new RegExp(`^${username}: \\d{6}$`, 'm'));
      const answer = await fetch(`${url}/dsa/v1/Certificates`, {
        method: 'POST',
        body: JSON.stringify({ Username: username, Password: password }),
      });
      expect(await answer.json()).toMatchObject({ Success: true });
    } finally {
      child.kill('SIGTERM');
    }
    expect((await outcome).code).toBe(0);
  });

  test('a simulated signing service says what to set, and takes what it says', {
    timeout: 60_000,
  }, async () => {
    const { child, outcome } = start(join(ROOT, 'websign'), ['simulate', 'csc', '--api', '1']);
    let secretFile = '';
    try {
      const told = await toldBy({ child, outcome });
      const of = (setting: string) => new RegExp(`^${setting}=(.+)$`, 'm').exec(told)?.[1] ?? '';
      secretFile = of('CSC_CLIENT_SECRET_FILE');
      const url = of('CSC_URL');
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/csc\/v1$/);
      expect(told).toMatch(/^eleni-p256: \d{6}$/m);
      expect(await (await fetch(`${url}/info`, { method: 'POST', body: '{}' })).json()).toMatchObject({
        specs: '1.0.4.0',
      });
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: of('CSC_CLIENT_ID'),
        client_secret: readFileSync(secretFile, 'utf8').trim(),
      });
      expect((await fetch(new URL('/oauth2/token', url), { method: 'POST', body })).status).toBe(200);
    } finally {
      child.kill('SIGTERM');
    }
    expect((await outcome).code).toBe(0);
    expect(existsSync(secretFile)).toBe(false);
  });

  test.each([
    [[]],
    [['nobody']],
    [['dsa', '--fault', 'none']],
    [['dsa', '--port', 'x']],
    [['csc', '--api', '3']],
  ])('it says what it can do: %j', { timeout: 60_000 }, async (args) => {
    const { code, stderr } = await websign(['simulate', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^websign: .+\.\n/);
  });
});
