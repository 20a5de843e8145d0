import { changesAfter, type SignatureReport, type TimeStampReport, verdictOf } from '@websign/pades';
import type { LaterChange } from '@websign/pdf';
import { describe, expect, test } from 'vitest';

type Judged = Parameters<typeof verdictOf>[0][number];

const none: SignatureReport['changes'] = { level: 'none', changes: [], truncated: false };
const level = (
  of: SignatureReport['changes']['level'],
  rule: LaterChange['rule'] = 'unexplained',
  ...reasons: NonNullable<LaterChange['reason']>[]
): SignatureReport['changes'] => ({
  level: of,
  changes:
    of === 'none'
      ? []
      : (reasons.length > 0 ? reasons : [undefined]).map((reason) => ({
          ...{ revision: 2, level: of, rule, what: '/Page' },
          ...(reason === undefined ? {} : { reason }),
        })),
  truncated: false,
});
const limited = level('other', 'unexplained', 'limit', 'limit');
const signature = (change: Partial<Judged> = {}): Judged => ({
  kind: 'signature',
  indication: 'TOTAL-PASSED',
  changes: none,
  covers: 'whole-file',
  timeStamps: [],
  steps: [{ block: 'format', outcome: 'passed' }],
  ...change,
});
const stamp = (change: Partial<Judged> = {}): Judged => signature({ kind: 'timestamp', ...change });
const unconfirmed: TimeStampReport = {
  kind: 'signature',
  indication: 'INDETERMINATE',
  chain: [],
  qualified: false,
};

describe('the verdict on a file is that of its gravest signature', () => {
  test.each<[string, Judged[], string]>([
    ['no signature', [], 'unsigned'],
    ['a document time-stamp alone', [stamp()], 'unsigned'],
    ['a document time-stamp alone that is not known', [stamp({ indication: 'INDETERMINATE' })], 'unsigned'],
    ['a document time-stamp alone that does not hold', [stamp({ indication: 'TOTAL-FAILED' })], 'invalid'],
    [
      'a document time-stamp, and what nothing permits after it',
      [stamp({ changes: level('other') })],
      'invalid',
    ],
    ['one that passed', [signature()], 'valid'],
    ['a certification that passed', [signature({ kind: 'certification' })], 'valid'],
    ['validation data after it', [signature({ covers: 'revision', changes: level('lta') })], 'valid'],
    [
      'a further signature after it',
      [signature({ changes: level('form-filling', 'signature_field') })],
      'valid',
    ],
    [
      'a field filled in after it',
      [signature({ changes: level('form-filling', 'form_value') })],
      'valid-with-warnings',
    ],
    ...(['description', 'unread_look'] as const).map((rule): [string, Judged[], string] => [
      `${rule} after it`,
      [signature({ changes: level('form-filling', rule) })],
      'valid-with-warnings',
    ]),
    [
      'more fields filled in after it than are told',
      [signature({ changes: { ...level('form-filling', 'further_signature'), truncated: true } })],
      'valid-with-warnings',
    ],
    ['notes after it', [signature({ changes: level('annotations') })], 'valid-with-warnings'],
    [
      'a time-stamp that could not be confirmed',
      [signature({ timeStamps: [unconfirmed] })],
      'valid-with-warnings',
    ],
    [
      'a document time-stamp that is not known',
      [signature(), stamp({ indication: 'INDETERMINATE' })],
      'valid-with-warnings',
    ],
    [
      'a remark on one that passed',
      [signature({ steps: [{ block: 'format', outcome: 'passed', reason: 'contents_padding' }] })],
      'valid-with-warnings',
    ],
    ['one that is not known', [signature(), signature({ indication: 'INDETERMINATE' })], 'indeterminate'],
    ['one that failed among others', [signature(), signature({ indication: 'TOTAL-FAILED' })], 'invalid'],
    ['what nothing permits after it', [signature({ changes: level('other') })], 'invalid'],
    [
      'what nothing permits, and an unknown chain',
      [signature({ indication: 'INDETERMINATE', changes: level('other') })],
      'invalid',
    ],
    ['more after it than is compared', [signature({ changes: limited })], 'indeterminate'],
    [
      'more after it than is compared, and what nothing permits',
      [signature({ changes: level('other', 'unexplained', 'limit', 'content') })],
      'invalid',
    ],
    [
      'more after a document time-stamp alone than is compared',
      [stamp({ changes: limited })],
      'indeterminate',
    ],
    ['less covered than a revision', [signature({ covers: 'partial' })], 'invalid'],
  ])('%s', (_, reports, verdict) => {
    expect(verdictOf(reports, 0)).toBe(verdict);
  });

  test('what came later is told as uncompared where a bound of ours alone speaks against it', () => {
    expect(changesAfter(limited)).toBe('uncompared');
    expect(changesAfter(level('other', 'unexplained', 'limit', 'page'))).toBe('other');
    expect(changesAfter(level('other'))).toBe('other');
    expect(changesAfter({ level: 'other', changes: [], truncated: true })).toBe('other');
    expect(changesAfter(level('annotations', 'annotation'))).toBe('annotations');
  });

  test('what was left out is never called valid', () => {
    expect(verdictOf([signature()], 1)).toBe('indeterminate');
    expect(verdictOf([signature({ indication: 'TOTAL-FAILED' })], 1)).toBe('invalid');
  });
});
