import { once } from 'node:events';
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Missing } from '@websign/pki';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  isPublicAddress,
  type MaterialClient,
  type MaterialClientOptions,
  materialClient,
  type Outbound,
  outboundHttp,
  ProviderError,
} from '../src/index.ts';

const asked: string[] = [];
const bodies: Buffer[] = [];
let flaky = 0;

/** Paths of the loopback server. */
const PATHS: Record<string, RequestListener> = {
  '/ocsp': async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks));
    response.writeHead(200, { 'content-type': 'application/ocsp-response' }).end('ocsp');
  },
  '/a.crl': (_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('crl'),
  '/slow.crl': (_, response) => void setTimeout(() => response.writeHead(200).end('slow'), 100),
  '/ca.cer': (_, response) => void response.writeHead(200).end('issuer'),
  '/moved': (_, response) => void response.writeHead(302, { location: '/a.crl' }).end(),
  '/round': (_, response) => void response.writeHead(302, { location: '/round' }).end(),
  '/elsewhere': (request, response) =>
    void response.writeHead(302, { location: `http://127.0.0.2:${request.socket.localPort}/a.crl` }).end(),
  '/file': (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/404': (_, response) => void response.writeHead(404).end(),
  '/503': (_, response) => void response.writeHead(503).end(),
  '/flaky': (_, response) => {
    flaky += 1;
    response.writeHead(flaky < 3 ? 503 : 200).end('at last');
  },
  '/hang': () => {},
  '/drip': (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('0'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/huge': (_, response) => {
    response.writeHead(200);
    const pump = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    };
    response.on('drain', pump);
    pump();
  },
};

let server: Server;
let base: string;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    PATHS[request.url?.replace(/^\/a\.crl\?.*/, '/a.crl') ?? '']?.(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  base = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  bodies.length = 0;
});

/** Of a certificate that leads to an anchor. */
const crl = (path: string): Missing => ({ kind: 'crl', url: base + path, isAnchored: true });
const near = () => outboundHttp({ addresses: 'public', networks: ['127.0.0.1'] });

async function withClient<T>(
  options: MaterialClientOptions,
  use: (client: MaterialClient, failures: string[]) => Promise<T>,
): Promise<T> {
  const failures: string[] = [];
  const client = materialClient({
    http: near(),
    timeoutMs: 1500,
    backOffMs: 5,
    onFailure: ({ code }) => failures.push(code),
    ...options,
  });
  try {
    return await use(client, failures);
  } finally {
    await client.close();
  }
}

const text = (bytes: readonly Uint8Array[]) => bytes.map((each) => Buffer.from(each).toString());

describe('what is missing is fetched', () => {
  test('OCSP by POST, CRLs and certificates by GET, each where it belongs', async () => {
    await withClient({}, async (client) => {
      const request = Buffer.from('request');
      const material = await client.fetch([
        { kind: 'ocsp', url: `${base}/ocsp`, request },
        crl('/a.crl'),
        { kind: 'issuer', url: `${base}/ca.cer` },
        crl('/moved'),
      ]);
      expect(text(material.ocsps)).toEqual(['ocsp']);
      expect(text(material.crls)).toEqual(['crl', 'crl']);
      expect(text(material.certificates)).toEqual(['issuer']);
      expect(bodies).toEqual([request]);
    });
  });

  test('the same is asked for once, also by two at a time, and kept for a moment', async () => {
    let now = 0;
    await withClient({ clock: () => now }, async (client) => {
      await Promise.all([
        client.fetch([crl('/slow.crl'), crl('/slow.crl')]),
        client.fetch([crl('/slow.crl')]),
      ]);
      await client.fetch([crl('/slow.crl')]);
      expect(asked).toEqual(['/slow.crl']);
      now += 61_000;
      await client.fetch([crl('/slow.crl')]);
      expect(asked).toHaveLength(2);
      const ocsp: Missing = { kind: 'ocsp', url: `${base}/ocsp`, request: Buffer.from('1') };
      await client.fetch([ocsp]);
      await client.fetch([ocsp]);
      expect(bodies).toHaveLength(2);
    });
  });

  test('what the process itself serves never leaves it', async () => {
    const local = async ({ url }: Missing) => (url.endsWith('/here') ? Buffer.from('local') : undefined);
    await withClient({ local }, async (client) => {
      expect(text((await client.fetch([crl('/here'), crl('/a.crl')])).crls)).toEqual(['local', 'crl']);
      expect(asked).toEqual(['/a.crl']);
    });
  });

  test('at most 64 at a time, and no more at once than allowed', async () => {
    await withClient({ atOnce: 2 }, async (client) => {
      const many = Array.from(
        { length: 200 },
        (_, at): Missing => ({ kind: 'crl', url: `${base}/404?${at}`, isAnchored: true }),
      );
      const fetching = client.fetch(many);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(asked.length).toBeLessThanOrEqual(2);
      server.closeAllConnections();
      await fetching;
      expect(asked.length).toBeLessThanOrEqual(64);
    });
  });
});

