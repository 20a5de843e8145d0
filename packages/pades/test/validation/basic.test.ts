import { TEST_NOW } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { allGood, DAY, first, good, judge, sign, withMaterial, withStamp, world, YEAR } from './world.ts';

const it = await world();
const fine = await allGood(it);
const signed = await sign(it);
const stamped = await sign(it, { stamped: TEST_NOW });

describe('levels', () => {
  test('B-B with what was fetched passes, and says when it could not be judged without', async () => {
    expect(first(await judge(signed, it, { material: fine }))).toMatchObject({
      indication: 'TOTAL-PASSED',
      level: 'B-B',
      timeProven: false,
      bestTime: TEST_NOW,
      covers: 'whole-file',
      algorithms: { digest: 'SHA-256', signature: 'ECDSA', keyBits: 256 },
    });
    const offline = await judge(signed, it);
    expect(offline.verdict).toBe('indeterminate');
    expect(first(offline)).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'TRY_LATER' });
    expect(offline.missing.map(({ kind, url }) => `${kind} ${url}`)).toEqual([
      'ocsp http://ocsp.test.invalid/',
      'crl http://crl.test.invalid/ca.crl',
      'ocsp http://ocsp.test.invalid/',
    ]);
  });

  test('B-T', async () => {
    const validation = await judge(stamped, it, { material: fine });
    expect(validation.verdict).toBe('valid');
    expect(first(validation)).toMatchObject({
      indication: 'TOTAL-PASSED',
      level: 'B-T',
      timeProven: true,
      timeStamps: [{ kind: 'signature', indication: 'TOTAL-PASSED', genTime: TEST_NOW }],
    });
    expect(validation.used.ocsps).toHaveLength(2);
    expect(validation.used.crls).toHaveLength(1);
  });

  test('B-LT offline, a year later, when its OCSP answers are long stale', async () => {
    const lasting = withMaterial(stamped, fine);
    const validation = await judge(lasting, it, { at: TEST_NOW + YEAR });
    expect(first(validation)).toMatchObject({ subIndication: 'TRY_LATER', level: 'B-LT' });
    const now = await judge(lasting, it, { at: TEST_NOW + DAY });
    expect(now.verdict).toBe('valid');
    expect(first(now)).toMatchObject({
      indication: 'TOTAL-PASSED',
      level: 'B-LT',
      changes: { level: 'lta' },
    });
    expect(now.missing).toEqual([]);
  });

  test('B-LTA offline, when signer, authorities and answers are long past', async () => {
    const lasting = await withStamp(withMaterial(stamped, fine), it, TEST_NOW + DAY);
    const renewed = await withStamp(
      withMaterial(lasting, {
        ocsps: [await good(it, it.tsa, { producedAt: TEST_NOW + YEAR, nextUpdate: TEST_NOW + YEAR + DAY })],
      }),
      it,
      TEST_NOW + 2 * YEAR,
    );
    const later = await judge(lasting, it, { at: TEST_NOW + DAY + 1000 });
    expect(first(later)).toMatchObject({ indication: 'TOTAL-PASSED', level: 'B-LTA' });
    expect(renewed.length).toBeGreaterThan(lasting.length);
  });
});
