import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Material, Missing } from '@websign/pki';
import { type HttpErrorCode, ProviderError } from '../errors.ts';
import { Circuit } from '../http/circuit.ts';
import { type Outbound, type OutboundRequest, outboundHttp } from '../http/outbound.ts';
import { ShortCache } from './cache.ts';
import { turns } from './turns.ts';

export interface MaterialClientOptions {
  /** How strangers' URLs are reached; directly, and public addresses only, when left out. */
  http?: Outbound;
  /** For one answer, body included; 10 s when left out. */
  timeoutMs?: number;
  /** Attempts after a first one that failed at once; 2 when left out. Time-outs are not repeated. */
  retries?: number;
  /** Before the first repetition, doubled before each further one; 250 ms when left out. */
  backOffMs?: number;
  /** Requests under way at once, over all callers; 16 when left out. */
  atOnce?: number;
  /** Octets of all answers to one call; 64 MiB when left out. */
  callBytes?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Answers without leaving the process: undefined for what it does not serve. */
  local?: (missing: Missing) => Promise<Uint8Array | undefined>;
  /** Told of each URL that gave nothing, for the log. */
  onFailure?: (failure: { kind: Missing['kind']; host: string; code: HttpErrorCode | 'resting' }) => void;
}

export interface MaterialClient {
  /**
   * Asks for everything that is missing, at most 64 at a time and 64 MiB in all, and gives what came, unparsed: `certificates` may be a
   * certificate or a certs-only CMS (pki's certificatesOf). A source that is away gives nothing and never throws.
   */
  fetch(missing: readonly Missing[], signal?: AbortSignal): Promise<Material>;
  /** Ends idle connections. */
  close(): Promise<void>;
}

const MAX_MISSING = 64;
const KIB = 1024;
const MAX_BYTES: Readonly<Record<Missing['kind'], number>> = {
  ocsp: 256 * KIB,
  crl: 64 * KIB * KIB,
  issuer: 256 * KIB,
};
/**
 * How long an answer is given again. OCSP is asked anew each time, as a signature wants an answer younger than itself;
 * the others are of interest to all documents of a moment.
 */
const KEEP_MS: Readonly<Record<Missing['kind'], number>> = { ocsp: 0, crl: 60_000, issuer: 10 * 60_000 };
const CACHE_BYTES = 64 * KIB * KIB;
/** Octets of one call's answers: a document may name very many large lists. */
const CALL_BYTES = 64 * KIB * KIB;
/** Requests of one call that run at once: its slow sources leave turns to other callers. */
const CALL_AT_ONCE = 6;

export function materialClient(options: MaterialClientOptions = {}): MaterialClient {
  const { clock = Date.now, atOnce = 16, callBytes = CALL_BYTES, local, onFailure } = options;
  const http = options.http ?? outboundHttp({ addresses: 'public' });
  const cache = new ShortCache(clock, CACHE_BYTES);
  const circuit = new Circuit(clock);
  const inTurn = turns(atOnce);
  /** Requests under way that others may wait for too. */
  const underWay = new Map<string, Promise<Uint8Array | undefined>>();

  async function ask(missing: Missing, call: Call): Promise<Uint8Array | undefined> {
    const host = URL.parse(missing.url)?.host ?? '';
    const server = serverOf(missing);
    const told = (code: HttpErrorCode | 'resting') => onFailure?.({ kind: missing.kind, host, code });
    if (!circuit.closed(server)) {
      told('resting');
      return undefined;
    }
    try {
      const { body } = await attempts(http, requestFor(missing, options, call), options);
      circuit.succeeded(server);
      return body;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (call.signal?.aborted === true) return undefined;
      if (restsAfter(error)) circuit.failed(server);
      told(error.code as HttpErrorCode);
      return undefined;
    }
  }

  async function one(missing: Missing, call: Call): Promise<Uint8Array | undefined> {
    const near = await local?.(missing);
    if (near !== undefined) return near;
    const key = keyOf(missing);
    const kept = cache.get(key);
    if (kept !== undefined) return kept;
    const shared = underWay.get(key);
    const theirs = shared === undefined ? undefined : await shared;
    if (theirs !== undefined) return theirs;
    const asked = inTurn(() => ask(missing, call)).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    const body = await asked;
    if (body !== undefined) cache.put(key, body, KEEP_MS[missing.kind]);
    return body;
  }

  return {
    async fetch(missing, signal) {
      const wanted = distinct(missing).slice(0, MAX_MISSING);
      const call: Call = { signal, admit: budget(callBytes) };
      const ownTurn = turns(CALL_AT_ONCE);
      const bodies = await Promise.all(wanted.map((each) => ownTurn(() => one(each, call))));
      const of = (kind: Missing['kind']) =>
        bodies.flatMap((body, at) => (body !== undefined && wanted[at]?.kind === kind ? [body] : []));
      return { certificates: of('issuer'), ocsps: of('ocsp'), crls: of('crl') };
    },
    close: () => http.close(),
  };
}

/** What the requests of one call have in common. */
interface Call {
  signal: AbortSignal | undefined;
  admit: (octets: number) => boolean;
}

function budget(octets: number): Call['admit'] {
  let left = octets;
  return (more) => {
    left -= more;
    return left >= 0;
  };
}

/** What rests where it failed: another port, scheme or kind of answer of the same host may be another server. */
function serverOf({ kind, url }: Missing): string {
  const { protocol, hostname, port } = URL.parse(url) ?? { protocol: '', hostname: '', port: '' };
  return `${kind} ${protocol}//${hostname}:${port}`;
}

function distinct(missing: readonly Missing[]): Missing[] {
  return [...new Map(missing.map((each) => [keyOf(each), each])).values()];
}

function keyOf(missing: Missing): string {
  if (missing.kind !== 'ocsp') return `${missing.kind} ${missing.url}`;
  return `ocsp ${missing.url} ${createHash('sha256').update(missing.request).digest('hex')}`;
}

function requestFor(
  missing: Missing,
  { timeoutMs = 10_000 }: MaterialClientOptions,
  { signal, admit }: Call,
): OutboundRequest {
  const { kind, url } = missing;
  const common = {
    url,
    timeoutMs,
    maxBytes: MAX_BYTES[kind],
    admit,
    ...(signal === undefined ? {} : { signal }),
  };
  if (kind !== 'ocsp') return { ...common, method: 'GET', redirects: 3 };
  const headers = { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' };
  return { ...common, method: 'POST', headers, body: missing.request };
}

async function attempts(
  http: Outbound,
  request: OutboundRequest,
  { retries = 2, backOffMs = 250 }: MaterialClientOptions,
): ReturnType<Outbound['ask']> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await http.ask(request);
    } catch (error) {
      if (!isPassing(error) || attempt >= retries || request.signal?.aborted === true) throw error;
      await pause(backOffMs * 2 ** attempt);
    }
  }
}

/** What may go well the next moment. */
function isPassing(error: unknown): boolean {
  return error instanceof ProviderError && (error.code === 'http_unreachable' || error.code === 'http_busy');
}

/** A host that does not answer, or answers that it cannot, is left in peace for a while; one that refuses is well. */
function restsAfter(error: ProviderError): boolean {
  return error.code === 'http_timeout' || isPassing(error);
}
