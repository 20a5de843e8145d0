import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Outcome, otherNode, ROOT, start, websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000 });

let dataFolder = '';
let env: NodeJS.ProcessEnv = {};

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'websign-cli-'));
  env = { WEBSIGN_DATA: dataFolder, PORT: '0', OPERATIONS_PORT: 'off' };
});
// A server whose launcher was killed may be writing its last while nobody can reach it any more.
afterEach(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

interface Server {
  child: ChildProcess;
  outcome: Promise<Outcome>;
  url: string;
}

/** Starts a demonstration and waits until it says where it is. */
async function demonstration(program: string, args: string[]): Promise<Server> {
  const { child, outcome } = start(program, args, { env });
  const url = await new Promise<string>((resolve, reject) => {
    void outcome.then(({ stdout, stderr }) => reject(new Error(`it ended:\n${stdout}\n${stderr}`)));
    let text = '';
    child.stdout.on('data', (chunk: string) => {
      text += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  return { child, outcome, url };
}

const status = async (url: string): Promise<number> => (await fetch(`${url}/`)).status;

/** Resolves when nobody answers there any more. */
async function gone(url: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answered = await status(url).catch(() => undefined);
    if (answered === undefined) return true;
    await sleep(100);
  }
  return false;
}

describe('the demonstration from the command line', () => {
  test('npm start on an empty folder answers; SIGTERM to npm ends the server, not only npm', async () => {
    const { child, outcome, url } = await demonstration('npm', ['start']);
    expect(await status(url)).toBe(200);
    child.kill('SIGTERM');
    await outcome;
    expect(await gone(url)).toBe(true);
  });

  test('Ctrl-C finishes and ends with exit code 0, pressed once or seen twice', async () => {
    const { child, outcome, url } = await demonstration(join(ROOT, 'websign'), ['demo']);
    expect(await status(url)).toBe(200);
    child.kill('SIGINT');
    child.kill('SIGINT');
    const { code, stderr } = await outcome;
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/Finishing what is under way/),
    });
    expect(await gone(url)).toBe(true);
  });

  test('no signal opens a debugger in it', async () => {
    const { child, outcome, url } = await demonstration(join(ROOT, 'websign'), ['demo']);
    child.kill('SIGUSR1');
    await sleep(500);
    expect(await status(url)).toBe(200);
    child.kill('SIGTERM');
    const { code, stderr } = await outcome;
    expect(code).toBe(0);
    expect(stderr).not.toContain('Debugger');
  });

  test('keeps its secrets out of pipes, in a file that only its owner reads; otp prints a code', async () => {
    const { child, outcome } = await demonstration(join(ROOT, 'websign'), ['demo']);
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await outcome;
    expect(code).toBe(0);
    const file = join(dataFolder, 'demo-accounts.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const accounts = JSON.parse(await readFile(file, 'utf8')) as { username: string; password: string }[];
    expect(accounts).toHaveLength(2);
    for (const { password } of accounts) expect(stdout + stderr).not.toContain(password);

    const [first] = accounts;
    expect((await websign(['otp', first?.username ?? ''], { env })).stdout).toMatch(/^\d{6}\n$/);
    const { code: unknown, stderr: sentence } = await websign(['otp', 'nobody'], { env });
    expect(unknown).toBe(1);
    expect(sentence).toMatch(/^websign: The demonstration has no signer "nobody"; it has .+\.\n$/);
  });

  test.skipIf(otherNode === undefined)(
    'a server whose launcher was killed ends too (skipped: no other Node.js installed)',
    async () => {
      const { child, url } = await demonstration(otherNode ?? '', [join(ROOT, 'scripts', 'run.mjs'), 'demo']);
      const closed = once(child, 'exit');
      child.kill('SIGKILL');
      await closed;
      expect(await gone(url)).toBe(true);
    },
  );
});

describe('production from the command line', () => {
  test('says in one sentence what it lacks', async () => {
    const { code, stdout, stderr } = await websign(['start'], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^websign: Set MASTER_KEY_FILE: .*\n$/);
    const port = await websign(['start'], { env: { ...env, PORT: 'many' } });
    expect(port.stderr).toMatch(/^websign: PORT is not a whole number from 0 to 65535\.\n$/);
  });

  test('runs no storage command on a folder that holds nothing', async () => {
    for (const command of [
      ['audit', 'verify'],
      ['account', 'list'],
      ['backup', join(dataFolder, 'copy')],
    ]) {
      const { code, stderr } = await websign(command, { env });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `websign: ${dataFolder} holds no WebSign data; set WEBSIGN_DATA or DATABASE_URL.\n`,
      });
    }
  });
});
