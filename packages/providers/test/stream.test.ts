import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outboundHttp, type StreamRequest } from '../src/index.ts';

const octets = randomBytes(500_000);

const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<unknown>> = {
  '/echo': async (request, response) => request.pipe(response),
  '/large': async (_, response) => response.end(octets),
  '/silent': async () => undefined,
  '/silent-in-body': async (_, response) => response.write('begun'),
  '/drip': async (_, response) => {
    for (let n = 0; n < 100 && !response.destroyed; n++) {
      response.write('.');
      await sleep(50);
    }
  },
  '/cut': async (request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('less');
    setTimeout(() => request.socket.destroy(), 50);
  },
  '/elsewhere': async (_, response) => response.writeHead(302, { location: '/large' }).end(),
  '/long-headers': async (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end(),
};

describe('bodies in pieces', () => {
  let server: Server;
  let origin: string;
  const http = outboundHttp({ addresses: 'any' });
  beforeAll(async () => {
    server = createServer((request, response) => void answers[request.url ?? '']?.(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < octets.length; at += 70_000) yield octets.subarray(at, at + 70_000);
  }
  const asked = async (path: string, extra: Partial<StreamRequest> = {}) => {
    const answer = await http.open({
      ...{ url: origin + path, method: 'GET', idleMs: 1000, timeoutMs: 10_000, maxBytes: 1_000_000 },
      ...extra,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body) chunks.push(chunk);
    return { status: answer.status, body: Buffer.concat(chunks) };
  };

  test('go and come', async () => {
    const body = { pieces: pieces(), size: octets.length };
    const { status, body: back } = await asked('/echo', { method: 'PUT', body });
    expect([status, Buffer.from(octets).equals(back)]).toEqual([200, true]);
  });

  test.each<[string, string, Partial<StreamRequest>]>([
    ['/large', 'http_too_large', { maxBytes: octets.length - 1 }],
    ['/silent', 'http_timeout', {}],
    ['/silent-in-body', 'http_timeout', {}],
    ['/drip', 'http_timeout', { timeoutMs: 400 }],
    ['/cut', 'http_unreachable', {}],
    ['/long-headers', 'http_unreachable', {}],
  ])('%s: %s', async (path, code, extra) => {
    await expect(asked(path, extra)).rejects.toMatchObject({ code });
  });

  test('no redirect is followed', async () => {
    expect((await asked('/elsewhere')).status).toBe(302);
  });

  test('a body that is longer or shorter than was said is not sent as if it were whole', async () => {
    for (const size of [octets.length - 1, octets.length + 1]) {
      const body = { pieces: pieces(), size };
      await expect(asked('/echo', { method: 'PUT', body })).rejects.toMatchObject({ name: 'ProviderError' });
    }
  });

  test('a caller that gives up ends it', async () => {
    const signal = AbortSignal.timeout(100);
    await expect(asked('/silent', { signal, idleMs: 20_000 })).rejects.toMatchObject({
      name: 'ProviderError',
    });
  });

  test('addresses that are not of the public internet stay unreached where only those are', async () => {
    const strangers = outboundHttp({ addresses: 'public' });
    const request = {
      url: `${origin}/large`,
      method: 'GET',
      idleMs: 1000,
      timeoutMs: 1000,
      maxBytes: 1,
    } as const;
    await expect(strangers.open(request)).rejects.toMatchObject({ code: 'http_address' });
    await strangers.close();
  });
});
