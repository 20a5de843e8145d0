import {
  api,
  errorAnswer,
  type HistoryAnswer,
  limits,
  type SignAnswer,
  signedDocument,
  type signingStarted,
  uploadAnswer,
} from '@websign/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { RunningServer } from '../../src/main.ts';
import { type Postgres, startPostgres } from '../storage/support/postgres.ts';
import { type Asked, type Asker, type Call, calls, type Expected, type Ids } from './calls.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';

const all = Object.entries(calls);
const signError = errorAnswer.extend({ documents: z.array(signedDocument).optional() }).strict();
const naming = all.filter(([, { names }]) => names !== undefined);

const json = 'application/json';
const streams: Record<string, string> = {
  'GET /api/documents/{id}/file': 'application/pdf',
  'GET /api/groups/{id}/zip': 'application/zip',
  'GET /api/history.csv': 'text/csv',
};
type Responses = Record<string, { content?: Record<string, unknown> }>;

/** Ids that are none, as they stand in a path, and their answer. */
const strangePaths: [string, Expected][] = [
  ['x', [404, 'not_found']],
  ['0', [404, 'not_found']],
  ['%00', [404, 'not_found']],
  ['a%00b', [404, 'not_found']],
  ['..%2f..%2fetc%2fpasswd', [404, 'not_found']],
  ["'%20OR%201=1--", [404, 'not_found']],
  ['__proto__', [404, 'not_found']],
  ['%F0%9F%98%80', [404, 'not_found']],
  ['a'.repeat(32), [404, 'not_found']],
  ['a'.repeat(300), [404, 'not_found']],
  ['%ff', [400, 'bad_request']],
  ['%zz', [400, 'bad_request']],
];

/** Bodies that are no JSON object of the call's form. */
const strangeBodies: [string, BodyInit, string][] = [
  ['nothing', '', 'application/json'],
  ['half', '{"a":', 'application/json'],
  ['null', 'null', 'application/json'],
  ['a list', '[]', 'application/json'],
  ['a number', '1e999', 'application/json'],
  ['a prototype', '{"__proto__":{"x":1}}', 'application/json'],
  ['a constructor', '{"constructor":{"prototype":{}}}', 'application/json'],
  ['a depth of 100,000', '['.repeat(100_000) + ']'.repeat(100_000), 'application/json'],
  ['too many bytes', `"${'x'.repeat(1024 * 1024)}"`, 'application/json'],
  ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe]), 'application/json'],
  ['another type', '{}', 'text/plain'],
  ['no type', '{}', 'nonsense'],
];

