import { type CrlTemplate, parseCertificate } from '@websign/pki';
import { AUTHORITY_EXTENSIONS, TEST_NOW, type TestSubject, testCrl, testSubject } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { allGood, anchor, first, good, judge, sign, world } from './world.ts';

const SERVICE = { basicConstraints: { ca: false }, keyUsage: ['cRLSign' as const] };
const nameOf = ({ certificate }: TestSubject) => parseCertificate(certificate).subject.der;

const tlv = (tag: number, ...contents: Uint8Array[]): Uint8Array => {
  const content = Buffer.concat(contents);
  return Buffer.concat([Uint8Array.of(tag, content.length), content]);
};

/** CRLDistributionPoints of points that name who issues the list, and nothing else. */
const pointsOf = (...points: Uint8Array[][]) => ({
  oid: '2.5.29.31',
  critical: false,
  value: tlv(
    0x30,
    ...points.map((issuers) => tlv(0x30, tlv(0xa2, ...issuers.map((name) => tlv(0xa4, name))))),
  ),
});
const pointOf = (issuer: Uint8Array) => pointsOf([issuer]);

const plain = await world();
const honest = await testSubject('tsa', 'CRL Service', plain.root, { extensions: SERVICE });
const it = await world({
  signer: {
    serial: Uint8Array.of(0x5a, 10),
    extensions: {
      basicConstraints: { ca: false },
      keyUsage: ['nonRepudiation'],
      others: [pointOf(nameOf(honest))],
    },
  },
});
const stranger = await testSubject('rsa4096', 'Other Root', undefined, { extensions: AUTHORITY_EXTENSIONS });
const anchors = [...it.anchors, anchor(stranger)];
const bytes = await sign(it);

/** The report where the only word on the signer is an indirect list by `service`. */
async function judged(
  service: TestSubject,
  above: readonly TestSubject[] = [],
  change: Partial<CrlTemplate> = {},
) {
  const fine = await allGood(it);
  const material = {
    certificates: [service, ...above, it.ca].map(({ certificate }) => certificate),
    crls: [...fine.crls, await testCrl(service, { scope: { indirect: true }, ...change })],
  };
  return first(await judge(bytes, { anchors }, { material }));
}

describe('RFC 5280 §6.3.3 (f): who issues an indirect list', () => {
  test('has a path to the anchor of the certificate', async () => {
    expect((await judged(honest)).indication).toBe('TOTAL-PASSED');
  });

  test('speaks for itself where its own certificate names it and no list of others is there', async () => {
    const serial = Uint8Array.of(0x5a, 0x50);
    const outcome = async (
      named: Uint8Array | ReturnType<typeof pointsOf>,
      entries: CrlTemplate['entries'] = [],
    ) => {
      const extensions = { ...SERVICE, others: [named instanceof Uint8Array ? pointOf(named) : named] };
      const service = await testSubject('tsa', 'CRL Service', plain.root, { serial, extensions });
      const material = {
        certificates: [service.certificate, it.ca.certificate],
        ocsps: [await good(it, it.ca, {}, it.root)],
        crls: [await testCrl(service, { scope: { indirect: true }, entries })],
      };
      const { indication, subIndication } = first(await judge(bytes, { anchors }, { material }));
      return subIndication ?? indication;
    };
    const itself = nameOf(honest);
    expect(await outcome(itself)).toBe('TOTAL-PASSED');
    const entry = { serial, revokedAt: TEST_NOW - 1000, certificateIssuer: nameOf(plain.root) };
    expect(await outcome(itself, [entry])).toBe('TRY_LATER');
    const other = nameOf(stranger);
    expect(await outcome(other)).toBe('TRY_LATER');
    // One of several points, and of several names in a point, is enough.
    expect(await outcome(pointsOf([other], [itself]))).toBe('TOTAL-PASSED');
    expect(await outcome(pointsOf([other, itself]))).toBe('TOTAL-PASSED');
    expect(await outcome(pointsOf([other], [other, other]))).toBe('TRY_LATER');
  });

  test('is nobody whom an end entity certified', async () => {
    const mallory = await testSubject('stranger', 'Mallory', it.ca, {
      extensions: { basicConstraints: { ca: false }, keyUsage: ['nonRepudiation'] },
    });
    const service = await testSubject('rsa2048', 'CRL Service', mallory, { extensions: SERVICE });
    const { indication, subIndication } = await judged(service, [mallory]);
    expect([indication, subIndication]).toEqual(['INDETERMINATE', 'TRY_LATER']);
  });

  test('is nobody of the same name below another anchor', async () => {
    const service = await testSubject('rsa2048', 'CRL Service', stranger, { extensions: SERVICE });
    const { indication, subIndication } = await judged(service);
    expect([indication, subIndication]).toEqual(['INDETERMINATE', 'TRY_LATER']);
  });
});

