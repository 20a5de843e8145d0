import { setTimeout as pause } from 'node:timers/promises';
import type { Material, Missing } from '@websign/pki';
import { type HttpErrorCode, ProviderError } from '../errors.ts';
import { type Outbound, type OutboundRequest, outboundHttp } from '../http/outbound.ts';
import { ShortCache } from './cache.ts';
import { isAnchored, keyOf, restsOf } from './rests.ts';
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
  /**
   * Requests under way at once; 16 when left out, half of them for one owner. So many for what authorities name, and so many
   * for what strangers' certificates do: these never wait for those, nor those for these.
   */
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

/** Who asks, and for how long. */
export interface Asking {
  signal?: AbortSignal;
  /** Owners, such as accounts, take turns; nobody's when left out. */
  owner?: string;
}

export interface MaterialClient {
  /**
   * Asks for everything that is missing, at most 64 at a time and 64 MiB in all, and gives what came, unparsed: `certificates` may be a
   * certificate or a certs-only CMS (pki's certificatesOf). A source that is away gives nothing and never throws.
   */
  fetch(missing: readonly Missing[], asking?: Asking): Promise<Material>;
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
  const rests = restsOf(clock);
  const bounds = { atOnce, each: Math.max(1, Math.floor(atOnce / 2)) };
  const pools = { anchored: turns(bounds), strangers: turns(bounds) };
  /** Requests that have begun, on which others may wait too. */
  const underWay = new Map<string, Promise<Uint8Array | undefined>>();

  async function ask(missing: Missing, call: Call): Promise<Uint8Array | undefined> {
    const host = URL.parse(missing.url)?.host ?? '';
    const told = (code: HttpErrorCode | 'resting') => onFailure?.({ kind: missing.kind, host, code });
    if (!rests.mayAsk(missing)) {
      told('resting');
      return undefined;
    }
    try {
      const { body } = await attempts(http, requestFor(missing, options, call), options);
      rests.succeeded(missing);
      return body;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (isOver(call)) return undefined;
      if (restsAfter(error)) rests.failed(missing);
      told(error.code as HttpErrorCode);
      return undefined;
    }
  }

  /** In its turn: whoever joins a request waits for one that has begun, and not for another's turn. */
  async function askOnce(missing: Missing, call: Call): Promise<Uint8Array | undefined> {
    const key = keyOf(missing);
    const kept = cache.get(key);
    if (kept !== undefined) return kept;
    const shared = underWay.get(key);
    const theirs = shared === undefined ? undefined : await shared;
    if (theirs !== undefined) return theirs;
    const asked = ask(missing, call).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    const body = await asked;
    if (body !== undefined) cache.put(key, body, KEEP_MS[missing.kind]);
    return body;
  }

  async function one(missing: Missing, call: Call): Promise<Uint8Array | undefined> {
    const near = (await local?.(missing)) ?? cache.get(keyOf(missing));
    if (near !== undefined || isOver(call)) return near;
    const inTurn = isAnchored(missing) ? pools.anchored : pools.strangers;
    try {
      return await inTurn(call.owner, () => askOnce(missing, call), call.signal);
    } catch (error) {
      if (isOver(call)) return undefined;
      throw error;
    }
  }

  return {
    async fetch(missing, { signal, owner = '' } = {}) {
      const wanted = distinct(missing).slice(0, MAX_MISSING);
      const call: Call = { signal, owner, admit: budget(callBytes) };
      const ownTurn = turns({ atOnce: CALL_AT_ONCE, each: CALL_AT_ONCE });
      const bodies = await Promise.all(wanted.map((each) => ownTurn(owner, () => one(each, call))));
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
  owner: string;
  admit: (octets: number) => boolean;
}

const isOver = ({ signal }: Call): boolean => signal?.aborted === true;

function budget(octets: number): Call['admit'] {
  let left = octets;
  return (more) => {
    left -= more;
    return left >= 0;
  };
}

function distinct(missing: readonly Missing[]): Missing[] {
  return [...new Map(missing.map((each) => [keyOf(each), each])).values()];
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
