import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  checkTimeStampResponse,
  createTimeStampRequest,
  issueTimeStamp,
  parseCertificate,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { makeTestPki, signWith, TEST_NOW } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderError, timeStampClient } from '../src/index.ts';
import { codeOf } from './contract.ts';

const ports = nodePorts();
const pki = makeTestPki();
const request = createTimeStampRequest({
  digest: ports.digest('SHA-256', Buffer.from('bytes')),
  algorithm: 'SHA-256',
  nonce: Buffer.alloc(16, 5),
  certReq: true,
});
const REPLY = { 'content-type': 'application/timestamp-reply' };

async function body(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function authority(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const der = await issueTimeStamp(
    await body(request),
    {
      chain: pki.tsa.chain,
      algorithm: 'ecdsa-p256-sha256',
      policy: '1.2.3.4',
      time: TEST_NOW,
      serial: Uint8Array.of(7),
      sign: (message: Uint8Array) => signWith(pki.tsa.privateKey, 'ecdsa-p256-sha256', message),
    },
    ports,
  );
  response.writeHead(200, REPLY).end(der);
}

/** Paths of the loopback server, each a way to go wrong. */
const PATHS: Record<string, RequestListener> = {
  '/good': (request, response) => void authority(request, response),
  '/hang': () => {
    hanging += 1;
  },
  '/hang-in-body': (_, response) => void response.writeHead(200, REPLY).write('0'),
  '/drip': (_, response) => {
    response.writeHead(200, REPLY);
    const timer = setInterval(() => response.write('0'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/huge': (_, response) => {
    response.writeHead(200, REPLY);
    const pump = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sent += 64 * 1024;
    };
    response.on('drain', pump);
    pump();
  },
  '/redirect': (_, response) => void response.writeHead(307, { location: '/good' }).end(),
  '/500': (_, response) => void response.writeHead(500, REPLY).end('no'),
  '/html': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  '/cut': (_, response) => {
    response.writeHead(200, { ...REPLY, 'content-length': '100' }).write('0');
    setTimeout(() => response.destroy(), 20);
  },
  '/headers': (request, response) => void response.writeHead(200, REPLY).end(JSON.stringify(request.headers)),
};
let sent = 0;
let hanging = 0;

describe('time-stamp client', () => {
  let server: Server;
  let base: string;
  beforeAll(async () => {
    server = createServer((request, response) => PATHS[request.url ?? '']?.(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const client = (...paths: string[]) =>
    timeStampClient({ servers: paths.map((path) => ({ url: base + path })), timeoutMs: 400 });

  test('gives an answer that passes the full check', async () => {
    const anchors = [parseCertificate(pki.root.certificate)];
    const { info } = await client('/good').ask(request.der, (response) =>
      checkTimeStampResponse(response, request, { anchors, at: TEST_NOW }, ports),
    );
    expect(info.genTime).toBe(TEST_NOW);
  });

  test.each([
    ['/hang', 'tsa_timeout'],
    ['/hang-in-body', 'tsa_timeout'],
    ['/drip', 'tsa_timeout'],
    ['/huge', 'tsa_too_large'],
    ['/redirect', 'tsa_status'],
    ['/500', 'tsa_status'],
    ['/html', 'tsa_content_type'],
    ['/cut', 'tsa_unreachable'],
  ])('%s: %s', async (path, code) => {
    expect(await codeOf(client(path).ask(request.der))).toBe(code);
  });

  test('stops reading a huge answer', () => {
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  test('asks the next one when one fails or its answer is not accepted', async () => {
    let answers = 0;
    const result = await client('/500', '/headers', '/good').ask(request.der, (response) => {
      answers += 1;
      if (response[0] !== 0x30) throw new Error('not a TimeStampResp');
      return 'accepted';
    });
    expect(result).toBe('accepted');
    expect(answers).toBe(2);
  });

  test('one that did not answer is asked last for a while', async () => {
    let now = 0;
    const servers = [{ url: `${base}/hang` }, { url: `${base}/headers` }];
    const asked = timeStampClient({ servers, timeoutMs: 400, clock: () => now });
    await asked.ask(request.der);
    hanging = 0;
    await asked.ask(request.der);
    expect(hanging).toBe(0);
    now += 16_000;
    await asked.ask(request.der);
    expect(hanging).toBe(1);
  });

  test('when all fail, the error tells of each', async () => {
    const nobody = { url: 'http://127.0.0.1:1/' };
    const asked = timeStampClient({ servers: [{ url: `${base}/500` }, nobody], timeoutMs: 400 });
    const error = await asked.ask(request.der).catch((failure: unknown) => failure);
    if (!(error instanceof ProviderError) || !(error.cause instanceof AggregateError)) throw error;
    expect(error.code).toBe('tsa_unreachable');
    expect(error.cause.errors.map(({ code }) => code)).toEqual(['tsa_status', 'tsa_unreachable']);
  });

  test('sends the content types, and the authorisation only where one is configured', async () => {
    const headers = async (authorization?: string) => {
      const server = authorization === undefined ? {} : { authorization };
      const asked = timeStampClient({ servers: [{ url: `${base}/headers`, ...server }] });
      return JSON.parse(Buffer.from(await asked.ask(request.der)).toString());
    };
    const plain = await headers();
    expect(plain).toMatchObject({
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
    });
    expect(plain).not.toHaveProperty('authorization');
    expect(await headers('Basic eDp5')).toMatchObject({ authorization: 'Basic eDp5' });
  });

  test('refuses addresses that are not plain http(s)', () => {
    for (const url of ['file:///etc/passwd', 'http://user:pass@127.0.0.1/', 'nonsense', 'ftp://127.0.0.1/'])
      expect(() => timeStampClient({ servers: [{ url }] })).toThrow(ProviderError);
  });
});
