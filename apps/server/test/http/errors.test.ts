import { ProviderError, type ProviderErrorCode } from '@websign/providers';
import { expect, test } from 'vitest';
import { asRequestError } from '../../src/http/errors.ts';

test.each<ProviderErrorCode>(['unavailable', 'timeout', 'account_locked'])(
  'SES-5 a signer that answers %s at login is busy: come again, whoever you are',
  (code) => {
    const cause = new ProviderError(code, 'too many passwords wait to be checked');
    expect(asRequestError(cause)).toMatchObject({ code: 'busy', retryAfter: 5, cause });
  },
);

test('a row that does not open is our own fault', () => {
  const error = asRequestError(new ProviderError('sealed_row', 'sealed bytes do not open'));
  expect(error).toMatchObject({ code: 'internal' });
  expect(error.message).not.toContain('sealed');
});