describe('a source that is away gives nothing and never throws', () => {
  test.each([
    ['/hang', 'http_timeout'],
    ['/drip', 'http_timeout'],
    ['/404', 'http_status'],
    ['/503', 'http_busy'],
    ['/round', 'http_status'],
    ['/elsewhere', 'http_address'],
    ['/file', 'http_address'],
  ])('%s: %s', async (path, code) => {
    await withClient({}, async (client, failures) => {
      expect(await client.fetch([crl(path)])).toEqual({ certificates: [], ocsps: [], crls: [] });
      expect(failures).toEqual([code]);
    });
  });

  test('answers that are too large together', async () => {
    await withClient({ callBytes: 7, retries: 0 }, async (client, failures) => {
      const lists = Array.from({ length: 9 }, (_, i) => crl(`/a.crl?${i}`));
      const { crls } = await client.fetch(lists);
      expect(text(crls)).toEqual(['crl', 'crl']);
      expect(failures).toEqual(Array.from({ length: 7 }, () => 'http_too_large'));
      expect(text((await client.fetch([crl('/a.crl?10')])).crls)).toEqual(['crl']);
    });
  });

  test('slow sources of one call leave turns to others', async () => {
    await withClient({ timeoutMs: 600, retries: 0 }, async (client) => {
      const slow = client.fetch(Array.from({ length: 24 }, (_, i) => crl(`/hang?${i}`)));
      const quick = await Promise.race([client.fetch([crl('/a.crl?quick')]), slow]);
      expect(text(quick.crls)).toEqual(['crl']);
      await slow;
    });
  });

  test('an answer that is too large', async () => {
    await withClient({ timeoutMs: 10_000 }, async (client, failures) => {
      await client.fetch([{ kind: 'issuer', url: `${base}/huge` }]);
      expect(failures).toEqual(['http_too_large']);
    });
  });

  test('what fails in passing is tried again, a few times', async () => {
    flaky = 0;
    await withClient({}, async (client) => {
      expect(text((await client.fetch([crl('/flaky')])).crls)).toEqual(['at last']);
      await client.fetch([crl('/503')]);
      expect(asked.filter((path) => path === '/503')).toHaveLength(3);
    });
  });

  test('what failed is a server for one kind of answers by one scheme, and no other of its host', async () => {
    const urls: string[] = [];
    const http: Outbound = {
      ask: ({ url }) => {
        urls.push(url);
        return Promise.reject(new ProviderError('http_timeout', 'away'));
      },
      close: () => Promise.resolve(),
    };
    const client = materialClient({ http, clock: () => 0, retries: 0 });
    const isAnchored = true;
    const wanted: Missing[] = [
      { kind: 'crl', url: 'https://ca.example/a.crl', isAnchored },
      { kind: 'crl', url: 'http://ca.example/a.crl', isAnchored },
      { kind: 'crl', url: 'http://ca.example:8080/a.crl', isAnchored },
      { kind: 'issuer', url: 'http://ca.example/a.crt' },
      { kind: 'ocsp', url: 'http://ca.example/', request: new Uint8Array(1), isAnchored },
    ];
    for (const missing of wanted) await client.fetch([missing]);
    expect(urls).toEqual(wanted.map(({ url }) => url));
    for (const missing of wanted) await client.fetch([missing]);
    await client.fetch([{ kind: 'crl', url: 'http://ca.example/b.crl', isAnchored }]);
    expect(urls).toHaveLength(wanted.length);
  });

  test('a host that failed rests, then is tried again', async () => {
    let now = 0;
    await withClient({ clock: () => now, retries: 0 }, async (client, failures) => {
      await client.fetch([crl('/hang')]);
      await client.fetch([crl('/a.crl')]);
      expect(failures).toEqual(['http_timeout', 'resting']);
      expect(asked).toEqual(['/hang']);
      now += 16_000;
      expect(text((await client.fetch([crl('/a.crl')])).crls)).toEqual(['crl']);
    });
  });

  test('who no longer waits ends the request, and the host is not blamed', async () => {
    await withClient({ timeoutMs: 10_000 }, async (client, failures) => {
      const begun = performance.now();
      const material = await client.fetch([crl('/hang')], { signal: AbortSignal.timeout(50) });
      expect(performance.now() - begun).toBeLessThan(5000);
      expect(material.crls).toEqual([]);
      expect(failures).toEqual([]);
      expect((await client.fetch([crl('/a.crl')])).crls).toHaveLength(1);
    });
  });
});

