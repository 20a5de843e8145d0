import { RESPONDER_EXTENSIONS, TEST_NOW, testCrl, testOcsp, testSubject } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { CA_SERIAL, fine, it, SERIAL } from './case.ts';
import {
  allGood,
  anchor,
  DAY,
  first,
  good,
  judge,
  SIGNER_EXTENSIONS,
  sign,
  TSA_EXTENSIONS,
  type World,
  withMaterial,
  withStamp,
  world,
  YEAR,
} from './world.ts';

const HOUR = 3600 * 1000;
const AUTHORITY = { basicConstraints: { ca: true }, keyUsage: ['keyCertSign' as const, 'cRLSign' as const] };

/** What is concluded, and what the steps say of the certificate and of past validation. */
async function found(
  bytes: Uint8Array,
  of: Pick<World, 'anchors'>,
  options: Parameters<typeof judge>[2],
): Promise<(string | undefined)[]> {
  const report = first(await judge(bytes, of, options));
  const certificate = report.steps.find(({ block }) => block === 'certificate');
  const past = report.steps.find(({ block }) => block === 'past');
  return [
    report.subIndication ?? report.indication,
    certificate?.reason,
    past === undefined ? 'not asked' : (past.reason ?? past.outcome),
  ];
}

const PASSED = ['TOTAL-PASSED', undefined, 'not asked'];

