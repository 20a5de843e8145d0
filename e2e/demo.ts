import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const START_MS = 60_000;
const STOP_MS = 30_000;

const PROGRAM = [join(ROOT, 'scripts', 'run.mjs'), 'demo'];
/** Names the folder that `keepDemo` made. */
const KEPT = 'WEBSIGN_KEPT_DEMO';

/** A demonstration signer as `demo-accounts.json` keeps it; the secret is base32. */
export interface DemoAccount {
  username: string;
  password: string;
  totpSecret: string;
  /** The server's data folder: signers of copies of one demonstration have the same secret, and other codes left. */
  home?: string;
}

/** A running demonstration on a free loopback port, with a data folder of its own. */
export interface Demo {
  url: string;
  dataFolder: string;
  accounts: DemoAccount[];
  /** The server's process, for those who measure or end it. */
  pid: number;
  /** Everything it printed so far. */
  output(): string;
  /** Stops it in good order, removes its data, and resolves to its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Makes a demonstration and keeps its data: servers that are started later, by this process or its children, begin with
 * a copy. To make authorities, signers and samples anew takes four times as long as to start. Resolves to what removes it.
 */
export async function keepDemo(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'websign-kept-'));
  const { child } = await launch(folder, PROGRAM, {});
  await end(child);
  process.env[KEPT] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Starts the real product in demonstration mode and waits until it takes requests. `program` is another program, with its
 * arguments, that starts the same server; what `npm start` runs when left out.
 */
export async function startDemo(environment: Record<string, string> = {}, program?: string[]): Promise<Demo> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'websign-demo-'));
  const kept = process.env[KEPT];
  if (kept !== undefined && program === undefined) await cp(kept, dataFolder, { recursive: true });
  const { child, lines, url } = await launch(dataFolder, program ?? PROGRAM, environment);
  const accounts = JSON.parse(
    await readFile(join(dataFolder, 'demo-accounts.json'), 'utf8'),
  ) as DemoAccount[];
  return {
    url,
    dataFolder,
    accounts: accounts.map((account) => ({ ...account, home: dataFolder })),
    pid: child.pid ?? 0,
    output: () => lines.join('\n'),
    async stop() {
      const code = await end(child);
      await rm(dataFolder, { recursive: true, force: true });
      return code;
    },
  };
}

/** Runs `program` on the data folder until it listens; removes the folder where it does not. */
async function launch(dataFolder: string, program: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      OPERATIONS_PORT: 'off',
      WEBSIGN_DATA: dataFolder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const url = await address(child, lines).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    await rm(dataFolder, { recursive: true, force: true });
    throw error;
  });
  return { child, lines, url };
}

/** The address that the server prints once it listens. */
export function address(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (problem: string) => reject(new Error(`The server ${problem}:\n${lines.join('\n')}`));
    const timer = setTimeout(() => give(`did not start within ${START_MS / 1000} s`), START_MS);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      give(`ended with exit code ${code} instead of starting`);
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(found);
      });
    }
  });
}

/** Stops a server in good order; resolves to its exit code. */
export async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  const code = await ended;
  clearTimeout(force);
  return code;
}
