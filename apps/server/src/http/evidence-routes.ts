import { api, errorAnswer, evidenceName, evidenceSheet } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { evidencePdf, evidenceSheet as sheetOf } from '../services/evidence-sheet/sheet.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { attachment } from './content-disposition.ts';
import { byId, pathOf } from './document-routes.ts';
import { wholePdf } from './findings-routes.ts';
import { bearer } from './session-routes.ts';

export function evidenceRoutes(app: FastifyInstance, context: Context): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    pathOf(api.evidence),
    {
      onRequest: requireSession(context),
      schema: {
        params: byId,
        querystring: z.object({ format: z.enum(['json', 'pdf']).default('json') }),
        security: bearer,
        response: {
          200: {
            description:
              "How a document came to be signed, for programs, or for people and courts (PDF under the service's seal)",
            content: {
              'application/json': { schema: evidenceSheet },
              'application/pdf': { schema: wholePdf },
            },
          },
          '4xx': errorAnswer,
          '5xx': errorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { format } = request.query;
      const signer = signerOf(request);
      if (format === 'json') {
        const sheet = await sheetOf(context, signer, id);
        const disposition = attachment(evidenceName(sheet.document.name, format));
        return reply.header('content-disposition', disposition).type('application/json').send(sheet);
      }
      const { name, bytes } = await evidencePdf(context, signer, id);
      return reply
        .header('content-disposition', attachment(evidenceName(name, format)))
        .type('application/pdf')
        .send(bytes);
    },
  );
}
