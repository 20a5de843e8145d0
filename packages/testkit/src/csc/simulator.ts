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
  const desk = new Desk(options, methods, oauth);
  const server = createServer((request, response) => {
    desk.answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  desk.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { keys, activations } = methods;
  return {
    url: `${desk.origin}/csc/v${version}`,
    client,
    fault: (fault) => {
      desk.fault = fault;
    },
    code: (id) => keys.code(keys.get(id)),
    decide: (decision) => {
      activations.decision = decision;
    },
    unlock: (id) => {
      keys.get(id).failed = 0;
    },
    setEnabled: (id, enabled) => {
      keys.get(id).enabled = enabled;
    },
    authorized: (id) => keys.get(id).authorized,
    signed: (id) => keys.get(id).signed,
    calls: (method) => desk.calls.get(method)?.count ?? 0,
    lastBody: (method) => desk.calls.get(method)?.last ?? {},
    forgetTokens: () => oauth.forget(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Takes requests to where they are answered, counts them, and lets answers suffer what is asked for. */
class Desk {
  readonly #options: CscSimulatorOptions;
  readonly #methods: CscMethods;
  readonly #oauth: Oauth;
  readonly #prefix: string;
  readonly calls = new Map<string, { count: number; last: Fields }>();
  fault: CscFault | null = null;
  origin = '';

  constructor(options: CscSimulatorOptions, methods: CscMethods, oauth: Oauth) {
    this.#options = options;
    this.#methods = methods;
    this.#oauth = oauth;
    this.#prefix = `/csc/v${options.version ?? 2}/`;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://simulated');
    const asked = await readAsked(request);
    if (asked === undefined) return send(response, { status: 413, text: '' });
    const page = this.#page(url, asked, request.method ?? '');
    if (page !== undefined) return sendPage(response, page);
    const { pathname } = url;
    const isMethod = pathname.startsWith(this.#prefix);
    const method = isMethod ? pathname.slice(this.#prefix.length) : pathname.slice(1);
    this.calls.set(method, { count: (this.calls.get(method)?.count ?? 0) + 1, last: asked.fields });
    const done = () => (isMethod ? this.#method(method, asked) : this.#oauthAnswer(pathname, asked));
    const outgoing = await this.#suffered(method, done, response, asked);
    if (outgoing !== undefined) send(response, outgoing);
  }

  #page({ pathname, searchParams }: URL, { text }: Asked, http: string): PageAnswer | undefined {
    if (pathname === '/oauth2/authorize' && http === 'GET') return this.#oauth.page(searchParams);
    const id = /^\/oauth2\/authorize\/([\w-]+)$/.exec(pathname)?.[1];
    if (id === undefined || http !== 'POST') return undefined;
    return this.#oauth.answered(id, new URLSearchParams(text));
  }

  #method(method: string, { fields, authorization }: Asked): Answer {
    const { names } = this.#methods;
    if (method === 'info') return { status: 200, body: infoAnswer(this.#options, names, this.origin) };
    if (method === 'auth/login') return { status: 200, body: this.#oauth.login(authorization) };
    const token = /^Bearer (.+)$/.exec(authorization)?.[1];
    if (token === undefined) throw new Refused('invalid_request', 'Malformed authorization header');
    this.#oauth.require(token);
    const answer = this.#methods.call(method, fields, token);
    if (answer === undefined) throw new Refused('invalid_request', 'No such method', 501);
    return answer;
  }

  #oauthAnswer(path: string, { text }: Asked): Answer {
    const form = new URLSearchParams(text);
    if (path === '/oauth2/token') return { status: 200, body: this.#oauth.token(form) };
    if (path === '/oauth2/pushed_authorize' && this.#options.pushed === true)
      return { status: 201, body: this.#oauth.push(form) };
    if (path === '/.well-known/oauth-authorization-server')
      return { status: 200, body: metadata(this.#options, this.origin) };
    return { status: 404, body: {} };
  }

  async #suffered(
    method: string,
    done: () => Answer,
    response: ServerResponse,
    { text }: Asked,
  ): Promise<Outgoing | undefined> {
    try {
      const { fault } = this;
      if (fault === null || (fault.method ?? 'signatures/signHash') !== method) return plain(done());
      const { times = Number.POSITIVE_INFINITY } = fault;
      this.fault = times > 1 ? { ...fault, times: times - 1 } : null;
      return await suffered(fault, done, response, text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return refusal(error);
    }
  }
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
