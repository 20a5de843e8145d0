import type { SubIndication } from '@websign/pades';
import { embed, openPdf, prepareSignature } from '@websign/pdf';
import { assembleCms, draftCms, type Material } from '@websign/pki';
import {
  AUTHORITY_EXTENSIONS,
  RESPONDER_EXTENSIONS,
  signedBy,
  TEST_NOW,
  testCrl,
  testOcsp,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  allGood,
  DAY,
  good,
  joined,
  judge,
  ports,
  SIGNER_EXTENSIONS,
  sign,
  smallPdf,
  tokenOf,
  type World,
  withMaterial,
  withStamp,
  world,
  YEAR,
} from './world.ts';

const SERIAL = Uint8Array.of(0x5a, 10);
const CA_SERIAL = Uint8Array.of(0x5a, 2);
const it = await world();
const fine = await allGood(it);
const revoked = (revokedAt: number, reason?: 'certificateHold') => ({
  status: () => ({ status: 'revoked' as const, revokedAt, ...(reason === undefined ? {} : { reason }) }),
});
/** Everything good but what the signer's own authority says of it. */
const but = async (of: World, change: Parameters<typeof testOcsp>[3]): Promise<Material> => {
  const all = await allGood(of);
  return { ...all, ocsps: [await good(of, of.signer, change), ...all.ocsps.slice(1)] };
};

interface Case {
  told: string;
  bytes: Uint8Array;
  of?: Pick<World, 'anchors'>;
  material?: Partial<Material>;
  at?: number;
  indication?: 'TOTAL-PASSED' | 'TOTAL-FAILED';
  sub?: SubIndication;
  reason?: string;
}

async function revocationCases(): Promise<Case[]> {
  const now = await sign(it);
  const stamped = await sign(it, { stamped: TEST_NOW });
  const weekAgo = { producedAt: TEST_NOW - 9 * DAY, nextUpdate: TEST_NOW - 2 * DAY };
  const bareAnswer = await but(it, { nextUpdate: undefined as never });
  return [
    {
      told: 'revoked, and nothing proves that it was signed before',
      bytes: now,
      material: await but(it, revoked(TEST_NOW - DAY)),
      sub: 'REVOKED_NO_POE',
      reason: 'revoked',
    },
    {
      told: 'revoked after the time-stamp',
      bytes: stamped,
      at: TEST_NOW + 2 * DAY,
      material: await but(it, { ...revoked(TEST_NOW + DAY), producedAt: TEST_NOW + DAY }),
      indication: 'TOTAL-PASSED',
    },
    {
      told: 'revoked before the time-stamp',
      bytes: stamped,
      material: await but(it, revoked(TEST_NOW - DAY)),
      sub: 'REVOKED_NO_POE',
      reason: 'revoked',
    },
    {
      told: 'revoked for good by an older list; a newer answer does not take that back',
      bytes: now,
      material: {
        ...fine,
        crls: [
          ...fine.crls,
          await testCrl(it.ca, {
            thisUpdate: TEST_NOW - DAY,
            entries: [{ serial: SERIAL, revokedAt: TEST_NOW - 2 * DAY, reason: 'keyCompromise' }],
          }),
        ],
      },
      sub: 'REVOKED_NO_POE',
      reason: 'revoked',
    },
    {
      told: 'on hold',
      bytes: now,
      material: await but(it, revoked(TEST_NOW - DAY, 'certificateHold')),
      sub: 'TRY_LATER',
      reason: 'on_hold',
    },
    {
      told: 'on hold since after the time-stamp',
      bytes: stamped,
      at: TEST_NOW + 2 * DAY,
      material: await but(it, { ...revoked(TEST_NOW + DAY, 'certificateHold'), producedAt: TEST_NOW + DAY }),
      indication: 'TOTAL-PASSED',
    },
    {
      told: 'no answer',
      bytes: now,
      material: { crls: fine.crls },
      sub: 'TRY_LATER',
      reason: 'revocation_missing',
    },
    {
      told: 'a responder that does not know it',
      bytes: now,
      material: await but(it, { status: () => ({ status: 'unknown' }) }),
      sub: 'TRY_LATER',
      reason: 'revocation_unknown',
    },
    {
      told: 'an answer past its nextUpdate',
      bytes: now,
      material: await but(it, weekAgo),
      sub: 'TRY_LATER',
      reason: 'revocation_stale',
    },
    {
      told: 'an answer past its nextUpdate that was fresh at the time-stamp',
      bytes: await sign(it, { stamped: TEST_NOW - 3 * DAY }),
      material: await but(it, weekAgo),
      indication: 'TOTAL-PASSED',
    },
    {
      told: 'an answer of tomorrow',
      bytes: now,
      material: await but(it, { producedAt: TEST_NOW + DAY }),
      sub: 'TRY_LATER',
      reason: 'revocation_missing',
    },
    {
      told: 'an answer without nextUpdate, older than what is fresh',
      bytes: now,
      at: TEST_NOW + 3 * DAY,
      material: { ...bareAnswer, ocsps: [await good(it, it.signer, { nextUpdate: undefined as never })] },
      sub: 'TRY_LATER',
      reason: 'revocation_stale',
    },
    {
      told: 'a revoked authority',
      bytes: now,
      material: {
        ...fine,
        crls: [await testCrl(it.root, { entries: [{ serial: CA_SERIAL, revokedAt: TEST_NOW - DAY }] })],
      },
      sub: 'REVOKED_CA_NO_POE',
      reason: 'revoked',
    },
  ];
}

