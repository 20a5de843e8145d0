import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DemoAccount } from '../../e2e/demo.ts';
import { openGround } from './ground.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_MS = 60_000;

/** A production server with its database, authorities and signers, on loopback. */
export interface Place {
  url: string;
  databaseUrl: string;
  accounts: DemoAccount[];
  /** The processes that belong to the product, by what they are. */
  roots: Map<string, number>;
  stop(): Promise<void>;
}

export async function openPlace(folder: string, signers: number): Promise<Place> {
  const { databaseUrl, databasePid, accounts, environment, close } = await openGround(folder, signers);
  try {
    const server = spawn(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'start'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await listening(server, join(folder, 'server.log'));
    const roots = new Map([
      ['server', server.pid ?? 0],
      ['PostgreSQL', databasePid],
    ]);
    return {
      url,
      databaseUrl,
      accounts,
      roots,
      async stop() {
        const gone = once(server, 'exit');
        server.kill('SIGTERM');
        await gone;
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The address that the server prints once it takes requests; the rest of its output goes to `log`. */
function listening(server: ChildProcess, log: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start')), START_MS);
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}; see ${log}`)));
    if (server.stdout === null) return;
    server.stdout.pipe(createWriteStream(log));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}
