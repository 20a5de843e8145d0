import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LongTermWorld, longTermWorld } from '@websign/testkit';

const TYPES: Readonly<Record<string, string>> = {
  '/ocsp': 'application/ocsp-response',
  '/tsa': 'application/timestamp-reply',
};

/** The test authorities over HTTP on this machine, at the present time, for as long as `work` runs. */
export async function withAuthorities<T>(
  work: (world: LongTermWorld, url: string) => Promise<T>,
): Promise<T> {
  let world: LongTermWorld | undefined;
  const server = createServer(async (request, response) => {
    const { method, url: path = '' } = request;
    const body = await buffer(request);
    const answer =
      world === undefined || (path === '/tsa' && world.away.has('tsa'))
        ? undefined
        : path === '/tsa'
          ? await world.timeStamp(body)
          : await world.answer(path, method === 'POST' ? body : undefined);
    if (answer === undefined) response.writeHead(503).end();
    else response.writeHead(200, { 'content-type': TYPES[path] ?? 'application/pkix-crl' }).end(answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    world = await longTermWorld(url);
    // The clocks of both processes are the same.
    Object.defineProperty(world, 'now', { get: Date.now, set: () => undefined });
    return await work(world, url);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
