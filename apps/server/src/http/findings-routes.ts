import { api, findingsName, findingsReport } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../services/context.ts';
import { findingsPdf, findingsReport as reportOf } from '../services/report/report.ts';
import type { AnswersInTurn } from './answer-turns.ts';
import { reportRoute } from './report-route.ts';

export function findingsRoutes(app: FastifyInstance, context: Context, inTurn: AnswersInTurn): void {
  reportRoute(app, context, inTurn, {
    path: api.findings,
    description: 'What the check found, for programs or for people (PDF in Greek and English)',
    schema: findingsReport,
    json: reportOf,
    pdf: findingsPdf,
    fileName: findingsName,
  });
}
