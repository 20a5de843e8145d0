import { api, type ErrorAnswer, type LoginAnswer } from '@websign/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';

let home: TestHome;
let server: RunningServer;
let document: string;
beforeAll(async () => {
  home = await testHome({ ADDRESS_FAILURES: '40' });
  server = await startTest(home);
  const nikos = await Person.at(server.url, home.accounts[1]);
  document = await nikos.document(smallPdf(), 'nikos.pdf', '42');
});
afterAll(async () => {
  await server?.close();
  await home?.remove();
});

const [minute, hour] = [60_000, 3_600_000];
const login = (username: string, password: string) =>
  new Person(server.url, { username, password, totpSecret: '' }).post<LoginAnswer & ErrorAnswer>(api.login, {
    username,
    password,
  });
const passwordOf = (username: string) =>
  home.accounts.find((account) => account.username === username)?.password ?? '';

describe('login', () => {
  test('SES-2: the answer carries the signer and the session id', async () => {
    const { status, body, headers } = await login('maria', passwordOf('maria'));
    expect(status).toBe(200);
    expect(body.signer).toMatchObject({
      Surname: 'Παπαδοπούλου',
      Name: 'Μαρία',
      Email: 'maria@example.test',
      SubjectSerial: 'TEST-1',
      OTPMethod: 'TOTP',
      Username: 'maria',
      SendsCodes: false,
      CodeTo: '',
      MaxDocumentsPerOtp: 1000,
    });
    expect(body.signer.ValidUntil).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    // SES-4: 256 random bits.
    expect(body.signer.SessionId.String).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('SES-5: a wrong password and an unknown name answer the same, and never 401', async () => {
    const answers = [await login('eleni', 'wrong'), await login('nobody', 'wrong')];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body.error).toMatchObject({
        code: 'wrong_credentials',
        message: 'Error signing document: username or password is false',
      });
    }
  });

  test('SES-5: five failures lock for five minutes, known names and unknown ones alike', async () => {
    for (const username of ['petros', 'stranger']) {
      const tries = [];
      for (let i = 0; i < 6; i++) tries.push(await login(username, 'wrong'));
      expect(tries.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 423]);
      expect(Number(tries[5]?.headers.get('retry-after'))).toBeGreaterThan(290);
      // The one that locks says so, whoever it is; those before say nothing of it.
      const waits = tries.slice(0, 5).map(({ body }) => body.error.retryAfter ?? 0);
      expect(waits).toEqual([0, 0, 0, 0, 300]);
      expect(tries[4]?.headers.get('retry-after')).toBe('300');
      expect(tries[4]?.body.error.code).toBe('wrong_credentials');
    }
    expect((await login('petros', passwordOf('petros'))).status).toBe(423);
    home.advance(5 * minute + 1000);
    expect((await login('petros', passwordOf('petros'))).status).toBe(200);
  });

  test('SES-5: exactly five of many parallel wrong passwords are evaluated', async () => {
    const tries = await Promise.all(Array.from({ length: 20 }, () => login('eleni', 'wrong')));
    const evaluated = tries.filter(({ status }) => status === 400);
    // One was evaluated above, in the same five minutes or before them.
    expect([4, 5]).toContain(evaluated.length);
    expect(tries.every(({ status }) => status === 400 || status === 423)).toBe(true);
    home.advance(6 * minute);
  });

  test('SES-5: strangers cannot lock a live session out of signing', async () => {
    const maria = await Person.at(server.url, home.accounts[0]);
    const id = await maria.document(smallPdf());
    for (let i = 0; i < 6; i++) await login('maria', 'wrong');
    expect((await login('maria', passwordOf('maria'))).status).toBe(423);
    const answer = await maria.sign<ErrorAnswer>({ documents: [id], otp: 'nocode' });
    expect(answer.body.error.code).toBe('wrong_otp');
    home.advance(6 * minute);
  });

  test('SES-5: one address is throttled after its failures in five minutes', {
    timeout: 90_000,
  }, async () => {
    let status = 0;
    for (let i = 0; i < 60 && status !== 429; i++) status = (await login(`name${i}`, 'wrong')).status;
    expect(status).toBe(429);
    home.advance(6 * minute);
    expect((await login('maria', passwordOf('maria'))).status).toBe(200);
  });

  test.each([[{}], [{ username: 'maria' }], [{ username: 7, password: [] }], ['text'], [null]])(
    'a malformed body %j is a bad request',
    async (body) => {
      const answer = await new Person(server.url, {
        username: '',
        password: '',
        totpSecret: '',
      }).post<ErrorAnswer>(api.login, body);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
    },
  );
});

