import { api, safeCopyAnswer, safeCopyError, safeCopyRequest } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Context } from '../services/context.ts';
import { RequestError } from '../services/errors.ts';
import { safeCopy } from '../services/safe-copy.ts';
import type { UploadDesk } from '../services/upload-desk.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { byId, pathOf } from './document-routes.ts';
import { renderError, replyWithStatus } from './errors.ts';
import { cancellation } from './parts.ts';
import { answerDue } from './receipt.ts';
import { bearer } from './session-routes.ts';

/** CPY-4. */
export function safeCopyRoutes(app: FastifyInstance, context: Context, desk: UploadDesk): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    pathOf(api.safeCopy),
    {
      onRequest: requireSession(context),
      schema: {
        description:
          'A new document of the pages of a refused one as they are shown, without what it was refused for',
        params: byId,
        body: safeCopyRequest,
        security: bearer,
        response: { 202: safeCopyAnswer, '4xx': safeCopyError, '5xx': safeCopyError },
      },
    },
    async (request, reply) => {
      const outcome = await safeCopy(context, desk, signerOf(request), request.params.id, {
        ...request.body,
        cancelled: cancellation(reply),
        due: answerDue(request, reply),
      });
      if ('document' in outcome) return reply.status(202).send(outcome);
      const error = new RequestError('signatures_unconfirmed');
      const body = { ...renderError(error, request), signers: outcome.signers };
      return replyWithStatus(error, request, reply).send(body);
    },
  );
}
