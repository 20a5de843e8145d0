import {
  AUTHORITY_EXTENSIONS,
  RESPONDER_EXTENSIONS,
  TEST_NOW,
  testCrl,
  testOcsp,
  testSubject,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { but, CA_SERIAL, fine, it, revoked, SERIAL } from './case.ts';
import {
  allGood,
  anchor,
  DAY,
  first,
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

const SECOND = 1000;
const TSA_SERIAL = Uint8Array.of(0x5a, 20);
const brief = { notBefore: TEST_NOW - DAY, notAfter: TEST_NOW + DAY };
const short = await world({
  signer: { serial: SERIAL, extensions: SIGNER_EXTENSIONS, validity: brief },
});
const shortFine = await allGood(short);
const answered = await world({ responder: { extensions: RESPONDER_EXTENSIONS, validity: brief } });
const bytes = await sign(answered);

/** What is said of the signature, its sub-indication where it has one; and whether past validation was needed for it. */
async function outcome(
  bytes: Uint8Array,
  of: Pick<World, 'anchors'> = it,
  options: Parameters<typeof judge>[2] = {},
): Promise<string> {
  const { signatures } = await judge(bytes, of, { material: fine, ...options });
  const report = signatures.findLast(({ kind }) => kind !== 'timestamp');
  if (report?.indication !== 'TOTAL-PASSED') return report?.subIndication ?? 'none';
  return report.steps.some(({ block }) => block === 'past') ? 'TOTAL-PASSED §5.6.2.4' : 'TOTAL-PASSED';
}

/** What is said of the first time-stamp of the signature. */
async function stampOutcome(
  bytes: Uint8Array,
  of: Pick<World, 'anchors'> = it,
  options: Parameters<typeof judge>[2] = {},
): Promise<string> {
  const [stamp] = first(await judge(bytes, of, { material: fine, ...options })).timeStamps;
  return stamp?.reason ?? stamp?.indication ?? 'none';
}

describe('the first and the last moment of a certificate are of its validity', () => {
  test.each([
    ['at its beginning', brief.notBefore, 'TOTAL-PASSED'],
    ['before it', brief.notBefore - SECOND, 'NOT_YET_VALID'],
    ['at its end', brief.notAfter, 'TOTAL-PASSED'],
    ['after it', brief.notAfter + SECOND, 'OUT_OF_BOUNDS_NOT_REVOKED'],
  ])('judged %s', async (_, at, expected) => {
    const material = await allGood(short, Math.min(at, TEST_NOW));
    expect(await outcome(await sign(short), short, { at, material })).toBe(expected);
  });

  test.each([
    ['at its beginning', brief.notBefore, 'TOTAL-PASSED'],
    ['before it', brief.notBefore - SECOND, 'NOT_YET_VALID'],
    ['at its end', brief.notAfter, 'TOTAL-PASSED'],
    ['after it', brief.notAfter + SECOND, 'OUT_OF_BOUNDS_NOT_REVOKED'],
  ])('stamped %s, judged later', async (_, stamped, expected) => {
    const options = { at: TEST_NOW + 2 * DAY, material: shortFine };
    expect(await outcome(await sign(short, { stamped }), short, options)).toBe(expected);
  });

  test.each([
    ['at its end', brief.notAfter, 'OUT_OF_BOUNDS_NOT_REVOKED'],
    ['after it', brief.notAfter + SECOND, 'EXPIRED'],
  ])('over a time-stamp of the document, or of another signature, %s', async (_, stamped, expected) => {
    const options = { at: TEST_NOW + 2 * DAY, material: shortFine };
    for (const base of [await withStamp(await sign(it), it, stamped), await sign(it, { stamped })])
      expect(await outcome(await sign(short, { base }), short, options)).toBe(expected);
  });

  test.each([
    ['at its beginning', brief.notBefore, 'TOTAL-PASSED'],
    ['before it', brief.notBefore - SECOND, 'timestamp_validity'],
    ['at its end', brief.notAfter, 'TOTAL-PASSED'],
    ['after it', brief.notAfter + SECOND, 'timestamp_validity'],
  ])('a time-stamp of %s of its authority', async (_, stamped, expected) => {
    const of = await world({ tsa: { serial: TSA_SERIAL, extensions: TSA_EXTENSIONS, validity: brief } });
    const at = Math.max(stamped, TEST_NOW);
    const bytes = await withStamp(await sign(of, { stamped }), it, brief.notAfter);
    expect(await stampOutcome(bytes, of, { at: at + SECOND, material: await allGood(of) })).toBe(expected);
  });
});

describe('a time to come', () => {
  test.each([
    ['five minutes, which clocks may be ahead', 5 * 60 * SECOND, 'TOTAL-PASSED', 'TOTAL-PASSED'],
    ['a second more', 301 * SECOND, 'timestamp_time', 'TRY_LATER'],
  ])('%s', async (_, ahead, stamp, answer) => {
    expect(await stampOutcome(await sign(it, { stamped: TEST_NOW + ahead }))).toBe(stamp);
    const material = await but(it, { producedAt: TEST_NOW + ahead });
    expect(await outcome(await sign(it), it, { material })).toBe(answer);
  });
});

describe('revoked', () => {
  const since = TEST_NOW - DAY;

  test.each([
    // EN 319 102-1 §5.6.2.4: proven at the control-time or before it.
    ['at that very moment', since, 'TOTAL-PASSED §5.6.2.4'],
    ['a second before', since - SECOND, 'TOTAL-PASSED'],
    ['a second later', since + SECOND, 'REVOKED_NO_POE'],
  ])('stamped %s', async (_, stamped, expected) => {
    const material = await but(it, revoked(since));
    expect(await outcome(await sign(it, { stamped }), it, { material })).toBe(expected);
    const held = await but(it, revoked(since, 'certificateHold'));
    const open = expected === 'REVOKED_NO_POE' ? 'TRY_LATER' : expected;
    expect(await outcome(await sign(it, { stamped }), it, { material: held })).toBe(open);
  });

  test.each([
    ['of that very moment', since, 'REVOKED'],
    ['of a second before', since - SECOND, 'REVOKED_NO_POE'],
  ])('made over a document time-stamp %s', async (_, stamped, expected) => {
    const bytes = await sign(it, { base: await withStamp(await sign(it), it, stamped) });
    expect(await outcome(bytes, it, { material: await but(it, revoked(since)) })).toBe(expected);
    // A hold may be lifted, and of an authority it is not told when it ceased to be one.
    const held = await but(it, revoked(since, 'certificateHold'));
    expect(await outcome(bytes, it, { material: held })).toBe('TRY_LATER');
    const list = await testCrl(it.root, { entries: [{ serial: CA_SERIAL, revokedAt: since }] });
    expect(await outcome(bytes, it, { material: { ...fine, crls: [list] } })).toBe('REVOKED_CA_NO_POE');
  });

  test('made over two time-stamps, of which the younger counts', async () => {
    const base = await withStamp(await withStamp(await sign(it), it, since - DAY), it, since);
    expect(await outcome(await sign(it, { base }), it, { material: await but(it, revoked(since)) })).toBe(
      'REVOKED',
    );
  });

  test('an authority: a time-stamp of before does not mend it by itself', async () => {
    const list = { entries: [{ serial: CA_SERIAL, revokedAt: since }] };
    const material = { ...fine, crls: [await testCrl(it.root, list)] };
    const bytes = await sign(it, { stamped: since - DAY });
    expect(await outcome(bytes, it, { material })).toBe('REVOKED_CA_NO_POE');
  });
});

describe('how long an answer is fresh', () => {
  const nextUpdate = TEST_NOW + DAY;

  test.each([
    ['at nextUpdate', nextUpdate, 'TOTAL-PASSED'],
    ['a second later', nextUpdate + SECOND, 'TRY_LATER'],
  ])('judged %s', async (_, at, expected) => {
    const material = await but(it, { nextUpdate });
    expect(await outcome(await sign(it), it, { at, material })).toBe(expected);
  });

  test.each([
    ['at nextUpdate', nextUpdate, 'TOTAL-PASSED'],
    ['a second later', nextUpdate + SECOND, 'TRY_LATER'],
  ])('stamped %s', async (_, stamped, expected) => {
    const options = { at: TEST_NOW + 2 * DAY, material: await but(it, { nextUpdate }) };
    expect(await outcome(await sign(it, { stamped }), it, options)).toBe(expected);
  });

  test.each([
    ['as old as is allowed', 3 * DAY, 'TOTAL-PASSED'],
    ['a second older', 3 * DAY - SECOND, 'TRY_LATER'],
  ])('without nextUpdate, %s', async (_, freshnessMs, expected) => {
    const material = await but(it, { nextUpdate: undefined as never });
    const options = { at: TEST_NOW + 3 * DAY, material, freshnessMs };
    expect(await outcome(await sign(it), it, options)).toBe(expected);
  });
});

describe('a responder answers while its certificate is valid', () => {
  const of = answered;
  const by = async (producedAt: number) => {
    const all = await allGood(of);
    const change = { producedAt, nextUpdate: TEST_NOW + 7 * DAY };
    const answer = await testOcsp(of.responder, of.ca, of.signer.certificate, change);
    return {
      ...all,
      certificates: [...all.certificates, of.responder.certificate],
      ocsps: [answer, ...all.ocsps.slice(1)],
    };
  };
  test.each([
    ['at its beginning', brief.notBefore, 'TOTAL-PASSED'],
    ['before it', brief.notBefore - SECOND, 'TRY_LATER'],
  ])('%s', async (_, producedAt, expected) => {
    expect(await outcome(bytes, of, { material: await by(producedAt) })).toBe(expected);
  });

  test.each([
    ['at its end', brief.notAfter, brief.notAfter, 'TOTAL-PASSED'],
    [
      'at its end, judged after it',
      brief.notAfter,
      brief.notAfter + SECOND,
      'REVOCATION_OUT_OF_BOUNDS_NO_POE',
    ],
    ['after its end', brief.notAfter + SECOND, brief.notAfter + SECOND, 'TRY_LATER'],
  ])('%s', async (_, producedAt, at, expected) => {
    expect(await outcome(bytes, of, { at, material: await by(producedAt) })).toBe(expected);
  });

  test.each([
    ['at its end', brief.notAfter, 'TOTAL-PASSED'],
    ['after its end', brief.notAfter + SECOND, 'REVOCATION_OUT_OF_BOUNDS_NO_POE'],
  ])('an answer that is proven to have been there %s', async (_, stamped, expected) => {
    const lasting = await withStamp(withMaterial(bytes, await by(TEST_NOW)), of, stamped);
    expect(await outcome(lasting, of, { at: TEST_NOW + 2 * DAY, material: {} })).toBe(expected);
  });
});

describe('algorithms that end (RSA of 2048 bits, on the first day of 2029)', () => {
  const END = Date.UTC(2029, 0, 1);

  test.each([
    ['a second before', END - SECOND, 'TOTAL-PASSED'],
    ['at that moment', END, 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
  ])('of certificates and answers that are proven to have been there %s', async (_, stamped, expected) => {
    const validity = { notBefore: TEST_NOW - DAY, notAfter: END + YEAR };
    const of = await world({ signer: { serial: SERIAL, extensions: SIGNER_EXTENSIONS, validity } });
    const other = await testSubject('stranger', 'Other Root', undefined, {
      extensions: AUTHORITY_EXTENSIONS,
    });
    const tsa = await testSubject('tsa', 'Their Authority', other, { extensions: TSA_EXTENSIONS });
    const anchors = [...of.anchors, anchor(other)];
    const stored = withMaterial(await sign(of), await allGood(of, END - 2 * DAY, END + 9 * DAY));
    const bytes = await withStamp(stored, { tsa, ca: other }, stamped);
    const times = { thisUpdate: END, nextUpdate: END + 9 * DAY };
    const options = { at: END + DAY, material: { crls: [await testCrl(other, times)] } };
    expect(await outcome(bytes, { anchors }, options)).toBe(expected);
  });
});

describe('the order of time-stamps: each clock may be wrong by a second (EN 319 421 §7.7.1)', () => {
  test.each([
    ['two seconds older', 2, 'TOTAL-PASSED'],
    ['three seconds older', 3, 'TIMESTAMP_ORDER_FAILURE'],
  ])('a document time-stamp that is %s than the signature’s own', async (_, seconds, expected) => {
    const bytes = await withStamp(
      await sign(it, { stamped: TEST_NOW - DAY }),
      it,
      TEST_NOW - DAY - seconds * SECOND,
    );
    expect(await outcome(bytes)).toBe(expected);
  });

  test('the older of two document time-stamps must not be the later one', async () => {
    const twice = async (...times: number[]) => {
      let bytes = await sign(it);
      for (const time of times) bytes = await withStamp(bytes, it, time);
      return outcome(bytes);
    };
    expect(await twice(TEST_NOW - 2 * DAY, TEST_NOW - DAY)).toBe('TOTAL-PASSED');
    expect(await twice(TEST_NOW - DAY, TEST_NOW - 2 * DAY)).toBe('TIMESTAMP_ORDER_FAILURE');
  });
});
