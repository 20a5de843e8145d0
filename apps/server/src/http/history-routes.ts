import { Readable } from 'node:stream';
import {
  api,
  errorAnswer,
  historyAnswer,
  historyDetail,
  historyFilter,
  historyQuery,
} from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { historyDetail as detail, history } from '../services/history.ts';
import { csvName, historyCsv } from '../services/history-csv.ts';
import type { AnswersInTurn } from './answer-turns.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { attachment } from './content-disposition.ts';
import { pathOf } from './document-routes.ts';
import { bearer } from './session-routes.ts';
import { streamed } from './stream-answer.ts';

const csvQuery = historyFilter.extend({
  locale: z.enum(['el', 'en']).default('el'),
  /** `semicolon`: what spreadsheets expect where the comma is the decimal sign, as in Greece. */
  separator: z.enum(['comma', 'semicolon']).default('comma'),
});

export function historyRoutes(app: FastifyInstance, context: Context, inTurn: AnswersInTurn): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireSession(context);

  routes.get(
    api.history,
    {
      onRequest,
      schema: {
        querystring: historyQuery,
        security: bearer,
        response: { 200: historyAnswer, '4xx': errorAnswer, '5xx': errorAnswer },
      },
    },
    async (request) => history(context, signerOf(request), request.query),
  );

  routes.get(
    pathOf(api.historyRow),
    {
      onRequest,
      preHandler: inTurn,
      schema: {
        params: z.object({ id: z.string().max(200) }),
        security: bearer,
        response: { 200: historyDetail, '4xx': errorAnswer, '5xx': errorAnswer },
      },
    },
    async (request) => detail(context, signerOf(request), request.params.id),
  );

  routes.get(
    api.historyCsv,
    {
      onRequest,
      schema: {
        querystring: csvQuery,
        security: bearer,
        response: {
          200: streamed(
            'text/csv',
            'All that matches, UTF-8 with BOM (RFC 4180; separated by semicolons where they are asked for)',
          ),
          '4xx': errorAnswer,
          '5xx': errorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { locale, separator, ...filter } = request.query;
      const rows = historyCsv(context, signerOf(request), filter, { locale, separator });
      return reply
        .header('content-disposition', attachment(csvName(context, locale)))
        .type('text/csv; charset=utf-8')
        .send(Readable.from(rows));
    },
  );
}
