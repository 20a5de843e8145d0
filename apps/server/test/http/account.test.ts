import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  api,
  type CertificatesAnswer,
  type ErrorAnswer,
  type LoginAnswer,
  type SignAnswer,
} from '@websign/contract';
import { isInstalled, judged } from '@websign/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { openStorage, type Storage } from '../../src/storage/index.ts';
import {
  type Answer,
  freshCode,
  Person,
  pki,
  smallPdf,
  startTest,
  type TestAccount,
  type TestHome,
  testHome,
  totp,
} from './harness.ts';
import { opensslCms, pyhanko } from './judges.ts';

const [minute, day, step] = [60_000, 86_400_000, 30_000];
let home: TestHome;
let server: RunningServer;
let storage: Storage;
beforeAll(async () => {
  home = await testHome({ ADDRESS_FAILURES: '60' });
  server = await startTest(home);
  storage = await openStorage({
    dataFolder: join(home.folder, 'data'),
    nameKey: new Uint8Array(32),
    clock: home.clock,
  });
});
afterAll(async () => {
  await storage?.close();
  await server?.close();
  await home?.remove();
});
/** No test's failures count in the next one. */
afterEach(() => home.advance(6 * minute));

const account = (at: number): TestAccount => {
  const found = home.accounts[at];
  if (!found) throw new Error(`there is no account ${at}`);
  return found;
};
const stranger = () => new Person(server.url, { username: '', password: '', totpSecret: '' });
const codeOf = ({ status, body }: Answer<unknown>) => [status, (body as ErrorAnswer).error?.code];
const login = ({ username, password }: TestAccount) =>
  stranger().post<LoginAnswer>(api.login, { username, password });
const ping = (person: Person) => person.get(`${api.ping}?sessionId=${person.sessionId}`);
const kinds = async () => {
  const found: string[] = [];
  for await (const { kind } of storage.audit.export()) found.push(kind);
  return found;
};

/** Letters written to the account's address so far. */
async function letters(username: string): Promise<number> {
  const folder = join(home.folder, 'data', 'mail');
  const found = await readdir(folder).catch(() => []);
  // Those that are being written have another name.
  const names = found.filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.filter((text) => text.includes(`${username}@example.test`)).length;
}

let passwords = 0;
/** A new password, twice. */
const next = (password = `Fresh-Passw0rd${++passwords}`) => ({
  newPassword: password,
  confirmPassword: password,
});
/** Changes it to a new one, which is the account's from now on. */
async function change(person: Person, by: Record<string, unknown> = {}): Promise<Answer<unknown>> {
  const wanted = next();
  const body = { oldPassword: person.account.password, ...wanted, ...by };
  const answer = await person.post(api.changePassword, body);
  if (answer.status === 200) person.account.password = wanted.newPassword;
  return answer;
}

