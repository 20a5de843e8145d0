import { type ErrorAnswer, type ErrorCode, errorCodes } from '@websign/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { failed, RequestError, storageCode } from '../services/errors.ts';

/** Codes of failures that come with a code of their own: storage, sandbox, signer, the HTTP framework. */
function codeOf(error: FastifyError | Error): ErrorCode {
  if (hasZodFastifySchemaValidationErrors(error)) return 'bad_request';
  const code = 'code' in error ? error.code : undefined;
  const stored = storageCode(error);
  if (stored !== undefined) return stored;
  if (error.name === 'SandboxError' && (code === 'busy' || code === 'closed')) return 'busy';
  // Whoever asked has gone: nobody reads the answer, and nothing went wrong here.
  if (error.name === 'AbortError') return 'bad_request';
  // Of a login: its queue is full, or the signer process's own bound on guessing is reached.
  if (error.name === 'ProviderError' && /^(unavailable|timeout|account_locked)$/.test(String(code)))
    return 'busy';
  const status = 'statusCode' in error ? error.statusCode : undefined;
  // An id longer than any of ours is one that nobody has.
  if (status === 404 || code === 'FST_ERR_MAX_PARAM_LENGTH') return 'not_found';
  return typeof status === 'number' && status >= 400 && status < 500 ? 'bad_request' : 'internal';
}

/** Any failure as one of the contract; what was not thrown on purpose is a server error. */
export const asRequestError = (error: FastifyError | Error): RequestError => {
  if (error instanceof RequestError) return error;
  const code = codeOf(error);
  return failed(code, error);
};

/** The error answer of every call but upload. */
export function renderError(error: RequestError, request: FastifyRequest): ErrorAnswer {
  const { code, message, retryAfter } = error;
  return {
    error: { code, message, requestId: request.id, ...(retryAfter === undefined ? {} : { retryAfter }) },
  };
}

/** Status, `Retry-After`, and a log line for what is our own fault. */
export function replyWithStatus(error: RequestError, request: FastifyRequest, reply: FastifyReply) {
  const { status } = errorCodes[error.code];
  if (status >= 500) request.log.error({ code: error.code, err: error.cause ?? error }, 'request failed');
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  return reply.status(status);
}

/** Answers with the contract's shape whatever was thrown. */
export function answerError(raw: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const error = asRequestError(raw);
  return replyWithStatus(error, request, reply)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(renderError(error, request));
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Error>(answerError);
}
