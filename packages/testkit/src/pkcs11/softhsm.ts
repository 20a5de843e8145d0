import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from '../installed.ts';
import { pem } from '../pki/judges.ts';

const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
];

/** Path of SoftHSM's module, where it and its tools are installed. */
export function softHsmModule(): string | undefined {
  if (!isInstalled('softhsm2-util')) return undefined;
  return MODULES.find((path) => existsSync(path));
}

/** Whether a compiler and what goes with it are installed. */
const buildsAddons = (): boolean => ['c++', 'cc', 'make', 'python3'].every((tool) => isInstalled(tool));

/** Why there is no HSM to test with, for a test's name; undefined where there is one. `isBridgeBuilt`: that to PKCS#11. */
export function noHsm(isBridgeBuilt: boolean): string | undefined {
  if (softHsmModule() === undefined) return 'skipped: softhsm2 not installed';
  if (isBridgeBuilt || buildsAddons()) return undefined;
  return 'skipped: no compiler to build the bridge to PKCS#11 modules with';
}

/** Tokens of SoftHSM in a folder of their own. */
export interface SoftHsm {
  readonly module: string;
  readonly folder: string;
  /** What the module finds its tokens by. */
  readonly environment: { SOFTHSM2_CONF: string };
  addToken(label: string, pin: string): void;
  /** A private key (PKCS#8, DER) and its public one. */
  addKey(token: string, pin: string, key: { label: string; id: string; pkcs8: Uint8Array }): void;
  /** Takes the tokens away, and brings them back. */
  away(): void;
  back(): void;
  /**
   * Keeps the tokens as they are, and puts them back. SoftHSM writes a token's file anew at each login and not at one stroke: a
   * process that is killed meanwhile leaves a file that is no token.
   */
  save(): void;
  restore(): void;
  remove(): void;
}

export function startSoftHsm(module: string): SoftHsm {
  const folder = mkdtempSync(join(tmpdir(), 'websign-softhsm-'));
  const tokens = join(folder, 'tokens');
  const configuration = join(folder, 'softhsm2.conf');
  mkdirSync(tokens);
  writeFileSync(configuration, `directories.tokendir = ${tokens}\nlog.level = ERROR\n`);
  const environment = { SOFTHSM2_CONF: configuration };
  const tool = (...args: string[]) =>
    execFileSync('softhsm2-util', args, { env: { ...process.env, ...environment }, stdio: 'pipe' });
  return {
    module,
    folder,
    environment,
    addToken(label, pin) {
      tool('--init-token', '--free', '--label', label, '--pin', pin, '--so-pin', '12345678');
    },
    addKey(token, pin, { label, id, pkcs8 }) {
      const file = join(folder, 'key.pem');
      writeFileSync(file, pem('PRIVATE KEY', pkcs8), { mode: 0o600 });
      tool('--import', file, '--token', token, '--pin', pin, '--label', label, '--id', id);
      rmSync(file);
    },
    away: () => renameSync(tokens, `${tokens}-away`),
    back: () => renameSync(`${tokens}-away`, tokens),
    save: () => cpSync(tokens, `${tokens}-saved`, { recursive: true }),
    restore: () => cpSync(`${tokens}-saved`, tokens, { recursive: true }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
