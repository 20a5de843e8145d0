import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestPki } from '@websign/testkit';
import { expect } from 'vitest';
import { ROOT, start } from './process.ts';

/** Of every account and key file that an {@link OperatorFolder} holds. */
export const PASSWORD = 'Pass-word1';

/** What an operator has before the first account: a data folder to be, a master key, and a file with a password. */
export interface OperatorFolder {
  at(name: string): string;
  env: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

export async function operatorFolder(): Promise<OperatorFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'websign-account-'));
  const at = (name: string) => join(folder, name);
  await writeFile(at('master.key'), `1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  await writeFile(at('password'), `${PASSWORD}\n`);
  const env = {
    WEBSIGN_DATA: at('data'),
    MASTER_KEY_FILE: at('master.key'),
    SIGNATURE_LEVEL: 'B-B',
    SANDBOX: 'partial',
    PORT: '0',
    OPERATIONS_PORT: 'off',
  };
  return { at, env, remove: () => rm(folder, { recursive: true, force: true }) };
}

function pem(label: string, der: Uint8Array): string {
  return `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64')}\n-----END ${label}-----\n`;
}

export const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });

/** A signer's key and certificates as a PKCS#12 file, which takes openssl. */
export async function writePkcs12({ at }: OperatorFolder, name: string): Promise<void> {
  const { chain, pkcs8 } = makeTestPki().signers.p256;
  await writeFile(at('key.pem'), pem('PRIVATE KEY', pkcs8));
  await writeFile(at('chain.pem'), chain.map((der) => pem('CERTIFICATE', der)).join(''));
  const parts = ['-inkey', at('key.pem'), '-in', at('chain.pem'), '-out', at(name)];
  openssl('pkcs12', '-export', ...parts, '-passout', `pass:${PASSWORD}`);
}

/** Production as its operator starts it; resolves when it listens. */
export async function startProduction({ env }: OperatorFolder) {
  const { child, outcome } = start(join(ROOT, 'websign'), ['start'], { env });
  const url = await new Promise<string>((resolve, reject) => {
    void outcome.then(({ stdout, stderr }) => reject(new Error(stdout + stderr)));
    child.stdout.on('data', (chunk: string) => {
      const found = /^WebSign: (http:\/\/127\.0\.0\.1:\d+)$/m.exec(chunk)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    expect((await outcome).code).toBe(0);
  };
  return { url, stop };
}
