import type { SubIndication, Verdict } from '@websign/pades';
import { embed, openPdf, prepareDocTimeStamp } from '@websign/pdf';
import type { Material, TrustAnchor } from '@websign/pki';
import { AUTHORITY_EXTENSIONS, RESPONDER_EXTENSIONS, TEST_NOW, testCrl, testSubject } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  allGood,
  anchor,
  DAY,
  first,
  good,
  joined,
  judge,
  ports,
  sign,
  TSA_EXTENSIONS,
  tokenOf,
  type World,
  withMaterial,
  withStamp,
  world,
  YEAR,
} from './world.ts';

const TSA_SERIAL = Uint8Array.of(0x5a, 20);
const it = await world();
const fine = await allGood(it);

interface Case {
  told: string;
  bytes: Uint8Array;
  anchors?: TrustAnchor[];
  material?: Partial<Material>;
  at?: number;
  indication?: 'TOTAL-PASSED' | 'TOTAL-FAILED' | 'INDETERMINATE';
  sub?: SubIndication;
  reason?: string;
  /** Of the whole document. */
  verdict?: Verdict;
}

/** A world with another time-stamp authority's certificate, and a signature that it stamped. */
async function by(
  change: Parameters<typeof testSubject>[3],
  stamped = TEST_NOW,
): Promise<{ of: World; bytes: Uint8Array; material: Material }> {
  const of = await world({ tsa: { serial: TSA_SERIAL, extensions: TSA_EXTENSIONS, ...change } });
  return { of, bytes: await sign(of, { stamped }), material: await allGood(of) };
}

/** The imprint by SHA-256 in a token or TSTInfo becomes one under another OID of eight octets, as long as it was. */
function underDigest(octets: Uint8Array, oid: string): Uint8Array {
  const hex = Buffer.from(octets).toString('hex');
  return new Uint8Array(
    Buffer.from(hex.replace('300b06096086480165030402010420', `300a0608${oid}042100`), 'hex'),
  );
}

const purposes = (list: string[], critical: boolean) => ({
  extensions: { ...TSA_EXTENSIONS, extendedKeyUsage: { purposes: list, critical } },
});
const STAMPING = '1.3.6.1.5.5.7.3.8';

async function tokenCases(): Promise<Case[]> {
  const uncritical = await by(purposes([STAMPING], false));
  const two = await by(purposes([STAMPING, '1.3.6.1.5.5.7.3.9'], true));
  const other = await by(purposes(['1.3.6.1.5.5.7.3.9'], true));
  const { extendedKeyUsage: _, ...plain } = TSA_EXTENSIONS;
  const none = await by({ extensions: plain });
  const encipher = await by({ extensions: { ...TSA_EXTENSIONS, keyUsage: ['keyEncipherment'] } });
  const purpose = { sub: 'CHAIN_CONSTRAINTS_FAILURE' as const, reason: 'timestamp_key_usage' };
  const ended = await by({ validity: { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW - DAY } });
  const begins = await by({ validity: { notBefore: TEST_NOW + DAY, notAfter: TEST_NOW + YEAR } });
  const outside = { sub: 'SIG_CONSTRAINTS_FAILURE' as const, reason: 'timestamp_validity' };
  const stranger = await testSubject('stranger', 'Stranger', undefined, { extensions: AUTHORITY_EXTENSIONS });
  const strange = {
    ...it,
    ca: stranger,
    tsa: await testSubject('tsa', 'Their Authority', stranger, { extensions: TSA_EXTENSIONS }),
  };
  const forging: World = { ...it, tsa: { ...it.tsa, key: 'stranger' } };
  const strangely = await withStamp(await sign(it), strange, TEST_NOW);
  return [
    {
      told: 'over other bytes',
      bytes: await sign(it, { stamped: TEST_NOW, over: Buffer.from('x') }),
      indication: 'TOTAL-FAILED',
      sub: 'HASH_FAILURE',
      reason: 'timestamp_imprint',
      verdict: 'indeterminate',
    },
    {
      told: 'over other bytes, by an authority that nobody trusts',
      bytes: await sign(strange, { stamped: TEST_NOW, over: Buffer.from('x') }),
      indication: 'TOTAL-FAILED',
      sub: 'HASH_FAILURE',
      reason: 'timestamp_imprint',
      verdict: 'indeterminate',
    },
    {
      told: 'a value that its authority did not make',
      bytes: await sign(forging, { stamped: TEST_NOW }),
      indication: 'TOTAL-FAILED',
      sub: 'SIG_CRYPTO_FAILURE',
      reason: 'timestamp_signature',
      verdict: 'indeterminate',
    },
    { told: 'a purpose that is not critical', ...uncritical, ...purpose },
    { told: 'a second purpose', ...two, ...purpose },
    { told: 'another purpose', ...other, ...purpose },
    { told: 'no purpose', ...none, ...purpose },
    { told: 'a key that is not for signatures', ...encipher, ...purpose },
    { told: 'a time after the end of its certificate', ...ended, ...outside },
    { told: 'a time before the beginning of its certificate', ...begins, ...outside },
    {
      told: 'a time to come, a warning',
      bytes: await sign(it, { stamped: TEST_NOW + DAY }),
      sub: 'SIG_CONSTRAINTS_FAILURE',
      reason: 'timestamp_time',
    },
    {
      told: 'an authority that nobody trusts',
      bytes: strangely,
      sub: 'NO_CERTIFICATE_CHAIN_FOUND',
      reason: 'no_path',
    },
    {
      told: 'the same, trusted',
      bytes: strangely,
      anchors: [...it.anchors, anchor(stranger)],
      material: { crls: [...fine.crls, await testCrl(stranger)] },
      indication: 'TOTAL-PASSED',
    },
  ];
}

