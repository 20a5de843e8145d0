import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorAnswer } from '@websign/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { type AuditRow, openStorage, type Storage } from '../../src/storage/index.ts';
import {
  freshCode,
  Person,
  smallPdf,
  startTest,
  type TestAccount,
  type TestHome,
  testHome,
} from './harness.ts';

const token = () => randomBytes(32).toString('base64url');
const anna = token();
const basil = token();

let folder = '';
let tokens = '';
let home: TestHome;
let server: RunningServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'websign-operators-'));
  tokens = join(folder, 'tokens');
  writeFileSync(tokens, `# who may\nanna:${anna}\r\nbasil:${basil}\n`, { mode: 0o600 });
  home = await testHome({ SIGNATURE_LEVEL: 'B-B' });
  server = await startTest(home, {
    OPERATORS_PORT: '0',
    OPERATORS_TOKEN_FILE: tokens,
    OPERATORS_HANDOVER: join(folder, 'hand-over'),
  });
});
afterAll(async () => {
  await server.close();
  await home.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Called<T> {
  status: number;
  body: T;
  headers: Headers;
}

async function call<T>(
  path: string,
  init: RequestInit = {},
  given: string | undefined = anna,
): Promise<Called<T>> {
  const response = await fetch(`${server.operatorsUrl}${path}`, {
    ...init,
    headers: { ...(given === '' ? {} : { authorization: `Bearer ${given}` }), ...(init.headers ?? {}) },
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text === '' ? null : JSON.parse(text)) as T,
    headers: response.headers,
  };
}
const post = <T>(path: string, given?: string) => call<T>(path, { method: 'POST' }, given);
type Failure = { error: { code: string; message: string; requestId: string } };

const opened: Storage[] = [];
async function storage(): Promise<Storage> {
  const dataFolder = home.environment.WEBSIGN_DATA ?? '';
  const nameKey = await readFile(join(dataFolder, 'name.key'));
  const one = await openStorage({ dataFolder, nameKey, clock: home.clock });
  opened.push(one);
  return one;
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function named(username: string): TestAccount {
  const account = home.accounts.find((one) => one.username === username);
  if (!account) throw new Error(`no ${username}`);
  return account;
}

async function audited(kind: string, username: string): Promise<AuditRow | undefined> {
  const { accounts, audit } = await storage();
  const account = await accounts.findByUsername(username);
  return account && audit.last(account.id, kind);
}

describe('who gets in', () => {
  test('only a token does, on this port only, and each change says whose it was', async () => {
    for (const given of ['', 'x', token(), `${anna}x`, 'Ω']) {
      const { status, body, headers } = await call<Failure>(
        '/api/accounts',
        {},
        given === 'Ω' ? 'x'.repeat(600) : given,
      );
      expect([status, body.error.code]).toEqual([401, 'token_required']);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(headers.get('cache-control')).toBe('no-store');
    }
    for (const path of ['/api/openapi.json', '/api/nothing', '/', '/api/accounts/maria'])
      expect((await call(path, {}, '')).status).toBe(401);
    expect((await call('/api/accounts')).status).toBe(200);
    expect(
      (await fetch(`${server.url}/api/accounts`, { headers: { authorization: `Bearer ${anna}` } })).status,
    ).toBe(404);
    expect((await post('/api/accounts/petros/unlock', basil)).status).toBe(204);
    expect(await audited('account_unlocked', 'petros')).toMatchObject({ detail: { by: 'basil' } });
    expect(home.logged.join('')).not.toContain(anna);
  });

  test('a token that is taken out of the file is good for nothing any more', async () => {
    const late = token();
    writeFileSync(tokens, `anna:${anna}\nbasil:${basil}\nlate:${late}\n`);
    expect((await call('/api/load', {}, late)).body).toMatchObject({ waiting: 0 });
    writeFileSync(tokens, `anna:${anna}\nbasil:${basil}\n`);
    expect((await call('/api/load', {}, late)).status).toBe(401);
  });

  test('ten wrong tokens from an address keep further wrong ones out for a minute, and no right one; one operator calls 600 times a minute', async () => {
    home.advance(61_000);
    for (let n = 0; n < 10; n += 1) expect((await call('/api/load', {}, token())).status).toBe(401);
    const { status, headers, body } = await call<Failure>('/api/load', {}, token());
    expect([status, body.error.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call('/api/load')).status).toBe(200);
    home.advance(61_000);
    const statuses = [];
    for (let n = 0; n < 13; n += 1)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 50 }, async () => (await call('/api/load')).status))),
      );
    expect(statuses.filter((one) => one === 200)).toHaveLength(600);
    expect(statuses.filter((one) => one === 429)).toHaveLength(50);
    expect((await call('/api/load', {}, basil)).status).toBe(200);
    home.advance(61_000);
  });

  test('its own OpenAPI describes every call', async () => {
    const { body } = await call<{
      openapi: string;
      paths: Record<string, Record<string, { security?: object[] }>>;
    }>('/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths).sort()).toEqual(
      expect.arrayContaining([
        '/api/accounts',
        '/api/accounts/{username}/block',
        '/api/queue',
        '/api/sessions',
      ]),
    );
    for (const methods of Object.values(body.paths))
      for (const operation of Object.values(methods)) expect(operation.security).toEqual([{ token: [] }]);
  });

  test('a start with tokens that are too short, twice there, or missing ends with a sentence', async () => {
    for (const [text, says] of [
      ['anna:short\n', /not one name:token a line/],
      [`anna:${anna}\nanna:${basil}\n`, /not one name:token a line/],
      [`anna:${anna}\nbasil:${anna}\n`, /not one name:token a line/],
      ['', /not one name:token a line/],
    ] as const) {
      const file = join(folder, 'bad');
      writeFileSync(file, text);
      const starting = startTest(home, { OPERATORS_PORT: '0', OPERATORS_TOKEN_FILE: file });
      await expect(starting).rejects.toThrow(says);
      await expect(starting).rejects.not.toThrow(anna);
    }
    await expect(startTest(home, { OPERATORS_PORT: '0' })).rejects.toThrow('Set OPERATORS_TOKEN_FILE');
  });
});

