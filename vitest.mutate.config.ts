import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const PACKAGES = fileURLToPath(new URL('packages', import.meta.url));

/** The tests that mutants meet. Stryker works on a copy, whose packages must not import those of the original. */
export default defineConfig({
  resolve: {
    alias: [
      { find: '@websign/pdf/cells', replacement: `${PACKAGES}/pdf/src/inspect/occupancy/span.ts` },
      { find: '@websign/pdf/stamp', replacement: `${PACKAGES}/pdf/src/stamp/index.ts` },
      { find: /^@websign\/(\w+)$/, replacement: `${PACKAGES}/$1/src/index.ts` },
    ],
  },
  test: {
    include: [
      'packages/pdf/test/{later-changes*,long-term,readings,revisions,sign,stamp-ground,store,structure-signed}.test.ts',
      'packages/pki/test/{path*,revocation*}.test.ts',
      'packages/pades/test/{claimed-time,linear,raise,standing}.test.ts',
      'packages/pades/test/validation/*.test.ts',
    ],
    testTimeout: 30_000,
  },
});