async function statusCases(): Promise<Case[]> {
  const bytes = await sign(it, { stamped: TEST_NOW });
  const [signer] = fine.ocsps;
  const tsa = (revokedAt: number, producedAt = TEST_NOW) =>
    good(it, it.tsa, {
      producedAt,
      status: () => ({ status: 'revoked', revokedAt, reason: 'keyCompromise' }),
    });
  const withTsa = (answer: Uint8Array): Partial<Material> => ({
    ...fine,
    ocsps: signer === undefined ? [answer] : [signer, answer],
  });
  const brief = await by({ validity: { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + DAY } });
  const lasting = await withStamp(withMaterial(bytes, fine), it, TEST_NOW + 1000);
  const later = TEST_NOW + 3 * DAY;
  return [
    {
      told: 'an authority whose status is not known',
      bytes,
      material: { ...fine, ocsps: fine.ocsps.slice(0, 1) },
      sub: 'TRY_LATER',
      reason: 'revocation_missing',
    },
    {
      told: 'a revoked authority',
      bytes,
      material: withTsa(await tsa(TEST_NOW - DAY)),
      sub: 'REVOKED_NO_POE',
      reason: 'revoked',
    },
    {
      told: 'an authority revoked since',
      bytes,
      at: later,
      material: withTsa(await tsa(TEST_NOW + DAY, later)),
      sub: 'REVOKED_NO_POE',
      reason: 'revoked',
    },
    {
      told: 'an authority that has expired since',
      bytes: brief.bytes,
      material: brief.material,
      at: TEST_NOW + 2 * DAY,
      sub: 'OUT_OF_BOUNDS_NOT_REVOKED',
      reason: 'expired',
    },
    {
      told: 'a later document time-stamp by the same, revoked before both',
      bytes: lasting,
      material: { ocsps: [await tsa(TEST_NOW - DAY)] },
      sub: 'REVOKED_NO_POE',
      reason: 'revoked',
    },
    { told: 'a later document time-stamp', bytes: lasting, at: later, indication: 'TOTAL-PASSED' },
  ];
}

const cases = [...(await tokenCases()), ...(await statusCases())];

describe('RFC 3161 and EN 319 102-1 §5.4: a time-stamp proves the time only where it holds', () => {
  test.each(cases.map((one): [string, Case] => [one.told, one]))('%s', async (_, one) => {
    const {
      bytes,
      anchors = it.anchors,
      material = fine,
      at = TEST_NOW,
      indication = 'INDETERMINATE',
      sub,
      reason,
    } = one;
    const merged = {
      ...fine,
      ...material,
      certificates: [...fine.certificates, ...(material.certificates ?? [])],
    };
    const { verdict, ...validation } = await judge(bytes, { anchors }, { material: merged, at });
    const report = first({ verdict, ...validation });
    if (one.verdict !== undefined) expect(verdict).toBe(one.verdict);
    const [stamp] = report.timeStamps;
    expect([stamp?.indication, stamp?.subIndication, stamp?.reason]).toEqual([indication, sub, reason]);
    expect(report.timeProven).toBe(indication === 'TOTAL-PASSED');
    expect(report.bestTime).toBe(indication === 'TOTAL-PASSED' ? stamp?.genTime : at);
  });
});

