import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface SecurityOptions {
  /** Origin of the upload host when it is another one (UP-11). */
  uploadOrigin: string;
  /** Origins whose pages may call this API; empty: only our own. */
  allowedOrigins: readonly string[];
  https: boolean;
}

/** The content security policy with Trusted Types; no inline script or style, no eval, no frames. */
export const contentSecurityPolicy = (uploadOrigin: string) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'worker-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'", ...(uploadOrigin === '' ? [] : [uploadOrigin])],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['dompurify', 'pdf-worker'],
});

const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'display-capture']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Also by its route: `/%61pi/` is the API, too. */
const ofApi = ({ url, routeOptions }: FastifyRequest) =>
  [url, routeOptions.url ?? ''].some((path) => path.startsWith('/api/'));

/** The headers of an error that is answered before the hooks run: there is nothing in it to be shown or kept. */
export const plainHeaders = (reply: FastifyReply) =>
  reply
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store');

/** Security headers on every answer, errors included. */
export async function secure(app: FastifyInstance, options: SecurityOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(options.uploadOrigin),
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    hsts: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    if (ofApi(request)) reply.header('cache-control', 'no-store');
  });
  allowOrigins(app, options.allowedOrigins);
}

/** CORS for the configured origins only, on errors too; preflights need no session (UP-11). */
function allowOrigins(app: FastifyInstance, allowed: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!ofApi(request)) return;
    if (allowed.length > 0) reply.header('vary', 'Origin');
    const { origin } = request.headers;
    const permitted = origin !== undefined && allowed.includes(origin);
    if (permitted) {
      reply
        .header('access-control-allow-origin', origin)
        .header('access-control-expose-headers', 'Content-Disposition, Retry-After, X-Request-Id');
    }
    if (request.method !== 'OPTIONS') return;
    if (permitted) {
      reply
        .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
        .header('access-control-allow-headers', 'Authorization, Content-Type, Idempotency-Key, Prefer')
        .header('access-control-max-age', '600');
    }
    return reply.status(204).send();
  });
}
