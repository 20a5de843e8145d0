import { isConfidential } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import { carried, handedFrom, signingOf } from '../src/common/handed.ts';

describe('what the provider’s page hands back', () => {
  it('SGN-4 a code or an error, with its state; anything else is none', () => {
    const good = { state: 'id.secret', code: 'c' };
    expect(handedFrom({ handed: good })).toEqual(good);
    expect(handedFrom({ handed: { state: 's', error: 'access_denied', code: null } })).toEqual({
      ...{ state: 's', error: 'access_denied' },
    });
    for (const handed of [
      {},
      { state: 's' },
      { code: 'c' },
      { state: 1, code: 'c' },
      { state: '', code: 'c' },
    ])
      expect(handedFrom({ handed })).toBeNull();
    expect(handedFrom({ handed: { state: 's', code: 'c'.repeat(5000) } })).toBeNull();
    for (const state of [null, undefined, 'x', { handed: null }]) expect(handedFrom(state)).toBeNull();
    expect(carried({ handed: good, from: '/x' })).toEqual({ handed: good });
    expect(carried(null)).toEqual({});
    expect(signingOf(good)).toBe('id');
  });

  it('leads to https, and to this machine for those who develop', () => {
    const leads = (url: string) => URL.canParse(url) && isConfidential(new URL(url));
    for (const url of ['https://a.example/x?y', 'http://127.0.0.1:9/', 'http://[::1]/', 'http://localhost/'])
      expect([url, leads(url)]).toEqual([url, true]);
    for (const url of [
      'http://a.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      '',
      '/x',
      'ftp://127.0.0.1',
    ])
      expect([url, leads(url)]).toEqual([url, false]);
  });
});
