import { remarksOf, validate } from '@websign/pades';
import { TEST_NOW } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { allGood, DAY, NONE, ports, read, sign, withStamp, world } from './world.ts';

const it = await world();
const material = { ...NONE, ...(await allGood(it)) };
const evidence = await read(await withStamp(await sign(it), it, TEST_NOW + 1000));
const options = { anchors: it.anchors, at: TEST_NOW + DAY, freshnessMs: DAY };

describe('a document time-stamp that says something of a person', () => {
  test.each([
    [{ name: 'The Director' }, ['stamp_claims']],
    [{ reason: 'I approve' }, ['stamp_claims']],
    [{ location: 'Athens' }, ['stamp_claims']],
    [{ name: ' ' }, []],
    [{}, []],
  ])('%j: %j', async (claims, remarks) => {
    const signatures = evidence.signatures.map((one) =>
      one.kind === 'timestamp' ? { ...one, ...claims } : one,
    );
    const { verdict, signatures: reports } = await validate(
      { ...evidence, signatures },
      material,
      options,
      ports,
    );
    expect(reports.map(remarksOf)).toEqual([[], remarks]);
    expect(verdict).toBe(remarks.length === 0 ? 'valid' : 'valid-with-warnings');
  });
});