describe('changing the password', () => {
  test('PWD-1 PWD-2: the old one is refused, the new one logs in and signs; other sessions end', async () => {
    const maria = await Person.at(server.url, account(0));
    const elsewhere = await Person.at(server.url, account(0));
    const nikos = await Person.at(server.url, account(1));
    const old = { ...maria.account };
    const answer = await change(maria);
    expect([answer.status, answer.body]).toEqual([200, { message: 'password updated' }]);
    expect((await ping(maria)).status).toBe(204);
    expect((await ping(elsewhere)).status).toBe(401);
    expect((await ping(nikos)).status).toBe(204);
    expect(codeOf(await login(old))).toEqual([400, 'wrong_credentials']);
    expect((await login(maria.account)).status).toBe(200);
    expect((await kinds()).filter((kind) => kind === 'password_changed')).toHaveLength(1);

    const id = await maria.document(smallPdf());
    const otp = freshCode(home, maria.account);
    const refused = await maria.sign<ErrorAnswer>({ documents: [id], otp, password: old.password });
    expect(codeOf(refused)).toEqual([400, 'wrong_credentials']);
    const signed = await maria.sign<SignAnswer>({ documents: [id], otp });
    expect(signed.body.status).toBe('success');
    const file = await maria.file(id);
    if (isInstalled('openssl')) expect(opensslCms(file)).toContain('CAdES Verification successful');
    if (isInstalled('pdfsig')) expect(judged('pdfsig', [], file).text).toContain('Signature is Valid');
    if (isInstalled('pyhanko')) expect(pyhanko(file)).toContain('INTACT:TRUSTED');
  }, 120_000);

  test('NAV-4 PWD-2: without a session the username is asked for, and every session ends', async () => {
    const maria = await Person.at(server.url, account(0));
    const outside = new Person(server.url, account(0));
    expect(codeOf(await change(outside))).toEqual([400, 'bad_request']);
    expect((await change(outside, { username: 'MARIA' })).status).toBe(200);
    expect((await ping(maria)).status).toBe(401);
    expect((await login(outside.account)).status).toBe(200);
  });

  test('PWD-1: the same password again is a change; an RSA key passes over too', async () => {
    const nikos = await Person.at(server.url, account(1));
    const { password } = nikos.account;
    const answer = await nikos.post(api.changePassword, { oldPassword: password, ...next(password) });
    expect(answer.status).toBe(200);
    const id = await nikos.document(smallPdf());
    const signed = await nikos.sign<SignAnswer>({ documents: [id], otp: freshCode(home, nikos.account) });
    expect(signed.body.status).toBe('success');
  });

  test.each([
    ['', 'password_rules'],
    ['Aa1!aaa', 'password_rules'],
    ['AAAAAA1!', 'password_rules'],
    ['aaaaaa1!', 'password_rules'],
    ['Aaaaaaa!', 'password_rules'],
    ['Aaaaaaa1', 'password_rules'],
    ['Aaaaaa1!+', 'password_rules'],
    ['Aaaaaα1!', 'password_rules'],
    ['Aaaaaa 1!', 'password_rules'],
  ])('PWD-1: %j is refused before anything is evaluated', async (password, code) => {
    const maria = await Person.at(server.url, account(0));
    for (let at = 0; at < 6; at++) {
      const wrong = { oldPassword: 'wrong', ...next(password) };
      expect(codeOf(await maria.post(api.changePassword, wrong))).toEqual([400, code]);
      const strangers = { username: 'maria', ...wrong };
      expect(codeOf(await stranger().post(api.changePassword, strangers))).toEqual([400, code]);
    }
    expect((await change(maria)).status).toBe(200);
  });

  test('PWD-1: the confirmation must be equal', async () => {
    const maria = await Person.at(server.url, account(0));
    const answer = await change(maria, { confirmPassword: 'Other-Passw0rd' });
    expect(codeOf(answer)).toEqual([400, 'password_confirmation']);
  });

  test.each([
    [{}],
    ['text'],
    [{ oldPassword: 'x', newPassword: 7, confirmPassword: [] }],
    [{ username: 'maria', oldPassword: 'x'.repeat(257), ...next('Aaaaaa1!') }],
    [{ username: 'm'.repeat(129), oldPassword: 'x', ...next('Aaaaaa1!') }],
    [{ username: 'maria', oldPassword: 'x', ...next(`Aa1!${'a'.repeat(300)}`) }],
  ])('a malformed body %# is a bad request', async (body) => {
    expect(codeOf(await stranger().post(api.changePassword, body))).toEqual([400, 'bad_request']);
  });

  test('SES-4: a header that names no live session is refused, whatever else is right', async () => {
    const ended = await Person.at(server.url, account(0));
    await ended.post(api.logout, {});
    for (const headers of [
      ended.authorization,
      { authorization: 'Bearer x' },
      { authorization: 'Basic eDp5' },
    ]) {
      const outside = new Person(server.url, account(0));
      const body = { username: 'maria', oldPassword: outside.account.password, ...next() };
      const answer = await outside.post(api.changePassword, body, headers as Record<string, string>);
      expect(codeOf(answer)).toEqual([401, 'session_required']);
    }
  });

  test('SGN-4: with a session another name counts on the session’s account and is not evaluated', async () => {
    const maria = await Person.at(server.url, account(0));
    const nikos = account(1);
    const foreign = () =>
      maria.post(api.changePassword, { username: 'nikos', oldPassword: nikos.password, ...next() });
    for (let at = 0; at < 5; at++) expect(codeOf(await foreign())).toEqual([400, 'wrong_credentials']);
    expect(codeOf(await foreign())).toEqual([423, 'account_locked']);
    expect(codeOf(await change(maria))).toEqual([423, 'account_locked']);
    expect((await login(nikos)).status).toBe(200);
    home.advance(6 * minute);
    expect((await change(maria)).status).toBe(200);
  });
});