describe('strangers’ URLs do not reach what is not public', () => {
  test.each([
    'http://127.0.0.1:PORT/a.crl',
    'http://localhost:PORT/a.crl',
    'http://0x7f000001:PORT/a.crl',
    'http://2130706433:PORT/a.crl',
    'http://[::1]:PORT/a.crl',
    'http://[::ffff:127.0.0.1]:PORT/a.crl',
    'http://0.0.0.0:PORT/a.crl',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'ldap://127.0.0.1/cn=x',
    'file:///etc/passwd',
    'http://user:pass@127.0.0.1:PORT/a.crl',
    'nonsense',
  ])('%s', async (url) => {
    const http = outboundHttp({ addresses: 'public' });
    await withClient({ http }, async (client, failures) => {
      await client.fetch([{ kind: 'crl', url: url.replace('PORT', String(port)) }]);
      expect(failures).toEqual(['http_address']);
      expect(asked).toEqual([]);
    });
  });

  test('addresses by their registries', () => {
    for (const address of ['8.8.8.8', '185.60.216.35', '2a00:1450:4001:800::200e'])
      expect(isPublicAddress(address), address).toBe(true);
    const others = [
      ...[
        '10.1.2.3',
        '100.64.0.1',
        '172.31.255.255',
        '192.168.1.1',
        '192.0.2.7',
        '224.0.0.1',
        '255.255.255.255',
      ],
      ...[
        '::',
        '::1',
        'fe80::1',
        'fc00::1',
        'ff02::1',
        '64:ff9b::7f00:1',
        '2002:7f00:1::',
        '2001:db8::1',
        'x',
      ],
    ];
    for (const address of others) expect(isPublicAddress(address), address).toBe(false);
  });
});

describe('a proxy', () => {
  const seen: string[] = [];
  let proxy: Server;
  let proxyUrl: string;
  beforeAll(async () => {
    proxy = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      const url = new URL(request.url ?? '');
      const onward = httpRequest(
        { port, host: '127.0.0.1', path: url.pathname, method: request.method, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      request.pipe(onward);
    });
    proxy.on('connect', (request, socket) => {
      seen.push(`CONNECT ${request.url}`);
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  test('is asked for every host but those left out, and resolves their names', async () => {
    const http = outboundHttp({ addresses: 'public', proxy: proxyUrl, noProxy: ['direct.invalid'] });
    await withClient({ http, retries: 0 }, async (client, failures) => {
      const one = await client.fetch([{ kind: 'crl', url: 'http://crl.example/a.crl' }]);
      expect(text(one.crls)).toEqual(['crl']);
      expect(seen.join()).toContain('crl.example');
      await client.fetch([{ kind: 'crl', url: 'http://direct.invalid/a.crl' }]);
      expect(seen.join()).not.toContain('direct.invalid');
      expect(failures).toEqual(['http_unreachable']);
    });
  });

  test('is not a way to addresses that are not public', async () => {
    const http = outboundHttp({ addresses: 'public', proxy: proxyUrl });
    await withClient({ http }, async (client, failures) => {
      await client.fetch([{ kind: 'crl', url: `${base}/a.crl` }]);
      expect(failures).toEqual(['http_address']);
    });
  });

  test('that is away is told as every other problem', async () => {
    const http = outboundHttp({ addresses: 'any', proxy: 'http://127.0.0.1:1' });
    const error = await http
      .ask({ url: `${base}/a.crl`, method: 'GET', timeoutMs: 400, maxBytes: 100 })
      .catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(ProviderError);
    await http.close();
  });
});
