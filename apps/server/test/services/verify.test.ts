import type { Evidence, Validation } from '@websign/pades';
import { describe, expect, test } from 'vitest';
import type { VerifiedFile } from '../../src/services/verify/face.ts';
import { weighed } from '../../src/services/verify/weight.ts';

const MIB = 1024 * 1024;
const nothing = { certificates: [], ocsps: [], crls: [] };

/** A file whose field's name has so many letters, with a CRL that a verdict rests on and one that none does. */
function file(letters: number, used: number, stored = 0): VerifiedFile {
  const evidence: Evidence = {
    size: 1,
    sha256: '0'.repeat(64),
    revisions: [],
    signatures: [],
    leftOut: 0,
    store: { ...nothing, crls: [{ der: new Uint8Array(stored), end: 1 }] },
    names: [],
  };
  const validation: Validation = {
    verdict: 'indeterminate',
    signatures: [
      {
        field: 'x'.repeat(letters),
        kind: 'signature',
        indication: 'INDETERMINATE',
        steps: [],
        chain: [],
        bestTime: 0,
        timeProven: false,
        timeStamps: [],
        algorithms: {},
        covers: 'revision',
        changes: { level: 'none', changes: [], truncated: false },
        qualification: { qualified: false, outcome: 'not_applicable', reasons: [] },
      },
    ],
    leftOut: 0,
    missing: [],
    names: [],
    used: { ...nothing, crls: [new Uint8Array(used)] },
    at: 0,
  };
  const outcome = { evidence, validation, fetched: false };
  return { name: 'a.pdf', size: 1, sha256: evidence.sha256, outcome };
}

describe('what is kept in memory of the files of a request', () => {
  const told = (files: VerifiedFile[]) => files.map(weighed()).map(({ outcome }) => 'code' in outcome);

  test('the words are bounded', () => {
    expect(told([file(7 * MIB, 1), file(7 * MIB, 1), file(7 * MIB, 1)])).toEqual([false, false, true]);
  });

  test('so are the revocation data that count, and only those', () => {
    expect(told([file(1, 15 * MIB), file(1, 15 * MIB), file(1, 15 * MIB)])).toEqual([false, false, true]);
    expect(told([file(1, 1, 40 * MIB), file(1, 1, 40 * MIB)])).toEqual([false, false]);
  });
});
