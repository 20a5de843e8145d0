import { errorAnswer } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Context, chargeTo, type SignedIn } from '../services/context.ts';
import type { AnswersInTurn } from './answer-turns.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { attachment } from './content-disposition.ts';
import { byId, pathOf } from './document-routes.ts';
import { cancellation } from './parts.ts';
import { bearer } from './session-routes.ts';

/** A file that is answered whole. */
const wholePdf = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .meta({ type: 'string', format: 'binary' });

interface Named {
  document: { name: string };
}

/** What is told of one of the signer's own documents, in two forms. */
interface DocumentReport<Report extends Named> {
  path: (id: string) => string;
  description: string;
  schema: z.ZodType<Report>;
  json(context: Context, signer: SignedIn, id: string): Promise<Report>;
  /** `name` is the document's. */
  pdf(context: Context, signer: SignedIn, id: string): Promise<{ name: string; bytes: Uint8Array }>;
  /** The name under which the report is saved, of the document's. */
  fileName(name: string, format: 'json' | 'pdf'): string;
}

/** Answers a report as JSON for programs, as a PDF for people. */
export function reportRoute<Report extends Named>(
  app: FastifyInstance,
  context: Context,
  inTurn: AnswersInTurn,
  given: DocumentReport<Report>,
): void {
  const report: DocumentReport<Named> = given;
  const { path, description, schema, fileName } = report;
  app.withTypeProvider<ZodTypeProvider>().get(
    pathOf(path),
    {
      onRequest: requireSession(context),
      preHandler: inTurn,
      schema: {
        params: byId,
        querystring: z.object({ format: z.enum(['json', 'pdf']).default('json') }),
        security: bearer,
        response: {
          200: {
            description,
            content: { 'application/json': { schema }, 'application/pdf': { schema: wholePdf } },
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
      const own = chargeTo(context, signer.account, { signal: cancellation(reply) });
      if (format === 'json') {
        const told = await report.json(own, signer, id);
        const disposition = attachment(fileName(told.document.name, format));
        return reply.header('content-disposition', disposition).type('application/json').send(told);
      }
      const { name, bytes } = await report.pdf(own, signer, id);
      const disposition = attachment(fileName(name, format));
      return reply.header('content-disposition', disposition).type('application/pdf').send(bytes);
    },
  );
}
