import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confinedCommand, confinements } from '../../src/sandbox/confinement.ts';
import { HELPER, helperFacts, sourceHash } from '../../src/sandbox/helper.ts';

const facts = helperFacts();
const skipped = facts === undefined ? ' (skipped: ./websign sandbox install built nothing here)' : '';

let folder: string;
let code: string;
let port: string;
const servers: Server[] = [];
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'websign-confined-'));
  chmodSync(folder, 0o755);
  mkdirSync(at('code'));
  code = at('code/hostile-program.cjs');
  cpSync(join(import.meta.dirname, 'hostile-program.cjs'), code);
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = String((server.address() as { port: number }).port);
  servers.push(server);
});

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A folder with what a service may read and write, and a socket on which somebody listens. */
async function scratch(name: string): Promise<string> {
  mkdirSync(at(name));
  writeFileSync(at(`${name}/secret`), 'secret', { mode: 0o600 });
  writeFileSync(at(`${name}/other`), 'other');
  const server = createServer().listen(at(`${name}/socket`));
  await new Promise((resolve) => server.once('listening', resolve));
  servers.push(server);
  return at(name);
}

const outcomesOf = (stdout: string): Record<string, unknown> => JSON.parse(stdout);
const isRefused = (outcome: unknown) => /^E[A-Z]+$/.test(String(outcome));

/** Under the helper alone: none of Node.js's own walls stands. */
const confined = (...program: string[]) =>
  spawnSync(
    HELPER,
    [
      '--read',
      at('code'),
      '--execute',
      process.execPath,
      '--data',
      String(900 * 2 ** 20),
      '--',
      process.execPath,
      '--openssl-config=/dev/null',
      ...program,
    ],
    { env: {}, encoding: 'utf8' },
  );

const compiles = isInstalled('cc');
/** Path of the program of `hostile-calls.c`. */
function hostileCalls(): string {
  const native = at('hostile-calls');
  const source = join(import.meta.dirname, 'hostile-calls.c');
  expect(spawnSync('cc', ['-O1', '-pthread', '-o', native, source], { encoding: 'utf8' })).toMatchObject({
    stderr: '',
  });
  return native;
}