function table(database: () => Promise<string | undefined>): void {
  let home: TestHome;
  let server: RunningServer;
  let mine: Ids;
  let foreign: Ids;
  const unknown: Ids = {
    ...{ document: 'A'.repeat(32), signed: 'B'.repeat(32) },
    ...{ group: '99999', signing: 'C'.repeat(32) },
  };

  const enter = (at: number) => Person.at(server.url, home.accounts[at]);
  const askerOf = (person: Person): Asker => ({
    ...person.account,
    sessionId: person.sessionId,
    otp: () => '000000',
  });

  async function makeIds(person: Person, group: string): Promise<Ids> {
    const document = await person.document(smallPdf(`${group} a`), 'a.pdf', group);
    const signed = await person.document(smallPdf(`${group} b`), 'b.pdf', group);
    const otp = freshCode(home, person.account);
    const started = await person.sign<z.infer<typeof signingStarted>>(
      { documents: [signed], otp },
      { prefer: 'respond-async' },
    );
    const { signing } = started.body;
    const status = async () => (await person.get<SignAnswer>(api.signing(signing))).body.status;
    await vi.waitUntil(async () => (await status()) === 'success', { timeout: 20_000 });
    return { document, signed, group, signing };
  }

  beforeAll(async () => {
    const url = await database();
    home = await testHome({ ADDRESS_FAILURES: '100000', ...(url && { DATABASE_URL: url }) });
    server = await startTest(home);
    mine = await makeIds(await enter(0), '41');
    foreign = await makeIds(await enter(1), '51');
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await home?.remove();
  });

  /** Sends it and checks all that every answer has in common. */
  async function answer(call: Call, asked: Asked, headers: Record<string, string>, secrets: string[]) {
    const { method, path, body } = asked;
    const form = body instanceof FormData;
    const response = await fetch(server.url + path, {
      method,
      headers: { ...headers, ...(body === undefined || form ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    return told(call, response, secrets);
  }

  async function told(call: Call, response: Response, secrets: string[]): Promise<Expected> {
    const text = await response.text();
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('cache-control')).toBe('no-store');
    if (response.status < 400) return [response.status];
    for (const secret of secrets) expect(text).not.toContain(secret);
    const json: unknown = JSON.parse(text);
    if (call.session === 'form') return [response.status, uploadAnswer.strict().parse(json).code ?? ''];
    const shape = call === calls['POST /api/sign_document'] ? signError : errorAnswer.strict();
    return [response.status, shape.parse(json).error.code];
  }

  const bearer = (sessionId: string): Record<string, string> => ({ authorization: `Bearer ${sessionId}` });
  const secretsOf = (ids: Ids, { sessionId, password }: Asker) => [
    ...[ids.document, ids.signed, ids.signing, sessionId, password].filter((secret) => secret !== ''),
  ];
  /** As somebody with this session asks it; ids in a body are part of the answer's list of documents. */
  const asks = (call: Call, asked: Asked, asker: Asker, ids: Ids) =>
    answer(
      call,
      asked,
      call.session.startsWith('header') ? bearer(asker.sessionId) : {},
      call.names === 'body' ? [asker.sessionId, asker.password] : secretsOf(ids, asker),
    );

  test('every call of OpenAPI is in the table, and the table has no other', async () => {
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: Responses; security?: object[] }>>;
    };
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, it]) => [`${method.toUpperCase()} ${path}`, it] as const),
    );
    expect(described.map(([name]) => name).sort()).toEqual(Object.keys(calls).sort());
    for (const [name, { responses, security }] of described) {
      const { session } = calls[name] ?? { session: 'none' };
      const ways = session === 'header' ? 1 : session === 'header if any' ? 2 : 0;
      expect([name, security?.length ?? 0]).toEqual([name, ways]);
      const errors = Object.keys(responses).filter((status) => /^[45]/.test(status));
      if (name === 'GET /api/config') continue;
      expect([name, errors]).toEqual([name, ['4XX', '5XX']]);
      for (const status of errors) {
        expect([name, Object.keys(responses[status]?.content ?? {})]).toEqual([name, ['application/json']]);
      }
      const [type] = Object.keys(responses[200]?.content ?? { [json]: {} });
      expect([name, type]).toEqual([name, streams[name] ?? json]);
    }
  });

  describe('with a session and one’s own ids', () => {
    test.each(all)('%s', async (_, call) => {
      const person = await enter(0);
      const asker = { ...askerOf(person), otp: () => freshCode(home, person.account) };
      expect(await asks(call, call.ask(mine, asker), asker, mine)).toEqual(call.own);
    });
  });

  describe('SES-4: without a session', () => {
    const refused: Expected = [401, 'session_required'];
    test.each(all)('%s', async (_, call) => {
      const { sessionId, ...person } = askerOf(await enter(0));
      const nobody = { ...person, sessionId: '' };
      const asked = () => call.ask(mine, nobody);
      const without = call.stranger ?? (call.session === 'none' ? call.own : refused);
      expect(await answer(call, asked(), {}, secretsOf(mine, nobody))).toEqual(without);
      if (!call.session.startsWith('header')) return;
      for (const header of [
        ...['x', 'Bearer', 'Bearer ', `Bearer ${'A'.repeat(43)}`, `Basic ${sessionId}`, sessionId],
        ...[`Bearer ${sessionId}x`, `Bearer ${sessionId} `.repeat(2), `Bearer ${sessionId.toLowerCase()}`],
      ]) {
        const headers = { authorization: header };
        expect([header, await answer(call, asked(), headers, secretsOf(mine, nobody))]).toEqual([
          ...[header, refused],
        ]);
      }
    });
  });

  describe('SES-4: with a session that was ended', () => {
    test.each(all.filter(([, { session }]) => session !== 'none'))('%s', async (_, call) => {
      const person = await enter(0);
      await person.call(api.logout, { method: 'POST' });
      const asker = askerOf(person);
      expect(await asks(call, call.ask(mine, asker), asker, mine)).toEqual([401, 'session_required']);
    });
  });

  describe('UP-4: with another signer’s ids', () => {
    test.each(naming)('%s', async (_, call) => {
      const asker = askerOf(await enter(0));
      const requests = [call.ask(foreign, asker), ...(call.alsoNaming?.(foreign, mine, asker) ?? [])];
      for (const asked of requests)
        expect(await asks(call, asked, asker, foreign)).toEqual([404, 'not_found']);
    });
  });

  describe('UP-4: with ids that nobody has', () => {
    test.each(naming)('%s', async (_, call) => {
      const asker = askerOf(await enter(0));
      const requests = [call.ask(unknown, asker), ...(call.alsoNaming?.(unknown, mine, asker) ?? [])];
      for (const asked of requests)
        expect(await asks(call, asked, asker, unknown)).toEqual([404, 'not_found']);
    });
  });

  describe('with ids that are none', () => {
    test.each(naming.filter(([, { names }]) => names === 'path'))('%s', async (_, call) => {
      const asker = askerOf(await enter(0));
      const mark = 'MARKMARKMARK';
      const ask = call.ask({ document: mark, signed: mark, group: mark, signing: mark }, asker);
      for (const [id, expected] of strangePaths) {
        const asked = { ...ask, path: ask.path.replace(mark, id) };
        expect([id, await asks(call, asked, asker, unknown)]).toEqual([id, expected]);
      }
    });
  });

  describe('with what is not of the call’s form', () => {
    test.each(all.filter(([, { malformed }]) => malformed))('%s', async (_, call) => {
      const asker = askerOf(await enter(0));
      for (const one of call.malformed?.(mine, asker) ?? []) {
        const [asked, expected] = 'path' in one ? [one, [400, 'bad_request'] as const] : one;
        const shown = JSON.stringify(asked);
        expect([shown, await asks(call, asked, asker, mine)]).toEqual([shown, expected]);
      }
    });

    test.each(all.filter(([name]) => /^(POST|PUT) /.test(name) && !/(logout|request_otp)$/.test(name)))(
      '%s with a body that is none',
      async (_, call) => {
        const asker = askerOf(await enter(0));
        const { method, path } = call.ask(mine, asker);
        for (const [kind, body, type] of strangeBodies) {
          const headers = { ...bearer(asker.sessionId), 'content-type': type };
          const response = await fetch(server.url + path, { method, headers, body });
          const heard = await told(call, response, secretsOf(mine, asker));
          expect([kind, heard]).toEqual([kind, [400, 'bad_request']]);
        }
      },
    );

    test.each(all)('%s by another method', async (name, call) => {
      const asker = askerOf(await enter(0));
      const { path } = call.ask(mine, asker);
      const [, route] = name.split(' ');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (`${method} ${route}` in calls) continue;
        const response = await fetch(server.url + path, { method, headers: bearer(asker.sessionId) });
        const { error } = errorAnswer.parse(await response.json());
        expect([method, response.status, error.code]).toEqual([method, 404, 'not_found']);
      }
    });
  });

  test('HIS-2: what another signer sees of the history is only their own', async () => {
    for (const [at, others] of [[0, foreign] as const, [1, mine] as const]) {
      const { body } = await (await enter(at)).get<HistoryAnswer>(`${api.history}?size=100`);
      const shown = body.rows.map(({ id }) => id);
      expect(shown.filter((id) => id === others.document || id === others.signed)).toEqual([]);
    }
  });

  describe('SES-4, HIS-2: when the session has lapsed, and the documents are no longer kept', () => {
    let old: Asker;
    beforeAll(async () => {
      old = askerOf(await enter(0));
      home.advance(limits.sessionIdleMs);
    });

    test.each(all.filter(([, { session }]) => session !== 'none'))('%s: the session', async (_, call) => {
      expect(await asks(call, call.ask(mine, old), old, mine)).toEqual([401, 'session_required']);
    });

    describe('a month later', () => {
      beforeAll(() => home.advance(31 * 24 * 60 * 60_000));
      test.each(naming.filter(([, { expired }]) => expired))('%s: the document', async (_, call) => {
        const person = await enter(0);
        const asker = { ...askerOf(person), otp: () => freshCode(home, person.account) };
        expect(await asks(call, call.ask(mine, asker), asker, mine)).toEqual(call.expired);
      });
    });
  });
}

describe('SQLite', () => table(async () => undefined));

describe('PostgreSQL', () => {
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 120_000);
  afterAll(() => postgres?.stop());
  table(() => postgres?.createDatabase() ?? Promise.reject(new Error('no server')));
});
