import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { confinedCommand } from '@websign/server/sandbox/confinement';
import { openSandbox } from '@websign/server/sandbox/pool';
import { snapshot } from '@websign/server/sandbox/snapshot';
import { pyhankoInterpreter } from '@websign/testkit';
import { address, end } from '../e2e/demo.ts';
import { fewLargeStreams } from './documents.ts';
import { median, type Row } from './report.ts';

const ROOT = join(import.meta.dirname, '..');
const ROUNDS = 11;
const DOCUMENT_BYTES = 100_000;
const PASSWORD = 'secret';
const CHILD_MARK = 3;
const COPY_MARK = 0.5;
const PYHANKO_MARK = 0.5;
const START_MARK_MS = 2000;

/** What it costs to start: a child, a command for one small file beside pyHanko's, the demonstration server. */
export async function startRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'websign-start-'));
  try {
    return [...childRows(), await copyRow(), ...commandRows(folder), await serverRow()];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of the processor that a command takes with all that it starts, as its shell counts them. */
function processor(command: readonly string[], times = 1): number {
  const { status, stdout, stderr } = spawnSync(
    '/bin/sh',
    [
      '-c',
      'n=$1; shift; while [ $n -gt 0 ]; do "$@" >/dev/null 3>&2 || exit; n=$((n - 1)); done; times',
      'sh',
      String(times),
      ...command,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: ROOT },
  );
  const [, children = ''] = stdout.split('\n');
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => 60 * Number(m) + Number(s));
  if (status !== 0 || seconds.length !== 2) throw new Error(`${command.join(' ')}:\n${stderr}`);
  return (1000 * seconds.reduce((sum, one) => sum + one, 0)) / times;
}

const measured = (command: (round: number) => readonly string[]): number =>
  median(Array.from({ length: ROUNDS }, (_, round) => processor(command(round))));

/** The bundle, as an installation starts it; measurements themselves run unbuilt. */
function childProgram() {
  const bundles = join(ROOT, 'dist');
  const data = ['harfbuzzjs', '@expo-google-fonts/noto-sans'].map((name) => join(ROOT, 'node_modules', name));
  return { program: join(bundles, 'child.cjs'), readable: [bundles, ...data], snapshot: snapshot() };
}

function childRows(): Row[] {
  const bare = processor([process.execPath, '-e', '0'], ROUNDS);
  const [file, args] = confinedCommand(childProgram(), { heapMiB: 448, dataMiB: 900 });
  const child = processor([file, ...args], ROUNDS);
  return [
    { name: 'a bare Node.js', value: bare, shown: `${bare.toFixed(0)} ms` },
    {
      name: 'a confined child, from its start to its end without a job',
      value: child,
      shown: `${child.toFixed(0)} ms, ${(child / bare).toFixed(1)} × bare`,
      mark: `≤ ${CHILD_MARK} × bare`,
      met: child <= CHILD_MARK * bare,
    },
  ];
}

/** From being wanted to its end, with a job that nobody has, one after the other. */
async function copyRow(): Promise<Row> {
  const name = 'a child that is a copy, until it has answered';
  const copy = await millisecondsEach(true);
  if (copy === undefined) return { name, value: Number.NaN, shown: 'skipped: ./websign sandbox install' };
  const anew = (await millisecondsEach(false)) ?? Number.NaN;
  return {
    name,
    value: copy,
    shown: `${copy.toFixed(0)} ms, ${(copy / anew).toFixed(2)} of one that starts anew`,
    mark: `≤ ${COPY_MARK}`,
    met: copy <= COPY_MARK * anew,
  };
}

/** Undefined where children cannot be copies. */
async function millisecondsEach(copies: boolean): Promise<number | undefined> {
  const sandbox = openSandbox({
    ...childProgram(),
    ...(copies && { copiesFrom: 0 }),
    ...{ slots: 1, slotsEach: 1, warmChildren: 0, heldChildren: 1, queue: 4, queueEach: 4 },
    ...{ heapMiB: 448, dataMiB: 900, waitMs: 60_000, timeoutMs: 30_000, startMs: 30_000 },
    answer: { json: 1024, attachments: 1024 },
  });
  try {
    for (let tries = 0; copies && !sandbox.copying(); tries += 1) {
      if (tries === 100) return undefined;
      await sleep(100);
    }
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      await sandbox.run('nothing', {}).catch(() => undefined);
      times.push(performance.now() - begun);
    }
    return median(times);
  } finally {
    await sandbox.close();
  }
}

