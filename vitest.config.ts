import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { programsFromBundles } from './scripts/bundle/addresses.ts';

export default defineConfig({
  plugins: [programsFromBundles()],
  test: {
    globalSetup: './scripts/launcher/test-setup.mjs',
    include: ['{packages,apps}/*/test/**/*.test.ts', '{deploy,e2e,scripts}/test/**/*.test.ts'],
    pool: 'forks',
    // Left alone, Vitest keeps a core free: half of a small machine. Some tests mostly wait: for a restart, a time-out, a lease.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
