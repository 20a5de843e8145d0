import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  blockAccount,
  endingCertificates,
  listAccounts,
  showAccount,
  unblockAccount,
  unlockAccount,
} from '../../services/operators/accounts.ts';
import { OperatorError } from '../../services/operators/error.ts';
import type { Imported } from '../../services/operators/import/import.ts';
import { forgetJob, keptJobs, queueCounts, retryJob } from '../../services/operators/queue.ts';
import { cancelOtpReset } from '../../services/operators/reset-otp.ts';
import { endSessions, listSessions } from '../../services/operators/sessions.ts';
import { iso, type OperatorTools } from '../../services/operators/tools.ts';
import * as shapes from './schemas.ts';

/** What the calls stand on. */
export interface OperatorsDesk {
  tools(by: string): OperatorTools;
  /** Documents being parsed and waiting for it. */
  load(): { running: number; waiting: number };
  /** Makes the accounts of a table (CSV); what is to be handed over is left where the configuration says. */
  importTable(tools: OperatorTools, bytes: Uint8Array): Promise<{ rows: Imported[] }>;
  /** Makes a new one-time-code secret and leaves it where the configuration says. */
  resetOtp(tools: OperatorTools, username: string): Promise<{ effectiveAt: number; file: string }>;
}

/** Bytes of a table. */
const tableBytes = 512 * 1024;

const nothing = z.null().describe('no content');
const errors = { '4xx': shapes.operatorsError, '5xx': shapes.operatorsError };
const security = [{ token: [] }];
const answers = <T extends z.ZodType>(ok: T) => ({ security, response: { 200: ok, ...errors } });
const done = { security, response: { 204: nothing, ...errors } };

/** The operators' calls; each use case is the command line's, too. */
export function operatorsRoutes(
  app: FastifyInstance,
  desk: OperatorsDesk,
  callerOf: (request: FastifyRequest) => string,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tools = (request: FastifyRequest) => desk.tools(callerOf(request));

  routes.get(
    '/api/accounts',
    { schema: { querystring: shapes.accountsQuery, ...answers(shapes.accountsAnswer) } },
    async (request) => {
      const { blocked, provider, ...query } = request.query;
      return listAccounts(tools(request), {
        ...query,
        ...(provider && { provider }),
        ...(blocked && { blocked: blocked === 'true' }),
      });
    },
  );

  routes.get(
    '/api/accounts/:username',
    { schema: { params: shapes.accountPath, ...answers(shapes.shownAccountInFull) } },
    async (request) => showAccount(tools(request), request.params.username),
  );

  const acts = {
    block: blockAccount,
    unblock: unblockAccount,
    unlock: unlockAccount,
    'cancel-otp-reset': cancelOtpReset,
  };
  for (const [name, act] of Object.entries(acts)) {
    routes.post(
      `/api/accounts/:username/${name}`,
      { schema: { params: shapes.accountPath, ...done } },
      async (request, reply) => {
        await act(tools(request), request.params.username);
        return reply.status(204).send(null);
      },
    );
  }

  routes.post(
    '/api/accounts/:username/reset-otp',
    { schema: { params: shapes.accountPath, ...answers(shapes.resetAnswer) } },
    async (request) => {
      const { effectiveAt, file } = await desk.resetOtp(tools(request), request.params.username);
      return { effectiveAt: iso(effectiveAt), file };
    },
  );

  routes.post(
    '/api/accounts/:username/end-sessions',
    { schema: { params: shapes.accountPath, ...answers(shapes.endedAnswer) } },
    async (request) => ({ ended: await endSessions(tools(request), request.params.username) }),
  );

  routes.post(
    '/api/accounts/import',
    {
      bodyLimit: tableBytes,
      schema: { consumes: ['text/csv'], ...answers(shapes.importAnswer) },
    },
    async (request) => {
      const caller = tools(request);
      // Nothing but a table is taken for one.
      if (!Buffer.isBuffer(request.body)) throw new OperatorError('bad_request', 'The body is not text/csv.');
      return desk.importTable(caller, request.body);
    },
  );

  routes.get(
    '/api/sessions',
    { schema: { querystring: shapes.sessionsQuery, ...answers(shapes.sessionsAnswer) } },
    async (request) => listSessions(tools(request), { username: undefined, ...request.query }),
  );

  routes.get(
    '/api/certificates/expiring',
    { schema: { querystring: shapes.endingQuery, ...answers(shapes.accountsAnswer) } },
    async (request) => {
      const { days, ...page } = request.query;
      return endingCertificates(tools(request), days, page);
    },
  );

  routes.get('/api/queue', { schema: answers(shapes.queueAnswer) }, async (request) => {
    const caller = tools(request);
    return { ...(await queueCounts(caller)), jobs: await keptJobs(caller) };
  });

  for (const [name, act] of Object.entries({ retry: retryJob, forget: forgetJob })) {
    routes.post(
      `/api/queue/:id/${name}`,
      { schema: { params: shapes.jobPath, ...done } },
      async (request, reply) => {
        await act(tools(request), request.params.id);
        return reply.status(204).send(null);
      },
    );
  }

  routes.get('/api/load', { schema: answers(shapes.loadAnswer) }, async (request) => {
    callerOf(request);
    return desk.load();
  });
}
