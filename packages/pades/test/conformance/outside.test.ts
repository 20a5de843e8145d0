import { judgedByVerapdf, verapdfHome } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { conformingFiles, missing } from './files.ts';

describe.skipIf(missing !== '')(missing === '' ? 'veraPDF' : `skipped: ${missing}`, () => {
  test('says of each file of others that it is what it claims', { timeout: 300_000 }, () => {
    const verdicts = judgedByVerapdf(conformingFiles(), verapdfHome ?? '');
    expect(verdicts.length).toBeGreaterThan(600);
    expect(verdicts.filter(({ conforms }) => !conforms)).toEqual([]);
  });
});
