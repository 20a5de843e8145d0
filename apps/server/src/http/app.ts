import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Context } from '../services/context.ts';
import { UploadDesk } from '../services/upload-desk.ts';
import type { Telemetry } from '../telemetry/tracing.ts';
import { accountRoutes } from './account-routes.ts';
import { answersInTurn } from './answer-turns.ts';
import { boundConnections } from './connections.ts';
import { type DemonstrationServices, demoRoutes } from './demo-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { answerError, answerErrors } from './errors.ts';
import { evidenceRoutes } from './evidence-routes.ts';
import { findingsRoutes } from './findings-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { type Metrics, measure } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { placeRoutes } from './place-routes.ts';
import { preferenceRoutes } from './preference-routes.ts';
import { boundReceipts, HEADERS_MS } from './receipt.ts';
import { safeCopyRoutes } from './safe-copy-routes.ts';
import { plainHeaders, secure } from './security.ts';
import { securityTextRoute } from './security-text.ts';
import { sendRoutes } from './send-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signRoutes } from './sign-routes.ts';
import { traceRequests } from './tracing.ts';
import { answerUnread } from './unread.ts';
import { uploadRoutes } from './upload-routes.ts';
import { verifyRoutes } from './verify-routes.ts';
import { serveWeb } from './web.ts';

/** Bytes of a JSON body: a sign request with 1000 documents, placements and checksums takes about 300 KB. */
const bodyLimit = 1024 * 1024;

export interface AppOptions {
  version: string;
  /** Folder of the built browser application. */
  web: string;
  metrics: Metrics;
  /** Undefined where no collector is configured. */
  telemetry?: Telemetry | undefined;
  /** The demonstration's authorities; undefined outside it. */
  demonstration?: DemonstrationServices | undefined;
}

/** The public server; `context` is what its routes hand to the use cases. */
export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const { config } = context;
  const app = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit,
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    // Bodies have times of their own (receipt.ts).
    requestTimeout: 3_600_000,
    // Longer than any answer takes, so that nobody's connection is cut before it.
    connectionTimeout: 165_000,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 2000 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnread,
    // A URL that cannot be decoded: answered before any hook, and never with the URL in it.
    frameworkErrors: (error, request, reply) => answerError(error, request, plainHeaders(reply)),
  });
  boundConnections(app.server, config.TRUST_PROXY);
  boundReceipts(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  if (options.telemetry) traceRequests(app, options.telemetry, config.TRUST_PROXY);
  logRequests(app, options.metrics);
  await secure(app, {
    uploadOrigin: config.UPLOAD_ORIGIN,
    allowedOrigins: [config.PUBLIC_ORIGIN, ...config.ALLOWED_ORIGINS].filter((origin) => origin !== ''),
    https: config.PUBLIC_ORIGIN.startsWith('https:'),
  });
  await describeApi(app, options.version);
  await app.register(multipart);
  await app.register(async (api) => {
    sessionRoutes(api, context, options.version);
    const inTurn = answersInTurn();
    documentRoutes(api, context, inTurn);
    evidenceRoutes(api, context, inTurn);
    findingsRoutes(api, context, inTurn);
    historyRoutes(api, context, inTurn);
    const desk = new UploadDesk(config.quota);
    uploadRoutes(api, context, desk, options.metrics);
    safeCopyRoutes(api, context, desk);
    verifyRoutes(api, context);
    signRoutes(api, context);
    placeRoutes(api, context);
    sendRoutes(api, context);
    accountRoutes(api, context);
    preferenceRoutes(api, context);
  });
  if (options.demonstration) await demoRoutes(app, options.demonstration);
  securityTextRoute(app, context);
  await serveWeb(app, options.web);
  return app;
}

/** One line a request, by its route and never by its URL; the id goes back in a header. */
function logRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { statusCode } = reply;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    measure(metrics, request.method, route, statusCode, reply.elapsedTime);
    request.log.info({ method: request.method, route, status: statusCode, ms }, 'request');
  });
}
