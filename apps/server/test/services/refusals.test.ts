import { errorCodes } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { SandboxError } from '../../src/sandbox/error.ts';
import { refusalCode, refusals } from '../../src/services/refusals.ts';

describe('refusals', () => {
  test('every code of the engine has one of the contract', () => {
    for (const [reason, code] of Object.entries(refusals)) {
      expect(Object.keys(errorCodes)).toContain(code);
      expect(refusalCode(new SandboxError('refused', reason))).toBe(code);
    }
  });
  test.each([
    [new SandboxError('timeout'), 'pdf_resource_limit'],
    [new SandboxError('crashed'), 'pdf_resource_limit'],
    [new SandboxError('refused', 'resource_limit'), 'pdf_resource_limit'],
    [new SandboxError('busy'), 'busy'],
    [new SandboxError('refused', 'never_heard_of'), 'internal'],
    [new SandboxError('refused', 'toString'), 'internal'],
  ] as const)('%s is %s', (error, code) => {
    expect(refusalCode(error)).toBe(code);
  });
});
