import type { ErrorCode, SignatureSummary } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { summaryOf } from '../../src/services/history-summary.ts';

const verdicts = (...all: ('info' | 'warn' | 'refuse')[]) => all.map((verdict) => ({ verdict }));
const signatures = (...all: SignatureSummary['indication'][]) =>
  all.map((indication) => ({
    integrity: indication === 'TOTAL-FAILED' ? ('broken' as const) : ('intact' as const),
    indication,
  }));
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
    expect(of('security_issues', verdicts(), signatures('TOTAL-FAILED'))).toMatchObject({
      ...{ security: 'passed', validity: 'invalid' },
    });
  });

  test('validity is the worst of the signatures it came with', () => {
    expect(of(null).validity).toBe('none');
    expect(of(null, [], signatures('TOTAL-PASSED', 'TOTAL-PASSED')).validity).toBe('valid');
    expect(of(null, [], signatures('TOTAL-PASSED', 'INDETERMINATE')).validity).toBe('unclear');
    expect(of(null, [], signatures('TOTAL-PASSED', undefined)).validity).toBe('unclear');
    expect(of(null, [], signatures('INDETERMINATE', 'TOTAL-FAILED', 'TOTAL-PASSED')).validity).toBe(
      'invalid',
    );
  });

  test('MAP-8: one that does not count as valid makes it invalid, whatever its indication', () => {
    const of = (more: object) =>
      summaryOf({ code: 'security_issues', findings: [], signatures: [{ integrity: 'intact', ...more }] });
    expect(of({ indication: 'TOTAL-PASSED', changesAfter: 'other' }).validity).toBe('invalid');
    expect(of({ indication: 'INDETERMINATE', changesAfter: 'annotations' }).validity).toBe('unclear');
  });

  test('checks counts each verdict', () => {
    expect(of(null, verdicts('info', 'warn', 'info', 'refuse')).checks).toEqual({
      ...{ info: 2, warn: 1, refuse: 1 },
    });
  });
});