async function responderCases(): Promise<Case[]> {
  const now = await sign(it);
  const answer = (of: World) => testOcsp(of.responder, of.ca, of.signer.certificate);
  const by = async (of: World, others: Partial<Material> = {}): Promise<Material> => {
    const all = await allGood(of);
    return {
      certificates: [...all.certificates, of.responder.certificate],
      ocsps: [await answer(of), ...all.ocsps.slice(1), ...(others.ocsps ?? [])],
      crls: [...all.crls, ...(others.crls ?? [])],
    };
  };
  const ended = await world({
    responder: { validity: { notBefore: TEST_NOW - DAY, notAfter: TEST_NOW + DAY } },
  });
  const late = await world({
    responder: { validity: { notBefore: TEST_NOW + DAY, notAfter: TEST_NOW + 9 * DAY } },
  });
  const { ocspNoCheck: _, ...checked } = RESPONDER_EXTENSIONS;
  const { crlDistributionPoints } = SIGNER_EXTENSIONS;
  const told = crlDistributionPoints === undefined ? {} : { crlDistributionPoints };
  const open = await world({ responder: { extensions: { ...checked, ...told } } });
  const silent = await world({ responder: { extensions: checked } });
  const endedSigned = await sign(ended);
  return [
    { told: 'a responder freed by nocheck', bytes: now, material: await by(it), indication: 'TOTAL-PASSED' },
    {
      told: 'a responder whose certificate names no source of its status',
      bytes: await sign(silent),
      of: silent,
      material: await by(silent),
      indication: 'TOTAL-PASSED',
    },
    {
      told: 'a responder whose own status is not known',
      bytes: await sign(open),
      of: open,
      material: await by(open),
      sub: 'TRY_LATER',
      reason: 'revocation_missing',
    },
    {
      told: 'a responder whose own status is good',
      bytes: await sign(open),
      of: open,
      material: await by(open, { ocsps: [await good(open, open.responder)] }),
      indication: 'TOTAL-PASSED',
    },
    {
      told: 'a revoked responder',
      bytes: await sign(open),
      of: open,
      material: await by(open, { ocsps: [await good(open, open.responder, revoked(TEST_NOW - DAY))] }),
      sub: 'TRY_LATER',
      reason: 'revocation_missing',
    },
    {
      told: 'a responder that answered before its certificate began',
      bytes: await sign(late),
      of: late,
      material: await by(late),
      sub: 'TRY_LATER',
      reason: 'revocation_missing',
    },
    {
      told: 'a responder whose certificate has ended since',
      bytes: endedSigned,
      of: ended,
      at: TEST_NOW + 2 * DAY,
      material: await by(ended),
      sub: 'REVOCATION_OUT_OF_BOUNDS_NO_POE',
      reason: 'responder_expired',
    },
    {
      told: 'the same, its answer proven by a document time-stamp',
      bytes: await withStamp(withMaterial(endedSigned, await by(ended)), ended, TEST_NOW + 1000),
      of: ended,
      at: TEST_NOW + 2 * DAY,
      indication: 'TOTAL-PASSED',
    },
  ];
}