describe('RFC 5280 §6.3.3 (f): a list under the name of the issuer by another key', () => {
  const SERIAL = Uint8Array.of(0x5a, 10);
  const OTHER_KEY = Uint8Array.of(0x5a, 0x40);
  const listing = { keyUsage: ['cRLSign' as const] };
  const signed = sign(plain);
  const byKey = (issuer: TestSubject, extensions = {}) =>
    testSubject('rsa2048', 'Authority', issuer, { serial: OTHER_KEY, extensions });

  /** The report where the only word on the signer is a list by `service`; `root` says what is revoked beside it. */
  async function told(
    service: TestSubject,
    {
      above = [],
      before = [],
      revoked = [],
      listed = [],
    }: { above?: TestSubject[]; before?: TestSubject[]; revoked?: Uint8Array[]; listed?: Uint8Array[] } = {},
  ) {
    const entries = (serials: Uint8Array[]) =>
      serials.map((serial) => ({ serial, revokedAt: TEST_NOW - 1000 * 3600 }));
    const material = {
      certificates: [...before, service, ...above, plain.ca].map(({ certificate }) => certificate),
      crls: [
        await testCrl(plain.root, { entries: entries(revoked) }),
        await testCrl(service, { entries: entries(listed) }),
      ],
    };
    const { indication, subIndication } = first(await judge(await signed, { anchors }, { material }));
    return subIndication ?? indication;
  }

  test('a key for lists alone, and a key that was changed, below the same anchor', async () => {
    const lists = await byKey(plain.root, listing);
    const renewed = await byKey(plain.root, AUTHORITY_EXTENSIONS);
    for (const service of [lists, renewed, await byKey(plain.ca, listing)]) {
      expect(await told(service)).toBe('TOTAL-PASSED');
      expect(await told(service, { listed: [SERIAL] })).toBe('REVOKED_NO_POE');
    }
  });

  test('each of eight keys that were changed, and so many of which nobody vouches', {
    timeout: 60_000,
  }, async () => {
    const service = await testSubject('p384', 'Authority', plain.root, {
      serial: OTHER_KEY,
      extensions: listing,
    });
    const many = (count: number, key: 'rsa2048' | 'stranger', issuer?: TestSubject) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          testSubject(key, 'Authority', issuer, { serial: Uint8Array.of(0x5b, n + 1), extensions: listing }),
        ),
      );
    const [others, strangers] = [await many(8, 'rsa2048', plain.root), await many(64, 'stranger')];
    const outcome = (before: TestSubject[]) => told(service, { listed: [SERIAL], before });
    expect(await outcome(others.slice(1))).toBe('REVOKED_NO_POE');
    expect(await outcome(others)).toBe('TRY_LATER');
    expect(await outcome(strangers.slice(1))).toBe('REVOKED_NO_POE');
    expect(await outcome(strangers)).toBe('TRY_LATER');
  });

  test('its name in another spelling', async () => {
    const service = await testSubject('rsa2048', 'AUTHORITY', plain.root, {
      serial: OTHER_KEY,
      extensions: listing,
    });
    expect(await told(service, { listed: [SERIAL] })).toBe('REVOKED_NO_POE');
  });

  test.each([
    ['below another anchor', () => byKey(stranger, listing), {}],
    ['that may not sign lists', () => byKey(plain.root, { keyUsage: ['keyCertSign'] }), {}],
    ['that an end entity certified', () => byKey(plain.signer, listing), { above: [plain.signer] }],
    ['that the anchor has revoked', () => byKey(plain.root, listing), { revoked: [OTHER_KEY] }],
  ])('but none %s', async (_, service, others) => {
    expect(await told(await service(), others)).toBe('TRY_LATER');
  });
});
