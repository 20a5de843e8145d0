import { api, errorAnswer, signAnswer, signedDocument, signingStarted, signRequest } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { RequestError } from '../services/errors.ts';
import { signingProgress, startSigning } from '../services/sign/signing.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { pathOf } from './document-routes.ts';
import { renderError, replyWithStatus } from './errors.ts';
import { bearer } from './session-routes.ts';

/** An error with each document's outcome beside it. */
const signError = errorAnswer.extend({ documents: z.array(signedDocument).optional() });
const headers = z.object({
  'idempotency-key': z.string().min(1).max(200).optional(),
  prefer: z.string().max(200).optional(),
});

export function signRoutes(app: FastifyInstance, context: Context): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireSession(context);

  routes.post(
    api.sign,
    {
      onRequest,
      schema: {
        body: signRequest,
        headers,
        security: bearer,
        response: { 200: signAnswer, 202: signingStarted, '4xx': signError, '5xx': signError },
      },
    },
    async (request, reply) => {
      const { prefer, 'idempotency-key': key } = request.headers;
      const signer = signerOf(request);
      const signing = await startSigning(context, signer, request.body, request.ip, key);
      if (/(^|,)\s*respond-async\s*(,|;|$)/i.test(prefer ?? '')) {
        // Nobody waits for it any more; its end is in its record.
        signing.outcome.catch((err: unknown) => request.log.error({ err }, 'signing'));
        return reply.status(202).header('location', api.signing(signing.id)).send({ signing: signing.id });
      }
      const outcome = await signing.outcome;
      if (!outcome.failure) return reply.status(200).send(outcome.answer);
      const error = new RequestError(outcome.failure.code, outcome.failure);
      const body = { ...renderError(error, request), documents: outcome.answer.documents };
      return replyWithStatus(error, request, reply).send(body);
    },
  );

  routes.get(
    pathOf(api.signing),
    {
      onRequest,
      schema: {
        params: z.object({ id: z.string().max(200) }),
        security: bearer,
        response: { 200: signAnswer, '4xx': errorAnswer, '5xx': errorAnswer },
      },
    },
    async (request) => signingProgress(context, signerOf(request), request.params.id),
  );
}
