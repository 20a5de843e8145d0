import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../apps/server/test/storage/support/postgres.ts';
import type { DemoAccount } from '../../e2e/demo.ts';
import { enrolSigners } from './accounts.ts';
import type { AuthoritiesReady } from './authorities.ts';

/** What production servers stand on: a database, authorities and signers, on loopback. */
export interface Ground {
  databaseUrl: string;
  /** PostgreSQL's first process; 0 where it is not ours. */
  databasePid: number;
  accounts: DemoAccount[];
  /** Of a server; its `WEBSIGN_DATA` is in the folder. */
  environment: Awaited<ReturnType<typeof configuration>>;
  close(): Promise<void>;
}

/** Durable as in production: what is committed is on the disk. */
const POSTGRES = [
  'fsync=on',
  'shared_buffers=256MB',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
];

/** Files go into `folder`; signers are enrolled, with a password and one-time-code device of their own. */
export async function openGround(folder: string, signers: number): Promise<Ground> {
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
    return { databaseUrl, databasePid: database.pid, accounts, environment, close };
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
