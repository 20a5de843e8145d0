import { AUTHORITY_EXTENSIONS, TEST_NOW, type TestSubject, testCrl, testSubject } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { but, CA_SERIAL, fine, it, revoked, SERIAL } from './case.ts';
import {
  allGood,
  anchor,
  conclusionOn,
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

const NULL = Uint8Array.of(5, 0);
const now = await sign(it);
const other = await testSubject('stranger', 'Other Root', undefined, { extensions: AUTHORITY_EXTENSIONS });

const outcome = (
  bytes: Uint8Array,
  of: Pick<World, 'anchors'> = it,
  options: Parameters<typeof judge>[2] = {},
): Promise<string> => conclusionOn(bytes, of, options);

describe('a certificate that is itself trusted', () => {
  test('needs no status, whatever it says', async () => {
    const own = { anchors: [anchor(it.signer)] };
    expect(await outcome(now, own)).toBe('TOTAL-PASSED');
    expect(await outcome(now, own, { material: await but(it, revoked(TEST_NOW - DAY)) })).toBe(
      'TOTAL-PASSED',
    );
  });

  test('but one that such a one issued does', async () => {
    const issuing = { anchors: [anchor(it.ca)] };
    expect(await outcome(now, issuing)).toBe('TRY_LATER');
    expect(await outcome(now, issuing, { material: { ocsps: fine.ocsps } })).toBe('TOTAL-PASSED');
  });

  test('and its dates count', async () => {
    const own = { anchors: [anchor(it.signer)] };
    expect(await outcome(now, own, { at: TEST_NOW + 3 * YEAR })).toBe('OUT_OF_BOUNDS_NOT_REVOKED');
    expect(await outcome(now, own, { at: TEST_NOW - 3 * YEAR })).toBe('NOT_YET_VALID');
  });
});

describe('a certificate whose authority says that it is never revoked', () => {
  const exempted = (oid: string, validity = {}) =>
    world({
      signer: {
        serial: SERIAL,
        extensions: { ...SIGNER_EXTENSIONS, others: [{ oid, critical: false, value: NULL }] },
        ...validity,
      },
    });

  test.each([
    ['noRevAvail (RFC 9608)', '2.5.29.56', 'TOTAL-PASSED'],
    ['short-term (EN 319 412-1 §5.2)', '0.4.0.194121.2.1', 'TOTAL-PASSED'],
    ['something else', '1.3.6.1.4.1.99999.7', 'TRY_LATER'],
  ])('%s', async (_, oid, expected) => {
    const of = await exempted(oid);
    expect(await outcome(await sign(of), of, { material: { crls: fine.crls } })).toBe(expected);
  });

  test('after its end, where a time-stamp proves the signature', async () => {
    const validity = { notBefore: TEST_NOW - DAY, notAfter: TEST_NOW + DAY };
    const of = await exempted('0.4.0.194121.2.1', { validity });
    const options = { at: TEST_NOW + 2 * DAY, material: await allGood(of) };
    expect(await outcome(await sign(of, { stamped: TEST_NOW }), of, options)).toBe('TOTAL-PASSED');
    expect(await outcome(await sign(of), of, options)).toBe('OUT_OF_BOUNDS_NOT_REVOKED');
  });

  test('after its authority’s end, where a time-stamp proves all of it', async () => {
    const ca = {
      serial: CA_SERIAL,
      validity: { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + DAY },
      extensions: AUTHORITY_EXTENSIONS,
    };
    const signer = {
      serial: SERIAL,
      extensions: {
        ...SIGNER_EXTENSIONS,
        others: [{ oid: '2.5.29.56', critical: false, value: NULL }],
      },
    };
    const of = await world({ ca, signer });
    const tsa = await testSubject('tsa', 'Their Time-Stamp Authority', other, { extensions: TSA_EXTENSIONS });
    const theirs = { tsa, ca: other, anchors: [...of.anchors, anchor(other)] };
    const bytes = withMaterial(await sign(of), await allGood(of));
    const options = { at: TEST_NOW + 2 * DAY, material: { crls: [await testCrl(other)] } };
    expect(await outcome(bytes, theirs, options)).toBe('OUT_OF_BOUNDS_NO_POE');
    expect(await outcome(await withStamp(bytes, theirs, TEST_NOW + 1000), theirs, options)).toBe(
      'TOTAL-PASSED',
    );
  });
});

describe('of several answers', () => {
  const answer = (change: Parameters<typeof good>[2]) => good(it, it.signer, change);
  const [, tsa = NULL] = fine.ocsps;
  const told = async (...ocsps: Uint8Array[]) =>
    outcome(now, it, { material: { ...fine, ocsps: [...ocsps, tsa] } });

  test('one that knows the certificate counts before a newer one that does not', async () => {
    const unknown = await answer({ status: () => ({ status: 'unknown' }) });
    const known = await answer({ producedAt: TEST_NOW - DAY, nextUpdate: TEST_NOW + DAY });
    expect(await told(unknown)).toBe('TRY_LATER');
    expect(await told(unknown, known)).toBe('TOTAL-PASSED');
    expect(await told(known, unknown)).toBe('TOTAL-PASSED');
  });

  test('a hold counts where it is the newest, and not where it was lifted', async () => {
    const held = await answer(revoked(TEST_NOW - 3 * DAY, 'certificateHold'));
    const before = await answer({ producedAt: TEST_NOW - DAY, nextUpdate: TEST_NOW + DAY });
    expect(await told(held, before)).toBe('TRY_LATER');
    const lifted = await answer({
      ...revoked(TEST_NOW - 3 * DAY, 'certificateHold'),
      producedAt: TEST_NOW - DAY,
      nextUpdate: TEST_NOW + DAY,
    });
    expect(await told(lifted, await answer({}))).toBe('TOTAL-PASSED');
  });

  test('of a certificate that has ended: one of until its end, and a revocation of any time', async () => {
    const notAfter = TEST_NOW + DAY;
    const validity = { notBefore: TEST_NOW - DAY, notAfter };
    const short = await world({ signer: { serial: SERIAL, extensions: SIGNER_EXTENSIONS, validity } });
    const bytes = await sign(short, { stamped: TEST_NOW });
    const all = await allGood(short);
    const told = async (change: Parameters<typeof good>[2]) => {
      const ocsps = [await good(short, short.signer, change), ...all.ocsps.slice(1)];
      return outcome(bytes, short, { at: notAfter + DAY, material: { ...all, ocsps } });
    };
    expect(await told({ producedAt: notAfter })).toBe('TOTAL-PASSED');
    expect(await told({ producedAt: notAfter + 1000 })).toBe('OUT_OF_BOUNDS_NO_POE');
    expect(await told({ producedAt: notAfter + 1000, ...revoked(TEST_NOW - 1000) })).toBe('REVOKED_NO_POE');
  });
});

describe('of several chains', () => {
  const cross = (validity?: { notBefore: number; notAfter: number }) =>
    testSubject('intermediate', 'Authority', other, {
      serial: Uint8Array.of(0x5a, 3),
      extensions: AUTHORITY_EXTENSIONS,
      ...(validity === undefined ? {} : { validity }),
    });
  const anchors = [...it.anchors, anchor(other)];
  const told = async (crossed: TestSubject, crls: Uint8Array[], order = anchors) =>
    outcome(
      now,
      { anchors: order },
      {
        material: { ...fine, certificates: [crossed.certificate, it.ca.certificate], crls },
      },
    );
  const ended = { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW - DAY };

  test('one that is valid is enough, whichever comes first', async () => {
    const valid = await cross();
    const list = await testCrl(other);
    for (const order of [anchors, anchors.toReversed()]) {
      expect(await told(valid, [list], order)).toBe('TOTAL-PASSED');
      expect(await told(valid, [...fine.crls], order)).toBe('TOTAL-PASSED');
    }
  });

  test('the one of which least is wrong is told where none is', async () => {
    const expired = await cross(ended);
    const lists = [await testCrl(other)];
    // By the one it has ended, by the other nothing is known of the authority.
    for (const order of [anchors, anchors.toReversed()])
      expect(await told(expired, lists, order)).toBe('TRY_LATER');
    const revokedList = await testCrl(it.root, {
      entries: [{ serial: CA_SERIAL, revokedAt: TEST_NOW - DAY }],
    });
    for (const order of [anchors, anchors.toReversed()])
      expect(await told(expired, [...lists, revokedList], order)).toBe('OUT_OF_BOUNDS_NO_POE');
  });
});

describe('what an authority rested on that has ended', () => {
  /** RSA of 2048 bits has ended then: the root and the authority of this world are by such keys. */
  const LATE = Date.UTC(2029, 0, 1);

  test('is weak from that day on, unless a time-stamp proves that it was there before', async () => {
    const long = await world({
      signer: {
        serial: SERIAL,
        extensions: SIGNER_EXTENSIONS,
        validity: { notBefore: TEST_NOW - DAY, notAfter: LATE + YEAR },
      },
    });
    const bytes = await sign(long);
    const at = LATE - 1000;
    expect(await outcome(bytes, long, { at, material: await allGood(long, at) })).toBe('TOTAL-PASSED');
    const late = first(await judge(bytes, long, { at: LATE, material: await allGood(long, LATE) }));
    expect(late).toMatchObject({ subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' });
    expect(late.steps).toContainEqual({
      block: 'certificate',
      outcome: 'indeterminate',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
      reason: 'algorithm_weak',
      about: expect.stringContaining('CN=Signer'),
    });
  });
});

describe('who nobody knows', () => {
  test('is not told to have signed too early: nothing is known of its certificate', async () => {
    const soon = await world({
      signer: {
        serial: SERIAL,
        extensions: SIGNER_EXTENSIONS,
        validity: { notBefore: TEST_NOW + DAY, notAfter: TEST_NOW + YEAR },
      },
    });
    const bytes = await sign(soon);
    expect(await outcome(bytes, { anchors: [] }, { material: fine })).toBe('NO_CERTIFICATE_CHAIN_FOUND');
    const known = first(await judge(bytes, soon, { material: await allGood(soon) }));
    expect(known).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'NOT_YET_VALID' });
    expect(known.steps).toContainEqual(expect.objectContaining({ reason: 'not_yet_valid' }));
  });
});
