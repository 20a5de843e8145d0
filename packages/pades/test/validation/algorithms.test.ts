import type { Material } from '@websign/pki';
import {
  AUTHORITY_EXTENSIONS,
  RESPONDER_EXTENSIONS,
  TEST_NOW,
  testCrl,
  testOcsp,
  testSubject,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  anchor,
  first,
  good,
  judge,
  SIGNER_EXTENSIONS,
  sign,
  TSA_EXTENSIONS,
  type World,
  withMaterial,
  withStamp,
  YEAR,
} from './world.ts';

/** After RSA of 2048 bits and PKCS#1 v1.5 have ended; what is of elliptic curves has not. */
const LATE = Date.UTC(2029, 5, 1);
const DAY = 24 * 3600 * 1000;
const validity = { notBefore: TEST_NOW - YEAR, notAfter: LATE + YEAR };

/** An authority with elliptic curves throughout, a signer and a responder with RSA of 2048 bits. */
async function curves(): Promise<World> {
  const long = { notBefore: TEST_NOW - 3 * YEAR, notAfter: LATE + 10 * YEAR };
  const root = await testSubject('p384', 'Root', undefined, {
    validity: long,
    extensions: AUTHORITY_EXTENSIONS,
  });
  const ca = await testSubject('stranger', 'Authority', root, {
    validity: long,
    extensions: AUTHORITY_EXTENSIONS,
    serial: Uint8Array.of(0x5a, 2),
  });
  const signer = await testSubject('rsa2048', 'Signer', ca, {
    validity,
    extensions: SIGNER_EXTENSIONS,
    serial: Uint8Array.of(0x5a, 10),
  });
  const tsa = await testSubject('tsa', 'Time-Stamp Authority', ca, {
    validity,
    extensions: TSA_EXTENSIONS,
    serial: Uint8Array.of(0x5a, 20),
  });
  const responder = await testSubject('intermediate', 'Responder', ca, {
    validity,
    extensions: RESPONDER_EXTENSIONS,
    serial: Uint8Array.of(0x5a, 30),
  });
  return { root, ca, signer, tsa, responder, anchors: [anchor(root)] };
}

const it = await curves();

/** What is good as of `time`; the signer's by `ocsp` where it is given. */
async function goodAt(time: number, ocsp?: Uint8Array): Promise<Material> {
  const change = { producedAt: time, nextUpdate: time + 7 * DAY };
  return {
    certificates: [it.ca.certificate, it.responder.certificate],
    ocsps: [ocsp ?? (await good(it, it.signer, change)), await good(it, it.tsa, change)],
    crls: [await testCrl(it.root, { thisUpdate: time, nextUpdate: time + 7 * DAY })],
  };
}

const weak = { indication: 'INDETERMINATE', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' };

describe('ETSI TS 119 312: what a signature rests on, and until when', () => {
  test('a signature by RSA of 2048 bits is good before the end, and weak after it', async () => {
    const bytes = await sign(it);
    expect(first(await judge(bytes, it, { material: await goodAt(TEST_NOW) })).indication).toBe(
      'TOTAL-PASSED',
    );
    const late = first(await judge(bytes, it, { at: LATE, material: await goodAt(LATE) }));
    expect(late).toMatchObject(weak);
    expect(late.steps).toContainEqual(
      expect.objectContaining({ block: 'acceptance', reason: 'algorithm_weak' }),
    );
  });

  test('a time-stamp of before the end proves it, one of after does not', async () => {
    const material = await goodAt(LATE);
    const early = await sign(it, { stamped: TEST_NOW });
    expect(first(await judge(early, it, { at: LATE, material }))).toMatchObject({
      indication: 'TOTAL-PASSED',
      bestTime: TEST_NOW,
    });
    const late = await sign(it, { stamped: LATE - DAY });
    expect(first(await judge(late, it, { at: LATE, material }))).toMatchObject(weak);
    const end = Date.UTC(2029, 0, 1);
    const last = await sign(it, { stamped: end - 1000 });
    expect(first(await judge(last, it, { at: LATE, material })).indication).toBe('TOTAL-PASSED');
    const same = await sign(it, { stamped: end });
    expect(first(await judge(same, it, { at: LATE, material }))).toMatchObject(weak);
  });

  test('an OCSP answer by such a key: weak after the end, unless it is proven or another one is there', async () => {
    const change = { producedAt: LATE - DAY, nextUpdate: LATE + DAY };
    const answer = await testOcsp(it.responder, it.ca, it.signer.certificate, change);
    const bytes = await sign(it, { stamped: TEST_NOW });
    const material = await goodAt(LATE, answer);
    const judged = first(await judge(bytes, it, { at: LATE, material }));
    expect(judged).toMatchObject(weak);
    const both = {
      ...material,
      ocsps: [
        ...material.ocsps,
        await good(it, it.signer, { producedAt: LATE - 2 * DAY, nextUpdate: LATE + DAY }),
      ],
    };
    expect(first(await judge(bytes, it, { at: LATE, material: both })).indication).toBe('TOTAL-PASSED');
    const old = await testOcsp(it.responder, it.ca, it.signer.certificate);
    const archived = await withStamp(withMaterial(bytes, await goodAt(TEST_NOW, old)), it, TEST_NOW + 1000);
    const { ocsps, ...rest } = await goodAt(LATE);
    const proven = await judge(archived, it, { at: LATE, material: { ...rest, ocsps: ocsps.slice(1) } });
    expect(first(proven)).toMatchObject({ indication: 'TOTAL-PASSED', bestTime: TEST_NOW });
  });

  test('a responder whose certificate was signed by what has ended: its answer is weak unless it is proven', async () => {
    const long = { notBefore: TEST_NOW - 3 * YEAR, notAfter: LATE + 10 * YEAR };
    const ca = await testSubject('rsa3072', 'Authority', it.root, {
      validity: long,
      extensions: AUTHORITY_EXTENSIONS,
      serial: Uint8Array.of(0x5a, 2),
    });
    const signer = await testSubject('p256', 'Signer', ca, {
      validity,
      extensions: SIGNER_EXTENSIONS,
      serial: Uint8Array.of(0x5a, 10),
    });
    const responder = await testSubject(
      'stranger',
      'Responder',
      { ...ca, algorithm: 'rsa-pkcs1-sha256' },
      {
        validity,
        extensions: RESPONDER_EXTENSIONS,
        serial: Uint8Array.of(0x5a, 30),
      },
    );
    const of: World = { ...it, ca, signer, responder };
    const change = { producedAt: LATE, nextUpdate: LATE + DAY };
    const lists = { crls: [await testCrl(it.root, { thisUpdate: LATE, nextUpdate: LATE + DAY })] };
    const by = async (who: typeof ca) => ({
      ...lists,
      certificates: [ca.certificate, responder.certificate],
      ocsps: [await testOcsp(who, ca, signer.certificate, change)],
    });
    const bytes = await sign(of, { claimed: LATE });
    expect(first(await judge(bytes, of, { at: LATE, material: await by(ca) })).indication).toBe(
      'TOTAL-PASSED',
    );
    expect(first(await judge(bytes, of, { at: LATE, material: await by(responder) }))).toMatchObject(weak);
  });
});
