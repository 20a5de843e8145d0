import { api, errorAnswer, findingsName, findingsReport } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { findingsPdf, findingsReport as reportOf } from '../services/report/report.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { attachment } from './content-disposition.ts';
import { byId, pathOf } from './document-routes.ts';
import { bearer } from './session-routes.ts';

/** A file that is answered whole. */
export const wholePdf = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .meta({ type: 'string', format: 'binary' });

export function findingsRoutes(app: FastifyInstance, context: Context): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireSession(context);

  routes.get(
    pathOf(api.findings),
    {
      onRequest,
      schema: {
        params: byId,
        querystring: z.object({ format: z.enum(['json', 'pdf']).default('json') }),
        security: bearer,
        response: {
          200: {
            description: 'What the check found, for programs or for people (PDF in Greek and English)',
            content: {
              'application/json': { schema: findingsReport },
              'application/pdf': {
                schema: wholePdf,
              },
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
        const report = await reportOf(context, signer, id);
        const disposition = attachment(findingsName(report.document.name, format));
        return reply.header('content-disposition', disposition).type('application/json').send(report);
      }
      const { name, bytes } = await findingsPdf(context, signer, id);
      return reply
        .header('content-disposition', attachment(findingsName(name, format)))
        .type('application/pdf')
        .send(bytes);
    },
  );
}
