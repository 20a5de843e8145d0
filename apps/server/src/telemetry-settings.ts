import { z } from 'zod';
import { pairs, ratio, text, url, whole } from './setting-kinds.ts';

/** Of OpenTelemetry, by the names that its specification gives them. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    schema: url,
    says: 'OpenTelemetry collector (OTLP over HTTP) that takes traces and metrics, such as `http://127.0.0.1:4318`; empty sends nothing.',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    default: 'http/protobuf',
    schema: z.enum(['http/protobuf', 'http/json'], 'is neither http/protobuf nor http/json'),
    says: 'How they are written.',
  },
  OTEL_EXPORTER_OTLP_HEADERS_FILE: {
    default: '',
    schema: text,
    says: 'File with the headers that the collector asks for: `name=value`, one a line, values percent-encoded.',
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    default: '10000',
    schema: whole(100, 120_000),
    says: 'Milliseconds that the collector may take.',
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    default: '60000',
    schema: whole(1000, 3_600_000),
    says: 'Milliseconds between two portions of metrics.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '1',
    schema: ratio,
    says: 'Share of traces that is kept, from 0 to 1; a trusted proxy that sends `traceparent` decides for its own.',
  },
  OTEL_SERVICE_NAME: {
    default: 'websign',
    schema: text,
    says: 'Name of this service in traces and metrics.',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    default: '',
    schema: pairs,
    says: 'What else they say of it: `name=value`, separated by commas.',
  },
} as const;
