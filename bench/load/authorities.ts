/** A process of its own: the certification and time-stamp authorities of a load run, on loopback. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { longTermWorld, testKey } from '@websign/testkit';

/** What the process tells once it answers; certificates and keys are DER in base64. */
export interface AuthoritiesReady {
  origin: string;
  root: string;
  chain: string[];
  pkcs8: string;
}

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const world = await longTermWorld(origin, Date.now());

server.on('request', async (request, response) => {
  world.now = Date.now();
  world.asked.length = 0;
  const path = request.url ?? '/';
  const body = await bodyOf(request);
  const answer =
    path === '/'
      ? await world.timeStamp(body)
      : await world.answer(`${origin}${path}`, body.length === 0 ? undefined : body);
  if (answer === undefined) return response.writeHead(404).end();
  const type = path === '/' ? 'application/timestamp-reply' : 'application/ocsp-response';
  return response.writeHead(200, { 'content-type': type }).end(answer);
});

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const text = (der: Uint8Array): string => Buffer.from(der).toString('base64');
const { root, issuing, signer } = world;
const ready: AuthoritiesReady = {
  origin,
  root: text(root.certificate),
  chain: [signer.certificate, issuing.certificate].map(text),
  pkcs8: text(testKey(signer.key).pkcs8),
};
process.send?.(ready);
process.on('disconnect', () => process.exit(0));
