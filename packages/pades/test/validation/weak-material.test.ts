import type { SignatureAlgorithm } from '@websign/pki';
import { AUTHORITY_EXTENSIONS, TEST_NOW, testCrl, testOcsp, testSubject } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  anchor,
  DAY,
  first,
  judge,
  SIGNER_EXTENSIONS,
  sign,
  TSA_EXTENSIONS,
  withMaterial,
  withStamp,
  YEAR,
} from './world.ts';

/** PKCS#1 v1.5 has ended by then; RSA of 3072 bits with PSS has not (ETSI TS 119 312). */
const END = Date.UTC(2029, 0, 1);
const LATE = END + 150 * DAY;
const long = { notBefore: TEST_NOW - 3 * YEAR, notAfter: LATE + 9 * YEAR };
const AUTHORITY = { validity: long, extensions: AUTHORITY_EXTENSIONS };
const PKCS1: SignatureAlgorithm = 'rsa-pkcs1-sha256';

const root = await testSubject('p384', 'Root', undefined, AUTHORITY);
const serial = Uint8Array.of(0x5a, 2);
const ca = await testSubject('rsa3072', 'Authority', root, { ...AUTHORITY, serial });
const aged = { ...ca, algorithm: PKCS1 };
const signerBy = (issuer: typeof ca) =>
  testSubject('p256', 'Signer', issuer, {
    validity: long,
    extensions: SIGNER_EXTENSIONS,
    serial: Uint8Array.of(0x5a, 10),
  });
// Time-stamps are of an authority of their own, which nothing here weakens.
const other = await testSubject('stranger', 'Other Root', undefined, AUTHORITY);
const tsa = await testSubject('tsa', 'Their Authority', other, {
  validity: long,
  extensions: TSA_EXTENSIONS,
});
const theirs = { tsa, ca: other };
const anchors = [anchor(root), anchor(other)];

const at = LATE;
const fresh = { thisUpdate: LATE, nextUpdate: LATE + DAY };
const lists = [await testCrl(root, fresh), await testCrl(other, fresh)];
const answerBy = (issuer: typeof ca, of: typeof ca, change = {}) =>
  testOcsp(issuer, issuer, of.certificate, { producedAt: LATE, nextUpdate: LATE + DAY, ...change });

/** What is concluded, why the certificate is not in order now, and what past validation says where it was asked. */
async function found(bytes: Uint8Array, material: Parameters<typeof withMaterial>[1], when = at) {
  const crls = [...lists, ...(material.crls ?? [])];
  const report = first(await judge(bytes, { anchors }, { at: when, material: { ...material, crls } }));
  const reasonOf = (block: string) => report.steps.find((step) => step.block === block)?.reason;
  const past = report.steps.find(({ block }) => block === 'past');
  return [
    report.subIndication ?? report.indication,
    reasonOf('certificate'),
    past === undefined ? 'not asked' : (past.reason ?? past.outcome),
  ];
}

const WEAK = 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE';
/** Weak by now, and resolved by what is proven to be older. */
const SOUND = ['TOTAL-PASSED', 'algorithm_weak', 'not asked'];

describe('the signer’s certificate was signed by what has ended, and the answer about it was not', () => {
  const subjects = (async () => {
    const signer = await signerBy(aged);
    return { signer, material: { ocsps: [await answerBy(ca, signer)] } };
  })();

  test.each([
    ['is weak where nothing proves the signature', undefined, [WEAK, 'algorithm_weak', 'algorithm_weak']],
    ['counts with a signature that was stamped before', TEST_NOW, SOUND],
    ['counts to the last second', END - 1000, SOUND],
    ['does not count at that moment', END, [WEAK, 'algorithm_weak', 'algorithm_weak']],
    ['does not count later', LATE - DAY, [WEAK, 'algorithm_weak', 'algorithm_weak']],
  ])('%s', async (_, stamped, expected) => {
    const { signer, material } = await subjects;
    const options = stamped === undefined ? { claimed: LATE } : { stamped };
    expect(await found(await sign({ signer, ca, tsa }, options), material)).toEqual(expected);
  });

  test('has ended by that very moment, and not a second before', async () => {
    const { signer } = await subjects;
    const bytes = await sign({ signer, ca, tsa }, { claimed: END - DAY });
    const times = { thisUpdate: END - 2000, nextUpdate: LATE };
    const material = {
      ocsps: [await answerBy(ca, signer, { producedAt: END - 2000, nextUpdate: LATE })],
      crls: [await testCrl(root, times)],
    };
    expect(await found(bytes, material, END - 1000)).toEqual(['TOTAL-PASSED', undefined, 'not asked']);
    expect(await found(bytes, material, END)).toEqual([WEAK, 'algorithm_weak', 'algorithm_weak']);
  });
});

describe('the authority’s certificate was signed by what has ended', () => {
  test('is weak but where it is itself proven to be older than the end', async () => {
    const top = await testSubject('rsa4096', 'Top', undefined, AUTHORITY);
    const middle = await testSubject(
      'rsa3072',
      'Authority',
      { ...top, algorithm: 'rsa-pkcs1-sha512' },
      { ...AUTHORITY, serial },
    );
    const signer = await signerBy(middle);
    const trusted = [anchor(top), anchor(other)];
    const material = {
      ocsps: [await answerBy(middle, signer)],
      crls: [...lists, await testCrl(top, fresh)],
    };
    const outcome = async (bytes: Uint8Array) => {
      const report = first(await judge(bytes, { anchors: trusted }, { at, material }));
      const past = report.steps.find(({ block }) => block === 'past');
      return [report.subIndication ?? report.indication, past?.reason];
    };
    const signed = await sign({ signer, ca: middle, tsa }, { stamped: TEST_NOW });
    expect(await outcome(signed)).toEqual([WEAK, 'algorithm_weak']);
    const early = await withStamp(signed, theirs, END - 1000);
    expect(await outcome(early)).toEqual(['TOTAL-PASSED', undefined]);
    expect(await outcome(await withStamp(signed, theirs, END))).toEqual([WEAK, 'algorithm_weak']);
  });
});

describe('the list about the signer was signed by what has ended', () => {
  test('counts only where a time-stamp of before covers it', async () => {
    const signer = await signerBy(ca);
    const signed = await sign({ signer, ca, tsa }, { stamped: TEST_NOW });
    const list = await testCrl(aged, { thisUpdate: TEST_NOW, nextUpdate: LATE + DAY });
    const stored = withMaterial(signed, { crls: [list], certificates: [ca.certificate] });
    const weak = [WEAK, 'algorithm_weak', 'material_unproven'];
    expect(await found(stored, {})).toEqual(weak);
    expect(await found(signed, { crls: [list] })).toEqual(weak);
    expect(await found(await withStamp(signed, theirs, TEST_NOW + 1000), { crls: [list] })).toEqual(weak);
    expect(await found(await withStamp(stored, theirs, END), {})).toEqual(weak);
    expect(await found(await withStamp(stored, theirs, END - 1000), {})).toEqual(SOUND);
  });
});
