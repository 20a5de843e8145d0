import { makeTestPki } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { type Criteria, parseCertificate } from '../../src/index.ts';
import { fits } from '../../src/qualified/criteria.ts';

// Key usage nonRepudiation, policy 2.16.300.0.110001.1.7.1; the time-stamp authority has a purpose.
const pki = makeTestPki();
const signer = parseCertificate(pki.signers.p256.certificate);
const stamper = parseCertificate(pki.tsa.certificate);
const POLICY = '2.16.300.0.110001.1.7.1';
const SERIAL = '2.5.4.5';

const criteria = (change: Partial<Criteria>): Criteria => ({
  assert: 'all',
  keyUsages: [],
  policies: [],
  extendedKeyUsages: [],
  subjectAttributes: [],
  unknown: 0,
  nested: [],
  ...change,
});
const bit = (usage: string, value = true) => ({ usage, value });
const yes = [[bit('nonRepudiation')]];
const no = [[bit('digitalSignature')]];

describe('criteria of qualifiers (TS 119 612 §5.5.9.2.2)', () => {
  test.each<[string, Partial<Criteria>, boolean]>([
    ['a bit that stands', { keyUsages: yes }, true],
    ['a bit that does not', { keyUsages: no }, false],
    [
      'bits as given, set and not set',
      { keyUsages: [[bit('nonRepudiation'), bit('digitalSignature', false)]] },
      true,
    ],
    ['bits of which one differs', { keyUsages: [[bit('nonRepudiation'), bit('digitalSignature')]] }, false],
    ['a policy', { policies: [[POLICY]] }, true],
    ['two policies of which one is there', { policies: [[POLICY, '1.2.3']] }, false],
    ['attributes of the subject', { subjectAttributes: [[SERIAL]] }, true],
    ['an attribute that is missing', { subjectAttributes: [[SERIAL, '2.5.4.97']] }, false],
    ['a purpose that is missing', { extendedKeyUsages: [['1.3.6.1.5.5.7.3.8']] }, false],
    ['all, one of which fails', { keyUsages: yes, policies: [['1.2.3']] }, false],
    ['at least one', { assert: 'atLeastOne', keyUsages: no, policies: [[POLICY]] }, true],
    ['at least one of none', { assert: 'atLeastOne', keyUsages: no }, false],
    ['none', { assert: 'none', keyUsages: no, policies: [['1.2.3']] }, true],
    ['none, one of which fits', { assert: 'none', keyUsages: no, policies: [[POLICY]] }, false],
    ['an empty list', {}, false],
    ['an empty list of none', { assert: 'none' }, false],
    ['an empty set', { policies: [[]] }, false],
    ['an unknown criterion beside one that fits', { keyUsages: yes, unknown: 1 }, false],
    ['at least one beside an unknown', { assert: 'atLeastOne', keyUsages: yes, unknown: 1 }, true],
    ['none beside an unknown', { assert: 'none', keyUsages: no, unknown: 1 }, false],
    ['nested', { nested: [criteria({ assert: 'none', keyUsages: no })], policies: [[POLICY]] }, true],
    ['none of a nested unknown', { assert: 'none', nested: [criteria({ unknown: 1 })] }, false],
  ])('%s', (_, change, expected) => {
    expect(fits(criteria(change), signer)).toBe(expected);
  });

  test('a purpose that is there', () => {
    expect(fits(criteria({ extendedKeyUsages: [['1.3.6.1.5.5.7.3.8']] }), stamper)).toBe(true);
  });
});
