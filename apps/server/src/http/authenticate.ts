import type { FastifyRequest } from 'fastify';
import type { Context, SignedIn } from '../services/context.ts';
import { RequestError } from '../services/errors.ts';
import { requireOwnPassword, resume } from '../services/session.ts';

const signedIn = new WeakMap<FastifyRequest, SignedIn & { sessionId: string }>();

/** A hook that refuses requests without a live session (`Authorization: Bearer`, SES-4), before anything is read. */
export const requireAnySession = (context: Context) => async (request: FastifyRequest) => {
  const [, sessionId] = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '') ?? [];
  const signer = sessionId === undefined ? undefined : await resume(context, sessionId);
  if (!signer || sessionId === undefined) throw new RequestError('session_required');
  signedIn.set(request, { ...signer, sessionId });
};

/** The same for all calls but those that get a person out of a password that was given: to change it, and to log out. */
export const requireSession = (context: Context) => {
  const required = requireAnySession(context);
  return async (request: FastifyRequest) => {
    await required(request);
    requireOwnPassword(signerOf(request));
  };
};

/** A hook for calls that work without a session too; a header that names a dead one is refused all the same. */
export const acceptSession = (context: Context) => {
  const required = requireAnySession(context);
  return async (request: FastifyRequest) => {
    if (request.headers.authorization !== undefined) await required(request);
  };
};

/** The signer of a request that passed {@link acceptSession}; undefined without a session. */
export const signerIfAny = (request: FastifyRequest) => signedIn.get(request);

/** The signer of a request that passed {@link requireSession}. */
export function signerOf(request: FastifyRequest): SignedIn & { sessionId: string } {
  const signer = signedIn.get(request);
  if (!signer) throw new RequestError('session_required');
  return signer;
}
