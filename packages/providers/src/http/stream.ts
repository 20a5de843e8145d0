import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { ProviderError } from '../errors.ts';
import { dropBody } from './body.ts';
import { allowed, problem, type Reachable, singles } from './rules.ts';

export interface StreamRequest {
  url: string;
  method: 'GET' | 'PUT' | 'DELETE' | 'POST';
  headers?: Record<string, string>;
  /** Of exactly `size` bytes. */
  body?: { pieces: AsyncIterable<Uint8Array>; size: number };
  /** Milliseconds of silence after which the server counts as gone, while either body moves, too. */
  idleMs: number;
  /** Milliseconds for all of it. */
  timeoutMs: number;
  /** Of the answer's body. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface StreamAnswer {
  status: number;
  /** By lower-case name; of one that was repeated the first. */
  headers: Readonly<Record<string, string>>;
  /** To be read to its end or dropped; throws ProviderError `http_*` where it breaks off or is too large. */
  body: AsyncIterable<Uint8Array>;
  /** Leaves the rest unread, and ends the connection. */
  drop(): void;
}

/** One request whose bodies move in pieces. */
export async function openStream(
  asked: StreamRequest,
  dispatcher: Dispatcher,
  reachable: Reachable,
): Promise<StreamAnswer> {
  const { request } = await import('undici');
  const { url, method, body, idleMs, timeoutMs, maxBytes } = asked;
  const late = AbortSignal.timeout(timeoutMs);
  const signal = asked.signal === undefined ? late : AbortSignal.any([late, asked.signal]);
  try {
    const response = await request(allowed(url, reachable), {
      dispatcher,
      method,
      signal,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'WebSign',
        ...asked.headers,
        ...(body === undefined ? {} : { 'content-length': String(body.size) }),
      },
      ...(body === undefined ? {} : { body: Readable.from(body.pieces, { objectMode: false }) }),
    });
    return {
      status: response.statusCode,
      headers: singles(response.headers),
      body: bounded(response.body, maxBytes, late),
      drop: () => dropBody(response.body),
    };
  } catch (cause) {
    throw timely(cause, late);
  }
}

async function* bounded(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  late: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) {
        throw new ProviderError('http_too_large', `the answer is larger than ${maxBytes} bytes`);
      }
      yield chunk;
    }
  } catch (cause) {
    throw timely(cause, late);
  }
}

/** Silence and lateness are one to the caller: the server took too long. */
function timely(cause: unknown, late: AbortSignal): ProviderError {
  const silent = cause instanceof Error && 'code' in cause && /TIMEOUT/.test(String(cause.code));
  return late.aborted || silent
    ? new ProviderError('http_timeout', 'the answer took too long', { cause })
    : problem(cause);
}
