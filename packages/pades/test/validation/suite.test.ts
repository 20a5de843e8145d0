import type { PublicKey } from '@websign/pki';
import { describe, expect, test } from 'vitest';
import { reliableUntil } from '../../src/validate/algorithms.ts';

const EC: PublicKey = { kind: 'ec', curve: 'p256' };
const rsa = (bits: number): PublicKey => ({ kind: 'rsa', bits });
/** The day on which something ends; undefined where no end is set, `never` for what never counted. */
const until = (use: Parameters<typeof reliableUntil>[0]): string | undefined => {
  const end = reliableUntil(use);
  if (end === 0) return 'never';
  return end === undefined ? undefined : new Date(end).toISOString().replace('T00:00:00.000Z', '');
};

describe('ETSI TS 119 312: until when each part of a signature is reliable', () => {
  test.each([
    ['MD5', '2004-08-01'],
    ['SHA-1', '2012-08-01'],
    ['SHA-224', '2029-01-01'],
    ['SHA-256', undefined],
    ['SHA-384', undefined],
    ['SHA-512', undefined],
    ['SHA3-256', undefined],
    ['SHA3-384', undefined],
    ['SHA3-512', undefined],
    ['SHAKE256', undefined],
  ] as const)('the digest %s: %s', (digest, end) => {
    expect(until({ digest, method: { kind: 'ecdsa', digest: 'SHA-256' }, key: EC })).toBe(end);
  });

  test('the older of two ends counts, and without a digest the others do', () => {
    const pkcs1 = { kind: 'pkcs1', digest: 'SHA-1' } as const;
    expect(until({ digest: 'SHA-1', method: pkcs1, key: rsa(2048) })).toBe('2012-08-01');
    expect(until({ digest: 'SHA-256', method: pkcs1, key: rsa(4096) })).toBe('2029-01-01');
    expect(until({ method: pkcs1, key: rsa(1024) })).toBe('2019-10-01');
  });

  test('the mask of RSASSA-PSS ends with its own digest, the earlier of two ends', () => {
    const masked = (digest: 'SHA-256' | 'SHA-224', maskDigest: 'SHA-512' | 'SHA-1' | 'MD5') =>
      until({ digest, method: { kind: 'pss', digest, maskDigest }, key: rsa(4096) });
    expect(masked('SHA-256', 'SHA-512')).toBeUndefined();
    expect(masked('SHA-256', 'SHA-1')).toBe('2012-08-01');
    expect(masked('SHA-224', 'SHA-1')).toBe('2012-08-01');
    expect(masked('SHA-224', 'SHA-512')).toBe('2029-01-01');
    expect(masked('SHA-256', 'MD5')).toBe('2004-08-01');
  });

  test('a method that nobody knows never counted', () => {
    expect(until({ digest: 'SHA-256', method: undefined, key: EC })).toBe('never');
  });

  test.each([
    [4096, undefined],
    [3000, undefined],
    [2999, '2029-01-01'],
    [1900, '2029-01-01'],
    [1899, '2019-10-01'],
    [1024, '2019-10-01'],
    [1023, '2010-08-01'],
    [786, '2010-08-01'],
    [785, 'never'],
  ])('RSA of %i bits: %s', (bits, end) => {
    const method = { kind: 'pss', digest: 'SHA-256' } as const;
    expect(until({ digest: 'SHA-256', method, key: rsa(bits) })).toBe(end);
    expect(until({ digest: 'SHA-256', method, key: { kind: 'rsa-pss', bits } })).toBe(end);
  });

  test.each(['p256', 'p384', 'p521', 'bp256', 'bp384', 'bp512'] as const)('the curve %s: no end', (curve) => {
    const method = { kind: 'ecdsa', digest: 'SHA-256' } as const;
    expect(until({ digest: 'SHA-256', method, key: { kind: 'ec', curve } })).toBeUndefined();
  });

  test.each(['ed25519', 'ed448', 'ml-dsa-44', 'ml-dsa-65', 'ml-dsa-87'] as const)('%s: no end', (kind) => {
    expect(until({ digest: 'SHA-256', method: { kind }, key: { kind } })).toBeUndefined();
  });

  test('a key of a kind that nobody knows never counted', () => {
    const method = { kind: 'ecdsa', digest: 'SHA-256' } as const;
    expect(until({ digest: 'SHA-256', method, key: { kind: 'other', oid: '1.2.3' } })).toBe('never');
  });
});