describe('which of several answers speaks', () => {
  test('the newest that knows the certificate', async () => {
    const bytes = await sign(it);
    const unknown = { status: () => ({ status: 'unknown' as const }) };
    const about = async (producedAt: number, change = {}) =>
      good(it, it.signer, { producedAt, nextUpdate: TEST_NOW + DAY, ...change });
    const told = async (...ocsps: Uint8Array[]) =>
      found(bytes, it, { material: { ...fine, ocsps: [...ocsps, ...fine.ocsps.slice(1)] } });
    expect(await told(await about(TEST_NOW, unknown))).toEqual([
      'TRY_LATER',
      'revocation_unknown',
      'revocation_unknown',
    ]);
    expect(await told(await about(TEST_NOW, unknown), await about(TEST_NOW - HOUR))).toEqual(PASSED);
    expect(await told(await about(TEST_NOW - HOUR, unknown), await about(TEST_NOW))).toEqual(PASSED);
  });

  test('a revocation, though a newer answer knows nothing of it', async () => {
    const bytes = await sign(it);
    const revoked = { status: () => ({ status: 'revoked' as const, revokedAt: TEST_NOW - DAY }) };
    const ocsps = [
      await good(it, it.signer, { producedAt: TEST_NOW - HOUR, ...revoked }),
      await good(it, it.signer),
      ...fine.ocsps.slice(1),
    ];
    expect((await found(bytes, it, { material: { ...fine, ocsps } }))[0]).toBe('REVOKED_NO_POE');
  });

  test('one that is signed with what has not ended, though a newer one is not', async () => {
    const late = Date.UTC(2029, 5, 1);
    const validity = { notBefore: TEST_NOW - YEAR, notAfter: late + YEAR };
    const authority = { extensions: AUTHORITY, validity };
    const root = await testSubject('p384', 'Root', undefined, authority);
    const ca = await testSubject('stranger', 'Authority', root, { ...authority, serial: CA_SERIAL });
    const of = { ca, tsa: it.tsa, anchors: [anchor(root)] };
    const signer = await testSubject('p256', 'Signer', ca, { validity, extensions: SIGNER_EXTENSIONS });
    const responder = await testSubject('rsa2048', 'Responder', ca, {
      validity,
      extensions: RESPONDER_EXTENSIONS,
      serial: Uint8Array.of(0x5a, 30),
    });
    const bytes = await sign({ ...of, signer }, { claimed: late });
    const nextUpdate = late + DAY;
    const weak = await testOcsp(responder, ca, signer.certificate, { producedAt: late, nextUpdate });
    const sound = await testOcsp(ca, ca, signer.certificate, { producedAt: late - HOUR, nextUpdate });
    const told = async (...ocsps: Uint8Array[]) => {
      const crls = [await testCrl(root, { thisUpdate: late, nextUpdate })];
      const material = { certificates: [responder.certificate], ocsps, crls };
      return found(bytes, of, { at: late, material });
    };
    expect(await told(weak, sound)).toEqual(PASSED);
    expect((await told(weak))[0]).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE');
    const early = await testOcsp(responder, ca, signer.certificate);
    const crls = [await testCrl(root)];
    const material = { certificates: [responder.certificate], ocsps: [early], crls };
    expect(await found(await sign({ ...of, signer }), of, { material })).toEqual(PASSED);
  });

  test('one of before the certificate ended, since an authority may leave out those that have', async () => {
    const end = TEST_NOW - HOUR;
    const brief = { notBefore: TEST_NOW - DAY, notAfter: end };
    const of = await world({ signer: { serial: SERIAL, extensions: SIGNER_EXTENSIONS, validity: brief } });
    const RESOLVED = ['TOTAL-PASSED', 'expired', 'not asked'];
    const bytes = await sign(of, { stamped: TEST_NOW - 2 * HOUR });
    const told = async (...crls: Uint8Array[]) => {
      const all = await allGood(of);
      return found(bytes, of, {
        material: { ...all, ocsps: all.ocsps.slice(1), crls: [...all.crls, ...crls] },
      });
    };
    const before = await testCrl(of.ca, { thisUpdate: end });
    const after = await testCrl(of.ca, { thisUpdate: end + 1000 });
    expect(await told(before)).toEqual(RESOLVED);
    expect(await told(after)).toEqual(['OUT_OF_BOUNDS_NO_POE', 'expired', 'revocation_missing']);
    expect(await told(after, before)).toEqual(RESOLVED);
    // That it keeps them, it may say (X.509, expiredCertsOnCRL), and since when.
    const keeping = (expiredCertsFrom: number) =>
      testCrl(of.ca, { thisUpdate: end + 1000, expiredCertsFrom });
    expect(await told(await keeping(end))).toEqual(RESOLVED);
    expect(await told(await keeping(end + 1000))).toEqual([
      'OUT_OF_BOUNDS_NO_POE',
      'expired',
      'revocation_missing',
    ]);
    const revoked = [{ serial: SERIAL, revokedAt: TEST_NOW - 3 * HOUR }];
    const telling = await testCrl(of.ca, { thisUpdate: end + 1000, entries: revoked });
    expect((await told(telling))[0]).toBe('REVOKED_NO_POE');
  });
});

describe('what is told of an authority', () => {
  test('that is not valid yet', async () => {
    const ca = {
      serial: CA_SERIAL,
      extensions: AUTHORITY,
      validity: { notBefore: TEST_NOW + 1000, notAfter: TEST_NOW + YEAR },
    };
    const of = await world({ ca });
    const told = await found(await sign(of), of, { material: await allGood(of) });
    expect(told.slice(0, 2)).toEqual(['OUT_OF_BOUNDS_NO_POE', 'not_yet_valid']);
  });
});

