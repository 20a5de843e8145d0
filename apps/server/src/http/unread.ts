import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorAnswer, type ErrorCode, errorCodes } from '@websign/contract';

/** Milliseconds that who asked has to read the answer before the connection is cut. */
const LINGER_MS = 1000;
/** Seconds until a full service is asked again. */
const RETRY_SECONDS = 5;

/** Answers, in the contract's shape, a request that did not come whole or is none, and closes its connection. */
export function answerUnread(error: Error & { code?: string }, socket: Socket): void {
  // What comes behind it is no request either.
  if (socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else closeWith(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'bad_request', socket);
}

/** Answers on a connection, whatever comes on it, and closes it. */
export function closeWith(code: ErrorCode, socket: Socket): void {
  // What still comes is taken from the line and never carried out: who asked was told so.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  // Cut at once, with octets unread, the answer would be lost on its way.
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
  socket.end(answerOf(code));
}

function answerOf(code: ErrorCode): string {
  const { status, message } = errorCodes[code];
  const retryAfter = status === 503 ? { retryAfter: RETRY_SECONDS } : {};
  const answer: ErrorAnswer = { error: { code, message, ...retryAfter } };
  const body = JSON.stringify(answer);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(status === 503 ? [`retry-after: ${RETRY_SECONDS}`] : []),
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
