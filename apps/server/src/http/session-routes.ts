import { api, appConfig, credentials, errorAnswer, loginAnswer } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { RequestError } from '../services/errors.ts';
import { publicFacts } from '../services/public-facts.ts';
import { login, logout, resume } from '../services/session.ts';
import { requireAnySession, signerOf } from './authenticate.ts';

const nothing = z.null().describe('no content');
export const bearer = [{ session: [] }];

export function sessionRoutes(app: FastifyInstance, context: Context, version: string): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireAnySession(context);

  routes.get(api.config, { schema: { response: { 200: appConfig } } }, async () =>
    publicFacts(context.config, version),
  );

  routes.post(
    api.login,
    { schema: { body: credentials, response: { 200: loginAnswer, '4xx': errorAnswer, '5xx': errorAnswer } } },
    async (request) => login(context, request.body, request.ip),
  );

  routes.post(
    api.logout,
    {
      onRequest,
      schema: { security: bearer, response: { 204: nothing, '4xx': errorAnswer, '5xx': errorAnswer } },
    },
    async (request, reply) => {
      const signer = signerOf(request);
      await logout(context, signer.sessionId, signer);
      return reply.status(204).send(null);
    },
  );

  routes.get(
    api.ping,
    {
      schema: {
        querystring: z.object({ sessionId: z.string().default('') }),
        response: { 204: nothing, '4xx': errorAnswer, '5xx': errorAnswer },
      },
    },
    async (request, reply) => {
      if (!(await resume(context, request.query.sessionId))) throw new RequestError('session_required');
      return reply.status(204).send(null);
    },
  );
}