describe('past validation below an authority that fell', () => {
  const stamped = TEST_NOW + HOUR;
  const fell = TEST_NOW + 5 * HOUR;
  const at = TEST_NOW + DAY;

  /** Time-stamps are of an authority of their own. */
  const theirs = (async () => {
    const other = await testSubject('stranger', 'Other Root', undefined, { extensions: AUTHORITY });
    const tsa = await testSubject('tsa', 'Their Authority', other, { extensions: TSA_EXTENSIONS });
    return { tsa, ca: other };
  })();

  async function outcome(
    of: World,
    { first: early = {}, second = {} }: Record<string, Parameters<typeof withMaterial>[1]>,
    times: { second?: number; stamp?: number } = {},
  ): Promise<(string | undefined)[]> {
    const { second: covered = fell + HOUR, stamp = stamped } = times;
    const entries = [{ serial: CA_SERIAL, revokedAt: fell }];
    const by = await theirs;
    const signed = await sign({ ...of, tsa: by.tsa }, { stamped: stamp, claimed: stamp });
    const kept = await withStamp(withMaterial(signed, early), by, stamp + 1000);
    const bytes = await withStamp(withMaterial(kept, second), by, covered);
    const crls = [
      await testCrl(of.root, { thisUpdate: fell + 1000, entries }),
      await testCrl(by.ca, { thisUpdate: at }),
    ];
    const anchors = [...of.anchors, anchor(by.ca)];
    return found(bytes, { anchors }, { at, material: { crls } });
  }

  const chainOf = ({ ca, signer }: World) => ({ certificates: [ca.certificate, signer.certificate] });

  test('an answer counts that was there before it fell, and none that only says so', async () => {
    const answer = await good(it, it.signer, { producedAt: TEST_NOW });
    const chain = chainOf(it);
    const passed = ['TOTAL-PASSED', 'revoked', 'passed'];
    const unproven = ['REVOKED_CA_NO_POE', 'revoked', 'material_unproven'];
    expect(await outcome(it, { first: { ...chain, ocsps: [answer] } })).toEqual(passed);
    expect(await outcome(it, { first: chain, second: { ocsps: [answer] } })).toEqual(unproven);
    expect(await outcome(it, { first: chain, second: { ocsps: [answer] } }, { second: fell })).toEqual(
      passed,
    );
    expect(await outcome(it, { first: {}, second: { ...chain, ocsps: [answer] } })).toEqual(unproven);
    const later = await good(it, it.signer, { producedAt: fell + 1000 });
    expect(await outcome(it, { first: chain, second: { ocsps: [later] } })).toEqual([
      'REVOKED_CA_NO_POE',
      'revoked',
      'revocation_missing',
    ]);
    const unknown = await good(it, it.signer, { status: () => ({ status: 'unknown' }) });
    expect(await outcome(it, { first: { ...chain, ocsps: [unknown] } })).toEqual([
      'REVOKED_CA_NO_POE',
      'revoked',
      'revocation_unknown',
    ]);
  });

  test('an answer speaks as long as it is fresh', async () => {
    const until = async (nextUpdate: number) =>
      outcome(it, { first: { ...chainOf(it), ocsps: [await good(it, it.signer, { nextUpdate })] } });
    expect(await until(stamped)).toEqual(['TOTAL-PASSED', 'revoked', 'passed']);
    expect(await until(stamped - 1000)).toEqual(['REVOKED_CA_NO_POE', 'revoked', 'material_unproven']);
  });

  test('a hold that was there counts from its beginning', async () => {
    const held = async (revokedAt: number) => {
      const status = () => ({ status: 'revoked' as const, revokedAt, reason: 'certificateHold' as const });
      const answer = await good(it, it.signer, { producedAt: stamped, status });
      return (await outcome(it, { first: { ...chainOf(it), ocsps: [answer] } }))[2];
    };
    expect(await held(stamped)).toBe('passed');
    expect(await held(stamped - 1000)).toBe('material_unproven');
  });

  test('a certificate that is never revoked counts until its end', async () => {
    const notAfter = TEST_NOW + 2 * HOUR;
    const of = await world({
      signer: {
        serial: SERIAL,
        validity: { notBefore: TEST_NOW - DAY, notAfter },
        extensions: {
          ...SIGNER_EXTENSIONS,
          others: [{ oid: '2.5.29.56', critical: false, value: Uint8Array.of(5, 0) }],
        },
      },
    });
    const stampedAt = async (stamp: number) => outcome(of, { first: chainOf(of) }, { stamp });
    expect(await stampedAt(notAfter)).toEqual(['TOTAL-PASSED', 'revoked', 'passed']);
    expect((await stampedAt(notAfter + 1000)).slice(2)).toEqual(['material_unproven']);
  });
});
