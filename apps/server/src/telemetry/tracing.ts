import type { Outbound } from '@websign/providers';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Logger } from '../logging.ts';
import type { SpanFacts, TraceSpan } from './current.ts';

/** Traces and metrics on their way to an OpenTelemetry collector. */
export interface Telemetry {
  /** A request's span; `parent` is its `traceparent` header (W3C Trace Context), where a trusted proxy sent one. */
  request(name: string, facts: SpanFacts, parent?: string): TraceSpan;
  /** The span of work that nobody waits for. */
  job(name: string, facts: SpanFacts): TraceSpan;
  /** Sends what is left, in bounded time. */
  close(): Promise<void>;
}

export interface TelemetrySurroundings {
  log: Logger;
  http: Outbound;
  registry: Registry;
  version: string;
  /** Told of each portion that the collector did not take. */
  failed(signal: 'traces' | 'metrics'): void;
}

/** Where no collector is configured nothing of OpenTelemetry is loaded, and nothing is sent. */
export async function openTelemetry(
  config: Config,
  surroundings: TelemetrySurroundings,
): Promise<Telemetry | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '') return undefined;
  const { openOtlp } = await import('./otlp/open.ts');
  return openOtlp(config, surroundings);
}
