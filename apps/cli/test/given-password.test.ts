import { api, type ErrorAnswer, type HistoryAnswer, type LoginAnswer } from '@websign/contract';
import { isInstalled, unlessInstalled } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { websign } from './process.ts';
import { type OperatorFolder, operatorFolder, PASSWORD, startProduction, writePkcs12 } from './production.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const OWN = 'My-0wn-choice';
/** What a person may call before the password is their own. */
const OPEN = [
  ['get', api.config],
  ['get', api.ping],
  ['post', api.login],
  ['post', api.logout],
  ['post', api.changePassword],
].map(([method, path]) => `${method} ${path}`);

let operator: OperatorFolder;
let server: Awaited<ReturnType<typeof startProduction>>;

const add = (username: string, ...more: string[]) => {
  const { at, env } = operator;
  const files = ['--p12', at('key.p12'), '--p12-password-file', at('password')];
  const known = ['--password-file', at('password'), '--otp-file', at(`${username}-otp`)];
  const names = ['account', 'add', username, '--email', `${username}@example.gr`];
  return websign([...names, ...files, ...known, ...more], { env });
};

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: HeadersInit = {}) =>
  fetch(server.url + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

async function login(username: string, password: string): Promise<LoginAnswer> {
  const answer = await post(api.login, { username, password });
  expect(answer.status).toBe(200);
  return (await answer.json()) as LoginAnswer;
}

/** Every call of the server by its own description, with what it answers to this session: a status and a code. */
async function answers(
  sessionId: string,
): Promise<Record<string, [status: number, code: string | undefined]>> {
  const description = await fetch(`${server.url}/api/openapi.json`);
  const { paths } = (await description.json()) as { paths: Record<string, Record<string, unknown>> };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method })),
  );
  const asked = calls.filter(({ path, method }) => !OPEN.includes(`${method} ${path}`));
  const found: Record<string, [number, string | undefined]> = {};
  for (const { path, method } of asked) {
    const url = server.url + path.replace(/\{\w+\}/g, 'A'.repeat(32));
    const form = new FormData();
    form.append('sessionId', sessionId);
    form.append('document', new Blob(['%PDF-x'], { type: 'application/pdf' }), 'a.pdf');
    // The upload alone has its session in the form (UP-1); every other call in the header.
    const isUpload = path === api.upload;
    const answer = await fetch(url, {
      method: method.toUpperCase(),
      headers: isUpload ? {} : { ...json, authorization: `Bearer ${sessionId}` },
      ...(isUpload ? { body: form } : method === 'get' ? {} : { body: '{}' }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const body = (isJson ? JSON.parse(text) : {}) as Partial<ErrorAnswer> & { code?: string };
    found[`${method} ${path}`] = [answer.status, isUpload ? body.code : body.error?.code];
  }
  return found;
}

describe.skipIf(!isInstalled('openssl'))(
  `PWD-3 accounts of the command line${unlessInstalled('openssl')}`,
  () => {
    beforeAll(async () => {
      operator = await operatorFolder();
      await writePkcs12(operator, 'key.p12');
      expect(await add('eleni')).toMatchObject({ code: 0, stderr: '' });
      expect(await add('nikos', '--own-password')).toMatchObject({ code: 0, stderr: '' });
      server = await startProduction(operator);
    });
    afterAll(async () => {
      await server.stop();
      await operator.remove();
    });

    test('with the operator’s password every call is refused but those that change it and end the session', async () => {
      const { signer } = await login('eleni', PASSWORD);
      const sessionId = signer.SessionId.String;
      expect(signer.PasswordChangeRequired).toBe(true);
      const refused = Object.entries(await answers(sessionId));
      expect(refused.length).toBeGreaterThan(20);
      for (const [call, answer] of refused)
        expect([call, ...answer]).toEqual([call, 403, 'password_change_required']);

      const authorization = { authorization: `Bearer ${sessionId}` };
      const ping = await fetch(`${server.url}${api.ping}?sessionId=${sessionId}`);
      expect(ping.status).toBe(204);
      const change = { oldPassword: PASSWORD, newPassword: OWN, confirmPassword: OWN };
      expect((await post(api.changePassword, change, authorization)).status).toBe(200);
      const history = await fetch(server.url + api.history, { headers: authorization });
      expect(history.status).toBe(200);
      expect(((await history.json()) as HistoryAnswer).total).toBe(0);
      expect((await post(api.logout, {}, authorization)).status).toBe(204);
      expect((await login('eleni', OWN)).signer.PasswordChangeRequired).toBe(false);
    });

    test('with --own-password nothing is asked and no call is refused for it', async () => {
      const { signer } = await login('nikos', PASSWORD);
      const sessionId = signer.SessionId.String;
      expect(signer.PasswordChangeRequired).toBe(false);
      const found = await answers(sessionId);
      expect(found[`get ${api.history}`]).toEqual([200, undefined]);
      expect(Object.values(found).map(([, code]) => code)).not.toContain('password_change_required');
    });
  },
);
