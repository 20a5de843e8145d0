import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { Logger } from '../../logging.ts';
import { OperatorError, type OperatorErrorCode, operatorErrors } from '../../services/operators/error.ts';
import { plainHeaders } from '../security.ts';
import { callerOf, type Gate, requireToken } from './authenticate.ts';
import { type OperatorsDesk, operatorsRoutes } from './routes.ts';

export interface OperatorsOptions {
  version: string;
  log: Logger;
  gate: Gate;
  desk: OperatorsDesk;
}

/** The operators' API, on a port of its own: nobody but operators reaches it, and each by a token of their own. */
export async function buildOperators({
  version,
  log,
  gate,
  desk,
}: OperatorsOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 1024,
    routerOptions: { maxParamLength: 1024 },
    requestTimeout: 60_000,
    connectionTimeout: 60_000,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => answer(error, request, plainHeaders(reply)),
  });
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler<FastifyError | Error>(answer);
  app.setNotFoundHandler(() => {
    throw new OperatorError('not_found', 'There is no such call.');
  });
  const gated = requireToken(gate);
  app.addHook('onRequest', async (request, reply) => {
    plainHeaders(reply).header('x-request-id', request.id);
    await gated(request, reply);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    request.log.info({ method: request.method, route, status: reply.statusCode }, 'operators');
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'WebSign operators', version, description: 'Accounts, sessions and the queue' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(async (api) => operatorsRoutes(api, desk, callerOf));
  return app;
}

function answer(raw: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const error = asOperatorError(raw);
  const status = operatorErrors[error.code];
  if (status >= 500) request.log.error({ code: error.code, err: error.cause ?? error }, 'request failed');
  const { code, message } = error;
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: { code, message, requestId: request.id } });
}

const sentences: Partial<Record<OperatorErrorCode, string>> = {
  bad_request: 'The request is not as the API describes it.',
  too_large: 'The request is too large.',
  busy: 'The service is busy, try again later.',
  internal: 'The service failed; its log says more.',
};

function asOperatorError(raw: FastifyError | Error): OperatorError {
  if (raw instanceof OperatorError) return raw;
  const code = codeOf(raw);
  return new OperatorError(code, sentences[code] ?? 'The request failed.', { cause: raw });
}

function codeOf(error: FastifyError | Error): OperatorErrorCode {
  if (hasZodFastifySchemaValidationErrors(error)) return 'bad_request';
  const code = 'code' in error ? error.code : undefined;
  if (error.name === 'StorageError' && (code === 'busy' || code === 'unavailable')) return 'busy';
  if (error.name === 'ProviderError' && (code === 'unavailable' || code === 'timeout')) return 'busy';
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return 'too_large';
  return typeof status === 'number' && status >= 400 && status < 500 ? 'bad_request' : 'internal';
}
