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
    // What asks others' validators, or hundreds of random files, would be run anew for each mutant.
    include: [
      'packages/pdf/test/{accessible-fields,filled-lines,later-changes*,long-term,readings,revisions*,sight*,stamp-ground,structure-signed}.test.ts',
      'packages/pdf/test/{drawn-*,exchanged-options,misread-*,saidtext,store*,unmapped-digits,worded-annotations}.test.ts',
      'packages/pki/test/{path,path-algorithms,path-cases,path-extensions,path-hostile,path-names,path-order,path-roles,revocation}.test.ts',
      'packages/pades/test/{claimed-time,standing}.test.ts',
      'packages/pades/test/validation/{algorithms,answers,basic,bounds,chains,crl-issuers,deltas,formats,indications,integrity,missing,moments,proofs,qualified,responders,stamp-claims,standings,steps,suite,time-stamps,tokens,verdict,vouching,weak-material}.test.ts',
    ],
    testTimeout: 30_000,
  },
});
