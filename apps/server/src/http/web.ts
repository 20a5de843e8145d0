import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../services/errors.ts';
import { renderError, replyWithStatus } from './errors.ts';

/** Names with a hash never change; everything else is asked for again. */
const cacheControl = (path: string) =>
  /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';

/**
 * The browser's application from `folder`, precompressed; any other path that is no part of the API answers with
 * its page, which knows the routes (NAV-8).
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(`${folder}/index.html`);
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      // The build's own notes.
      dotfiles: 'ignore',
      cacheControl: false,
      index: ['index.html'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', cacheControl(path));
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const page = request.method === 'GET' || request.method === 'HEAD';
    // Nothing is returned: each wait for a reply leaves listeners on its response, and Node warns of too many.
    if (built && page && !/^\/(api|assets)(\/|$)/.test(path)) reply.sendFile('index.html');
    else {
      const error = new RequestError('not_found');
      replyWithStatus(error, request, reply).send(renderError(error, request));
    }
  });
}
