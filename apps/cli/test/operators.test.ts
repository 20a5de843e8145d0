import type { ErrorAnswer } from '@websign/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from '../../server/src/main.ts';
import {
  Person,
  startTest,
  type TestAccount,
  type TestHome,
  testHome,
} from '../../server/test/http/harness.ts';
import { websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let home: TestHome;
let server: RunningServer;
beforeAll(async () => {
  home = await testHome({ SIGNATURE_LEVEL: 'B-B' });
  // Commands go by the clock of the machine.
  home.advance(Date.now() - home.clock());
  server = await startTest(home);
});
afterAll(async () => {
  await server.close();
  await home.remove();
});

const command = (...args: string[]) => websign(args, { env: home.environment });
function named(username: string): TestAccount {
  const account = home.accounts.find((one) => one.username === username);
  if (!account) throw new Error(`no ${username}`);
  return account;
}

describe('what operators do from the command line while the server runs', () => {
  test('a person is seen signed in, signed out, blocked and unblocked', async () => {
    const maria = await Person.at(server.url, named('maria'));
    const sessions = await command('account', 'sessions', 'maria', '--json');
    expect(JSON.parse(sessions.stdout)).toMatchObject({ username: 'maria' });
    expect(sessions.stdout).not.toContain(maria.sessionId);
    expect((await command('account', 'end-sessions', 'maria')).stdout).toBe('maria: 1 sessions ended.\n');
    expect((await maria.get('/api/certificates')).status).toBe(401);

    expect(await command('account', 'block', 'maria')).toMatchObject({
      code: 0,
      stdout: 'maria is blocked, and signed out everywhere.\n',
    });
    expect(await command('account', 'block', 'maria')).toMatchObject({
      code: 1,
      stderr: 'websign: maria is blocked already.\n',
    });
    const login = () =>
      maria.post<ErrorAnswer>('/api/login', { username: 'maria', password: maria.account.password });
    expect((await login()).body.error.code).toBe('account_blocked');
    expect((await command('account', 'list', '--search', 'ΜΑΡΙΑ')).stdout).toMatch(
      /^maria\t.*\tblocked since 20/,
    );
    expect((await command('account', 'unblock', 'maria')).code).toBe(0);
    expect((await login()).status).toBe(200);
    expect((await command('account', 'show', 'maria')).stdout).toMatch(/^ {2}live sessions: 1$/m);
  });

  test('certificates that end soon are listed; what is not there is told', async () => {
    expect((await command('certificates', 'expiring')).stdout).toBe('');
    const all = (await command('certificates', 'expiring', '--days', '3650')).stdout.trim().split('\n');
    expect(all).toHaveLength(4);
    expect((await command('certificates', 'expiring', '--days', 'x')).code).toBe(2);
    expect(await command('outbox', 'retry', '999')).toMatchObject({
      code: 1,
      stderr: 'websign: The outbox keeps no job 999.\n',
    });
    expect((await command('account', 'show', 'nobody')).stderr).toBe(
      'websign: There is no account "nobody".\n',
    );
  });
});
