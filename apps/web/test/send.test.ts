import { limits } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import { CallError } from '../src/common/api/error.ts';
import { addressProblem } from '../src/common/send/address.ts';
import { sendFailureOf } from '../src/common/send/failure.ts';

describe('sending by e-mail', () => {
  it('an address is one address and nothing besides', () => {
    for (const good of ['a@b.gr', ' onoma.eponymo+x@minedu.gov.gr ', 'maria@παράδειγμα.ελ', "o'brien@x.ie"])
      expect(addressProblem(good), good).toBeNull();
    expect(addressProblem('  ')).toBe('missing');
    for (const bad of [
      'a',
      '@b.gr',
      'a@',
      'a@b',
      'a@b..gr',
      'a@.gr',
      'a@b@c.gr',
      'a@b.gr, c@d.gr',
      'a@b.gr;c@d.gr',
      'A <a@b.gr>',
      'μαρία@παράδειγμα.ελ',
      'a@b.gr\r\nBcc: c@d.gr',
      'a\u202e@b.gr',
      `${'a'.repeat(limits.addressLength)}@b.gr`,
    ])
      expect(addressProblem(bad), bad).toBe('invalid');
  });

  it('what went wrong is told apart: the address, the limit with its end, no answer, nothing to mend', () => {
    const of = (code: ConstructorParameters<typeof CallError>[0], retryAfter?: number) =>
      sendFailureOf(new CallError(code, 400, retryAfter === undefined ? {} : { retryAfter }), 1000);
    expect(of('address_invalid')).toEqual({ why: 'address' });
    expect(of('daily_limit', 60)).toEqual({ why: 'limit', until: 61_000 });
    expect(of('daily_limit')).toEqual({ why: 'limit', until: undefined });
    expect(of('network')).toEqual({ why: 'unanswered' });
    expect(of('invalid_answer')).toEqual({ why: 'unanswered' });
    for (const code of ['expired', 'not_signed', 'not_found'] as const)
      expect(of(code)).toEqual({ why: 'final', code });
    expect(of('busy')).toEqual({ why: 'other', code: 'busy' });
    expect(sendFailureOf(new TypeError('defect'), 0)).toEqual({ why: 'other', code: 'internal' });
  });
});
