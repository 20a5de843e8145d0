import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from '../services/context.ts';
import type { Metrics } from './metrics.ts';

export interface Readiness {
  /** False once the server is stopping. */
  accepting(): boolean;
}

/** Health, readiness and metrics, on an address of their own. */
export function buildOperations(context: Context, metrics: Metrics, readiness: Readiness): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    if (!readiness.accepting()) return reply.status(503).send({ status: 'stopping' });
    try {
      await context.storage.health();
      return { status: 'ready' };
    } catch (err) {
      context.log.error({ err }, 'not ready');
      return reply.status(503).send({ status: 'storage' });
    }
  });
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  return app;
}
