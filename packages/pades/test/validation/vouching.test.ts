import {
  AUTHORITY_EXTENSIONS,
  RESPONDER_EXTENSIONS,
  TEST_NOW,
  type TestSubject,
  testCrl,
  testOcsp,
  testSubject,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
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
  world,
} from './world.ts';

const it = await world();
const bytes = await sign(it);
const SIGNER = Uint8Array.of(0x5a, 10);
const LISTS = { keyUsage: ['cRLSign' as const] };
const { ocspNoCheck: _, ...RESPONDER } = RESPONDER_EXTENSIONS;
const TOLD = { crlDistributionPoints: ['http://crl.test.invalid/others.crl'] };
const OCSP_ONLY = { authorityInfoAccess: { ocsp: ['http://ocsp.test.invalid/'], caIssuers: [] } };
const serialOf = (number: number): Uint8Array => Uint8Array.of(0x5a, number);
const listed = (serial: Uint8Array, days = 1) => ({ serial, revokedAt: TEST_NOW - days * DAY });
const certificates = (...subjects: TestSubject[]) => subjects.map(({ certificate }) => certificate);

describe('RFC 5280 §6.3.3 (f): who signs a list under the name of another authority', () => {
  const sibling = (change: Parameters<typeof testSubject>[3] = {}) =>
    testSubject('rsa2048', 'Sibling', it.root, {
      serial: serialOf(3),
      extensions: AUTHORITY_EXTENSIONS,
      ...change,
    });

  /** The signer by a list under its authority's name, signed by who a sibling of that authority certified. */
  async function by(above: TestSubject, revoked: Uint8Array[] = []): Promise<string> {
    const service = await testSubject('stranger', 'Authority', above, {
      serial: serialOf(0x40),
      extensions: LISTS,
    });
    const crls = [
      await testCrl(it.root, { entries: revoked.map((serial) => listed(serial)) }),
      await testCrl(service),
    ];
    return conclusionOn(bytes, it, { material: { certificates: certificates(service, above, it.ca), crls } });
  }

  test('stands below authorities that are valid and not revoked', async () => {
    expect(await by(await sibling())).toBe('TOTAL-PASSED');
    expect(await by(await sibling(), [serialOf(3)])).toBe('TRY_LATER');
    const ended = { validity: { notBefore: TEST_NOW - 9 * DAY, notAfter: TEST_NOW - DAY } };
    expect(await by(await sibling(ended))).toBe('TRY_LATER');
  });

  test('is not below the certificate of which it tells', async () => {
    const own = await testSubject('stranger', 'Root', it.ca, { serial: serialOf(0x40), extensions: LISTS });
    const all = await allGood(it);
    const told = async (...crls: Uint8Array[]) =>
      conclusionOn(bytes, it, { material: { ...all, certificates: certificates(own, it.ca), crls } });
    expect(await told(await testCrl(it.root))).toBe('TOTAL-PASSED');
    expect(await told(await testCrl(own))).toBe('TRY_LATER');
  });
});

