import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type AppConfig, api, routes } from '@websign/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';

const page = 'https://sign.example';
const built = existsSync(fileURLToPath(new URL('../../../web/dist/index.html', import.meta.url)));

let home: TestHome;
let server: RunningServer;
beforeAll(async () => {
  home = await testHome({
    PUBLIC_ORIGIN: page,
    UPLOAD_ORIGIN: 'https://upload.example',
    FAQ_URL: 'https://registration.example/faq',
  });
  server = await startTest(home);
});
afterAll(async () => {
  await server?.close();
  await home?.remove();
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { method, headers });

describe('headers', () => {
  test('every answer carries the security headers, errors too', async () => {
    for (const path of ['/', api.config, '/api/nothing', api.document('x')]) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "worker-src 'self'",
        "require-trusted-types-for 'script'",
        'trusted-types dompurify pdf-worker',
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]) {
        expect(policy.split(';').map((directive) => directive.trim())).toContain(part);
      }
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toContain('max-age=');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  test("UP-11: the policy's connect-src names the upload host", async () => {
    const { headers } = await get('/');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://upload.example");
  });

  test('UP-11: the configured origin may call, errors included; another may not', async () => {
    const allowed = await get(api.document('x'), { origin: page });
    expect(allowed.status).toBe(401);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(page);
    expect(allowed.headers.get('access-control-expose-headers')).toContain(
      'Content-Disposition, Retry-After',
    );
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    const other = await get(api.document('x'), { origin: 'https://evil.example' });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    expect(other.headers.get('vary')).toContain('Origin');
  });

  test('UP-11: OPTIONS needs no session', async () => {
    const asked = { origin: page, 'access-control-request-method': 'POST' };
    const preflight = await get(api.upload, asked, 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  });
});

describe('public facts', () => {
  test('HDR-4: the configured links are told', async () => {
    const facts = (await (await get(api.config)).json()) as AppConfig;
    expect(facts).toMatchObject({
      demo: false,
      faqUrl: 'https://registration.example/faq',
      uploadUrl: 'https://upload.example',
    });
  });

  test('OpenAPI 3.1 describes every call', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, { post?: { requestBody?: { content: object } } }>;
    };
    const form = document.paths[api.upload]?.post?.requestBody?.content;
    expect(form).toMatchObject({
      'multipart/form-data': { schema: { required: ['sessionId', 'groupId', 'document'] } },
    });
    expect(document.openapi).toMatch(/^3\.1/);
    const paths = Object.keys(document.paths);
    for (const path of [
      api.login,
      api.logout,
      api.ping,
      api.upload,
      api.sign,
      '/api/documents/{id}',
      '/api/groups/{id}',
    ]) {
      expect(paths).toContain(path);
    }
  });

  test.skipIf(!built)('NAV-1: the routes answer with the page, which is never kept', async () => {
    const paths = Object.values(routes).map(({ path }) => path.replace(/:\w+/g, 'abc'));
    for (const path of [...paths, '/login?x=1', '/login/', '/History', '/sign/abc/preview/']) {
      for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
        const answer = await get(path, { accept });
        expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
        expect(await answer.text()).toContain('<div id="root">');
      }
    }
  });

  const unknown = ['/nowhere', '/sign', '/sign/a/b/c', '/loginx', '/x/login', '/index.htm', '/%6cogin'];

  test.skipIf(!built)('NAV-8: whoever navigates to another path gets the page, with 404', async () => {
    for (const path of [...unknown, '/healthz', '/readyz', '/metrics', '/demo/samples/none.pdf']) {
      const answer = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      const { headers } = answer;
      expect([path, answer.status, headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
      expect(headers.get('etag')).toBeNull();
      expect(await answer.text()).toContain('<div id="root">');
      const head = await get(path, { accept: 'text/html' }, 'HEAD');
      expect([path, head.status, (await head.text()).length]).toEqual([path, 404, 0]);
    }
  });

  test.skipIf(!built)('NAV-8: programs, scripts and pictures get 404 without a page', async () => {
    for (const path of [
      ...unknown,
      '/favicon.ico',
      '/assets/nothing.js',
      '/assets',
      '/api',
      '/api/nothing',
    ]) {
      const answer = await get(path, { accept: '*/*' });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
    }
    for (const path of ['/assets/nothing.js', '/api/nothing']) {
      const answer = await get(path, { accept: 'text/html' });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ]);
    }
    const posted = await get('/nowhere', { accept: 'text/html' }, 'POST');
    expect([posted.status, (await posted.json()) as object]).toMatchObject([404, { error: {} }]);
  });

  test.skipIf(!built)('serving the page warns of nothing', async () => {
    const warnings: Error[] = [];
    const heard = (warning: Error) => warnings.push(warning);
    process.on('warning', heard);
    for (const method of ['GET', 'HEAD']) await get('/login', {}, method);
    await get('/assets/nothing.js');
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off('warning', heard);
    expect(warnings).toEqual([]);
  });

  test('a URL that cannot be decoded is answered like any error, and not repeated', async () => {
    const answer = await get('/api/ping%E0%A4%A?sessionId=secret');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.json()).toMatchObject({ error: { code: 'bad_request', message: 'Bad request' } });
  });

  test('answers of the API are never kept, however its path is written', async () => {
    for (const path of ['/api/config', '/%61pi/config', '/api/nothing']) {
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  test('SES-3: ping answers 401 to any id that is none, a long one too', async () => {
    for (const id of ['', 'x', 'x'.repeat(5000)]) {
      expect((await get(`${api.ping}?sessionId=${id}`)).status).toBe(401);
    }
  });

  test('paths do not climb out of the web folder', async () => {
    for (const path of [
      '/..%2f..%2fpackage.json',
      '/assets/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
    ]) {
      expect(await (await get(path)).text()).not.toContain('"dependencies"');
    }
  });
});

describe('operations', () => {
  test('health, readiness and metrics are on an address of their own', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const answer = await fetch(`${server.operationsUrl}${path}`);
      expect(answer.status).toBe(200);
      for (const accept of ['*/*', 'text/plain;version=0.0.4', 'application/json', 'text/html']) {
        for (const method of ['GET', 'HEAD']) {
          const elsewhere = await get(path, { accept }, method);
          expect([path, accept, elsewhere.status]).toEqual([path, accept, 404]);
          expect(await elsewhere.text()).not.toMatch(/"status"|websign_/);
        }
      }
    }
    const metrics = await (await fetch(`${server.operationsUrl}/metrics`)).text();
    expect(metrics).toContain('websign_request_seconds_bucket');
    expect(metrics).toContain('websign_parser_jobs');
  });
});

