import {
  api,
  completeSigningRequest,
  errorAnswer,
  signAnswer,
  signedDocument,
  signingStarted,
  signRequest,
} from '@websign/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { RequestError } from '../services/errors.ts';
import {
  completeSigning,
  type SigningStart,
  signingProgress,
  startSigning,
} from '../services/sign/signing.ts';
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
      const signing = await startSigning(context, signerOf(request), request.body, request.ip, key);
      return answer(request, reply, signing, prefer);
    },
  );

  routes.post(
    pathOf(api.completeSigning),
    {
      onRequest,
      schema: {
        params: z.object({ id: z.string().max(200) }),
        body: completeSigningRequest,
        headers: headers.pick({ prefer: true }),
        security: bearer,
        response: { 200: signAnswer, 202: signingStarted, '4xx': signError, '5xx': signError },
      },
    },
    async (request, reply) => {
      const signing = await completeSigning(context, signerOf(request), request.params.id, request.body);
      return answer(request, reply, signing, request.headers.prefer);
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

/** The end of a signing; before it where the caller does not wait, or its signer has to go elsewhere first. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, leaves, outcome }: SigningStart,
  prefer: string | undefined,
) {
  const started = (redirect?: string) =>
    reply
      .status(202)
      .header('location', api.signing(id))
      .send({ signing: id, ...(redirect === undefined ? {} : { redirect }) });
  if (!leaves && /(^|,)\s*respond-async\s*(,|;|$)/i.test(prefer ?? '')) {
    // Nobody waits for it any more; its end is in its record.
    outcome.catch((err: unknown) => request.log.error({ err }, 'signing'));
    return started();
  }
  const end = await outcome;
  if ('redirect' in end) return started(end.redirect);
  if (!end.failure) return reply.status(200).send(end.answer);
  const error = new RequestError(end.failure.code, end.failure);
  const body = { ...renderError(error, request), documents: end.answer.documents };
  return replyWithStatus(error, request, reply).send(body);
}
