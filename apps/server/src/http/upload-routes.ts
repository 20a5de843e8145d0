import { api, uploadAnswer } from '@websign/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { complaint } from '../complaint.ts';
import type { Context } from '../services/context.ts';
import { refused, type UploadOutcome, upload } from '../services/upload.ts';
import type { UploadDesk } from '../services/upload-desk.ts';
import { asRequestError, replyWithStatus } from './errors.ts';
import { type Metrics, watchUploads } from './metrics.ts';
import { cancellation, partsOf } from './parts.ts';
import { answerDue, awaitSession } from './receipt.ts';

export function uploadRoutes(
  app: FastifyInstance,
  context: Context,
  desk: UploadDesk,
  metrics: Metrics,
): void {
  const full = complaint(context.log, 'uploads are refused: no room');
  watchUploads(metrics, desk.turns);
  app.withTypeProvider<ZodTypeProvider>().post(
    api.upload,
    {
      schema: {
        consumes: ['multipart/form-data'],
        response: { '2xx': uploadAnswer, '4xx': uploadAnswer, '5xx': uploadAnswer },
      },
      errorHandler: (raw, request, reply) => {
        const error = asRequestError(raw);
        if (error.code === 'storage_full') full.failed(error.cause);
        replyWithStatus(error, request, reply).send(refused(error).answer);
      },
    },
    async (request, reply) => {
      const outcome = await upload(context, desk, {
        parts: partsOf(request),
        cancelled: cancellation(reply),
        due: answerDue(request, reply),
        onSession: awaitSession(request),
      });
      if (outcome.status === 200) full.over();
      return answer(outcome, request, reply);
    },
  );
}

function answer(
  { status, answer: body, retryAfter }: UploadOutcome,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  // What was not read to its end cannot be followed by another request.
  if (!request.raw.readableEnded) reply.header('connection', 'close');
  return reply.status(status).send(body);
}
