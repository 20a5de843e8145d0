import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CscFault, CscSimulator, CscSimulatorOptions } from './face.ts';
import { type Outgoing, plain, suffered } from './faults.ts';
import { infoAnswer, metadata } from './info.ts';
import { type Answer, CscMethods } from './methods.ts';
import { Oauth, type PageAnswer } from './oauth.ts';
import { type Fields, Refused } from './refused.ts';

const MAX_BODY = 4 * 1024 * 1024;

/**
 * A remote signing service on this machine, over HTTP: the API of the Cloud Signature Consortium in v2.0 or v1.0.4,
 * with keys, activations bound to hashes, single-use codes, lockout, its own page, and faults.
 */
export async function startCscSimulator(options: CscSimulatorOptions): Promise<CscSimulator> {
  const { version = 2, port = 0, clock = Date.now } = options;
  const client = options.client ?? { id: 'websign', secret: 'simulated-client-secret' };
  const methods = new CscMethods(options, clock);
  const oauth = new Oauth(options, client, methods, clock);
  const calls = new Map<string, { count: number; last: Fields }>();
  const now = { fault: null as CscFault | null, origin: '' };
  const prefix = `/csc/v${version}/`;

  function work(method: string, asked: Asked): Answer {
    const { fields, authorization } = asked;
    if (method === 'info') return { status: 200, body: infoAnswer(options, methods.names, now.origin) };
    if (method === 'auth/login') return { status: 200, body: oauth.login(authorization) };
    const token = /^Bearer (.+)$/.exec(authorization)?.[1];
    if (token === undefined) throw new Refused('invalid_request', 'Malformed authorization header');
    oauth.require(token);
    const answer = methods.call(method, fields, token);
    if (answer === undefined) throw new Refused('invalid_request', 'No such method', 501);
    return answer;
  }

  function tokens(path: string, asked: Asked): Answer | undefined {
    const form = new URLSearchParams(asked.text);
    if (path === '/oauth2/token') return { status: 200, body: oauth.token(form) };
    if (path === '/oauth2/pushed_authorize' && options.pushed === true)
      return { status: 201, body: oauth.push(form) };
    if (path === '/.well-known/oauth-authorization-server')
      return { status: 200, body: metadata(options, now.origin) };
    return undefined;
  }

  function pages({ pathname, searchParams }: URL, asked: Asked, http: string): PageAnswer | undefined {
    if (pathname === '/oauth2/authorize' && http === 'GET') return oauth.page(searchParams);
    const id = /^\/oauth2\/authorize\/([\w-]+)$/.exec(pathname)?.[1];
    if (id === undefined || http !== 'POST') return undefined;
    return oauth.answered(id, new URLSearchParams(asked.text));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://simulated');
    const asked = await readAsked(request);
    if (asked === undefined) return send(response, { status: 413, text: '' });
    const page = pages(url, asked, request.method ?? '');
    if (page !== undefined) return sendPage(response, page);
    const { pathname } = url;
    const method = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname.slice(1);
    const count = (calls.get(method)?.count ?? 0) + 1;
    calls.set(method, { count, last: asked.fields });
    const done = () =>
      tokens(pathname, asked) ??
      (pathname.startsWith(prefix) ? work(method, asked) : { status: 404, body: {} });
    const outgoing = await outgoingOf(method, done, response, asked);
    if (outgoing !== undefined) send(response, outgoing);
  }

  async function outgoingOf(
    method: string,
    done: () => Answer,
    response: ServerResponse,
    asked: Asked,
  ): Promise<Outgoing | undefined> {
    try {
      const { fault } = now;
      if (fault === null || (fault.method ?? 'signatures/signHash') !== method) return plain(done());
      if (fault.times !== undefined)
        now.fault = fault.times > 1 ? { ...fault, times: fault.times - 1 } : null;
      return await suffered(fault, done, response, asked.text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return refusal(error);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  now.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `${now.origin}/csc/v${version}`,
    client,
    fault: (fault) => {
      now.fault = fault;
    },
    code: (id) => methods.keys.code(methods.keys.get(id)),
    decide: (decision) => {
      methods.activations.decision = decision;
    },
    unlock: (id) => {
      methods.keys.get(id).failed = 0;
    },
    setEnabled: (id, enabled) => {
      methods.keys.get(id).enabled = enabled;
    },
    authorized: (id) => methods.keys.get(id).authorized,
    signed: (id) => methods.keys.get(id).signed,
    calls: (method) => calls.get(method)?.count ?? 0,
    lastBody: (method) => calls.get(method)?.last ?? {},
    forgetTokens: () => oauth.forget(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Asked {
  fields: Fields;
  text: string;
  authorization: string;
}

async function readAsked(request: IncomingMessage): Promise<Asked | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return { text, fields: fieldsIn(text), authorization: request.headers.authorization ?? '' };
}

function fieldsIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

const refusal = ({ status, error, message }: Refused): Outgoing => ({
  status,
  text: JSON.stringify({ error, error_description: message }),
});

function send(response: ServerResponse, { status, text, headers = {} }: Outgoing): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  response.end(status === 204 ? undefined : text);
}

function sendPage(response: ServerResponse, page: PageAnswer): void {
  if ('location' in page) response.writeHead(302, { location: page.location }).end();
  else
    response
      .writeHead(page.status, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
      .end(page.html);
}
