import {
  api,
  certificatesAnswer,
  changePasswordAnswer,
  changePasswordRequest,
  errorAnswer,
  requestOtpAnswer,
  resyncOtpRequest,
} from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { certificates } from '../services/certificates.ts';
import { requestOtp } from '../services/codes/request.ts';
import type { Context } from '../services/context.ts';
import { changePassword } from '../services/password.ts';
import { resyncOtp } from '../services/resync.ts';
import { acceptSession, requireSession, signerIfAny, signerOf } from './authenticate.ts';
import { bearer } from './session-routes.ts';

const errors = { '4xx': errorAnswer, '5xx': errorAnswer };
const nothing = z.null().describe('no content');

/** The signer's account: password, certificates, device. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireSession(context);

  routes.post(
    api.changePassword,
    {
      onRequest: acceptSession(context),
      schema: {
        body: changePasswordRequest,
        // With a session or without one.
        security: [...bearer, {}],
        response: { 200: changePasswordAnswer, ...errors },
      },
    },
    async (request) => {
      await changePassword(context, request.body, { signer: signerIfAny(request), address: request.ip });
      return { message: 'password updated' } as const;
    },
  );

  routes.post(
    api.requestOtp,
    { onRequest, schema: { security: bearer, response: { 202: requestOtpAnswer, ...errors } } },
    async (request, reply) => reply.status(202).send(await requestOtp(context, signerOf(request))),
  );

  routes.post(
    api.resyncOtp,
    {
      onRequest,
      schema: { body: resyncOtpRequest, security: bearer, response: { 204: nothing, ...errors } },
    },
    async (request, reply) => {
      await resyncOtp(context, signerOf(request), request.body, request.ip);
      return reply.status(204).send(null);
    },
  );

  routes.get(
    api.certificates,
    { onRequest, schema: { security: bearer, response: { 200: certificatesAnswer, ...errors } } },
    async (request) => certificates(context, signerOf(request)),
  );
}