test('PWD-2: every change is e-mailed to the signer, a resynchronisation too, and no refusal', async () => {
  const nikos = await Person.at(server.url, account(1));
  const before = await letters('nikos');
  await change(nikos, { oldPassword: 'wrong' });
  expect((await change(nikos)).status).toBe(200);
  await expect.poll(() => letters('nikos'), { timeout: 20_000 }).toBe(before + 1);
  const [otp1, otp2] = [3, 4].map((more) => totp(nikos.account.totpSecret, home.clock() + more * step));
  const { password } = nikos.account;
  expect((await nikos.post(api.resyncOtp, { password, otp1, otp2 })).status).toBe(204);
  await expect.poll(() => letters('nikos'), { timeout: 20_000 }).toBe(before + 2);
}, 120_000);

describe('guessing at a password change', () => {
  const guess = (username: string) =>
    stranger().post<ErrorAnswer>(api.changePassword, { username, oldPassword: 'wrong', ...next() });

  test('SES-5: strangers get five tries, known names and unknown ones alike; then 423 for five minutes', async () => {
    const told: unknown[] = [];
    for (const username of ['petros', 'nobody-at-all']) {
      const answers = [];
      for (let at = 0; at < 6; at++) answers.push(await guess(username));
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 423]);
      const wait = Number(answers[5]?.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(280);
      expect(wait).toBeLessThanOrEqual(300);
      told.push(answers.map(({ body: { error } }) => [error.code, error.message]));
    }
    expect(told[0]).toEqual(told[1]);
    const right = { username: 'petros', oldPassword: account(3).password, ...next() };
    expect((await stranger().post(api.changePassword, right)).status).toBe(423);
    home.advance(5 * minute + 1000);
    expect((await change(new Person(server.url, account(3)), { username: 'petros' })).status).toBe(200);
  });

  test('SES-5: they share the count of the login page, and never lock a live session out', async () => {
    const petros = await Person.at(server.url, account(3));
    for (let at = 0; at < 3; at++) await guess('petros');
    for (let at = 0; at < 2; at++) await login({ ...account(3), password: 'wrong' });
    expect((await login(account(3))).status).toBe(423);
    expect((await guess('petros')).status).toBe(423);
    expect((await change(petros)).status).toBe(200);
  });

  test('SES-5: exactly five of many parallel tries are evaluated, with a session and without', async () => {
    const eleni = await Person.at(server.url, account(2));
    const wrong = { oldPassword: 'wrong', ...next() };
    for (const person of [stranger(), eleni]) {
      const body = person === eleni ? wrong : { username: 'eleni', ...wrong };
      const all = await Promise.all(
        Array.from({ length: 16 }, () => person.post<ErrorAnswer>(api.changePassword, body)),
      );
      expect(all.filter(({ status }) => status === 400)).toHaveLength(5);
      expect(all.filter(({ status }) => status === 423)).toHaveLength(11);
    }
    home.advance(6 * minute);
    expect((await change(eleni)).status).toBe(200);
  });

  test('SES-5: an address that failed too often is throttled', { timeout: 120_000 }, async () => {
    let status = 0;
    for (let at = 0; at < 80 && status !== 429; at++) status = (await guess(`name${at}`)).status;
    expect(status).toBe(429);
  });
});

