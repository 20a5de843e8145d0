import type { Dispatcher } from 'undici';
import { ProviderError } from '../errors.ts';
import { addressRule, checkedLookup } from './address.ts';
import { dropBody, readBody } from './body.ts';
import { allowed, problem, type Reachable, single, singles } from './rules.ts';
import { openStream, type StreamAnswer, type StreamRequest } from './stream.ts';

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
  /** Connections to one server at once; 16 when left out. */
  connections?: number;
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

/** A way out for bodies that are not held in memory, too. */
export interface StreamingOutbound extends Outbound {
  /** Every status is an answer, redirects too: none is followed. Throws ProviderError `http_*`. */
  open(request: StreamRequest): Promise<StreamAnswer>;
}

/** The one way by which HTTP leaves: bounded in time and size, over a proxy where there is one. */
export function outboundHttp(options: OutboundOptions): StreamingOutbound {
  const reachable = options.addresses === 'any' ? () => true : addressRule(options.networks ?? []);
  // Loaded with the first request: most files on the command line are judged without one.
  let dispatcher: Promise<Dispatcher> | undefined;
  const way = (): Promise<Dispatcher> => {
    dispatcher ??= dispatcherOf(options, reachable);
    return dispatcher;
  };
  return {
    ask: async (asked) => ask(asked, await way(), reachable),
    open: async (asked) => openStream(asked, await way(), reachable),
    close: async () => (await dispatcher)?.close(),
  };
}

async function dispatcherOf(
  { proxy, noProxy = [], addresses, connections = 16 }: OutboundOptions,
  reachable: Reachable,
): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const common = {
    allowH2: false,
    connections,
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
  const { request } = await import('undici');
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