describe('accounts', () => {
  test('are listed, searched and shown; nothing secret is in an answer', async () => {
    const all = await call<{ accounts: { username: string }[]; total: number }>(
      '/api/accounts?limit=2&offset=1',
    );
    expect(all.body.accounts.map(({ username }) => username)).toEqual(['maria', 'nikos']);
    expect(all.body.total).toBe(4);
    const found = await call<{ total: number }>(`/api/accounts?q=${encodeURIComponent('ΔΗΜΟΥ')}`);
    expect(found.body.total).toBe(1);
    const maria = await Person.at(server.url, named('maria'));
    const shown = await call<Record<string, unknown>>('/api/accounts/MARIA');
    expect(shown.body).toMatchObject({
      username: 'maria',
      provider: 'software',
      otpMethod: 'TOTP',
      blockedAt: null,
      passwordGivenAt: null,
      lockedUntil: null,
      sessions: 1,
    });
    expect(Date.parse(String(shown.body.lastSignIn))).toBeLessThanOrEqual(home.clock());
    expect(JSON.stringify([all.body, shown.body])).not.toMatch(/secret|sealed|verifier|chain|box/i);
    expect(JSON.stringify(shown.body)).not.toContain(maria.sessionId);
    expect((await call<Failure>('/api/accounts/nobody')).body.error).toMatchObject({
      code: 'not_found',
      message: 'There is no account "nobody".',
    });
    for (const path of [
      '/api/accounts?limit=0',
      '/api/accounts?limit=9999',
      '/api/accounts?blocked=x',
      `/api/accounts/${'x'.repeat(200)}`,
    ])
      expect((await call<Failure>(path)).body.error.code).toBe('bad_request');
  });

  test('SES-5 a lock is shown, and ended', async () => {
    const petros = new Person(server.url, named('petros'));
    const login = (password: string) =>
      petros.post<ErrorAnswer>('/api/login', { username: 'petros', password });
    for (let n = 0; n < 5; n += 1) await login('wrong');
    expect((await login(petros.account.password)).status).toBe(423);
    const { body } = await call<{ loginLockedUntil: string | null }>('/api/accounts/petros');
    expect(Date.parse(body.loginLockedUntil ?? '')).toBeGreaterThan(home.clock());
    expect((await post('/api/accounts/petros/unlock')).status).toBe(204);
    expect((await login(petros.account.password)).status).toBe(200);
  });

  test('a blocked account is signed out, cannot sign, sign in or change its password, and hears so only with the right one', async () => {
    const nikos = await Person.at(server.url, named('nikos'));
    const id = await nikos.document(smallPdf());
    expect((await post('/api/accounts/nikos/block')).status).toBe(204);
    expect((await post<Failure>('/api/accounts/nikos/block')).body.error.code).toBe('conflict');
    const signed = await nikos.sign<ErrorAnswer>({ documents: [id], otp: freshCode(home, nikos.account) });
    expect(signed.body.error.code).toBe('session_required');
    const codes = async (password: string) => {
      const { body, status } = await nikos.post<ErrorAnswer>('/api/login', { username: 'nikos', password });
      return [status, body.error.code];
    };
    expect(await codes('wrong')).toEqual([400, 'wrong_credentials']);
    expect(await codes(nikos.account.password)).toEqual([403, 'account_blocked']);
    const change = (oldPassword: string) => {
      const next = { newPassword: 'Another-Horse-7', confirmPassword: 'Another-Horse-7' };
      const stranger = new Person(server.url, nikos.account);
      return stranger.post<ErrorAnswer>('/api/change_password', { username: 'nikos', oldPassword, ...next });
    };
    expect((await change('wrong')).body.error.code).toBe('wrong_credentials');
    expect((await change(nikos.account.password)).body.error.code).toBe('account_blocked');
    const listed = await call<{ accounts: { username: string }[] }>('/api/accounts?blocked=true');
    expect(listed.body.accounts.map(({ username }) => username)).toEqual(['nikos']);
    expect(await audited('account_blocked', 'nikos')).toMatchObject({ detail: { by: 'anna' } });
    expect((await post('/api/accounts/nikos/unblock')).status).toBe(204);
    const again = await Person.at(server.url, named('nikos'));
    const { body } = await again.sign<{ status: string }>({
      documents: [id],
      otp: freshCode(home, again.account),
    });
    expect(body.status).toBe('success');
  });

  test('a new one-time-code secret is left in a file, never in the answer, and can be taken back', async () => {
    const begun = await post<{ effectiveAt: string; file: string }>('/api/accounts/eleni/reset-otp');
    expect(begun.status).toBe(200);
    const uri = readFileSync(begun.body.file, 'utf8').trim();
    expect(uri).toMatch(/^otpauth:\/\/totp\/WebSign:eleni\?/);
    expect(statSync(begun.body.file).mode & 0o777).toBe(0o600);
    const secret = new URL(uri).searchParams.get('secret') ?? 'none';
    expect(JSON.stringify(begun.body) + home.logged.join('')).not.toContain(secret);
    expect(Date.parse(begun.body.effectiveAt)).toBeGreaterThan(home.clock() + 23 * 60 * 60_000);
    const { body } = await call<{ otpResetAt: string }>('/api/accounts/eleni');
    expect(body.otpResetAt).toBe(begun.body.effectiveAt);
    expect((await post('/api/accounts/eleni/cancel-otp-reset')).status).toBe(204);
    expect((await post<Failure>('/api/accounts/eleni/cancel-otp-reset')).body.error.code).toBe('conflict');
  });

  test('a table makes accounts; what people are handed is left in files and is not in the answer', async () => {
    const table = 'username,email,surname,name,subject_serial\nnew,new@example.gr,Α,Β,TINEL-7\nbad,x,Α,Β,1\n';
    const send = (body: string, type = 'text/csv') =>
      call<{ rows: { line: number; outcome: string; file?: string; reason?: string }[] } & Failure>(
        '/api/accounts/import',
        { method: 'POST', body, headers: { 'content-type': type } },
      );
    const { status, body } = await send(table);
    expect(status).toBe(200);
    expect(body.rows).toMatchObject([
      { line: 2, outcome: 'requested' },
      { line: 3, outcome: 'refused', reason: 'email is not an address for letters' },
    ]);
    const file = body.rows[0]?.file ?? '';
    expect(readFileSync(file, 'latin1')).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----/);
    const { password, otp } = JSON.parse(readFileSync(file.replace(/csr$/, 'json'), 'utf8'));
    const said = JSON.stringify(body) + home.logged.join('');
    for (const secret of [password, new URL(otp).searchParams.get('secret') ?? 'none'])
      expect(said).not.toContain(secret);
    expect((await send(table)).body.rows[0]?.outcome).toBe('waiting');
    expect((await send('x', 'application/json')).body.error.code).toBe('bad_request');
    expect((await send('a,b\n')).body.error.message).toBe('The table has no column username.');
    expect((await send(`username,email\n${'x,y\n'.repeat(201)}`)).body.error.message).toBe(
      'Line 202: there are more than 200 rows.',
    );
    expect((await send('x'.repeat(600 * 1024))).body.error.code).toBe('too_large');
  });

  test('certificates that end soon are named', async () => {
    const none = await call<{ total: number }>('/api/certificates/expiring?days=0');
    expect(none.body.total).toBe(0);
    const all = await call<{ accounts: { validUntil: string }[]; total: number }>(
      '/api/certificates/expiring?days=3650',
    );
    expect(all.body.total).toBe(4);
  });
});