describe.skipIf(facts === undefined)(`what the operating system keeps a child from${skipped}`, () => {
  test('code that got past Node.js reads, writes, starts, signals and reaches nothing', async () => {
    const place = await scratch('confined');
    const { stdout, stderr } = confined(code, place, String(process.pid), port);
    expect(stderr).toBe('');
    const { computes, environment, parent, ...outcomes } = outcomesOf(stdout);
    expect({ computes, environment }).toEqual({ computes: 8, environment: [] });
    expect(Object.entries(outcomes).filter(([, outcome]) => !isRefused(outcome))).toEqual([]);
    // In namespaces of its own it has no parent either.
    expect(parent).toBe(facts?.namespaces ? 0 : process.pid);
    expect(readdirSync(place).sort()).toEqual(['other', 'secret', 'socket']);
    expect(statSync(join(place, 'secret'))).toMatchObject({ size: 6, mode: 0o100600 });
    expect(readFileSync(code, 'utf8')).toContain('tries');
  });

  test('and each of these tries works where it is not confined', async () => {
    const place = await scratch('free');
    cpSync(code, at('free-program.cjs'));
    const { stdout } = spawnSync(
      process.execPath,
      [at('free-program.cjs'), place, String(process.pid), port],
      {
        env: {},
        encoding: 'utf8',
      },
    );
    const refused = Object.entries(outcomesOf(stdout)).filter(([, outcome]) => isRefused(outcome));
    expect(refused).toEqual([]);
    expect(readdirSync(place).sort()).toEqual(['escaped', 'link', 'listening', 'renamed', 'socket']);
  });

  test.skipIf(!compiles)(
    'native code neither outlives it, signals by descriptors, nor has memory that is not counted',
    () => {
      const native = hostileCalls();
      const told = (...command: string[]) => {
        const [file = '', ...args] = command;
        // The limit of threads does not hold for root.
        const options = {
          encoding: 'utf8',
          ...(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
        } as const;
        const { stdout } = spawnSync(file, [...args, native, String(process.pid)], options);
        return Object.fromEntries(
          stdout
            .trimEnd()
            .split('\n')
            .map((line) => line.split(' ')),
        );
      };
      const free = told('/usr/bin/env');
      expect(Object.values(free)).toEqual(Object.keys(free).map(() => 'allowed'));
      const { manyDescriptors, manyThreads, ...refused } = told(HELPER, '--execute', native, '--');
      expect(manyDescriptors).toBe(String(constants.errno.EMFILE));
      if (facts?.namespaces && facts.landlock >= 2) expect(manyThreads).toBe(String(constants.errno.EAGAIN));
      expect(Object.keys(refused)).toHaveLength(Object.keys(free).length - 2);
      expect(refused).toEqual(Object.fromEntries(Object.keys(refused).map((name) => [name, '1'])));
    },
  );

  test.skipIf(!compiles)(
    'a child that takes back its end with the parent ends all the same once it is killed',
    async () => {
      const native = hostileCalls();
      const child = spawn(HELPER, ['--execute', native, '--', native, 'stay'], { env: {} });
      await new Promise((resolve) => child.stdout.once('data', resolve));
      // One octet: of nought the kernel still gives the memory to a program that takes cores.
      expect(readFileSync(`/proc/${child.pid}/limits`, 'utf8')).toMatch(/core file size\s+1\s+1\s/);
      const ended = new Promise((resolve) => child.stdout.once('end', () => resolve('ended')));
      child.kill('SIGKILL');
      // Its output ends once no process has it any more.
      const lives = new Promise((resolve) => setTimeout(() => resolve('lives'), 10_000));
      expect(await Promise.race([ended, lives])).toBe('ended');
    },
  );

  test('memory is bounded, and a program that ends by a signal ends so for whoever started it', () => {
    const greedy = confined('-e', 'const all = []; for (;;) all.push(Buffer.alloc(2 ** 24, 1));');
    expect(greedy.status === 0 && greedy.signal === null).toBe(false);
    expect(confined('-e', 'process.exit(7)').status).toBe(7);
    expect(confined('-e', 'process.abort()')).toMatchObject({ status: null });
  });

  test('it ends with who started it', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(${JSON.stringify(HELPER)}, ['--read', ${JSON.stringify(at('code'))}, '--execute', process.execPath, '--', process.execPath,
        '--openssl-config=/dev/null', '-e', 'console.log("up"); setInterval(() => {}, 1000)'], { env: {}, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
      child.stdout.once('data', () => console.log(child.pid));`;
    const outer = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((resolve) =>
      outer.stdout.once('data', (chunk) => resolve(Number(String(chunk)))),
    );
    expect(isAlive(pid)).toBe(true);
    outer.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  });

  test.skipIf(!compiles)('one that was built of an earlier source confines nobody', () => {
    const source = join(import.meta.dirname, '../../confine/confine.c');
    const build = (name: string, ...flags: string[]) => {
      expect(spawnSync('cc', [...flags, '-o', at(name), source]).status).toBe(0);
      return helperFacts(at(name));
    };
    expect(build('present', `-DSOURCE="${sourceHash()}"`)).toEqual(facts);
    expect(build('earlier', `-DSOURCE="${'0'.repeat(64)}"`)).toBeUndefined();
    expect(build('nameless')).toBeUndefined();
  });

  test('what it cannot read of its arguments, or start, it says', () => {
    for (const args of [[], ['--read'], ['--read', '/'], ['--write', '/', '--', '/bin/true']]) {
      const { status, stderr } = spawnSync(HELPER, args, { encoding: 'utf8' });
      expect({ status, stderr }).toEqual({
        status: 71,
        stderr: expect.stringMatching(/^confine: cannot read/),
      });
    }
    const { status, stderr } = spawnSync(HELPER, ['--', '/no/such/program'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 71, stderr: expect.stringContaining('/no/such/program') });
  });

  test('the children of the server are under it', () => {
    const [file, args] = confinedCommand(
      { program: '/x.cjs', readable: ['/x'] },
      { heapMiB: 128, dataMiB: 900 },
    );
    expect(file).toBe(HELPER);
    expect(args).toContain('--freeze-flags-after-init');
    expect(Object.values(confinements())).toEqual([true, true, true, true, true]);
  });
});

test('V8 takes no flags any more once a child runs: one of them writes files', () => {
  const [, args] = confinedCommand({ program: '-', readable: [] }, { heapMiB: 128, dataMiB: 900 });
  const flags = args.filter((arg) => arg === '--freeze-flags-after-init');
  const script = "require('node:v8').setFlagsFromString('--redirect-code-traces'); console.log('taken')";
  const run = (...own: string[]) => spawnSync(process.execPath, [...own, '-e', script], { encoding: 'utf8' });
  expect(run().stdout).toBe('taken\n');
  expect(run(...flags)).toMatchObject({ stdout: '', stderr: expect.stringContaining('IsFrozen') });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
