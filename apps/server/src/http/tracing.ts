import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type SpanFacts, type TraceSpan, within } from '../telemetry/current.ts';
import { errorCode } from '../telemetry/observe.ts';
import type { Telemetry } from '../telemetry/tracing.ts';

/**
 * A span for each request, by its route and never by its URL: session ids travel in the query of ping. A trace goes
 * on only where a trusted proxy says which (W3C Trace Context): anybody else could name any trace.
 */
export function traceRequests(app: FastifyInstance, telemetry: Telemetry, proxies: readonly string[]): void {
  const trusted = proxies.length === 0 ? () => false : proxyAddr.compile([...proxies]);
  const spans = new WeakMap<FastifyRequest, TraceSpan>();
  const codes = new WeakMap<FastifyRequest, SpanFacts>();
  app.addHook('onRequest', (request, _, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { traceparent } = request.headers;
    const known = typeof traceparent === 'string' && trusted(request.socket.remoteAddress ?? '', 0);
    const span = telemetry.request(
      `${request.method} ${route}`,
      { 'http.request.method': request.method, 'http.route': route },
      known ? traceparent : undefined,
    );
    spans.set(request, span);
    within(span, done);
  });
  // Reading a body leaves the span: its events are the connection's.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else within(span, done);
  });
  app.addHook('onError', async (request, _, error) => {
    codes.set(request, { 'websign.code': errorCode(error) });
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const facts = { 'http.response.status_code': statusCode, ...codes.get(request) };
    spans.get(request)?.end(facts, statusCode >= 500 ? String(statusCode) : undefined);
  });
}
