import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../apps/server/test/storage/support/postgres.ts';
import type { DemoAccount } from '../../e2e/demo.ts';
import { enrolSigners } from './accounts.ts';
import type { AuthoritiesReady } from './authorities.ts';

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

/** Durable as in production: what is committed is on the disk. */
const POSTGRES = [
  'fsync=on',
  'shared_buffers=256MB',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
];

export async function openPlace(folder: string, signers: number): Promise<Place> {
  const database = await startPostgres({ settings: POSTGRES });
  const authorities = fork(fileURLToPath(new URL('./authorities.ts', import.meta.url)));
  const close = async () => {
    authorities.disconnect();
    await database.stop();
  };
  try {
    const [ready] = (await once(authorities, 'message')) as [AuthoritiesReady];
    const databaseUrl = await database.createDatabase();
    const environment = await configuration(folder, databaseUrl, ready);
    const accounts = await enrolSigners(signers, {
      dataFolder: environment.WEBSIGN_DATA,
      databaseUrl,
      masterKey: environment.MASTER_KEY_FILE,
      nameKey: randomBytes(32),
      authorities: ready,
    });
    const server = spawn(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'start'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await listening(server, join(folder, 'server.log'));
    const roots = new Map([
      ['server', server.pid ?? 0],
      ['PostgreSQL', database.pid],
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

async function configuration(folder: string, databaseUrl: string, authorities: AuthoritiesReady) {
  const file = (name: string) => join(folder, name);
  const pem = `-----BEGIN CERTIFICATE-----\n${authorities.root}\n-----END CERTIFICATE-----\n`;
  await mkdir(file('trust'));
  await writeFile(file('trust/root.pem'), pem);
  await writeFile(file('master.key'), `1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  await writeFile(file('name.key'), randomBytes(32), { mode: 0o600 });
  return {
    PORT: '0',
    HOST: '127.0.0.1',
    OPERATIONS_PORT: 'off',
    // Each virtual signer comes from an address of its own, as behind a proxy.
    TRUST_PROXY: '127.0.0.1',
    WEBSIGN_DATA: file('data'),
    DATABASE_URL: databaseUrl,
    SANDBOX: 'partial',
    MASTER_KEY_FILE: file('master.key'),
    NAME_KEY_FILE: file('name.key'),
    TSA_URLS: `${authorities.origin}/`,
    TSA_CERTIFICATES_FILE: file('trust/root.pem'),
    TRUST_FOLDER: file('trust'),
    REVOCATION_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  };
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
