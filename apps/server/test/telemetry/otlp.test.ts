import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outboundHttp } from '@websign/providers';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openLog } from '../../src/logging.ts';
import { openOtlp } from '../../src/telemetry/otlp/open.ts';
import {
  freshCode,
  Person,
  people,
  smallPdf,
  startTest,
  type TestAccount,
  type TestHome,
  testHome,
} from '../http/harness.ts';
import { type Collector, type Span, startCollector } from './collector.ts';

let home: TestHome;
let collector: Collector;
beforeAll(async () => {
  home = await testHome();
});
afterAll(() => home.remove());
beforeEach(async () => {
  collector = await startCollector();
  return () => collector.close();
});

const settings = (protocol: string, more: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_HEADERS_FILE: headers(),
  OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  TRUST_PROXY: '127.0.0.1',
  ...more,
});

function headers(): string {
  const path = join(home.folder, 'otlp.headers');
  writeFileSync(path, 'x-tenant=ministry%20one\nauthorization=Basic%20c2VjcmV0\n', { mode: 0o600 });
  return path;
}

const fileName = 'Απόφαση-για-τον-κ-Παπαδόπουλο.pdf';
const trace = '0af7651916cd43dd8448eb211c80319c';

/** Signs in, uploads, signs, pings and fails once; what nobody else may learn of it. */
async function session(environment: Record<string, string>): Promise<string[]> {
  const server = await startTest(home, environment);
  const [account] = home.accounts as [TestAccount];
  try {
    const person = await Person.at(server.url, account);
    await person.get(`/api/ping?sessionId=${person.sessionId}`);
    const document = await person.document(smallPdf(), fileName);
    const otp = freshCode(home, account);
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const signed = await person.sign({ documents: [document], otp, reason: 'Σύμφωνη γνώμη' }, headers);
    expect(signed.status).toBe(200);
    const wrong = await person.sign({ documents: [document], otp: '000000', password: 'Wr0ng!pass' });
    expect(wrong.status).toBe(400);
    const { surname, name } = people[0] ?? { surname: '', name: '' };
    const secrets = [person.sessionId, account.password, account.totpSecret, account.username, otp];
    return [...secrets, document, fileName, surname, name, 'Wr0ng!pass', 'Σύμφωνη', `${account.username}@`];
  } finally {
    await server.close();
  }
}

const attribute = ({ attributes }: Span, key: string) => attributes.find((each) => each.key === key)?.value;

describe('OpenTelemetry', () => {
  test('SES-4 spans and metrics of an upload and a signing arrive, with no secret, name or id in them', async () => {
    const secrets = await session(settings('http/json'));
    const spans = collector.spans();
    const named = (name: string) => spans.filter((span) => span.name === name);

    const [sign] = named('POST /api/sign_document');
    expect(sign).toMatchObject({ traceId: trace, parentSpanId: 'b7ad6b7169203331' });
    const inside = spans.filter(({ traceId }) => traceId === trace).map(({ name }) => name);
    const steps = ['signer software', 'time_stamp signature', 'sandbox prepare', 'sandbox checkTimeStamp'];
    expect(inside).toEqual(expect.arrayContaining([...steps, 'blobs append', 'database transaction']));
    const upload = named('POST /api/upload_document')[0];
    const examined = spans.find(
      ({ name, traceId }) => name === 'sandbox examine' && traceId === upload?.traceId,
    );
    expect(examined?.parentSpanId).toBe(upload?.spanId);
    expect(named('blobs put').map(({ traceId }) => traceId)).toContain(upload?.traceId);

    const failed = named('signer software').find((span) => attribute(span, 'error.type') !== undefined);
    expect(failed && attribute(failed, 'error.type')).toEqual({ stringValue: 'wrong_password' });
    const [ping] = named('GET /api/ping');
    expect(ping && attribute(ping, 'http.route')).toEqual({ stringValue: '/api/ping' });

    const metrics = new Set(collector.metrics().map(({ name }) => name));
    expect([...metrics]).toEqual(
      expect.arrayContaining(['websign_request_seconds', 'websign_signatures_total', 'websign_sessions']),
    );
    const all = collector.bodies.map(({ text }) => text).join('\n');
    // Six digits of a code may stand by chance within a longer number, as a time.
    for (const secret of secrets) expect(all).not.toMatch(new RegExp(`(?<!\\d)${escaped(secret)}(?!\\d)`));
    expect(collector.bodies[0]?.headers).toMatchObject({
      'x-tenant': 'ministry one',
      authorization: 'Basic c2VjcmV0',
      'content-type': 'application/json',
    });
  });

  test('SES-4 in protobuf, too; a trace is taken up from a trusted proxy only; log lines name the trace', async () => {
    const before = home.logged.length;
    const secrets = await session(settings('http/protobuf', { TRUST_PROXY: '' }));
    const all = collector.bodies.map(({ text }) => text).join('\n');
    expect(all).toContain('POST /api/sign_document');
    // Six digits of a code may stand by chance within a longer number, as a time.
    for (const secret of secrets) expect(all).not.toMatch(new RegExp(`(?<!\\d)${escaped(secret)}(?!\\d)`));
    const lines = home.logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    const sign = lines.find(({ msg, route }) => msg === 'request' && route === '/api/sign_document');
    expect(sign).toMatchObject({ trace: expect.stringMatching(/^[0-9a-f]{32}$/), reqId: expect.any(String) });
    expect(sign?.trace).not.toBe(trace);
  });

  test.each(['hangs', 'refuses', 'away'] as const)(
    'a collector that %s changes nothing for people',
    async (how) => {
      if (how === 'away') await collector.close();
      else collector.behaviour = how;
      const before = home.logged.length;
      await session(settings('http/json', { OTEL_METRIC_EXPORT_INTERVAL: '1000' }));
      const warned = home.logged.slice(before).filter((line) => line.includes('telemetry was not taken'));
      expect(warned.length).toBe(1);
    },
  );

  test('nothing is sent where no endpoint is configured', async () => {
    await session({});
    expect(collector.bodies).toEqual([]);
  });

  test('what waits for a collector that hangs is bounded, and a stop does not wait for it', async () => {
    collector.behaviour = 'hangs';
    const http = outboundHttp({ addresses: 'any' });
    const config = readConfig(
      { ...home.environment, ...settings('http/json', { OTEL_EXPORTER_OTLP_TIMEOUT: '60000' }) },
      false,
    );
    const log = openLog('silent');
    const registry = new Registry();
    const telemetry = openOtlp(config, { http, log, registry, version: '1', failed: () => undefined });
    for (let at = 0; at < 20_000; at += 1) telemetry.request('GET /api/ping', {}).end();
    const began = performance.now();
    await telemetry.close();
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(collector.spans().length).toBeGreaterThan(500);
    expect(collector.spans().length).toBeLessThan(5000);
  });
});

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
