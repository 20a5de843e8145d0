import { api, errorAnswer, freePlacesAnswer, freePlacesRequest, occupiedAnswer } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../services/context.ts';
import { freePlaces, occupiedAreas } from '../services/places/free.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { byId, pathOf } from './document-routes.ts';
import { bearer } from './session-routes.ts';

/** Where a signature covers nothing (SGN-12). */
export function placeRoutes(app: FastifyInstance, context: Context): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireSession(context);

  routes.post(
    api.freePlaces,
    {
      onRequest,
      schema: {
        body: freePlacesRequest,
        security: bearer,
        response: { 200: freePlacesAnswer, '4xx': errorAnswer, '5xx': errorAnswer },
      },
    },
    async (request) => freePlaces(context, signerOf(request), request.body),
  );

  routes.get(
    pathOf(api.occupied),
    {
      onRequest,
      schema: {
        params: byId,
        querystring: z.object({ page: z.coerce.number().int().min(1) }),
        security: bearer,
        response: { 200: occupiedAnswer, '4xx': errorAnswer, '5xx': errorAnswer },
      },
    },
    async (request) => occupiedAreas(context, signerOf(request), request.params.id, request.query.page),
  );
}
