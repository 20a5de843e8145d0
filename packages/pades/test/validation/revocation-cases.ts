import type { Material } from '@websign/pki';
import { RESPONDER_EXTENSIONS, TEST_NOW, testCrl, testOcsp } from '@websign/testkit';
import { but, CA_SERIAL, type Case, fine, it, revoked, SERIAL } from './case.ts';
import {
  allGood,
  DAY,
  good,
  SIGNER_EXTENSIONS,
  sign,
  type World,
  withMaterial,
  withStamp,
  world,
} from './world.ts';

export async function revocationCases(): Promise<Case[]> {
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

export async function responderCases(): Promise<Case[]> {
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
    {
      told: 'the same, its answer put behind the document time-stamp, which proves nothing of it',
      bytes: withMaterial(await withStamp(endedSigned, ended, TEST_NOW + 1000), await by(ended)),
      of: ended,
      at: TEST_NOW + 2 * DAY,
      sub: 'REVOCATION_OUT_OF_BOUNDS_NO_POE',
      reason: 'responder_expired',
    },
  ];
}
