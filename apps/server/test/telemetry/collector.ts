import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface KeyValue {
  key: string;
  value: { stringValue?: string; intValue?: number; doubleValue?: number };
}
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: KeyValue[];
}
interface Metric {
  name: string;
}

/** An OpenTelemetry collector on this machine: what it was sent, and how it behaves. */
export interface Collector {
  url: string;
  behaviour: 'takes' | 'hangs' | 'refuses';
  /** Every body as it came. */
  bodies: { path: string; headers: NodeJS.Dict<string | string[]>; text: string }[];
  spans(): Span[];
  metrics(): Metric[];
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const bodies: Collector['bodies'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '', headers } = request;
    bodies.push({ path, headers, text: Buffer.concat(chunks).toString('utf8') });
    if (collector.behaviour === 'hangs') return;
    response.writeHead(collector.behaviour === 'takes' ? 200 : 503, { 'content-type': 'application/json' });
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const told = <T>(path: string, read: (body: never) => T[]): T[] =>
    bodies.filter((body) => body.path === path).flatMap(({ text }) => read(JSON.parse(text) as never));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour: 'takes',
    bodies,
    spans: () =>
      told<Span>('/v1/traces', (body: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    metrics: () =>
      told<Metric>('/v1/metrics', (body: { resourceMetrics: { scopeMetrics: { metrics: Metric[] }[] }[] }) =>
        body.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
      ),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}