describe('session', () => {
  test('HDR-3: logout ends it on the server', async () => {
    const maria = await Person.at(server.url, home.accounts[0]);
    expect((await maria.post(api.logout, {})).status).toBe(204);
    expect((await maria.get('/api/groups/1')).status).toBe(401);
  });

  test('SES-4: it ends after 30 idle minutes; ping and every call begin them anew', async () => {
    const maria = await Person.at(server.url, home.accounts[0]);
    const ping = () => maria.get(`${api.ping}?sessionId=${maria.sessionId}`);
    home.advance(29 * minute);
    expect((await ping()).status).toBe(204);
    home.advance(29 * minute);
    expect((await maria.get('/api/groups/1')).status).not.toBe(401);
    home.advance(31 * minute);
    expect((await ping()).status).toBe(401);
  });

  test('SES-4: it ends after 12 hours whatever happens', async () => {
    const maria = await Person.at(server.url, home.accounts[0]);
    for (let i = 0; i < 25; i++) {
      home.advance(29 * minute);
      await maria.get(`${api.ping}?sessionId=${maria.sessionId}`);
    }
    expect(25 * 29 * minute).toBeGreaterThan(12 * hour);
    expect((await maria.get('/api/groups/1')).status).toBe(401);
  });

  test.each(['', '?sessionId=', '?sessionId=unknown', `?sessionId=${'a'.repeat(43)}`])(
    'NAV-7: ping%s without a live session is 401',
    async (query) => {
      const response = await fetch(server.url + api.ping + query);
      expect(response.status).toBe(401);
    },
  );
});

describe('every call that needs a session', () => {
  const calls: [string, string][] = [
    ['POST', api.logout],
    ['GET', api.document('ID')],
    ['GET', api.file('ID')],
    ['GET', `${api.file('ID')}?revision=original`],
    ['GET', api.group('42')],
    ['POST', api.sign],
    ['GET', api.signing('ID')],
  ];
  const call = (method: string, path: string, headers: Record<string, string>) =>
    fetch(server.url + path.replace('ID', document), { method, headers });

  test.each(calls)('%s %s: 401 without one, with a made-up one, with an ended one', async (method, path) => {
    const ended = await Person.at(server.url, home.accounts[0]);
    await ended.post(api.logout, {});
    const given = [{}, { authorization: 'Bearer x' }, { authorization: 'Basic eDp5' }, ended.authorization];
    for (const headers of [...given, { authorization: `Bearer ${'A'.repeat(43)}` }]) {
      const response = await call(method, path, headers as Record<string, string>);
      expect(response.status).toBe(401);
      expect(((await response.json()) as ErrorAnswer).error.code).toBe('session_required');
    }
  });

  test.each(calls.filter(([method]) => method === 'GET'))(
    "UP-4: %s %s: another's is not found",
    async (method, path) => {
      const maria = await Person.at(server.url, home.accounts[0]);
      const response = await call(method, path, maria.authorization);
      expect([response.status, ((await response.json()) as ErrorAnswer).error.code]).toEqual([
        404,
        'not_found',
      ]);
    },
  );

  test.each([
    '/api/documents/%00',
    '/api/documents/..%2f..',
    `/api/documents/${'x'.repeat(150)}`,
    '/api/groups/x',
    '/api/signings/%F0%9F',
  ])('a malformed id in %s is not found or a bad request', async (path) => {
    const maria = await Person.at(server.url, home.accounts[0]);
    expect([400, 404]).toContain((await maria.get(path)).status);
  });

  test.each([
    [{}],
    [{ documents: [] }],
    [{ documents: ['x'] }],
    [{ documents: ['A'.repeat(32)], otp: '1', username: 'm', password: 'p' }],
    [{ documents: ['A'.repeat(32)], otp: '1', username: 'm', password: 'p', visibility: 'yes' }],
    [{ documents: ['A'.repeat(32)], otp: '', username: 'm', password: 'p', visibility: false }],
  ])('SGN-2: a malformed sign request %j is a bad request', async (body) => {
    const maria = await Person.at(server.url, home.accounts[0]);
    const answer = await maria.post<ErrorAnswer>(api.sign, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
  });
});

describe('behind a reverse proxy', () => {
  test('SES-5: the limit by address counts people, and only a trusted proxy says who they are', async () => {
    for (const [trusted, expected] of [
      ['127.0.0.1', 400],
      ['', 429],
    ] as const) {
      const behind = await startTest(home, { TRUST_PROXY: trusted, ADDRESS_FAILURES: '2' });
      const tryFrom = (address: string, at: number) =>
        fetch(behind.url + api.login, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ username: `proxy${trusted}${at}`, password: 'wrong' }),
        });
      const statuses = [];
      for (let at = 0; at < 3; at++) statuses.push((await tryFrom(`192.0.2.${at}`, at)).status);
      expect(statuses[2]).toBe(expected);
      await behind.close();
      home.advance(6 * minute);
    }
  });
});
