import type { ErrorCode } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { summaryOf } from '../../src/services/history-summary.ts';

const verdicts = (...all: ('info' | 'warn' | 'refuse')[]) => all.map((verdict) => ({ verdict }));
const signatures = (...all: ('intact' | 'broken' | 'unsupported')[]) =>
  all.map((integrity) => ({ integrity }));
const of = (code: ErrorCode | null, findings = verdicts(), came = signatures()) =>
  summaryOf({ code, findings, signatures: came });

describe('HIS-1: what a row says of the checks', () => {
  test('security is the sharpest verdict', () => {
    expect(of(null).security).toBe('passed');
    expect(of(null, verdicts('info')).security).toBe('passed');
    expect(of(null, verdicts('info', 'warn')).security).toBe('warning');
    expect(of('security_issues', verdicts('warn', 'refuse', 'info')).security).toBe('refused');
  });

  test('a file that could not be checked is refused; one with a broken signature passed the security check', () => {
    expect(of('pdf_broken').security).toBe('refused');
    expect(of('file_type').security).toBe('refused');
    expect(of('security_issues', verdicts(), signatures('broken'))).toMatchObject({
      ...{ security: 'passed', validity: 'broken' },
    });
  });

  test('validity is the worst of the signatures it came with', () => {
    expect(of(null).validity).toBe('none');
    expect(of(null, [], signatures('intact', 'intact')).validity).toBe('intact');
    expect(of(null, [], signatures('intact', 'unsupported')).validity).toBe('unsupported');
    expect(of(null, [], signatures('unsupported', 'broken', 'intact')).validity).toBe('broken');
  });

  test('MAP-8: one that does not count as valid is as bad as a broken one', () => {
    const of = (more: object) =>
      summaryOf({ code: 'security_issues', findings: [], signatures: [{ integrity: 'intact', ...more }] });
    expect(of({ indication: 'TOTAL-FAILED' }).validity).toBe('broken');
    expect(of({ indication: 'TOTAL-PASSED', changesAfter: 'other' }).validity).toBe('broken');
    expect(of({ indication: 'INDETERMINATE', changesAfter: 'annotations' }).validity).toBe('intact');
  });

  test('checks counts each verdict', () => {
    expect(of(null, verdicts('info', 'warn', 'info', 'refuse')).checks).toEqual({
      ...{ info: 2, warn: 1, refuse: 1 },
    });
  });
});
