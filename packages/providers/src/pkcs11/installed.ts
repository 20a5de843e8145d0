import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProviderError } from '../errors.ts';

/** Where the bridge to PKCS#11 modules is built: it has a lockfile of its own. */
export const BRIDGE_FOLDER = fileURLToPath(new URL('../../pkcs11-module', import.meta.url));
const BRIDGE = join(BRIDGE_FOLDER, 'node_modules', 'pkcs11js', 'index.js');

/** Whether `websign pkcs11 install` was run on this machine, for the version that is wanted now. */
export function bridgeInstalled(): boolean {
  if (!existsSync(join(dirname(BRIDGE), 'build', 'Release', 'pkcs11.node'))) return false;
  const read = (file: string): { version?: string; dependencies?: Record<string, string> } =>
    JSON.parse(readFileSync(file, 'utf8'));
  const { dependencies = {} } = read(join(BRIDGE_FOLDER, 'package.json'));
  return read(join(dirname(BRIDGE), 'package.json')).version === dependencies.pkcs11js;
}

/** Path of the bridge; throws ProviderError `unavailable` with what to do where it was not built. */
export function installedBridge(): string {
  if (bridgeInstalled()) return BRIDGE;
  throw new ProviderError(
    'unavailable',
    'The bridge to PKCS#11 modules is not built on this machine: run ./websign pkcs11 install.',
  );
}
