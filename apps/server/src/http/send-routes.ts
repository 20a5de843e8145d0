import { api, errorAnswer, sendRequest } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { sendDocument } from '../services/send.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { bearer } from './session-routes.ts';

const headers = z.object({ 'idempotency-key': z.string().min(1).max(200).optional() });

export function sendRoutes(app: FastifyInstance, context: Context): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    api.send,
    {
      onRequest: requireSession(context),
      schema: {
        body: sendRequest,
        headers,
        security: bearer,
        response: { 202: z.null().describe('accepted'), '4xx': errorAnswer, '5xx': errorAnswer },
      },
    },
    async (request, reply) => {
      await sendDocument(context, signerOf(request), request.body, request.headers['idempotency-key']);
      return reply.status(202).send(null);
    },
  );
}