describe('who signed an answer', () => {
  const responder = (more = {}) =>
    testSubject('p384', 'Responder', it.ca, {
      serial: serialOf(0x30),
      extensions: { ...RESPONDER, ...more },
    });

  /** The signer's status by a responder alone. */
  async function by(service: TestSubject, ocsps: Uint8Array[]): Promise<string> {
    const all = await allGood(it);
    const answers = [await testOcsp(service, it.ca, it.signer.certificate), ...ocsps, ...all.ocsps.slice(1)];
    const material = {
      certificates: certificates(service, it.ca),
      ocsps: answers,
      crls: all.crls,
    };
    return conclusionOn(bytes, it, { material });
  }

  test('is entitled by an answer about itself that counts at that moment', async () => {
    const service = await responder(TOLD);
    const self = (days: number) =>
      testOcsp(it.ca, it.ca, service.certificate, {
        producedAt: TEST_NOW - days * DAY,
        nextUpdate: TEST_NOW - (days - 7) * DAY,
      });
    expect(await by(service, [await self(1)])).toBe('TOTAL-PASSED');
    expect(await by(service, [await self(200)])).toBe('TRY_LATER');
  });

  test('is entitled where that answer counts now, not where it did when the other one was made', async () => {
    const service = await responder(TOLD);
    const made = { producedAt: TEST_NOW - 20 * DAY, nextUpdate: TEST_NOW + 10 * DAY };
    const outcome = async (days: number) => {
      const all = await allGood(it);
      const about = { producedAt: TEST_NOW - 21 * DAY, nextUpdate: TEST_NOW + days * DAY };
      const ocsps = [
        await testOcsp(service, it.ca, it.signer.certificate, made),
        await testOcsp(it.ca, it.ca, service.certificate, about),
        ...all.ocsps.slice(1),
      ];
      return conclusionOn(bytes, it, {
        at: TEST_NOW,
        material: { certificates: certificates(service, it.ca), ocsps, crls: all.crls },
      });
    };
    expect(await outcome(5)).toBe('TOTAL-PASSED');
    expect(await outcome(-5)).toBe('TRY_LATER');
  });

  test('is entitled to an answer that has ended as it stood when that was made', async () => {
    const service = await responder(TOLD);
    const nextUpdate = TEST_NOW - DAY;
    const outcome = async (until: number, ends = nextUpdate) => {
      const all = await allGood(it);
      const made = { producedAt: TEST_NOW - 20 * DAY, nextUpdate: ends };
      const about = { producedAt: TEST_NOW - 21 * DAY, nextUpdate: until };
      const ocsps = [
        await testOcsp(service, it.ca, it.signer.certificate, made),
        await testOcsp(it.ca, it.ca, service.certificate, about),
        ...all.ocsps.slice(1),
      ];
      const signed = await sign(it, { stamped: TEST_NOW - 19 * DAY });
      return conclusionOn(signed, it, {
        material: { certificates: certificates(service, it.ca), ocsps, crls: all.crls },
      });
    };
    expect(await outcome(TEST_NOW - 10 * DAY)).toBe('TOTAL-PASSED');
    expect(await outcome(TEST_NOW - 20 * DAY)).toBe('TOTAL-PASSED');
    expect(await outcome(TEST_NOW - 20 * DAY - 1000)).toBe('TRY_LATER');
    // An answer counts to its last moment, and by then its responder is to be known.
    expect(await outcome(TEST_NOW - 10 * DAY, TEST_NOW)).toBe('TRY_LATER');
    expect(await outcome(TEST_NOW, TEST_NOW)).toBe('TOTAL-PASSED');
  });

  test('is judged up to the anchor, which is trusted as it is', async () => {
    const of = await world();
    const root = await testSubject('root', 'Root', undefined, {
      extensions: { ...AUTHORITY_EXTENSIONS, ...TOLD },
      validity: { notBefore: TEST_NOW - 900 * DAY, notAfter: TEST_NOW + 900 * DAY },
    });
    const service = await testSubject('stranger', 'Authority', root, {
      serial: serialOf(0x40),
      extensions: LISTS,
    });
    const material = {
      certificates: certificates(service, of.ca),
      ocsps: [await good(of, of.ca, {}, of.root)],
      crls: [await testCrl(service)],
    };
    expect(await conclusionOn(bytes, { anchors: [anchor(root)] }, { material })).toBe('TOTAL-PASSED');
  });

  test('is below any one of the anchors to which the certificate leads', async () => {
    const other = await testSubject('tsa', 'Other Root', undefined, { extensions: AUTHORITY_EXTENSIONS });
    const crossed = await testSubject('intermediate', 'Authority', other, {
      serial: serialOf(0x50),
      extensions: AUTHORITY_EXTENSIONS,
    });
    const all = await allGood(it);
    const outcome = async (above: TestSubject) => {
      const service = await testSubject('stranger', 'Authority', above, {
        serial: serialOf(0x40),
        extensions: LISTS,
      });
      const material = {
        certificates: certificates(service, it.ca, crossed),
        ocsps: all.ocsps.slice(1),
        crls: [...all.crls, await testCrl(other), await testCrl(service)],
      };
      return conclusionOn(bytes, { anchors: [...it.anchors, anchor(other)] }, { material });
    };
    expect(await outcome(it.root)).toBe('TOTAL-PASSED');
    expect(await outcome(other)).toBe('TOTAL-PASSED');
  });

  test('is free of it where its certificate says so, and signs no list', async () => {
    expect(await by(await responder({ ...TOLD, ocspNoCheck: true }), [])).toBe('TOTAL-PASSED');
    expect(await by(await responder(TOLD), [])).toBe('TRY_LATER');
    const list = async (extensions: object) => {
      const service = await testSubject('stranger', 'Authority', it.root, {
        serial: serialOf(0x40),
        extensions: { ...LISTS, ...extensions },
      });
      // A list of the root would tell of the service as well.
      const ocsps = [await good(it, it.ca, {}, it.root), ...(await allGood(it)).ocsps.slice(1)];
      const material = { ocsps, crls: [await testCrl(service)] };
      return conclusionOn(bytes, it, {
        material: { ...material, certificates: certificates(service, it.ca) },
      });
    };
    expect(await list({ ...OCSP_ONLY, ocspNoCheck: true })).toBe('TRY_LATER');
    expect(await list(OCSP_ONLY)).toBe('TRY_LATER');
    expect(await list({})).toBe('TOTAL-PASSED');
  });

  test('does not vouch for itself, not even where nobody is to be asked', async () => {
    const service = await responder();
    const itself = await testOcsp(service, it.ca, service.certificate, { producedAt: TEST_NOW + 1000 });
    const revoked = await testOcsp(it.ca, it.ca, service.certificate, {
      producedAt: TEST_NOW - 2 * DAY,
      status: () => ({ status: 'revoked', revokedAt: TEST_NOW - 3 * DAY, reason: 'keyCompromise' }),
    });
    expect(await by(service, [itself])).toBe('TOTAL-PASSED');
    expect(await by(service, [itself, revoked])).toBe('TRY_LATER');
  });

  test('is revoked for good whatever is said later', async () => {
    const service = await responder(TOLD);
    const about = (producedAt: number, revokedAt?: number) =>
      testOcsp(it.ca, it.ca, service.certificate, {
        producedAt,
        ...(revokedAt === undefined
          ? {}
          : { status: () => ({ status: 'revoked' as const, revokedAt, reason: 'keyCompromise' as const }) }),
      });
    const later = await about(TEST_NOW - 1000);
    expect(await by(service, [later])).toBe('TOTAL-PASSED');
    expect(await by(service, [later, await about(TEST_NOW - DAY, TEST_NOW - 2 * DAY)])).toBe('TRY_LATER');
  });
});

