import {
  api,
  appName,
  documentAnswer,
  errorAnswer,
  groupAnswer,
  originalName,
  signedName,
} from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { describe, file, findDocument, group, type Revision } from '../services/documents.ts';
import { isoTime } from '../services/sign/zoned-time.ts';
import { signedFiles } from '../services/zip.ts';
import type { AnswersInTurn } from './answer-turns.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { attachment } from './content-disposition.ts';
import { bearer } from './session-routes.ts';
import { streamed } from './stream-answer.ts';
import { zipOf } from './zip.ts';

export const byId = z.object({ id: z.string().max(200) });
/** A revision of a document: a word, or the number of a signed version from 1. */
const revision = z.union([z.enum(['current', 'original']), z.string().regex(/^[1-9]\d{0,8}$/)]);
const toRevision = (asked: z.infer<typeof revision>): Revision =>
  asked === 'current' || asked === 'original' ? asked : Number(asked);
/** `:id` where the contract's path functions put an id. */
export const pathOf = (path: (id: string) => string) => path('ID').replace('ID', ':id');

export function documentRoutes(app: FastifyInstance, context: Context, inTurn: AnswersInTurn): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireSession(context);

  routes.get(
    pathOf(api.document),
    {
      onRequest,
      preHandler: inTurn,
      schema: {
        params: byId,
        security: bearer,
        response: { 200: documentAnswer, '4xx': errorAnswer, '5xx': errorAnswer },
      },
    },
    async (request) => describe(await findDocument(context, signerOf(request), request.params.id)),
  );

  app.get<{ Params: z.infer<typeof byId> }>(
    pathOf(api.group),
    {
      onRequest,
      preHandler: inTurn,
      schema: {
        params: byId,
        security: bearer,
        response: { 200: groupAnswer, '4xx': errorAnswer, '5xx': errorAnswer },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const documents: string[] = [];
      for await (const document of group(context, signerOf(request), id))
        documents.push(JSON.stringify(documentAnswer.parse(document)));
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"groupId":${JSON.stringify(id)},"documents":[${documents.join(',')}]}`);
    },
  );

  routes.get(
    pathOf(api.zip),
    {
      onRequest,
      schema: {
        params: byId,
        security: bearer,
        response: {
          200: streamed('application/zip', 'The signed documents of the group'),
          '4xx': errorAnswer,
          '5xx': errorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { stream, size } = await zipOf(await signedFiles(context, signerOf(request), request.params.id));
      const date = isoTime(context.clock(), context.config.TIME_ZONE).slice(0, 10);
      return reply
        .header('content-disposition', attachment(`${appName}_${date}.zip`))
        .header('content-length', size)
        .type('application/zip')
        .send(stream);
    },
  );

  routes.get(
    pathOf(api.file),
    {
      onRequest,
      schema: {
        params: byId,
        querystring: z.object({ revision: revision.default('current') }),
        security: bearer,
        response: {
          200: streamed('application/pdf', 'The document in that revision'),
          '4xx': errorAnswer,
          '5xx': errorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const found = await file(context, signerOf(request), id, toRevision(request.query.revision));
      return reply
        .header(
          'content-disposition',
          attachment(found.signed ? signedName(found.name) : originalName(found.name)),
        )
        .header('content-length', found.size)
        .header('etag', `"${found.checksum}"`)
        .type('application/pdf')
        .send(found.stream);
    },
  );
}
