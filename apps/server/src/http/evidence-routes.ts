import { api, evidenceName, evidenceSheet } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../services/context.ts';
import { evidencePdf, evidenceSheet as sheetOf } from '../services/evidence-sheet/sheet.ts';
import type { AnswersInTurn } from './answer-turns.ts';
import { reportRoute } from './report-route.ts';

export function evidenceRoutes(app: FastifyInstance, context: Context, inTurn: AnswersInTurn): void {
  reportRoute(app, context, inTurn, {
    path: api.evidence,
    description:
      "How a document came to be signed, for programs, or for people and courts (PDF under the service's seal)",
    schema: evidenceSheet,
    json: sheetOf,
    pdf: evidencePdf,
    fileName: evidenceName,
  });
}
