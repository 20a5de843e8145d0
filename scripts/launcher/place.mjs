import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Everything that can be made again: types, locks, the browser of the tests, their results. */
export const CACHE = join(ROOT, '.cache');
export const MODULES = join(ROOT, 'node_modules');

/** A program that a dependency brings. */
export const tool = (name) => join(MODULES, '.bin', name);

/** A sentence for the person who typed the command; shown without a stack. */
export class LauncherError extends Error {}