describe('changes at the same time', () => {
  test('PWD-1: of two from one old password one wins, and its password is the one that logs in and signs', async () => {
    const eleni = await Person.at(server.url, account(2));
    const outside = new Person(server.url, account(2));
    const { password: oldPassword, username } = eleni.account;
    const wanted = [next(), next()] as const;
    const answers = await Promise.all([
      eleni.post(api.changePassword, { oldPassword, ...wanted[0] }),
      outside.post(api.changePassword, { username, oldPassword, ...wanted[1] }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, 400]);
    const winner = statuses[0] === 200 ? wanted[0] : wanted[1];
    const loser = statuses[0] === 200 ? wanted[1] : wanted[0];
    expect((await login({ ...eleni.account, password: loser.newPassword })).status).toBe(400);
    expect((await login({ ...eleni.account, password: oldPassword })).status).toBe(400);
    account(2).password = winner.newPassword;
    const again = await Person.at(server.url, account(2));
    const id = await again.document(smallPdf());
    const signed = await again.sign<SignAnswer>({ documents: [id], otp: freshCode(home, again.account) });
    expect(signed.body.status).toBe('success');
  });

  test('PWD-1: a resynchronisation beside it loses nothing, and neither does the change', async () => {
    const eleni = await Person.at(server.url, account(2));
    home.advance(15 * step);
    const at = home.clock() + 3 * step;
    const codes = [at, at + step].map((time) => totp(eleni.account.totpSecret, time));
    const { password } = eleni.account;
    const [changed, synced] = await Promise.all([
      change(eleni),
      eleni.post(api.resyncOtp, { password, otp1: codes[0], otp2: codes[1] }),
    ]);
    expect(changed.status).toBe(200);
    // The old password is right until the moment of the change, and wrong after it.
    expect([204, 400]).toContain(synced.status);
    expect((await login(eleni.account)).status).toBe(200);
  });
});

describe('resynchronising the OTP device', () => {
  const drifted = 8;
  /** The codes that a device shows whose clock is off by so many steps. */
  const shown = (person: Person, steps: number) => {
    const at = home.clock() + steps * step;
    const [otp1, otp2] = [at, at + step].map((time) => totp(person.account.totpSecret, time));
    return { password: person.account.password, otp1: otp1 ?? '', otp2: otp2 ?? '' };
  };
  const signs = async (person: Person, steps: number) => {
    const id = await person.document(smallPdf());
    const otp = totp(person.account.totpSecret, home.clock() + steps * step);
    return (await person.sign<SignAnswer>({ documents: [id], otp })).status;
  };

  test('SES-5: a device that runs ahead signs again; the two codes are used up', {
    timeout: 120_000,
  }, async () => {
    const petros = await Person.at(server.url, account(3));
    expect(await signs(petros, drifted)).toBe(400);
    const codes = shown(petros, drifted);
    const answer = await petros.post(api.resyncOtp, codes);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect((await kinds()).filter((kind) => kind === 'otp_resynchronised').length).toBeGreaterThan(0);
    for (const otp of [codes.otp1, codes.otp2]) {
      const id = await petros.document(smallPdf());
      expect(codeOf(await petros.sign({ documents: [id], otp }))).toEqual([400, 'wrong_otp']);
    }
    expect(codeOf(await petros.post(api.resyncOtp, codes))).toEqual([400, 'wrong_otp']);
    home.advance(2 * step);
    expect(await signs(petros, drifted)).toBe(200);
    home.advance(2 * step);
    expect(await signs(petros, 0)).toBe(400);
  });

  test('SES-5: codes beyond ten steps, in the wrong order, not consecutive or twice the same are wrong', async () => {
    const maria = await Person.at(server.url, account(0));
    home.advance(40 * step);
    const { otp1, otp2 } = shown(maria, 0);
    const third = shown(maria, 2).otp1;
    const { password } = maria.account;
    const wrong = [
      shown(maria, 11),
      shown(maria, -12),
      { password, otp1: otp2, otp2: otp1 },
      { password, otp1, otp2: third },
    ];
    for (const body of wrong)
      expect(codeOf(await maria.post(api.resyncOtp, body))).toEqual([400, 'wrong_otp']);
    expect((await maria.post(api.resyncOtp, { password, otp1, otp2 })).status).toBe(204);
  });

  test('SES-5: wrong passwords and wrong codes count each to five, as at a signing; a wrong password spends no code', {
    timeout: 120_000,
  }, async () => {
    const nikos = await Person.at(server.url, account(1));
    home.advance(40 * step);
    const right = shown(nikos, 0);
    const nonsense = { ...right, otp1: '12', otp2: 'no code' };
    for (let at = 0; at < 4; at++) {
      const answer = await nikos.post(api.resyncOtp, { ...right, password: 'wrong' });
      expect(codeOf(answer)).toEqual([400, 'wrong_credentials']);
    }
    for (let at = 0; at < 4; at++)
      expect(codeOf(await nikos.post(api.resyncOtp, nonsense))).toEqual([400, 'wrong_otp']);
    // A right password has cleared the first count, so only the codes lock.
    const id = await nikos.document(smallPdf());
    expect(codeOf(await nikos.sign({ documents: [id], otp: 'nocode' }))).toEqual([400, 'wrong_otp']);
    expect(codeOf(await nikos.post(api.resyncOtp, right))).toEqual([423, 'account_locked']);
    home.advance(5 * minute + 1000);
    expect((await nikos.post(api.resyncOtp, shown(nikos, 0))).status).toBe(204);
  });

  test('one pair of codes used twice at once is accepted once', async () => {
    const nikos = await Person.at(server.url, account(1));
    home.advance(40 * step);
    const codes = shown(nikos, 0);
    const answers = await Promise.all([1, 2, 3].map(() => nikos.post(api.resyncOtp, codes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
  });

  test('SES-4: it needs a session', async () => {
    const body = { password: 'x', otp1: '1', otp2: '2' };
    expect(codeOf(await stranger().post(api.resyncOtp, body))).toEqual([401, 'session_required']);
  });

  test.each([[{}], [{ password: 'x', otp1: '1' }], [{ password: 'x', otp1: '1', otp2: '2'.repeat(33) }]])(
    'a malformed body %# is a bad request',
    async (body) => {
      const maria = await Person.at(server.url, account(0));
      expect(codeOf(await maria.post(api.resyncOtp, body))).toEqual([400, 'bad_request']);
    },
  );
});

describe('certificates', () => {
  test('CRT-1: who the signer is, and the chain', async () => {
    const eleni = await Person.at(server.url, account(2));
    const { status, body } = await eleni.get<CertificatesAnswer>(api.certificates);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      fullName: 'Γεωργίου Ελένη',
      username: 'eleni',
      email: 'eleni@example.test',
      subjectSerial: 'TEST-1',
      otpMethod: 'TOTP',
      status: 'valid',
    });
    expect(body.chain.map(({ role }) => role)).toEqual(['signer', 'intermediate']);
    const [own, ...issuers] = body.chain;
    expect(own?.serial).toBe(body.serial);
    expect(own?.validUntil).toBe(body.validUntil);
    expect(body.chain.slice(0, -1).map(({ issuer }) => issuer)).toEqual(
      issuers.map(({ subject }) => subject),
    );
    expect(own?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(body.chain.some(({ subject, name }) => /\p{Script=Greek}/u.test(subject + name))).toBe(true);
  });

  test.skipIf(!isInstalled('openssl'))(
    'CRT-1: fingerprint, serial and dates are those openssl reads',
    async () => {
      const eleni = await Person.at(server.url, account(2));
      const { body } = await eleni.get<CertificatesAnswer>(api.certificates);
      for (const [at, der] of pki.signers.p384.chain.entries()) {
        const options = ['-inform', 'DER', '-noout', '-serial', '-enddate', '-fingerprint', '-sha256'];
        const { text } = judged('openssl', ['x509', ...options, '-in'], der);
        const told = body.chain[at];
        expect(text.replaceAll(':', '').toLowerCase()).toContain(told?.sha256);
        expect(text).toContain(`serial=${told?.serial}`);
        const end = /notAfter=(.*)/.exec(text)?.[1] ?? '';
        expect(new Date(end).toISOString()).toBe(told?.validUntil);
      }
    },
  );

  test('CRT-1: it is expiring in its last thirty days, and expired after them', async () => {
    const others = await testHome();
    const running = await startTest(others);
    try {
      const visit = async () => {
        const person = await Person.at(running.url, others.accounts[0]);
        return (await person.get<CertificatesAnswer>(api.certificates)).body;
      };
      const { validUntil, daysLeft } = await visit();
      expect(daysLeft).toBe(Math.floor((Date.parse(validUntil) - others.clock()) / day));
      const to = (left: number) => others.advance(Date.parse(validUntil) - left - others.clock());
      to(30 * day + minute);
      expect(await visit()).toMatchObject({ status: 'valid', daysLeft: 30 });
      to(30 * day - minute);
      expect(await visit()).toMatchObject({ status: 'expiring', daysLeft: 29 });
      to(minute);
      expect(await visit()).toMatchObject({ status: 'expiring', daysLeft: 0 });
      to(-minute);
      expect(await visit()).toMatchObject({ status: 'expired', daysLeft: 0 });
    } finally {
      await running.close();
      await others.remove();
    }
  });

  test('SES-4: they need a session', async () => {
    expect(codeOf(await stranger().get(api.certificates))).toEqual([401, 'session_required']);
  });
});

test('SES-4: no password and no code is in the log or in the audit', async () => {
  const maria = await Person.at(server.url, account(0));
  await change(maria);
  const rows: unknown[] = [];
  for await (const row of storage.audit.export()) rows.push(row);
  const kept = JSON.stringify(rows) + home.logged.join('\n');
  expect(kept).toContain('password_changed');
  for (const secret of [maria.account.password, 'Fresh-Passw0rd', maria.account.totpSecret, maria.sessionId])
    expect(kept.includes(secret)).toBe(false);
});
