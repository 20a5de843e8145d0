import { describe, expect, it } from 'vitest';
import { dueOf } from '../../../../scripts/score/signatures/expectation.ts';
import { flags, type Verdict } from '../../../../scripts/score/signatures/verdicts.ts';

const verdict = (signature: Partial<Verdict['signatures'][number]>, code?: string): Verdict => ({
  file: 'a.pdf',
  verdict: 'invalid',
  ms: 1,
  ...(code === undefined ? {} : { code }),
  signatures: [
    {
      field: 'Sig1',
      indication: 'INDETERMINATE',
      covers: 'whole-file',
      changesAfter: 'none',
      changes: [],
      ...signature,
    },
  ],
});

describe('the score of verdicts on signatures', () => {
  it.each([
    ['VALID(crypto+modification; trust separately)', 'sound'],
    ['Sig1:MODIFIED_ALLOWED(LTA)', 'sound'],
    ['Sig1:MODIFIED_ALLOWED(LTA) ; Sig2:MODIFIED_FORBIDDEN', 'tampered'],
    ['BROKEN: no byte range', 'tampered'],
    ['INDETERMINATE NO_TRUST_ANCHOR', 'untrusted'],
    ['VALID but HIDDEN_CONTENT', 'open'],
    ['words', 'open'],
  ])('MAP-8 %s is %s', (words, due) => expect(dueOf(words)).toBe(due));

  it('MAP-8 flags what became of a file, whomever its certificates come from', () => {
    expect(flags(verdict({ subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' }))).toEqual([]);
    expect(flags(verdict({ changesAfter: 'form-filling' }))).toEqual([]);
    expect(flags(verdict({ subIndication: 'HASH_FAILURE' }))).toEqual(['Sig1 HASH_FAILURE']);
    expect(flags(verdict({ covers: 'partial' }))).toEqual(['Sig1 covers a part']);
    expect(flags(verdict({}, 'pdf_broken'))).toEqual(['pdf_broken']);
    const change = { rule: 'unexplained', reason: 'content', revision: 2, object: 5, what: '/Contents' };
    expect(flags(verdict({ changesAfter: 'other', changes: [change] }))).toEqual([
      'unexplained/content r2 5 /Contents',
    ]);
  });
});
