import fc from 'fast-check';
import { expect, test } from 'vitest';
import { totpCode, totpStep } from '../src/index.ts';
import { matchingSteps, totpDevice } from '../src/software/totp.ts';

const SECRET = Buffer.from('12345678901234567890', 'latin1');

test('RFC 6238 appendix B: the SHA-1 vectors, cut to six digits', () => {
  const vectors: [number, string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ];
  for (const [seconds, code] of vectors) expect(totpCode(SECRET, totpStep(seconds * 1000))).toBe(code);
});

test('a code matches its own step inside the window, and no text that is not six digits matches', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 1e9 }), fc.integer({ min: -1, max: 1 }), (centre, offset) => {
      expect(matchingSteps(SECRET, totpCode(SECRET, centre + offset), centre, 1)).toContain(centre + offset);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^\d{6}$/.test(text));
      expect(matchingSteps(SECRET, text, 1000, 10)).toEqual([]);
    }),
  );
});

test('the device is told the usual: SHA-1, six digits, thirty seconds', () => {
  const { secret, uri } = totpDevice(SECRET, 'WebSign', 'Μαρία');
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const url = new URL(uri);
  expect(decodeURIComponent(url.pathname)).toBe('/WebSign:Μαρία');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    issuer: 'WebSign',
    digits: '6',
    period: '30',
  });
});
