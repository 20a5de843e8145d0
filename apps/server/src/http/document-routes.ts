import { Readable } from 'node:stream';
import { api, documentAnswer, errorAnswer, groupAnswer } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { describe, file, findDocument, group } from '../services/documents.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { attachment } from './content-disposition.ts';
import { signedName } from './file-name.ts';
import { bearer } from './session-routes.ts';

const byId = z.object({ id: z.string().max(200) });
/** `:id` where the contract's path functions put an id. */
export const pathOf = (path: (id: string) => string) => path('ID').replace('ID', ':id');

export function documentRoutes(app: FastifyInstance, context: Context): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireSession(context);

  routes.get(
    pathOf(api.document),
    {
      onRequest,
      schema: { params: byId, security: bearer, response: { 200: documentAnswer, '4xx': errorAnswer } },
    },
    async (request) => describe(await findDocument(context, signerOf(request), request.params.id)),
  );

  routes.get(
    pathOf(api.group),
    {
      onRequest,
      schema: { params: byId, security: bearer, response: { 200: groupAnswer, '4xx': errorAnswer } },
    },
    async (request) => group(context, signerOf(request), request.params.id),
  );

  routes.get(
    pathOf(api.file),
    {
      onRequest,
      schema: {
        params: byId,
        querystring: z.object({ revision: z.enum(['current', 'original']).default('current') }),
        security: bearer,
        produces: ['application/pdf'],
        response: {
          200: z.instanceof(Readable).meta({ override: { type: 'string', format: 'binary' } }),
          '4xx': errorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const found = await file(context, signerOf(request), id, request.query.revision);
      return reply
        .header('content-disposition', attachment(found.signed ? signedName(found.name) : found.name))
        .header('content-length', found.size)
        .header('etag', `"${found.checksum}"`)
        .type('application/pdf')
        .send(found.stream);
    },
  );
}