describe('sessions and the queue', () => {
  test('live sessions are listed without their ids, and ended', async () => {
    const eleni = await Person.at(server.url, named('eleni'));
    const { body } = await call<{ sessions: object[]; total: number }>('/api/sessions?username=eleni');
    expect(body.total).toBe(1);
    expect(JSON.stringify(body)).not.toContain(eleni.sessionId);
    expect((await post<{ ended: number }>('/api/accounts/eleni/end-sessions')).body.ended).toBe(1);
    expect((await eleni.get('/api/certificates')).status).toBe(401);
    expect((await call<{ total: number }>('/api/sessions?username=eleni')).body.total).toBe(0);
  });

  test('what was given up is shown with its reason and without its payload, done again, and put away', async () => {
    const { outbox } = await storage();
    const add = () =>
      outbox.add({
        kind: 'mail',
        payload: { letter: 'signed', accountId: 'gone', at: 1, signingId: 'SECRET' },
      });
    const kept = async () => {
      const { body } = await call<{
        givenUp: number;
        jobs: { id: number; reason: string; letter: string }[];
      }>('/api/queue');
      return body;
    };
    const id = await add();
    // Of an account that is not there: the server's worker gives it up.
    await expect.poll(kept, { timeout: 20_000 }).toMatchObject({
      givenUp: 1,
      jobs: [{ id, reason: 'the account is gone', letter: 'signed' }],
    });
    expect(JSON.stringify(await kept())).not.toContain('SECRET');
    expect((await post(`/api/queue/${id}/retry`)).status).toBe(204);
    await expect.poll(kept, { timeout: 20_000 }).toMatchObject({ givenUp: 1 });
    expect((await post(`/api/queue/${id}/forget`)).status).toBe(204);
    expect((await post<Failure>(`/api/queue/${id}/forget`)).body.error.code).toBe('not_found');
    expect((await post<Failure>(`/api/queue/${id}/retry`)).body.error.code).toBe('not_found');
    expect((await kept()).jobs).toEqual([]);
    const kinds = [];
    for await (const { kind, detail } of (await storage()).audit.export())
      if (kind.startsWith('outbox_')) kinds.push([kind, detail]);
    expect(kinds).toEqual([
      ['outbox_retried', { by: 'anna', job: id }],
      ['outbox_forgotten', { by: 'anna', job: id }],
    ]);
    expect(existsSync(join(folder, 'hand-over'))).toBe(true);
  });
});
