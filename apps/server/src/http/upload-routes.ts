import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { api, limits, uploadAnswer } from '@websign/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Context } from '../services/context.ts';
import { RequestError } from '../services/errors.ts';
import { refused, type UploadOutcome, type UploadPart, upload } from '../services/upload.ts';
import { asRequestError, replyWithStatus } from './errors.ts';

/** The use case counts bytes and files itself, exactly; the parser only bounds what surrounds them. */
const parserLimits = {
  fieldNameSize: 100,
  fieldSize: 1024,
  fields: 20,
  fileSize: limits.drainBytes + 1,
  files: 10 * limits.filesPerRequest,
  parts: 11 * limits.filesPerRequest,
  headerPairs: 20,
  headerSize: 8192,
};

export function uploadRoutes(app: FastifyInstance, context: Context): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    api.upload,
    {
      schema: {
        consumes: ['multipart/form-data'],
        response: { '2xx': uploadAnswer, '4xx': uploadAnswer, '5xx': uploadAnswer },
      },
      errorHandler: (raw, request, reply) => {
        const error = asRequestError(raw);
        replyWithStatus(error, request, reply).send(refused(error).answer);
      },
    },
    async (request, reply) => {
      if (!request.isMultipart()) throw new RequestError('bad_request');
      const outcome = await upload(context, partsOf(request), cancellation(reply));
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

/** Aborts when the connection ends before the answer: the person cancelled. */
function cancellation(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<UploadPart> {
  try {
    for await (const part of request.parts({ limits: parserLimits })) yield partOf(part);
  } catch (error) {
    // A body that is no multipart, or too much of it; a broken connection has nobody to answer.
    throw asRequestError(error instanceof Error ? error : new Error('multipart'));
  }
}

function partOf(part: MultipartFile | MultipartValue): UploadPart {
  if (part.type === 'field') {
    return { kind: 'field', name: part.fieldname, value: typeof part.value === 'string' ? part.value : '' };
  }
  const { file } = part;
  return {
    kind: 'file',
    field: part.fieldname,
    name: fileName(part.filename),
    bytes: () => file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
  };
}

/** The name as people know it: NFC, without control characters and folders, never empty. */
function fileName(given: string | undefined): string {
  const base = (given ?? '').split(/[\\/]/).at(-1) ?? '';
  const clean = base
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return clean === '' ? 'document.pdf' : [...clean].slice(0, 200).join('');
}
