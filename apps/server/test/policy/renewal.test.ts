import type { TimeStampReport } from '@websign/pades';
import { describe, expect, test } from 'vitest';
import { renewalDue } from '../../src/policy/renewal.ts';

const day = 24 * 60 * 60 * 1000;

function stamp(genTime: number, notAfter: number, part: Partial<TimeStampReport> = {}): TimeStampReport {
  const authority = { subject: 'CN=A', issuer: 'CN=B', serial: '01', notBefore: 0, notAfter, sha256: '' };
  return {
    kind: 'document',
    indication: 'TOTAL-PASSED',
    genTime,
    chain: [authority],
    qualified: false,
    ...part,
  };
}

describe('when an archive time-stamp is renewed', () => {
  test('ninety days before its certificate ends', () => {
    expect(renewalDue([stamp(0, 1000 * day)])).toBe(910 * day);
  });

  test('at most once a month where the authority goes on with the same certificate, and on its last day', () => {
    expect(renewalDue([stamp(920 * day, 1000 * day)])).toBe(950 * day);
    expect(renewalDue([stamp(990 * day, 1000 * day)])).toBe(999 * day);
  });

  test('the newest counts; what does not hold, or is over the signature alone, does not', () => {
    expect(renewalDue([stamp(0, 100 * day), stamp(20 * day, 1000 * day)])).toBe(910 * day);
    expect(renewalDue([stamp(0, 9 * day, { indication: 'INDETERMINATE' })])).toBeUndefined();
    expect(renewalDue([stamp(0, 9 * day, { kind: 'signature' })])).toBeUndefined();
    expect(renewalDue([])).toBeUndefined();
  });
});
