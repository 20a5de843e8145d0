import { api, errorAnswer, freePlacesAnswer, freePlacesRequest, occupiedAnswer } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Context, chargeTo } from '../services/context.ts';
import { freePlaces, occupiedAreas } from '../services/places/free.ts';
import { turns } from '../services/turns.ts';
import { requireSession, signerOf } from './authenticate.ts';
import { byId, pathOf } from './document-routes.ts';
import { cancellation } from './parts.ts';
import { bearer } from './session-routes.ts';

/** Calls of one signer at once, of each kind: they may have pages read in the sandbox, which all signers share. */
const atOnce = 4;

/** Where a signature covers nothing (SGN-12). */
export function placeRoutes(app: FastifyInstance, context: Context): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireSession(context);
  const inTurn = { free: turns(atOnce), occupied: turns(atOnce) };

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
    async (request, reply) => {
      const signer = signerOf(request);
      const gone = cancellation(reply);
      const own = chargeTo(context, signer.account, { signal: gone });
      return inTurn.free(signer.account.id, () => freePlaces(own, signer, request.body, gone));
    },
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
    async (request, reply) => {
      const signer = signerOf(request);
      const { id } = request.params;
      const own = chargeTo(context, signer.account, { signal: cancellation(reply) });
      return inTurn.occupied(signer.account.id, () => occupiedAreas(own, signer, id, request.query.page));
    },
  );
}
