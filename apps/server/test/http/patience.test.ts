import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { boundConnections, connectionLimits } from '../../src/http/connections.ts';
import {
  allowFiles,
  answerDue,
  awaitSession,
  boundReceipts,
  HEADERS_MS,
  type Patience,
} from '../../src/http/receipt.ts';
import { answerUnread } from '../../src/http/unread.ts';

const sockets: Socket[] = [];
const servers: { close(): unknown }[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.close();
});

/** A connection, what came over it, and when it was closed (milliseconds from now). */
async function dial(port: number) {
  const began = performance.now();
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  const closed = once(socket, 'close').then(() => ({ text, after: performance.now() - began }));
  await once(socket, 'connect');
  return { socket, closed, text: () => text };
}

const portOf = (server: Server) => (server.address() as { port: number }).port;

describe('requests that take too long', () => {
  /** What came as far as a handler. */
  const reached: string[] = [];
  const patience: Patience = { whole: 1200, session: 800, window: 1500, leastBytes: 50 };

  async function serve(): Promise<{ app: FastifyInstance; port: number }> {
    const app = Fastify({
      clientErrorHandler: answerUnread,
      http: { headersTimeout: 500, connectionsCheckingInterval: 100 },
    });
    servers.push(app);
    boundReceipts(app, patience);
    app.addContentTypeParser('application/octet-stream', (_, payload, done) => done(null, payload));
    app.post('/json', async () => {
      await sleep(2 * patience.whole);
      return 'read';
    });
    app.post('/upload', async (request) => {
      const known = awaitSession(request, patience);
      let bytes = 0;
      for await (const chunk of request.raw) {
        bytes += (chunk as Buffer).length;
        if (bytes >= 4) known();
      }
      return bytes;
    });
    app.addHook('onRequest', async ({ url }) => void reached.push(url));
    app.post('/late', async ({ body }) => void reached.push(`carried out ${JSON.stringify(body)}`));
    app.post('/short', async (request) => {
      const known = awaitSession(request, patience);
      for await (const _ of request.raw);
      known();
      return 'read';
    });
    app.post('/due', async (request, reply) => {
      const due = answerDue(request, reply, 600);
      for await (const _ of request.raw);
      const read = performance.now();
      await once(due, 'abort');
      return performance.now() - read;
    });
    app.post('/files', async (request) => {
      allowFiles(request, patience);
      let bytes = 0;
      for await (const chunk of request.raw) bytes += (chunk as Buffer).length;
      return bytes;
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return { app, port: portOf(app.server) };
  }

  const head = (path: string, length: number, type = 'application/octet-stream') =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

  /** Sends so many octets every 50 ms until the connection ends. */
  async function drip({ socket, closed }: Awaited<ReturnType<typeof dial>>, octets: number, times: number) {
    let ended = false;
    void closed.then(() => {
      ended = true;
    });
    for (let i = 0; i < times && !ended; i++) {
      socket.write('x'.repeat(octets));
      await sleep(50);
    }
    return closed;
  }

  test('a header that never ends, and a connection that says nothing, are closed', async () => {
    const { port } = await serve();
    const silent = await dial(port);
    const slow = await dial(port);
    slow.socket.write('GET / HTTP/1.1\r\n');
    await Promise.all([drip(slow, 1, 100), silent.closed]);
    expect((await slow.closed).text).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"too_slow"/);
    expect((await slow.closed).after).toBeLessThan(4000);
  });

  test('what is no request is answered 400, and who goes on sending still has the answer', async () => {
    const { port } = await serve();
    const odd = await dial(port);
    odd.socket.write(`HELLO\r\n${'x'.repeat(200_000)}`);
    const { text } = await drip(odd, 1000, 10);
    expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/);
  });

  test('a body that drips is answered 408 after its time, however steadily it comes', async () => {
    const { port } = await serve();
    const slow = await dial(port);
    slow.socket.write(head('/json', 10_000, 'application/json'));
    const { text, after } = await drip(slow, 5, 200);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(after).toBeGreaterThan(500);
  });

  test('what comes behind the answer that it is too late is not carried out', async () => {
    const { port } = await serve();
    reached.length = 0;
    const late = await dial(port);
    late.socket.write(`${head('/late', 10, 'application/json')}{"a":`);
    await expect.poll(late.text, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 408 /);
    late.socket.write(`"bcd"}${head('/short', 3)}abc`);
    await late.closed;
    expect(reached).toEqual(['/late']);
  });

  test('an upload that is there whole before its session is known leaves no timer behind', async () => {
    const { port } = await serve();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    for (let i = 0; i < 20; i++) {
      const { socket, closed } = await dial(port);
      socket.write(`${head('/short', 3)}abc`);
      expect((await closed).text).toMatch(/^HTTP\/1\.1 200 /);
    }
    expect(timers() - before).toBeLessThan(10);
  });

  test('an upload that does not say whose it is has less time; a signer’s may take as long as it comes', async () => {
    const { port } = await serve();
    const stranger = await dial(port);
    stranger.socket.write(head('/upload', 10_000));
    expect((await stranger.closed).text).toMatch(/^HTTP\/1\.1 408 /);
    const signer = await dial(port);
    signer.socket.write(head('/upload', 50 * 30));
    expect((await drip(signer, 50, 30)).text).toMatch(/\r\n\r\n1500$/);
  });

  test('a signer’s files that stop coming are given up', async () => {
    const { port } = await serve();
    const signer = await dial(port);
    signer.socket.write(head('/files', 10_000));
    await drip(signer, 50, 10);
    const { text, after } = await signer.closed;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(after).toBeGreaterThan(500);
  });

  test('a request that is there in time is left alone afterwards', async () => {
    const { port } = await serve();
    const quick = await dial(port);
    quick.socket.write(`${head('/json', 2, 'application/json')}{}`);
    const { text, after } = await quick.closed;
    expect(text).toMatch(/^HTTP\/1\.1 200 .*read$/s);
    expect(after).toBeGreaterThan(patience.whole);
  });

  test('an answer is due so long after the last octet, and not before', async () => {
    const { port } = await serve();
    const slow = await dial(port);
    slow.socket.write(head('/due', 500));
    const { text, after } = await drip(slow, 50, 10);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(after).toBeGreaterThan(900);
  });

  test('times are below what proxies wait', () => {
    expect(HEADERS_MS).toBeLessThanOrEqual(10_000);
  });
});

