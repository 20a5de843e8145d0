import { noteContact } from '../session/activity.ts';
import { ping } from '../session/ping.ts';
import { currentSession } from '../session/store.ts';
import { CallError, readError } from './error.ts';
import { noteReach } from './reach.ts';

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Goes on when the page is left. */
  keepalive?: boolean;
}

/** Sends a call with the session's header; resolves with any 2xx answer, else throws a {@link CallError}. */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const headers = new Headers(options.headers);
  const session = currentSession();
  if (session) headers.set('Authorization', `Bearer ${session.sessionId}`);
  if (options.body !== undefined) headers.set('Content-Type', 'application/json');
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: options.method ?? 'GET',
      headers,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      keepalive: options.keepalive ?? false,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    noteReach(false);
    throw new CallError('network', 0, { cause });
  }
  noteReach(true);
  if (answer.ok) {
    if (session) noteContact();
    return answer;
  }
  const body: unknown = await answer.json().catch(() => null);
  const error = readError(answer.status, body, answer.headers.get('Retry-After'));
  // Only ping may end a session; it reloads the page when the session is really over.
  if (answer.status === 401) void ping();
  throw error;
}

/** A call whose answer is JSON in the contract's shape. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const answer = await send(path, options);
  try {
    return (await answer.json()) as T;
  } catch (cause) {
    throw new CallError('invalid_answer', answer.status, { cause });
  }
}
