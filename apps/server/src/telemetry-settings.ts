import { z } from 'zod';
import { pairs, ratio, setting, text, url, whole } from './setting-kinds.ts';

/** Of OpenTelemetry, by the names that its specification gives them. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    url,
    'OpenTelemetry collector (OTLP over HTTP) that takes traces and metrics, such as `http://127.0.0.1:4318`; empty sends nothing.',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    'http/protobuf',
    z.enum(['http/protobuf', 'http/json'], 'is neither http/protobuf nor http/json'),
    'How they are written.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS_FILE: setting(
    '',
    text,
    'File with the headers that the collector asks for: `name=value`, one a line, values percent-encoded.',
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(
    '10000',
    whole(100, 120_000),
    'Milliseconds that the collector may take.',
  ),
  OTEL_METRIC_EXPORT_INTERVAL: setting(
    '60000',
    whole(1000, 3_600_000),
    'Milliseconds between two portions of metrics.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    '1',
    ratio,
    'Share of traces that is kept, from 0 to 1; a trusted proxy that sends `traceparent` decides for its own.',
  ),
  OTEL_SERVICE_NAME: setting('websign', text, 'Name of this service in traces and metrics.'),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    '',
    pairs,
    'What else they say of it: `name=value`, separated by commas.',
  ),
} as const;