/** A file is signed and verified by a process each, ours and pyHanko's, with a key whose certificate is trusted. */
function commandRows(folder: string): Row[] {
  const at = (name: string) => join(folder, name);
  writeFileSync(at('document.pdf'), fewLargeStreams(DOCUMENT_BYTES));
  writeFileSync(at('password'), PASSWORD);
  mkdirSync(at('trust'));
  const made = makeKey(at);
  if (made !== undefined) return [{ name: 'commands', value: Number.NaN, shown: made }];
  const [signed, trust] = [at('out-0/document_signed.pdf'), at('trust/signer.pem')];
  const key = ['--p12', at('key.p12'), '--password-file', at('password')];
  return [
    beside(
      './websign sign, 100 KB, B-B',
      (round) => ['./websign', 'sign', at('document.pdf'), ...key, '--out', at(`out-${round}`)],
      (round) => {
        const files = [at('document.pdf'), at(`theirs-${round}.pdf`), at('key.p12')];
        return ['sign', 'addsig', '--field', 'S1', 'pkcs12', '--passfile', at('password'), ...files];
      },
    ),
    beside(
      './websign verify, the same file',
      () => ['./websign', 'verify', '--trust', at('trust'), signed],
      () => ['sign', 'validate', '--trust', trust, '--trust-replace', signed],
    ),
  ];
}

/** Gives why there is none, where there is none. */
function makeKey(at: (name: string) => string): string | undefined {
  const usage = [
    '-addext',
    'keyUsage=digitalSignature,nonRepudiation',
    '-subj',
    '/CN=Signer',
    '-days',
    '3000',
  ];
  const commands = [
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      at('key.pem'),
      '-out',
      at('trust/signer.pem'),
      ...usage,
    ],
    ['pkcs12', '-export', '-inkey', at('key.pem'), '-in', at('trust/signer.pem'), '-out', at('key.p12')],
  ];
  for (const [name = '', ...args] of commands) {
    const password = name === 'pkcs12' ? ['-passout', `pass:${PASSWORD}`] : [];
    const { status, error } = spawnSync('openssl', [name, ...args, ...password], { stdio: 'ignore' });
    if (error !== undefined) return 'skipped: openssl not installed';
    if (status !== 0) throw new Error(`openssl ${name} failed`);
  }
  return undefined;
}

type Command = (round: number) => readonly string[];

function beside(name: string, ours: Command, theirs: Command): Row {
  const python = pyhankoInterpreter();
  const value = measured(ours);
  const shown = `${value.toFixed(0)} ms`;
  if (python === undefined) return { name, value, shown: `${shown}; skipped: pyHanko not installed` };
  const other = measured((round) => [python, '-m', 'pyhanko', ...theirs(round)]);
  return {
    name,
    value,
    shown: `${shown}; pyHanko ${other.toFixed(0)} ms: ${(value / other).toFixed(2)} of it`,
    mark: `≤ ${PYHANKO_MARK} of pyHanko's`,
    met: value <= PYHANKO_MARK * other,
  };
}

/** From `npm start` until the first page is answered, where everything is installed, built and set up. */
async function serverRow(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'websign-start-'));
  try {
    const times: number[] = [];
    for (let round = 0; round < 4; round++) {
      const begun = performance.now();
      const env = { ...process.env, PORT: '0', OPERATIONS_PORT: 'off', WEBSIGN_DATA: folder };
      const server = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
      const { status } = await fetch(await address(server, []));
      times.push(performance.now() - begun);
      await end(server);
      if (status !== 200) throw new Error(`the server answered ${status}`);
    }
    const value = median(times.slice(1));
    const shown = `${value.toFixed(0)} ms; with a new data folder ${times[0]?.toFixed(0)} ms`;
    const name = 'npm start, until the first page is answered';
    return { name, value, shown, mark: `≤ ${START_MARK_MS} ms`, met: value <= START_MARK_MS };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