describe('many connections', () => {
  let answered = 0;
  async function serve(proxies: string[], limits: { all: number; each: number }): Promise<number> {
    const server = createServer((_, response) => {
      answered += 1;
      response.end('hello');
    });
    servers.push(server);
    boundConnections(server, proxies, limits);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return portOf(server);
  }
  const ask = async (port: number) => {
    const one = await dial(port);
    one.socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    return (await one.closed).text;
  };

  test('one address has so many and no more, is told so, and gets the place of one that closed', async () => {
    const port = await serve([], { all: 10, each: 3 });
    const held = [await dial(port), await dial(port), await dial(port)];
    expect(await ask(port)).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5.*"code":"busy"/s);
    // It was not carried out, although it came whole.
    expect(answered).toBe(0);
    held[0]?.socket.destroy();
    await expect.poll(() => ask(port)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a trusted proxy has as many as there are in all', async () => {
    const port = await serve(['127.0.0.1'], { all: 5, each: 2 });
    for (let i = 0; i < 4; i++) await dial(port);
    expect(await ask(port)).toMatch(/^HTTP\/1\.1 200 /);
    await dial(port);
    await expect.poll(() => ask(port)).toMatch(/^HTTP\/1\.1 503 /);
  });

  test('the limits lie below the descriptors of the process', () => {
    const { all, each } = connectionLimits();
    expect(all).toBeGreaterThan(500);
    expect(each).toBeLessThanOrEqual(all / 2);
  });
});