async function validityCases(): Promise<Case[]> {
  const short = await world({
    signer: {
      serial: SERIAL,
      extensions: SIGNER_EXTENSIONS,
      validity: { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + DAY },
    },
  });
  const shortFine = await allGood(short);
  const soon = await world({
    signer: {
      serial: SERIAL,
      extensions: SIGNER_EXTENSIONS,
      validity: { notBefore: TEST_NOW + DAY, notAfter: TEST_NOW + YEAR },
    },
  });
  const ca = {
    serial: CA_SERIAL,
    validity: { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + DAY },
    extensions: AUTHORITY_EXTENSIONS,
  };
  const shortCa = await world({ ca });
  const stampedShort = await sign(short, { stamped: TEST_NOW });
  const later = TEST_NOW + 2 * DAY;
  const afterEnd = await withStamp(await sign(short), short, TEST_NOW + 36 * 3600_000);
  return [
    {
      told: 'expired, known not to be revoked until then',
      bytes: await sign(short),
      of: short,
      at: later,
      material: shortFine,
      sub: 'OUT_OF_BOUNDS_NOT_REVOKED',
      reason: 'expired',
    },
    {
      told: 'expired, nothing known of its revocation',
      bytes: await sign(short),
      of: short,
      at: later,
      material: { ...shortFine, ocsps: shortFine.ocsps.slice(1) },
      sub: 'OUT_OF_BOUNDS_NO_POE',
      reason: 'expired',
    },
    {
      told: 'expired after the time-stamp',
      bytes: stampedShort,
      of: short,
      at: later,
      material: shortFine,
      indication: 'TOTAL-PASSED',
    },
    {
      told: 'expired, an answer of later that does not tell of expired certificates',
      bytes: stampedShort,
      of: short,
      at: later,
      material: {
        ...shortFine,
        ocsps: [await good(short, short.signer, { producedAt: later }), ...shortFine.ocsps.slice(1)],
      },
      sub: 'OUT_OF_BOUNDS_NO_POE',
      reason: 'expired',
    },
    {
      told: 'expired, an answer of later that still tells (archive cutoff)',
      bytes: stampedShort,
      of: short,
      at: later,
      material: {
        ...shortFine,
        ocsps: [
          await good(short, short.signer, { producedAt: later, archiveCutoff: TEST_NOW - YEAR }),
          ...shortFine.ocsps.slice(1),
        ],
      },
      indication: 'TOTAL-PASSED',
    },
    {
      told: 'proven only after it had expired',
      bytes: afterEnd,
      of: short,
      at: later,
      material: shortFine,
      sub: 'OUT_OF_BOUNDS_NOT_REVOKED',
      reason: 'expired',
    },
    {
      told: 'signed before its certificate began',
      bytes: await sign(soon),
      of: soon,
      material: await allGood(soon),
      indication: 'TOTAL-FAILED',
      sub: 'NOT_YET_VALID',
      reason: 'not_yet_valid',
    },
    {
      told: 'an authority that has expired',
      bytes: await sign(shortCa, { stamped: TEST_NOW }),
      of: shortCa,
      at: later,
      material: await allGood(shortCa),
      sub: 'OUT_OF_BOUNDS_NO_POE',
      reason: 'expired',
    },
    {
      told: 'made after a time-stamp that is later than its certificate’s end',
      bytes: await sign(short, { base: await withStamp(await sign(it), it, later) }),
      of: short,
      at: later,
      material: shortFine,
      indication: 'TOTAL-FAILED',
      sub: 'EXPIRED',
      reason: 'expired',
    },
    {
      told: 'made after a time-stamp that is later than its revocation',
      bytes: await sign(it, { base: await withStamp(await sign(it), it, TEST_NOW) }),
      material: await but(it, revoked(TEST_NOW - DAY)),
      indication: 'TOTAL-FAILED',
      sub: 'REVOKED',
      reason: 'revoked',
    },
    {
      told: 'a time-stamp that is older than the one which the signature covers',
      bytes: await sign(it, { base: await withStamp(await sign(it), it, TEST_NOW), stamped: TEST_NOW - DAY }),
      material: fine,
      sub: 'TIMESTAMP_ORDER_FAILURE',
      reason: 'time_stamp_order',
    },
    {
      told: 'a document time-stamp that is older than the signature’s own',
      bytes: await withStamp(await sign(it, { stamped: TEST_NOW }), it, TEST_NOW - DAY),
      material: fine,
      sub: 'TIMESTAMP_ORDER_FAILURE',
      reason: 'time_stamp_order',
    },
  ];
}

