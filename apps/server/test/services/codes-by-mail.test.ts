import { expect, test } from 'vitest';
import { codesByMail } from '../../src/services/codes/by-mail.ts';
import type { Context } from '../../src/services/context.ts';
import type { Transport } from '../../src/services/mail/letter.ts';
import type { Account } from '../../src/storage/index.ts';

test('a mail server that quotes the letter which it refuses gets no code into the log', async () => {
  const code = '471163';
  const transport: Transport = {
    tidy: async () => undefined,
    deliver: async ({ text }) => ({ kind: 'refused', reason: `451 looks like spam: ${text}` }),
  };
  const config = { TIME_ZONE: 'Europe/Athens', demo: false, PUBLIC_ORIGIN: '' } as Context['config'];
  const account = { email: 'maria@example.test', surname: 'Μ', name: 'Κ' } as Account;
  const outcome = await codesByMail(transport, config)({ account, code, sentAt: 0, expiresAt: 300_000 });
  expect(outcome).toMatchObject({ kind: 'not_sent', reason: expect.stringContaining('looks like spam') });
  expect(JSON.stringify(outcome)).not.toContain(code);
});
