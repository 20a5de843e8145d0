import { gather, validate } from '@websign/pades';
import type { Material, Missing } from '@websign/pki';
import { TEST_NOW, testCrl } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  allGood,
  DAY,
  first,
  judge,
  NONE,
  ports,
  read,
  sign,
  withMaterial,
  withStamp,
  world,
  YEAR,
} from './world.ts';

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

  test('B-LTA offline', async () => {
    const lasting = await withStamp(withMaterial(stamped, fine), it, TEST_NOW + 1000);
    const validation = await judge(lasting, it, { at: TEST_NOW + DAY });
    expect(validation.verdict).toBe('valid');
    expect(first(validation)).toMatchObject({
      indication: 'TOTAL-PASSED',
      level: 'B-LTA',
      bestTime: TEST_NOW,
    });
  });

  test('a document time-stamp takes the place of the signature’s own', async () => {
    const timed = await withStamp(signed, it, TEST_NOW + 1000);
    const outcome = async (bytes: Uint8Array) =>
      first(await judge(bytes, it, { at: TEST_NOW + DAY, material: fine }));
    expect(await outcome(timed)).toMatchObject({ level: 'B-T', timeProven: true, bestTime: TEST_NOW + 1000 });
    const lasting = withMaterial(timed, fine);
    expect(await outcome(lasting)).toMatchObject({ level: 'B-LT' });
    expect(await outcome(await withStamp(lasting, it, TEST_NOW + 2000))).toMatchObject({ level: 'B-LTA' });
  });
});

describe('gather', () => {
  const grounds = { anchors: it.anchors, at: TEST_NOW, freshnessMs: DAY };
  const run = async (answer: (missing: readonly Missing[]) => Material, rounds = 4) => {
    const found = await read(stamped);
    const asked: string[][] = [];
    const { validation, material } = await gather({
      validate: (fetched) => validate(found, fetched, grounds, ports),
      fetch: async (missing) => {
        asked.push(missing.map(({ kind }) => kind));
        return answer(missing);
      },
      rounds,
    });
    return { verdict: validation.verdict, asked, material };
  };

  test('OCSP first; the CRLs of what has no responder that answers', async () => {
    const { crls } = fine;
    const own = await testCrl(it.ca);
    const answered = await run((missing) =>
      missing.some(({ kind }) => kind === 'crl') ? { ...NONE, crls: [...crls, own] } : NONE,
    );
    expect(answered).toMatchObject({ verdict: 'valid', asked: [['ocsp', 'ocsp', 'ocsp'], ['crl']] });
  });

  test('nothing is asked for twice, and sources that are away end it', async () => {
    const away = await run(() => NONE);
    expect(away).toMatchObject({
      verdict: 'indeterminate',
      asked: [['ocsp', 'ocsp', 'ocsp'], ['crl']],
      material: NONE,
    });
    expect((await run(() => NONE, 1)).asked).toHaveLength(1);
  });
});