async function pathCases(): Promise<Case[]> {
  const now = await sign(it);
  const narrow = await world({
    signer: { serial: SERIAL, extensions: { ...SIGNER_EXTENSIONS, keyUsage: ['keyEncipherment'] } },
  });
  const noCa = await world({ ca: { serial: CA_SERIAL, extensions: { basicConstraints: { ca: false } } } });
  return [
    {
      told: 'no anchor',
      bytes: now,
      of: { anchors: [] },
      material: fine,
      sub: 'NO_CERTIFICATE_CHAIN_FOUND',
      reason: 'no_path',
    },
    {
      told: 'a key that is not for signatures',
      bytes: await sign(narrow),
      of: narrow,
      material: await allGood(narrow),
      sub: 'CHAIN_CONSTRAINTS_FAILURE',
      reason: 'signer_key_usage',
    },
    {
      told: 'an issuer that is no authority',
      bytes: await sign(noCa),
      of: noCa,
      material: await allGood(noCa),
      sub: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
      reason: 'not_ca',
    },
  ];
}

/** CMS with one more signed attribute: a time-stamp over the content (EN 319 122-1 §5.2.8). */
async function withContentStamp(time: number): Promise<Uint8Array> {
  const base = smallPdf();
  const prepared = await prepareSignature(openPdf(base, ports), {
    time: { epochMs: TEST_NOW, offsetMinutes: 0 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: 16_000,
  });
  const { digest, digestAlgorithm } = prepared;
  const chain = [it.signer.certificate, it.ca.certificate];
  const draft = draftCms({ digest, digestAlgorithm, chain, algorithm: 'ecdsa-p256-sha256' }, ports);
  const type = Buffer.from('060b2a864886f70d0109100214', 'hex');
  const attribute = der(0x30, Buffer.concat([type, der(0x31, await tokenOf(it, digest, time))]));
  const members = [...membersOf(draft.signedAttributes), attribute].sort(Buffer.compare);
  const signedAttributes = new Uint8Array(der(0x31, Buffer.concat(members)));
  const cms = assembleCms({ ...draft, signedAttributes }, signedBy(it.signer)(signedAttributes));
  return joined(base, embed(prepared, cms));
}

const der = (tag: number, content: Uint8Array): Buffer =>
  Buffer.concat([Uint8Array.of(tag, 0x82, content.length >> 8, content.length & 0xff), content]);

/** Members of a SET shorter than 128 octets each. */
function membersOf(set: Uint8Array): Uint8Array[] {
  const members: Uint8Array[] = [];
  const start = (set[1] ?? 0) < 0x80 ? 2 : 3;
  for (let at = start; at < set.length; at += 2 + (set[at + 1] ?? 0)) {
    members.push(set.subarray(at, at + 2 + (set[at + 1] ?? 0)));
  }
  return members;
}

async function contentCases(): Promise<Case[]> {
  const bytes = await withContentStamp(TEST_NOW - 2 * DAY);
  return [
    { told: 'a time-stamp over the content', bytes, material: fine, indication: 'TOTAL-PASSED' },
    {
      told: 'a time-stamp over the content that is later than the revocation',
      bytes,
      material: await but(it, revoked(TEST_NOW - 3 * DAY)),
      indication: 'TOTAL-FAILED',
      sub: 'REVOKED',
      reason: 'revoked',
    },
    {
      told: 'a time-stamp over the content that is earlier than the revocation',
      bytes,
      material: await but(it, revoked(TEST_NOW - DAY)),
      sub: 'REVOKED_NO_POE',
      reason: 'revoked',
    },
    {
      told: 'a document time-stamp that is older than the one over the content',
      bytes: await withStamp(bytes, it, TEST_NOW - 3 * DAY),
      material: fine,
      sub: 'TIMESTAMP_ORDER_FAILURE',
      reason: 'time_stamp_order',
    },
  ];
}

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