describe('a stop', () => {
  test('finishes what is under way and takes nothing new', async () => {
    const own = await testHome();
    const other = await startTest(own);
    const maria = await Person.at(other.url, own.accounts[0]);
    const uploads = Promise.allSettled(
      Array.from({ length: 10 }, (_, at) =>
        maria.upload([{ name: `${at}.pdf`, bytes: smallPdf(String(at)) }]),
      ),
    );
    const port = Number(new URL(other.url).port);
    const idle = connect(port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const before = Date.now();
    await other.close();
    expect(Date.now() - before).toBeLessThan(15_000);
    const taken = (await uploads).flatMap((upload) => {
      // One that came too late never reached the server.
      if (upload.status === 'rejected') return [];
      expect([200, 503]).toContain(upload.value.status);
      return upload.value.body.document ?? [];
    });
    await expect(fetch(other.url)).rejects.toThrow();
    idle.destroy();
    const again = await startTest(own);
    const person = new Person(again.url, maria.account);
    person.sessionId = maria.sessionId;
    for (const id of taken) expect((await person.get(api.document(id))).status).toBe(200);
    expect(
      (await new Person(again.url, maria.account).get(`${api.ping}?sessionId=${maria.sessionId}`)).status,
    ).toBe(204);
    await again.close();
    await own.remove();
  });
});

describe('logs', () => {
  test('hold no secret of a whole journey, errors included', async () => {
    const [account] = home.accounts;
    const maria = await Person.at(server.url, account);
    const id = await maria.document(smallPdf());
    const otp = '918273';
    await maria.get(`${api.ping}?sessionId=${maria.sessionId}`);
    await maria.get(`${api.ping}?sessionId=${maria.sessionId}&sessionId=${maria.sessionId}`);
    await maria.get(`/api/nothing?sessionId=${maria.sessionId}`);
    await maria.sign({ documents: [id], otp });
    await maria.sign({ documents: [id], otp, password: 'Wr0ng!secret' });
    await maria.post(api.sign, `{"password":"${maria.account.password}`);
    await maria.call(api.sign, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"otp":"${otp}", x`,
    });
    await fetch(`${server.url}/%zz?sessionId=${maria.sessionId}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const log = home.logged.join('');
    expect(log).toContain('"route":"/api/sign_document"');
    const secrets = [maria.account.password, 'Wr0ng!secret', otp, maria.sessionId, maria.account.totpSecret];
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});

describe('a client that misbehaves', () => {
  test('gets an answer and harms nobody', async () => {
    const port = Number(new URL(server.url).port);
    const say = (text: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        let heard = '';
        socket.on('data', (data) => {
          heard += data.toString();
        });
        socket.on('error', () => resolve(heard));
        socket.on('close', () => resolve(heard));
        setTimeout(() => socket.destroy(), 1000);
      });
    expect(await say('NONSENSE\r\n\r\n')).toContain('400');
    await say(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`);
    await say('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{');
    expect((await get(api.config)).status).toBe(200);
  });
});
