import { describe, expect, it } from 'vitest';
import { CallError, codeOf, readError } from '../src/common/api/error.ts';
import { escapeHtml } from '../src/common/popup/store.ts';
import { targetFrom } from '../src/common/session/targets.ts';

describe('answers that are errors', () => {
  it('SES-5 a locked account tells for how long, in the body or the header', () => {
    const body = { error: { code: 'account_locked', message: 'x', retryAfter: 260 } };
    expect(readError(423, body, null)).toMatchObject({ code: 'account_locked', retryAfter: 260 });
    expect(readError(423, { error: { code: 'account_locked' } }, '120')).toMatchObject({ retryAfter: 120 });
  });

  it('what is not an answer of ours becomes one known code', () => {
    for (const body of [null, 'text', {}, { error: null }, { error: { code: 'constructor' } }]) {
      expect(readError(502, body, null).code).toBe('invalid_answer');
    }
    expect(readError(429, null, '7')).toMatchObject({ code: 'too_many_requests', retryAfter: 7 });
    expect(readError(429, null, 'soon').retryAfter).toBeUndefined();
    expect(codeOf(new TypeError('defect'))).toBe('internal');
    expect(codeOf(new CallError('busy', 503))).toBe('busy');
  });

  it('CPY-2 an error names those whose signatures a copy leaves behind, and nobody where it names none', () => {
    const error = { code: 'signatures_unconfirmed', message: 'x' };
    const signers = ['ΓΕΩΡΓΙΟΥ ΝΙΚΟΛΑΟΣ', '', 7, null];
    expect(readError(409, { error, signers }, null)).toMatchObject({
      code: 'signatures_unconfirmed',
      signers: ['ΓΕΩΡΓΙΟΥ ΝΙΚΟΛΑΟΣ', ''],
    });
    for (const body of [{ error }, { error, signers: 'one' }, { error, signers: null }])
      expect(readError(409, body, null).signers).toEqual([]);
  });

  it('POP-1 texts of others are escaped before they stand in a message', () => {
    expect(escapeHtml('<img src=x onerror="a()">&\'')).toBe(
      '&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;&#39;',
    );
  });
});

describe('where a person is led after signing in', () => {
  it('NAV-2 only to a route of ours', () => {
    expect(targetFrom({ from: '/sign/abc/preview' })).toBe('/sign/abc/preview');
    expect(targetFrom({ from: '/history?page=2&q=%3F' })).toBe('/history?page=2&q=%3F');
    for (const from of [
      '//evil.example',
      '//evil.example?/history',
      'https://evil.example/',
      '/nowhere',
      '/login',
      7,
      undefined,
    ]) {
      expect(targetFrom({ from })).toBe('/');
    }
    expect(targetFrom(null)).toBe('/');
  });
});
