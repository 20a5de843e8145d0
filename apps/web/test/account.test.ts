import { limits } from '@websign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPasswordChanged, passwordChanged } from '../src/common/notice.ts';
import { isTotp, plainCode } from '../src/common/otp.ts';
import { formRules, keeps } from '../src/features/password/rules.ts';

const kept = (password: string, confirmation = password) =>
  formRules.filter((rule) => keeps(rule, password, confirmation));

describe('PWD-1 the rules that tick', () => {
  it('none is kept of nothing typed, all of a good password', () => {
    expect(kept('')).toEqual([]);
    expect(kept('Fresh-Passw0rd')).toEqual(formRules);
  });

  it('each goes out for its own fault', () => {
    const without = (password: string, confirmation = password) =>
      formRules.filter((rule) => !keeps(rule, password, confirmation));
    expect(without('Aa1!aaa')).toEqual(['length']);
    expect(without('AAAAAA1!')).toEqual(['lower']);
    expect(without('aaaaaa1!')).toEqual(['upper']);
    expect(without('Aaaaaaa!')).toEqual(['digit']);
    expect(without('Aaaaaaa1')).toEqual(['symbol']);
    expect(without('Aaaaaa1!ω')).toEqual(['allowed']);
    expect(without('Fresh-Passw0rd', 'Fresh-Passw0r')).toEqual(['match']);
  });

  it('whatever is typed, only Latin letters, digits and the symbols pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const plain = [...text].every((c) => /^[A-Za-z0-9]$/.test(c) || limits.passwordSymbols.includes(c));
        expect(keeps('allowed', text, text)).toBe(plain);
      }),
    );
  });
});

it('SES-5 a code is sent without the space that devices show', () => {
  expect(plainCode(' 123 456 ')).toBe('123456');
  expect([isTotp('TOTP'), isTotp('totp (app)'), isTotp('SMS')]).toEqual([true, true, false]);
});

it('NAV-3 only our own word in the history state tells of a changed password', () => {
  expect(isPasswordChanged(passwordChanged)).toBe(true);
  for (const state of [null, undefined, 'passwordChanged', {}, { from: '/' }])
    expect(isPasswordChanged(state)).toBe(false);
});
