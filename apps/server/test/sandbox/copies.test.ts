import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { COPY_ADDON, HELPER } from '../../src/sandbox/helper.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/pool.ts';
import { canCopy } from '../../src/sandbox/template.ts';
import { limits } from './engine.ts';

const skipped = canCopy() ? '' : ' (skipped: ./websign sandbox install built nothing here)';
const NODE_FLAGS = ['--single-threaded', '--v8-pool-size=0', '--openssl-config=/dev/null'];

describe.skipIf(!canCopy())(`copies of a template${skipped}`, () => {
  let folder: string;
  let template: ChildProcess;
  let server: Server;
  const at = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'websign-copies-'));
    chmodSync(folder, 0o755);
    mkdirSync(at('code'));
    mkdirSync(at('scratch'));
    for (const name of ['hostile-program.cjs', 'hostile-copy.cjs'])
      cpSync(join(import.meta.dirname, name), at(`code/${name}`));
    writeFileSync(at('scratch/secret'), 'secret', { mode: 0o600 });
    writeFileSync(at('scratch/other'), 'other');
    server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    template = await start();
  });
  afterAll(() => {
    template.kill('SIGKILL');
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A template under the helper alone. */
  async function start(): Promise<ChildProcess> {
    const own = ['--read', at('code'), '--read', COPY_ADDON, '--execute', process.execPath];
    const program = [process.execPath, ...NODE_FLAGS, at('code/hostile-copy.cjs'), COPY_ADDON];
    const started = spawn(
      HELPER,
      [...own, '--data', String(900 * 2 ** 20), '--template', 'yes', '--', ...program],
      {
        env: {},
        stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
      },
    );
    await new Promise((resolve) => (started.stdout as Readable).once('data', resolve));
    return started;
  }

  /** A copy that does one thing; what it says, once it has ended or said a line. */
  async function copy(deed: string, ...args: string[]): Promise<{ child: ChildProcess; line: string }> {
    const child = spawn(HELPER, ['--copy'], {
      env: {},
      stdio: ['pipe', 'ignore', 'pipe', 'pipe', template.stdio[3] as Duplex],
    });
    const answers = child.stdio[3] as Readable;
    child.stdin?.write(JSON.stringify([deed, ...args]));
    let said = '';
    for await (const chunk of answers.iterator({ destroyOnReturn: false })) {
      said += chunk;
      if (said.endsWith('\n')) break;
    }
    return { child, line: said.trimEnd() };
  }
  const ended = (child: ChildProcess) =>
    new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

  test('read, write, start, signal and reach nothing, with none of Node.js’s own walls', async () => {
    const { port } = server.address() as { port: number };
    const { line } = await copy('tries', at('scratch'), String(process.pid), String(port));
    const { computes, environment, parent: _, ...outcomes } = JSON.parse(line) as Record<string, unknown>;
    expect({ computes, environment }).toEqual({ computes: 8, environment: [] });
    expect(Object.entries(outcomes).filter(([, outcome]) => !/^E[A-Z]+$/.test(String(outcome)))).toEqual([]);
    expect(readdirSync(at('scratch')).sort()).toEqual(['other', 'secret']);
  });

  test('neither end nor find each other, nor the template', async () => {
    const { child } = await copy('stay');
    expect((await copy('signal')).line).toMatch(/^EPERM$|^ESRCH$/);
    expect(child.exitCode).toBe(null);
    expect((await copy('stay')).line).toBe('here');
    child.kill('SIGKILL');
  });

  test('have no capabilities and no way to new privileges, and one filter more than their template', async () => {
    const { child } = await copy('stay');
    const [first, ...others] = statusOf(at('code/hostile-copy.cjs'));
    const last = others.at(-1);
    expect(last).toMatchObject({ CapEff: '0000000000000000', CapPrm: '0000000000000000', NoNewPrivs: '1' });
    expect(Number(last?.Seccomp_filters)).toBe(Number(first?.Seccomp_filters) + 1);
    child.kill('SIGKILL');
  });

  test('have nothing open that the template or another has, however they write to it', async () => {
    const { child } = await copy('stay');
    const { child: other } = await copy('stay');
    const own = openedBy(at('code/hostile-copy.cjs'));
    // The template, two copies and whoever watches them; copies of the tests before may be among them.
    expect(own.length).toBeGreaterThanOrEqual(5);
    expect(new Set(own.flat()).size).toBe(own.flat().length);
    expect((await copy('disturb')).line).toBe('disturbed');
    await sleep(200);
    expect([template.exitCode, child.exitCode, other.exitCode]).toEqual([null, null, null]);
    expect((await copy('stay')).line).toBe('here');
    child.kill('SIGKILL');
    other.kill('SIGKILL');
  });

  test('draw other random numbers than each other', async () => {
    const drawn = await Promise.all([copy('random'), copy('random'), copy('random')]);
    expect(new Set(drawn.map(({ line }) => line)).size).toBe(3);
    for (const { line } of drawn) expect(line).toMatch(/^[0-9a-f]{32}$/);
  });

  test('end with whoever asked for them, and end those who asked as they end', async () => {
    const { child } = await copy('stay');
    const closed = new Promise((resolve) => (child.stdio[3] as Readable).resume().once('close', resolve));
    child.kill('SIGKILL');
    // Its answers close once the copy has gone.
    await closed;
    const other = await copy('stay');
    other.child.stdin?.end();
    const status = ended(other.child);
    expect(await status).toBe(0);
  });

  test('end with their template', async () => {
    const before = template;
    const { child } = await copy('stay');
    const signal = ended(child);
    before.kill('SIGKILL');
    expect(await signal).toBe('SIGKILL');
    template = await start();
    expect((await copy('stay')).line).toBe('here');
  });

  test('end with the program that started the template, however that ends', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const template = spawn(${JSON.stringify(HELPER)}, ${JSON.stringify([
        ...[
          '--read',
          at('code'),
          '--read',
          COPY_ADDON,
          '--execute',
          process.execPath,
          '--template',
          'yes',
          '--',
        ],
        ...[process.execPath, ...NODE_FLAGS, at('code/hostile-copy.cjs'), COPY_ADDON],
      ])}, { env: {}, stdio: ['ignore', 'pipe', 'inherit', 'pipe'], detached: true });
      template.stdout.once('data', () => {
        const copy = spawn(${JSON.stringify(HELPER)}, ['--copy'], { env: {}, detached: true, stdio: ['pipe', 'ignore', 'inherit', 'inherit', template.stdio[3]] });
        copy.stdin.write('["stay"]');
      });`;
    const outer = spawn(process.execPath, ['-e', script], {
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    const answers = outer.stdio[3] as Readable;
    await new Promise((resolve) => answers.once('data', resolve));
    const closed = new Promise((resolve) => answers.resume().once('close', () => resolve('closed')));
    outer.kill('SIGKILL');
    // The copy has it, too.
    expect(await closed).toBe('closed');
  });
});

const program = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describe.skipIf(!canCopy())(`a sandbox whose children are copies${skipped}`, () => {
  let sandbox: Sandbox;
  /** Until the children that wait are copies, too: some may have started before the template was ready. */
  async function copying(): Promise<void> {
    await vi.waitFor(() => expect(sandbox.copying()).toBe(true), { timeout: 30_000 });
    for (let inARow = 0; inARow < 4; ) inARow = (await sandbox.run('isCopy', {})) ? inARow + 1 : 0;
  }
  beforeAll(async () => {
    sandbox = openSandbox({
      ...limits,
      startMs: 5000,
      program: program('./hostile-child.ts'),
      readable: [program('../../'), program('../../../../node_modules/')],
      ...{ slots: 1, slotsEach: 1, warmChildren: 2, heldChildren: 1, copiesFrom: 0 },
    });
    await copying();
  });
  afterAll(() => sandbox.close());

  test('gives each document another', async () => {
    for (let document = 0; document < 5; document += 1) expect(await sandbox.run('remember', {})).toBe(1);
  });

  test('does again what was under way when the template was killed, and the children that waited with it', async () => {
    await copying();
    let reads = 0;
    const bytes = {
      length: 2,
      async *read() {
        reads += 1;
        yield new Uint8Array(1);
        if (reads === 1) process.kill(templateOf(process.pid), 'SIGKILL');
        if (reads === 1) await sleep(1000);
        yield new Uint8Array(1);
      },
    };
    expect(await sandbox.run('length', { bytes })).toBe(2);
    expect(reads).toBeGreaterThan(1);
  });

  test('starts children anew where copies do not come, and has another template then', async () => {
    await copying();
    const before = templateOf(process.pid);
    // What has forked so far goes on; nothing new does.
    process.kill(firstBelow(before), 'SIGSTOP');
    for (let document = 0; document < 4; document += 1) expect(await sandbox.run('remember', {})).toBe(1);
    await copying();
    expect(templateOf(process.pid)).not.toBe(before);
  }, 120_000);

  test('goes on without its template, and with the next', async () => {
    await copying();
    const before = templateOf(process.pid);
    process.kill(before, 'SIGKILL');
    for (let document = 0; document < 3; document += 1) expect(await sandbox.run('remember', {})).toBe(1);
    await copying();
    expect(templateOf(process.pid)).not.toBe(before);
    expect(await sandbox.run('remember', {})).toBe(1);
  });
});

test.skipIf(!canCopy())(`a template is made once so many children were wanted${skipped}`, async () => {
  const sandbox = openSandbox({
    ...limits,
    startMs: 5000,
    program: program('./hostile-child.ts'),
    readable: [program('../../'), program('../../../../node_modules/')],
    ...{ slots: 1, slotsEach: 1, warmChildren: 0, heldChildren: 1, copiesFrom: 3 },
  });
  for (let document = 1; document < 3; document += 1) expect(await sandbox.run('isCopy', {})).toBe(false);
  // One that was made by now would be ready.
  await sleep(2000);
  expect(sandbox.copying()).toBe(false);
  expect(await sandbox.run('isCopy', {})).toBe(false);
  await vi.waitFor(() => expect(sandbox.copying()).toBe(true), { timeout: 30_000 });
  expect(await sandbox.run('isCopy', {})).toBe(true);
  await sandbox.close();
});

/** What `look` finds of each process that runs a program: of a template first, then of those that watch copies, and of copies. */
function ofEach<T>(path: string, look: (folder: string) => T): T[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .sort((one, other) => Number(one) - Number(other))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return command[0] === process.execPath && command.includes(path) ? [look(`/proc/${pid}`)] : [];
      } catch {
        return []; // It has ended.
      }
    });
}

/** Their pipes and sockets. */
const openedBy = (path: string): string[][] =>
  ofEach(path, (folder) => {
    const links = readdirSync(`${folder}/fd`).map((name) => readlinkSync(`${folder}/fd/${name}`));
    return [...new Set(links.filter((link) => /^(pipe|socket):/.test(link)))];
  });

/** What the kernel says of them. */
const statusOf = (path: string): Record<string, string>[] =>
  ofEach(path, (folder) =>
    Object.fromEntries(
      readFileSync(`${folder}/status`, 'utf8')
        .split('\n')
        .map((line) => line.split(':\t') as [string, string]),
    ),
  );

const parentOf = (pid: string): number =>
  Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** The template itself, below what waits for its end: of those that fork from it each has a parent that runs Node.js, too. */
function firstBelow(ancestor: number): number {
  let pid = ancestor;
  while (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] !== process.execPath) {
    const child = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isChild(name, pid));
    if (child === undefined) throw new Error('nobody is below it');
    pid = Number(child);
  }
  return pid;
}

function isChild(pid: string, parent: number): boolean {
  try {
    return parentOf(pid) === parent;
  } catch {
    return false; // It has ended.
  }
}

/** The process that `parent` started as a template. */
function templateOf(parent: number): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/copy.node\0')) continue;
      if (parentOf(pid) === parent) return Number(pid);
    } catch {
      // It has ended.
    }
  }
  throw new Error('there is no template');
}
