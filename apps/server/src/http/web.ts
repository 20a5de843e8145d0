import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import { isRoute } from '@websign/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../services/errors.ts';
import { renderError, replyWithStatus } from './errors.ts';

/** Names with a hash never change; everything else is asked for again. */
const cacheControl = (path: string) =>
  /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';

/**
 * The browser's application from `folder`, precompressed. Its page answers at the paths of its routes (NAV-1). Any other
 * path is 404: a browser that navigates there is given the page all the same, which says so (NAV-8), so that a probe
 * that asks this port for its health hears that it asks in the wrong place.
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
    const reads = request.method === 'GET' || request.method === 'HEAD';
    // Nothing is returned: each wait for a reply leaves listeners on its response, and Node warns of too many.
    if (built && reads && isRoute(path)) reply.sendFile('index.html');
    else if (built && reads && isNavigation(request, path)) answerNoPage(reply, folder);
    else answerNothing(request, reply);
  });
}

/** Whether a person's browser asks for a page: no script, picture or program asks for HTML. */
const isNavigation = ({ headers }: FastifyRequest, path: string): boolean =>
  !/^\/(api|assets)(\/|$)/.test(path) && (headers.accept ?? '').includes('text/html');

function answerNothing(request: FastifyRequest, reply: FastifyReply): void {
  const error = new RequestError('not_found');
  replyWithStatus(error, request, reply).send(renderError(error, request));
}

/**
 * The page with 404. It is read here and sent whole, never stored: a browser that kept it would ask whether it is still
 * the same, and an answer of "the same" has no status of its own.
 */
function answerNoPage(reply: FastifyReply, folder: string): void {
  readFile(`${folder}/index.html`).then(
    (page) => reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page),
    (error: unknown) => reply.send(error),
  );
}