describe('EN 319 102-1 §5.6: what ended is proven by what came later', () => {
  const brief = { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + YEAR };
  const later = TEST_NOW + 2 * YEAR;

  test('signer, authority and answers long past: the newest document time-stamp proves them all', async () => {
    const old = await world({
      tsa: { serial: TSA_SERIAL, extensions: TSA_EXTENSIONS, validity: brief },
      responder: { extensions: RESPONDER_EXTENSIONS, validity: brief },
    });
    const young = await testSubject('stranger', 'Younger Authority', old.ca, {
      serial: Uint8Array.of(0x5a, 21),
      extensions: TSA_EXTENSIONS,
      validity: { notBefore: TEST_NOW, notAfter: TEST_NOW + 10 * YEAR },
    });
    const signed = await sign(old, { stamped: TEST_NOW });
    const atFirst = await withStamp(withMaterial(signed, await allGood(old)), old, TEST_NOW + DAY);
    const half = TEST_NOW + YEAR / 2;
    const renewal = {
      certificates: [],
      crls: [],
      ocsps: [await good(old, old.tsa, { producedAt: half, nextUpdate: half + DAY })],
    };
    const renewed = await withStamp(withMaterial(atFirst, renewal), { ...old, tsa: young }, half + 1000);
    const answers = {
      ocsps: [await good(old, young, { producedAt: later, nextUpdate: later + DAY })],
      crls: [await testCrl(old.root, { thisUpdate: later, nextUpdate: later + DAY })],
    };
    const validation = await judge(renewed, old, { at: later, material: answers });
    expect(
      validation.signatures.map(({ kind, indication, subIndication }) => [kind, indication, subIndication]),
    ).toEqual([
      ['signature', 'TOTAL-PASSED', undefined],
      ['timestamp', 'TOTAL-PASSED', undefined],
      ['timestamp', 'TOTAL-PASSED', undefined],
    ]);
    expect(first(validation)).toMatchObject({ bestTime: TEST_NOW, timeProven: true, level: 'B-LTA' });
    // The same without the renewal: the authority of the last time-stamp has ended, and nothing proves it.
    const unrenewed = await judge(atFirst, old, { at: later, material: answers });
    expect(first(unrenewed).indication).toBe('INDETERMINATE');
  });

  test.each([
    ['MD5, which is broken', '2a864886f70d0205', 'algorithm_weak'],
    ['a digest that nobody knows', '2a864886f70d027f', 'algorithm_unsupported'],
  ])('a document time-stamp over %s', async (_, oid, reason) => {
    const bytes = await sign(it);
    const prepared = prepareDocTimeStamp(openPdf(bytes, ports), {
      digestAlgorithm: 'SHA-256',
      contentsBytes: 10_000,
    });
    const by = {
      digest: (...[algorithm, content]: Parameters<typeof ports.digest>) =>
        ports.digest(algorithm, underDigest(content, oid)),
    };
    const der = underDigest(await tokenOf(it, prepared.digest, TEST_NOW, 2, [], by), oid);
    const { signatures } = await judge(joined(bytes, embed(prepared, der)), it, { material: fine });
    expect(signatures[1]).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
    });
    expect(signatures[1]?.steps).toContainEqual(expect.objectContaining({ block: 'cryptographic', reason }));
  });

  test('a document time-stamp proves nothing of a signature that was put behind it', async () => {
    const stamped = await withStamp(await sign(it), it, TEST_NOW);
    const behind = await sign(it, { base: stamped, claimed: TEST_NOW - DAY });
    const revoked = () => ({ status: 'revoked' as const, revokedAt: TEST_NOW + DAY });
    const answer = await good(it, it.signer, { status: revoked, producedAt: TEST_NOW + DAY });
    const material = { ...fine, ocsps: [answer, ...fine.ocsps.slice(1)] };
    const { signatures } = await judge(behind, it, { at: TEST_NOW + 2 * DAY, material });
    expect(
      signatures.map(({ kind, subIndication, timeProven }) => [kind, subIndication, timeProven]),
    ).toEqual([
      ['signature', undefined, true],
      ['timestamp', undefined, true],
      ['signature', 'REVOKED_NO_POE', false],
    ]);
  });
});
