import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProviderError } from '../errors.ts';

/** Where the bridge to PKCS#11 modules is built: it has a lockfile of its own. */
export const BRIDGE_FOLDER = fileURLToPath(new URL('../../pkcs11-module', import.meta.url));
const BRIDGE = join(BRIDGE_FOLDER, 'node_modules', 'pkcs11js', 'index.js');

/** Whether `websign pkcs11 install` was run on this machine. */
export const bridgeInstalled = (): boolean =>
  existsSync(join(dirname(BRIDGE), 'build', 'Release', 'pkcs11.node'));

/** Path of the bridge; throws ProviderError `unavailable` with what to do where it was not built. */
export function installedBridge(): string {
  if (bridgeInstalled()) return BRIDGE;
  throw new ProviderError(
    'unavailable',
    'The bridge to PKCS#11 modules is not built on this machine: run ./websign pkcs11 install.',
  );
}