describe('RFC 9608: a certificate that is never revoked', () => {
  const others = [{ oid: '2.5.29.56', critical: false, value: Uint8Array.of(5, 0) }];

  test('is one all the same where its authority says so', async () => {
    const of = await world({ signer: { serial: SIGNER, extensions: { ...SIGNER_EXTENSIONS, others } } });
    const signed = await sign(of);
    const all = await allGood(of);
    const told = async (crls: Uint8Array[]) =>
      conclusionOn(signed, of, {
        material: { ...all, ocsps: all.ocsps.slice(1), crls: [...all.crls, ...crls] },
      });
    expect(await told([])).toBe('TOTAL-PASSED');
    expect(await told([await testCrl(of.ca, { entries: [listed(SIGNER)] })])).toBe('REVOKED_NO_POE');
    const ended = { thisUpdate: TEST_NOW - 9 * DAY, nextUpdate: TEST_NOW - 8 * DAY };
    expect(await told([await testCrl(of.ca, ended)])).toBe('TOTAL-PASSED');
  });

  test('is of no authority', async () => {
    const ca = { serial: serialOf(2), extensions: { ...AUTHORITY_EXTENSIONS, others } };
    const of = await world({ ca });
    const { crls: __, ...rest } = await allGood(of);
    const report = first(await judge(await sign(of), of, { material: rest }));
    expect(report.subIndication).toBe('TRY_LATER');
  });
});
