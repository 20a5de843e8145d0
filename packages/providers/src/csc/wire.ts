import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { type HttpErrorCode, ProviderError } from '../errors.ts';
import type { Outbound, OutboundAnswer } from '../http/outbound.ts';
import type { SignerErrorCode } from '../signer.ts';
import { malformed, refusalOf } from './refusal.ts';
import { refusedAnswer } from './schemas.ts';

/** One request to the service, or to its authorization server. */
export interface Asked<T> {
  /** What it is called in errors. */
  method: string;
  url: string;
  /** JSON, or a form; nothing: it is a GET. */
  body?: object | URLSearchParams;
  authorization?: string | undefined;
  answer: z.ZodType<T>;
  /**
   * Whether asking twice does no more than asking once. What authorises, signs or sends a code is not: its outcome is
   * unknown once the answer stays away, and it is left so.
   */
  repeatable: boolean;
  /** Blotted out of what is kept of a refusal. */
  secrets?: readonly string[];
  maxBytes?: number;
}

export interface Answered<T> {
  status: number;
  value: T;
}

export interface WireOptions {
  http: Outbound;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Of one answer, where the call names no bound of its own. */
const MAX_BYTES = 256 * 1024;
/** Longest wait that a service may ask for before a call is repeated. */
const LONGEST_PAUSE_MS = 5_000;
const PAUSE_MS = 250;

const CODES: Readonly<Record<HttpErrorCode, SignerErrorCode>> = {
  http_timeout: 'timeout',
  http_unreachable: 'unavailable',
  http_status: 'unavailable',
  http_busy: 'unavailable',
  http_too_large: 'provider_error',
  http_address: 'unavailable',
};

/** Asks, and once more where that does no harm. Throws ProviderError with a SignerErrorCode. */
export async function ask<T>(asked: Asked<T>, options: WireOptions): Promise<Answered<T>> {
  const first = await attempt(asked, options);
  if (!(first instanceof Away)) return first;
  if (!asked.repeatable) throw first.error;
  await pause(first.pauseMs, options.signal);
  const second = await attempt(asked, options);
  if (second instanceof Away) throw second.error;
  return second;
}

/** No answer, or one that may be another the next time. */
class Away {
  readonly error: ProviderError;
  readonly pauseMs: number;

  constructor(error: ProviderError, pauseMs = PAUSE_MS) {
    this.error = error;
    this.pauseMs = Math.min(Math.max(pauseMs, 0), LONGEST_PAUSE_MS);
  }
}

async function attempt<T>(asked: Asked<T>, options: WireOptions): Promise<Answered<T> | Away> {
  const { method, secrets = [] } = asked;
  const answer = await post(asked, options);
  if (answer instanceof Away) return answer;
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { status, value: readAnswer(asked, answer) };
  const { error, error_description: description } = refusedAnswer.catch({}).parse(jsonOf(answer.body) ?? {});
  const challenge = /error="([^"]{1,100})"/.exec(headers['www-authenticate'] ?? '')?.[1];
  const refused = refusalOf({ method, status, error: error ?? challenge, description }, secrets);
  if (status !== 429 && status < 500) throw refused;
  return new Away(refused, Number(headers['retry-after'] ?? 0) * 1000 || PAUSE_MS);
}

async function post<T>(asked: Asked<T>, options: WireOptions): Promise<OutboundAnswer | Away> {
  const { method, url, body, authorization, maxBytes = MAX_BYTES } = asked;
  const form = body instanceof URLSearchParams;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined)
    headers['content-type'] = form ? 'application/x-www-form-urlencoded' : 'application/json';
  if (authorization !== undefined) headers.authorization = authorization;
  const text = body === undefined ? undefined : form ? body.toString() : JSON.stringify(body);
  try {
    return await options.http.ask({
      url,
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(text === undefined ? {} : { body: Buffer.from(text) }),
      timeoutMs: options.timeoutMs,
      maxBytes,
      statuses: () => true,
      signal: options.signal,
    });
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    const code = CODES[cause.code as HttpErrorCode];
    const error = new ProviderError(code, `the signing service, ${method}: ${cause.message}`, { cause });
    // Who took all the time there is would take it again.
    if (cause.code !== 'http_unreachable') throw error;
    return new Away(error);
  }
}

function readAnswer<T>({ method, answer }: Asked<T>, { status, body }: OutboundAnswer): T {
  const parsed = answer.safeParse(status === 204 || body.length === 0 ? {} : jsonOf(body));
  if (parsed.success) return parsed.data;
  // The problem without the values: those may be secrets.
  throw malformed(method, new Error(parsed.error.issues.map(({ path }) => path.join('.')).join(' ')));
}

/** Undefined for what is not JSON. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Waits; throws ProviderError `unavailable` when the client is closed meanwhile. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (cause) {
    throw new ProviderError('unavailable', 'the client of the signing service was closed', { cause });
  }
}
