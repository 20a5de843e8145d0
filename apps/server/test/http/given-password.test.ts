import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  api,
  type ErrorAnswer,
  type HistoryAnswer,
  type LoginAnswer,
  type UploadAnswer,
} from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { calls, type Ids } from './calls.ts';
import { freshCode, Person, smallPdf } from './harness.ts';
import { served } from './served.ts';

const place = served();
const own = 'My-0wn-choice';
const ids: Ids = {
  ...{ document: 'A'.repeat(32), signed: 'B'.repeat(32) },
  ...{ group: '99999', signing: 'C'.repeat(32) },
};
/** What a person may call before the password is their own. */
const open = [
  'GET /api/config',
  'POST /api/login',
  'POST /api/logout',
  'GET /api/ping',
  'POST /api/change_password',
];

/** As an operator adds it. */
function give(username: string): void {
  const database = new DatabaseSync(join(place.home.environment.WEBSIGN_DATA ?? '', 'websign.db'), {
    timeout: 5000,
  });
  database.prepare(`UPDATE accounts SET "passwordGivenAt" = 1 WHERE username = ?`).run(username);
  database.close();
}

const passwords = (person: Person, next = own) => ({
  oldPassword: person.account.password,
  newPassword: next,
  confirmPassword: next,
});

async function required(person: Person): Promise<boolean> {
  const { username, password } = person.account;
  const { body } = await person.post<LoginAnswer>(api.login, { username, password });
  return body.signer.PasswordChangeRequired;
}

describe('PWD-3 a password that an operator gave', () => {
  test('the login says so; every call but those that change it and end the session is refused', async () => {
    expect(await required(await place.person(0))).toBe(false);
    give('maria');
    expect(await required(await place.person(0))).toBe(true);
    const maria = await place.person(0);
    const asker = { ...maria.account, sessionId: maria.sessionId, otp: () => '000000' };
    for (const [name, call] of Object.entries(calls).filter(([name]) => !open.includes(name))) {
      const { method, path, body } = call.ask(ids, asker);
      const form = body instanceof FormData;
      const { status, body: answer } = await maria.call<ErrorAnswer & UploadAnswer>(path, {
        method,
        headers: form || body === undefined ? {} : { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
      });
      const code = call.session === 'form' ? answer.code : answer.error?.code;
      expect([name, status, code]).toEqual([name, 403, 'password_change_required']);
    }
    expect((await maria.get(`${api.ping}?sessionId=${maria.sessionId}`)).status).toBe(204);
    expect((await maria.call(api.logout, { method: 'POST' })).status).toBe(204);
  });

  test('it is not chosen again; another opens everything in the same session, and its key signs', async () => {
    const maria = await place.person(0);
    const again = await maria.post<ErrorAnswer>(api.changePassword, passwords(maria, maria.account.password));
    expect([again.status, again.body.error.code]).toEqual([400, 'password_given']);
    const wrong = { ...passwords(maria, 'Wr0ng-password'), oldPassword: 'Wr0ng-password' };
    expect((await maria.post<ErrorAnswer>(api.changePassword, wrong)).body.error.code).toBe(
      'wrong_credentials',
    );
    expect((await maria.get(api.history)).status).toBe(403);
    expect((await maria.post(api.changePassword, passwords(maria))).status).toBe(200);
    expect((await maria.get<HistoryAnswer>(api.history)).status).toBe(200);
    const documents = [await maria.document(smallPdf('own'))];
    const { account } = maria;
    const signed = await maria.sign({ documents, password: own, otp: freshCode(place.home, account) });
    expect(signed).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await required(new Person(place.url, { ...account, password: own }))).toBe(false);
    // One's own may be taken again.
    const same = { oldPassword: own, newPassword: own, confirmPassword: own };
    expect((await maria.post(api.changePassword, same)).status).toBe(200);
  });

  test('without a session it is changed just so', async () => {
    give('nikos');
    const nikos = await place.person(1);
    const nobody = new Person(place.url, nikos.account);
    const request = { username: 'nikos', ...passwords(nikos) };
    const given = { username: 'nikos', ...passwords(nikos, nikos.account.password) };
    expect((await nobody.post<ErrorAnswer>(api.changePassword, given)).body.error.code).toBe(
      'password_given',
    );
    expect((await nobody.post(api.changePassword, request)).status).toBe(200);
    expect((await nikos.get(api.history)).status).toBe(401);
    expect(await required(new Person(place.url, { ...nikos.account, password: own }))).toBe(false);
  });
});
