import {
  AUTHORITY_EXTENSIONS,
  RESPONDER_EXTENSIONS,
  TEST_NOW,
  testCrl,
  testOcsp,
  testSubject,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { CA_SERIAL, fine, it, SERIAL } from './case.ts';
import {
  allGood,
  conclusionOn,
  DAY,
  first,
  good,
  judge,
  SIGNER_EXTENSIONS,
  sign,
  withMaterial,
  withStamp,
  world,
  YEAR,
} from './world.ts';

const bytes = await sign(it);
const { ocspNoCheck: _, ...checked } = RESPONDER_EXTENSIONS;
const told = { crlDistributionPoints: ['http://crl.test.invalid/responders.crl'] };

describe('responders of which others tell', () => {
  /** The signer's status by a first responder, its own by a second, and that one's by a third. */
  async function byThree(
    third: typeof told | Record<string, never>,
    isToldByFourth = false,
  ): Promise<string> {
    const responder = (key: 'p384' | 'stranger' | 'rsa2048' | 'rsa3072', number: number, more: object) =>
      testSubject(key, `Responder ${number}`, it.ca, {
        serial: Uint8Array.of(0x5a, 0x60 + number),
        extensions: { ...checked, ...more },
      });
    const one = await responder('p384', 1, told);
    const two = await responder('stranger', 2, told);
    const three = await responder('rsa2048', 3, third);
    const four = await responder('rsa3072', 4, {});
    const all = await allGood(it);
    const ocsps = [
      await testOcsp(one, it.ca, it.signer.certificate),
      await testOcsp(two, it.ca, one.certificate),
      await testOcsp(three, it.ca, two.certificate),
      ...(isToldByFourth ? [await testOcsp(four, it.ca, three.certificate)] : []),
      ...all.ocsps.slice(1),
    ];
    const certificates = [it.ca, one, two, three, four].map(({ certificate }) => certificate);
    return conclusionOn(bytes, it, { material: { ...all, certificates, ocsps } });
  }

  test('are asked for two above each other; the next one counts where it names no source of its status', async () => {
    expect(await byThree({})).toBe('TOTAL-PASSED');
    expect(await byThree(told)).toBe('TRY_LATER');
    expect(await byThree(told, true)).toBe('TRY_LATER');
  });

  test('are free of it where their authority says that they are never revoked', async () => {
    const byOne = async (others: { oid: string; critical: boolean; value: Uint8Array }[]) => {
      const of = await world({ responder: { extensions: { ...checked, ...told, others } } });
      const all = await allGood(of);
      const material = {
        ...all,
        certificates: [...all.certificates, of.responder.certificate],
        ocsps: [await testOcsp(of.responder, of.ca, of.signer.certificate), ...all.ocsps.slice(1)],
      };
      return conclusionOn(await sign(of), of, { material });
    };
    expect(await byOne([])).toBe('TRY_LATER');
    expect(await byOne([{ oid: '2.5.29.56', critical: false, value: Uint8Array.of(5, 0) }])).toBe(
      'TOTAL-PASSED',
    );
  });
});

describe('a list under the name of the authority by a key that has ended since', () => {
  const listing = (notAfter: number) =>
    testSubject('rsa2048', 'Authority', it.root, {
      serial: Uint8Array.of(0x5a, 0x40),
      extensions: { keyUsage: ['cRLSign'] },
      validity: { notBefore: TEST_NOW - DAY, notAfter },
    });
  const at = TEST_NOW + 2 * DAY;

  test('counts where a time-stamp proves that it was there before', async () => {
    const outcomes = async (notAfter: number) => {
      const service = await listing(notAfter);
      const material = {
        certificates: [service.certificate, it.ca.certificate],
        ocsps: fine.ocsps.slice(1),
        crls: [...fine.crls, await testCrl(service, { nextUpdate: TEST_NOW + 7 * DAY })],
      };
      const stored = withMaterial(bytes, material);
      return [
        await conclusionOn(stored, it, { at }),
        await conclusionOn(await withStamp(stored, it, TEST_NOW + 1000), it, { at }),
        await conclusionOn(await withStamp(bytes, it, TEST_NOW + 1000), it, { at, material }),
      ];
    };
    expect(await outcomes(TEST_NOW + DAY)).toEqual([
      'REVOCATION_OUT_OF_BOUNDS_NO_POE',
      'TOTAL-PASSED',
      'REVOCATION_OUT_OF_BOUNDS_NO_POE',
    ]);
    expect(await outcomes(TEST_NOW + 9 * DAY)).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED', 'TOTAL-PASSED']);
  });
});

describe('rows of certificates', () => {
  test('of which no moment is common to all: nothing proves them', async () => {
    const ca = {
      serial: CA_SERIAL,
      validity: { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW - DAY },
      extensions: AUTHORITY_EXTENSIONS,
    };
    const validity = { notBefore: TEST_NOW - DAY + 1000, notAfter: TEST_NOW + YEAR };
    const of = await world({ ca, signer: { serial: SERIAL, extensions: SIGNER_EXTENSIONS, validity } });
    const report = first(await judge(await sign(of), of, { material: await allGood(of) }));
    expect(report.subIndication).toBe('OUT_OF_BOUNDS_NO_POE');
    expect(report.steps).toContainEqual({
      block: 'past',
      outcome: 'indeterminate',
      subIndication: 'NO_POE',
      reason: 'validity_disjoint',
    });
    const touching = { ...validity, notBefore: TEST_NOW - DAY };
    const other = await world({
      ca,
      signer: { serial: SERIAL, extensions: SIGNER_EXTENSIONS, validity: touching },
    });
    const { steps } = first(await judge(await sign(other), other, { material: await allGood(other) }));
    expect(steps).not.toContainEqual(expect.objectContaining({ reason: 'validity_disjoint' }));
  });

  test('that lead nowhere are told to their last', async () => {
    const material = { certificates: [it.root.certificate, it.ca.certificate], ocsps: fine.ocsps };
    const report = first(await judge(bytes, { anchors: [] }, { material }));
    expect(report.chain.map(({ commonName }) => commonName)).toEqual(['Signer', 'Authority', 'Root']);
    expect(report.steps.find(({ block }) => block === 'certificate')).toEqual({
      block: 'certificate',
      outcome: 'indeterminate',
      subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
      reason: 'no_path',
      about: 'CN=Root,C=GR',
    });
  });

  test('an answer by the authority of one that has the same key is its own', async () => {
    const answer = await good(it, it.signer, {}, it.ca);
    expect(await conclusionOn(bytes, it, { material: { ...fine, ocsps: [answer] } })).toBe('TOTAL-PASSED');
  });
});
