import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { programsFromBundles } from './scripts/bundle/addresses.ts';

/**
 * These replace modules for themselves, point the process elsewhere, measure it, or fill its memory on purpose: each runs in
 * a process of its own.
 */
const APART = [
  'packages/pdf/test/{exhaust,hostile,structure-bounds}.test.ts',
  'packages/ports/test/verify-host.test.ts',
  'packages/providers/test/one-hash.test.ts',
  'apps/web/test/{free-places,place-questions}.test.ts',
  'apps/server/test/http/{full-disk,disk-floor,memory}.test.ts',
  'apps/server/test/sandbox/*.test.ts',
];

export default defineConfig({
  plugins: [programsFromBundles()],
  test: {
    globalSetup: './scripts/launcher/test-setup.mjs',
    pool: 'forks',
    // Left alone, Vitest keeps a core free: half of a small machine. Some tests mostly wait: for a restart, a time-out, a lease.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A machine may be three times slower than another, and do much beside: a test that hangs is found all the same.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{packages,apps}/*/test/**/*.test.ts', '{bench,deploy,e2e,scripts}/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...APART],
          // A worker reads each module once rather than for each of its files: two thirds of the time went there.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
    ],
  },
});
