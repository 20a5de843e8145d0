import Fastify, { type FastifyInstance } from 'fastify';
import { complaint } from '../complaint.ts';
import { ownerOfProcess } from '../key-processes.ts';
import { isAstray } from '../policy/clock.ts';
import { isRoom } from '../policy/room.ts';
import { missingConfinements } from '../sandbox/confinement.ts';
import type { Context } from '../services/context.ts';
import type { Storage } from '../storage/index.ts';
import type { Metrics } from './metrics.ts';

export interface Readiness {
  /** False once the server is stopping. */
  accepting(): boolean;
}

/** A storage that is silent for this long is away: whoever asks waits no longer. */
const healthMs = 4_000;

/** What `work` comes to; throws where it takes longer than `ms`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether there is room for uploads; throws where the database, the bucket or the disk of the documents is away. */
async function hasRoom(storage: Pick<Storage, 'health' | 'blobs'>): Promise<boolean> {
  const [, spare] = await Promise.all([storage.health(), storage.blobs.spare()]);
  return isRoom(spare);
}

/** Health, readiness and metrics, on an address of their own. */
export function buildOperations(context: Context, metrics: Metrics, readiness: Readiness): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  const storage = complaint(context.log, 'not ready: storage');
  const clock = complaint(context.log, 'not ready: clock');
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    if (!readiness.accepting()) return reply.status(503).send({ status: 'stopping' });
    let uploads: 'open' | 'full';
    try {
      uploads = (await within(healthMs, hasRoom(context.storage))) ? 'open' : 'full';
    } catch (err) {
      storage.failed(err);
      return reply.status(503).send({ status: 'storage' });
    }
    storage.over();
    const skew = context.storage.skew();
    if (isAstray(skew)) {
      clock.failed(new Error(`this machine's clock is ${skew} ms ahead of the database's`));
      return reply.status(503).send({ status: 'clock' });
    }
    clock.over();
    // A server without room for uploads still signs and hands out what is there: it is not taken away from people.
    return {
      status: 'ready',
      confined: missingConfinements().length === 0,
      uploads,
      signer: ownerOfProcess(context.config.SIGNER_SOCKET).description,
    };
  });
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  return app;
}
