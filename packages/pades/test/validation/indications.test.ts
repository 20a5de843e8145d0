import { TEST_NOW } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { type Case, it } from './case.ts';
import { contentCases } from './content-stamp-cases.ts';
import { responderCases, revocationCases } from './revocation-cases.ts';
import { pathCases, validityCases } from './validity-cases.ts';
import { judge } from './world.ts';

const cases = [
  ...(await contentCases()),
  ...(await revocationCases()),
  ...(await responderCases()),
  ...(await validityCases()),
  ...(await pathCases()),
];

describe('EN 319 102-1: indications and sub-indications', () => {
  test.each(cases.map((one): [string, Case] => [one.told, one]))('%s', async (_, one) => {
    const { bytes, of = it, material = {}, at = TEST_NOW, indication = 'INDETERMINATE', sub, reason } = one;
    const { signatures, verdict } = await judge(bytes, of, { material, at });
    const report = signatures.findLast(({ kind }) => kind !== 'timestamp');
    expect([report?.indication, report?.subIndication]).toEqual([indication, sub]);
    if (reason !== undefined) expect(report?.steps).toContainEqual(expect.objectContaining({ reason }));
    if (indication !== 'TOTAL-PASSED') {
      expect(verdict).toBe(indication === 'TOTAL-FAILED' ? 'invalid' : 'indeterminate');
    }
  });
});
