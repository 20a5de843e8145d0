import { api, errorAnswer, verificationName, verifyAnswer } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Context, chargeTo } from '../services/context.ts';
import { turns } from '../services/turns.ts';
import { verificationAnswer } from '../services/verify/answer.ts';
import { verificationPdf, verificationXml } from '../services/verify/reports.ts';
import { verify } from '../services/verify/verify.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { attachment } from './content-disposition.ts';
import { answerError } from './errors.ts';
import { cancellation, partsOf } from './parts.ts';
import { allowFiles } from './receipt.ts';
import { bearer } from './session-routes.ts';

/** Verifications of one signer at once: each may hold children and wait for certification authorities. */
const atOnce = 2;

const query = z.object({
  format: z.enum(['json', 'pdf', 'xml']).default('json'),
  /** Of the report as PDF. */
  locale: z.enum(['el', 'en']).default('el'),
});

/** A file that is answered whole. */
const file = z
  .custom<Uint8Array | string>((value) => value instanceof Uint8Array || typeof value === 'string')
  .meta({ type: 'string', format: 'binary' });

export function verifyRoutes(app: FastifyInstance, context: Context): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const inTurn = turns(atOnce);

  routes.post(
    api.verify,
    {
      onRequest: requireSession(context),
      schema: {
        consumes: ['multipart/form-data'],
        querystring: query,
        security: bearer,
        response: {
          200: {
            description:
              'What is to be said of the signatures: for programs (JSON), for people (PDF), and as ETSI TS 119 102-2 has it (XML). Nothing of the files is kept.',
            content: {
              'application/json': { schema: verifyAnswer },
              'application/pdf': { schema: file },
              'application/xml': { schema: file },
            },
          },
          '4xx': errorAnswer,
          '5xx': errorAnswer,
        },
      },
      errorHandler: (error, request, reply) => {
        // What was not read to its end cannot be followed by another request.
        if (!request.raw.readableEnded) reply.header('connection', 'close');
        return answerError(error, request, reply);
      },
    },
    async (request, reply) => {
      const { format, locale } = request.query;
      const { account } = signerOf(request);
      const gone = cancellation(reply);
      allowFiles(request);
      const own = chargeTo(context, account, { turn: 'verification', signal: gone });
      const verification = await inTurn(account.id, () => verify(own, partsOf(request), gone));
      const answer = verificationAnswer(verification, context.config.TIME_ZONE);
      if (format === 'json') return reply.type('application/json').send(answer);
      const name = verificationName(answer.documents[0]?.name ?? '', format);
      reply.header('content-disposition', attachment(name));
      if (format === 'pdf') {
        const report = await verificationPdf(own, answer, locale);
        return reply.type('application/pdf').send(report);
      }
      return reply.type('application/xml').send(verificationXml(verification));
    },
  );
}
