import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { api, type ErrorAnswer, limits, type RequestOtpAnswer, type SignAnswer } from '@websign/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { Person, smallPdf, startTest } from './harness.ts';
import { PIN, type RemoteHome, remoteHome } from './remote.ts';

const SENT = 'giorgos-p384-sms';

let home: RemoteHome;
let server: RunningServer;
beforeAll(async () => {
  home = await remoteHome();
  // Kostas gets the credential whose codes the provider sends, with the certificate of its key.
  const database = new DatabaseSync(join(home.environment.WEBSIGN_DATA ?? '', 'websign.db'), {
    timeout: 5000,
  });
  database
    .prepare(
      `UPDATE accounts SET "keyReferenceJson" = ?,
        "chainJson" = (SELECT "chainJson" FROM accounts WHERE username = 'eleni') WHERE username = 'kostas'`,
    )
    .run(JSON.stringify({ credentialID: SENT, sendsCodes: true }));
  database.close();
  server = await startTest(home);
});
afterAll(async () => {
  await server?.close();
  await home?.remove();
});

const request = (person: Person) =>
  person.call<RequestOtpAnswer & ErrorAnswer>(api.requestOtp, { method: 'POST' });

describe('codes that the provider sends', () => {
  test('SGN-9 the provider is asked to send one, once a minute, and it signs', async () => {
    const kostas = await Person.at(server.url, home.elsewhere[1]);
    const { status, body } = await request(kostas);
    expect(status).toBe(202);
    expect(body).toMatchObject({ to: '', retryAfter: 60 });
    const again = await request(kostas);
    expect([again.status, again.body.error.code]).toEqual([429, 'too_many_requests']);
    const documents = [await kostas.document(smallPdf())];
    const signed = await kostas.sign<SignAnswer>({ documents, password: PIN, otp: home.csc.code(SENT) });
    expect(signed.body).toMatchObject({ status: 'success' });
  });

  test.each([0, 2])('SGN-8 a provider that sends none, or is away, says so (%i)', async (at) => {
    const person = await Person.at(server.url, home.elsewhere[at]);
    for (const fault of [null, { kind: 'hang' } as const]) {
      home.csc.fault(fault);
      const { status, body } = await request(person);
      expect([status, body.error.code]).toEqual([503, 'code_not_sent']);
    }
    home.csc.fault(null);
    home.advance(limits.codePauseMs);
  });
});
