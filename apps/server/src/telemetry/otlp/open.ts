import { randomUUID } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import {
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../../config.ts';
import { every } from '../../lifecycle.ts';
import type { Telemetry, TelemetrySurroundings } from '../tracing.ts';
import { resourceMetrics } from './metrics.ts';
import { otlpSender, type Send } from './sender.ts';
import { rootSpan } from './spans.ts';

/** Spans that wait for a collector; more are dropped. */
const queued = 4096;
const atOnce = 512;
const delayMs = 2000;
/** What is left at a stop has this long to leave. */
const farewellMs = 3000;

const serializers = {
  'http/protobuf': { spans: ProtobufTraceSerializer, metrics: ProtobufMetricsSerializer },
  'http/json': { spans: JsonTraceSerializer, metrics: JsonMetricsSerializer },
} as const;

/** OpenTelemetry's own SDK for spans, the metrics of `/metrics`, both sent over the one way out. */
export function openOtlp(config: Config, surroundings: TelemetrySurroundings): Telemetry {
  const { registry, version, log } = surroundings;
  const send = otlpSender(config, surroundings);
  const { spans, metrics } = serializers[config.OTEL_EXPORTER_OTLP_PROTOCOL];
  const since = Date.now();
  const resource = resourceFromAttributes({
    ...config.OTEL_RESOURCE_ATTRIBUTES,
    'service.name': config.OTEL_SERVICE_NAME,
    'service.version': version,
    'service.instance.id': randomUUID(),
  });
  const root = new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG);
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: spanExporter(send, (all) => spans.serializeRequest(all)),
        maxQueueSize: queued,
        maxExportBatchSize: atOnce,
        scheduledDelayMillis: delayMs,
      }),
    ],
  });
  const tracer = provider.getTracer('websign', version);
  const tell = async () =>
    send('metrics', metrics.serializeRequest(await resourceMetrics(registry, resource, since, version)));
  const telling = every(config.OTEL_METRIC_EXPORT_INTERVAL, tell, (err) => log.error({ err }, 'telemetry'));
  return {
    request: (name, facts, parent) => rootSpan(tracer, name, facts, SpanKind.SERVER, parent),
    job: (name, facts) => rootSpan(tracer, name, facts, SpanKind.INTERNAL),
    close: () => bounded([telling.stop().then(tell), provider.shutdown()]),
  };
}

/** Every portion counts as taken: what is lost was told by the sender. */
function spanExporter(
  send: Send,
  serialize: (spans: ReadableSpan[]) => Uint8Array | undefined,
): SpanExporter {
  const last = new Set<Promise<void>>();
  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      const sending = send('traces', serialize(spans)).finally(() => {
        last.delete(sending);
        done({ code: ExportResultCode.SUCCESS });
      });
      last.add(sending);
    },
    shutdown: async () => void (await Promise.all(last)),
  };
}

async function bounded(work: readonly Promise<unknown>[]): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, farewellMs);
  await Promise.race([Promise.allSettled(work), late.promise]);
  clearTimeout(timer);
}
