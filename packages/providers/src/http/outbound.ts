import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { type HttpErrorCode, ProviderError } from '../errors.ts';
import { addressRule, checkedLookup, literalAddress } from './address.ts';
import { dropBody, readBody } from './body.ts';

export interface OutboundOptions {
  /** URL of an HTTP proxy for all that goes out; none when left out. */
  proxy?: string;
  /** Hosts that are asked without it: names, `.suffixes`, `host:port`. */
  noProxy?: readonly string[];
  /**
   * `public`: only addresses of the public internet are connected to, checked after a name is resolved. With a proxy
   * names are the proxy's to resolve and to refuse. `any` is for addresses that the operator chose.
   */
  addresses: 'public' | 'any';
  /** Networks (addresses or CIDR) that are reached beside the public internet. */
  networks?: readonly string[];
}

export interface OutboundRequest {
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** For the whole answer, redirects and body included. */
  timeoutMs: number;
  maxBytes: number;
  /** Asked for each piece of the body: whether so many octets more may be held by all that belong together. */
  admit?: (octets: number) => boolean;
  /** Redirects that are followed, each checked as the first URL was; only for GET. */
  redirects?: number;
  /** Whether an answer of this status is given with its body; only 200 when left out. */
  statuses?: (status: number) => boolean;
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  /** Lower case, without parameters; empty where there is none. */
  contentType: string;
  /** By lower-case name; of one that was repeated the first. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

export interface Outbound {
  /** Throws ProviderError `http_*`; every status but 200 is an error, where `statuses` does not say otherwise. */
  ask(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Ends idle connections. */
  close(): Promise<void>;
}

/** The one way by which HTTP leaves: bounded in time and size, over a proxy where there is one. */
export function outboundHttp(options: OutboundOptions): Outbound {
  const reachable = options.addresses === 'any' ? () => true : addressRule(options.networks ?? []);
  const dispatcher = dispatcherOf(options, reachable);
  return {
    ask: (asked) => ask(asked, dispatcher, reachable),
    close: () => dispatcher.close(),
  };
}

type Reachable = (address: string) => boolean;

function dispatcherOf({ proxy, noProxy = [], addresses }: OutboundOptions, reachable: Reachable): Dispatcher {
  const common = {
    allowH2: false,
    connections: 16,
    maxHeaderSize: 16 * 1024,
    connect: addresses === 'public' ? { lookup: checkedLookup(reachable) } : {},
  };
  if (proxy === undefined) return new Agent(common);
  return new EnvHttpProxyAgent({
    ...common,
    httpProxy: proxy,
    httpsProxy: proxy,
    noProxy: noProxy.join(','),
  });
}

async function ask(
  asked: OutboundRequest,
  dispatcher: Dispatcher,
  reachable: Reachable,
): Promise<OutboundAnswer> {
  const late = AbortSignal.timeout(asked.timeoutMs);
  const signal = asked.signal === undefined ? late : AbortSignal.any([late, asked.signal]);
  try {
    return await follow(asked, dispatcher, reachable, signal);
  } catch (cause) {
    if (late.aborted) throw new ProviderError('http_timeout', 'the answer took too long', { cause });
    throw problem(cause);
  }
}

async function follow(
  asked: OutboundRequest,
  dispatcher: Dispatcher,
  reachable: Reachable,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const { method, body, redirects = 0, maxBytes, admit, statuses = (status) => status === 200 } = asked;
  let url = allowed(asked.url, reachable);
  for (let left = method === 'GET' ? redirects : 0; ; left--) {
    const response = await request(url, {
      dispatcher,
      method,
      signal,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'WebSign', ...asked.headers },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    const { statusCode: status, headers } = response;
    const location = [300, 304].includes(status) ? undefined : single(headers.location);
    if (status >= 300 && status < 400 && location !== undefined && left > 0) {
      dropBody(response.body);
      url = allowed(new URL(location, url).href, reachable);
      continue;
    }
    if (!statuses(status)) {
      dropBody(response.body);
      const busy = status === 429 || status >= 500;
      throw new ProviderError(busy ? 'http_busy' : 'http_status', `HTTP ${status}`);
    }
    const contentType = single(headers['content-type'])?.split(';')[0]?.trim().toLowerCase() ?? '';
    const read = await readBody(response.body, maxBytes, admit);
    return { status, contentType, headers: singles(headers), body: read };
  }
}

const singles = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, single(value) ?? '']));

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

/** Refuses what is not plain http(s), and an address in place of a name that must not be reached. */
function allowed(address: string, reachable: Reachable): URL {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ProviderError('http_address', 'not an http(s) address without a user');
  const literal = literalAddress(url);
  if (literal !== undefined && !reachable(literal))
    throw new ProviderError('http_address', `${literal} is no address that is allowed`);
  return url;
}

/** Errors of ours may be the cause of the library's. */
function problem(error: unknown): ProviderError {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof ProviderError) return at;
  const code: HttpErrorCode = 'http_unreachable';
  return new ProviderError(code, 'the server could not be asked', { cause: error });
}
