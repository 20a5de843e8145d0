import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, start, websign } from './process.ts';

describe('simulate', () => {
  test('a simulated provider runs until it is stopped, and says whom it knows', {
    timeout: 60_000,
  }, async () => {
    const { child, outcome } = start(join(ROOT, 'websign'), ['simulate', 'dsa']);
    try {
      const told = await new Promise<string>((resolve, reject) => {
        let text = '';
        void outcome.then(({ stdout, stderr }) => reject(new Error(stdout + stderr)));
        child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          if (text.includes('Ctrl-C')) resolve(text);
        });
      });
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

  test.each([[[]], [['nobody']], [['dsa', '--fault', 'none']], [['dsa', '--port', 'x']]])(
    'it says what it can do: %j',
    { timeout: 60_000 },
    async (args) => {
      const { code, stderr } = await websign(['simulate', ...args]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^websign: .+\.\n/);
    },
  );
});
