import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, makeTestPki, pem } from '@websign/testkit';
import { type Outcome, ROOT, start } from './process.ts';
import { openssl, PASSWORD } from './production.ts';

/** Users of their own, each with a group of its number; the server is of the groups of the others, as its unit has it. */
const USERS = { server: 61_001, signer: 61_002, hsm: 61_003, stranger: 61_004 } as const;
export type User = keyof typeof USERS;

/** As the launcher runs it, which itself may not build anything as another user. */
const PROGRAM = join(ROOT, 'dist', 'websign.cjs');

const isRoot = process.getuid?.() === 0 && isInstalled('setpriv');
/** Whether processes here can be of several users: started by root, from a folder that all may read. */
export const severalUsers =
  isRoot && spawnSync('setpriv', as('stranger', 'test', ['-r', join(ROOT, 'websign')])).status === 0;

function as(user: User, program: string, args: readonly string[]): string[] {
  const id = String(USERS[user]);
  const groups = user === 'server' ? ['--groups', `${USERS.signer},${USERS.hsm}`] : ['--clear-groups'];
  return ['--reuid', id, '--regid', id, ...groups, '--', program, ...args];
}

export interface Running {
  child: ChildProcess;
  outcome: Promise<Outcome>;
  /** What it has written so far. */
  said(): string;
  stop(): Promise<Outcome>;
}

/** A folder for each user, closed to the others where there are several, and what each may use. */
export class Place {
  readonly folder = mkdtempSync(join(tmpdir(), 'websign-apart-'));
  readonly #running: Running[] = [];

  constructor() {
    chmodSync(this.folder, 0o711);
    for (const user of ['server', 'signer', 'hsm'] as const) {
      for (const [name, mode] of [
        [user, 0o700],
        [`run-${user}`, 0o750],
      ] as const) {
        mkdirSync(this.at(name));
        chmodSync(this.at(name), mode);
        this.give(user, name);
      }
    }
    this.write('signer', 'signer/master.key', `1:${randomBytes(32).toString('base64')}\n`);
    this.write('server', 'server/password', `${PASSWORD}\n`);
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  write(user: User, name: string, content: string | Uint8Array): void {
    writeFileSync(this.at(name), content, { mode: 0o600 });
    this.give(user, name);
  }

  give(user: User, name: string): void {
    if (severalUsers) chownSync(this.at(name), USERS[user], USERS[user]);
  }

  /** A key and its certificates in a file of the server's. */
  addPkcs12(name: string): void {
    const { chain, pkcs8 } = makeTestPki().signers.p256;
    const [key, certificates, file] = ['key.pem', 'chain.pem', `server/${name}`].map((each) => this.at(each));
    writeFileSync(key ?? '', pem('PRIVATE KEY', pkcs8));
    writeFileSync(certificates ?? '', chain.map((der) => pem('CERTIFICATE', der)).join(''));
    const parts = ['-inkey', key ?? '', '-in', certificates ?? '', '-out', file ?? ''];
    openssl('pkcs12', '-export', ...parts, '-passout', `pass:${PASSWORD}`);
    this.give('server', `server/${name}`);
  }

  readonly signerSettings = {
    SIGNER_SOCKET: join(this.folder, 'run-signer', 'socket'),
    MASTER_KEY_FILE: join(this.folder, 'signer', 'master.key'),
    SIGNER_LEDGER_FILE: join(this.folder, 'signer', 'epochs'),
  };
  /** Without a master key. */
  readonly serverSettings = {
    WEBSIGN_DATA: join(this.folder, 'server', 'data'),
    SIGNER_SOCKET: this.signerSettings.SIGNER_SOCKET,
    SIGNATURE_LEVEL: 'B-B',
    SANDBOX: 'partial',
    PORT: '0',
    HOST: '127.0.0.1',
    OPERATIONS_PORT: '0',
  };

  /** Starts a program of the user's. */
  start(user: User, program: string, args: string[], env: NodeJS.ProcessEnv = {}): Running {
    const [file, all] = severalUsers ? ['setpriv', as(user, program, args)] : [program, args];
    const { child, outcome } = start(file, all, { env, cwd: '/' });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: string) => {
        said += chunk;
      });
    const stop = () => {
      child.kill('SIGTERM');
      return outcome;
    };
    const running = { child, outcome, said: () => said, stop };
    this.#running.push(running);
    return running;
  }

  websign(user: User, args: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
    return this.start(user, process.execPath, [PROGRAM, ...args], env).outcome;
  }

  /** Starts a command of WebSign that goes on; resolves with what `pattern` finds in what it says. */
  async serving(user: User, command: string, env: NodeJS.ProcessEnv, pattern: RegExp) {
    const running = this.start(user, process.execPath, [PROGRAM, command], env);
    let over = false;
    void running.outcome.then(() => {
      over = true;
    });
    for (;;) {
      const found = pattern.exec(running.said());
      if (found !== null) return { ...running, found: found[1] ?? '' };
      if (over) throw new Error(`${command} ended: ${running.said()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  signer = (env: NodeJS.ProcessEnv = {}) =>
    this.serving('signer', 'signer', { ...this.signerSettings, ...env }, /listens at (\S+)/);

  readonly hsmSocket = join(this.folder, 'run-hsm', 'socket');

  hsm = (env: NodeJS.ProcessEnv) =>
    this.serving('hsm', 'hsm', { HSM_SOCKET: this.hsmSocket, ...env }, /listens at (\S+)/);

  server = (env: NodeJS.ProcessEnv = {}) =>
    this.serving('server', 'start', { ...this.serverSettings, ...env }, /^WebSign: (http:\S+)$/m);

  async remove(): Promise<void> {
    await Promise.all(this.#running.map(({ stop }) => stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether the user can read a file; asked of the system, by a program that tries. */
export function canRead(user: User, file: string): boolean {
  try {
    execFileSync('setpriv', as(user, 'head', ['-c', '1', file]), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
