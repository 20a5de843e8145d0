import { api, errorAnswer, preferences, preferencesAnswer } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { findPreferences, forgetPreferences, savePreferences } from '../services/preferences.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { bearer } from './session-routes.ts';

const errors = { '4xx': errorAnswer, '5xx': errorAnswer };
const nothing = z.null().describe('no content');

/** SGN-11: what is remembered for the signer, of the session's own account only. */
export function preferenceRoutes(app: FastifyInstance, context: Context): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireSession(context);

  routes.get(
    api.preferences,
    { onRequest, schema: { security: bearer, response: { 200: preferencesAnswer, ...errors } } },
    async (request) => ({ preferences: await findPreferences(context, signerOf(request)) }),
  );

  routes.put(
    api.preferences,
    { onRequest, schema: { body: preferences, security: bearer, response: { 204: nothing, ...errors } } },
    async (request, reply) => {
      await savePreferences(context, signerOf(request), request.body);
      return reply.status(204).send(null);
    },
  );

  routes.delete(
    api.preferences,
    { onRequest, schema: { security: bearer, response: { 204: nothing, ...errors } } },
    async (request, reply) => {
      await forgetPreferences(context, signerOf(request));
      return reply.status(204).send(null);
    },
  );
}
