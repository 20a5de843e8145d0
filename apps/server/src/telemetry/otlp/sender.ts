import { setTimeout as pause } from 'node:timers/promises';
import { ProviderError } from '@websign/providers';
import { type Config, ConfigError } from '../../config.ts';
import { readConfigured } from '../../files.ts';
import { pairs } from '../../setting-kinds.ts';
import type { TelemetrySurroundings } from '../tracing.ts';

export type Signal = 'traces' | 'metrics';

/** Hands one portion to the collector; one that it does not take is told, and lost. Never rejects. */
export type Send = (signal: Signal, body: Uint8Array | undefined) => Promise<void>;

type Settings = Pick<
  Config,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS_FILE'
  | 'OTEL_EXPORTER_OTLP_PROTOCOL'
  | 'OTEL_EXPORTER_OTLP_TIMEOUT'
>;

const contentTypes = { 'http/protobuf': 'application/x-protobuf', 'http/json': 'application/json' } as const;
const tellEveryMs = 60_000;
const againAfterMs = 1000;

/** They may hold a token: from a file, as all secrets are. Throws ConfigError. */
function headersIn(file: string): Record<string, string> {
  if (file === '') return {};
  const setting = 'OTEL_EXPORTER_OTLP_HEADERS_FILE';
  const lines = readConfigured(setting, file).toString('utf8').trim().split(/\r?\n/);
  const read = pairs.safeParse(lines.join(','));
  if (read.success) return read.data;
  throw new ConfigError(`${setting} names ${file}, which is not name=value, one a line.`);
}

/** OTLP over HTTP: an unanswered portion costs its time-out and no more, and is not kept. */
export function otlpSender(settings: Settings, { http, log, failed }: TelemetrySurroundings): Send {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TIMEOUT: timeoutMs } = settings;
  const headers = {
    ...headersIn(settings.OTEL_EXPORTER_OTLP_HEADERS_FILE),
    'content-type': contentTypes[settings.OTEL_EXPORTER_OTLP_PROTOCOL],
  };
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (signal: Signal, err: unknown) => {
    failed(signal);
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    const code = err instanceof ProviderError ? err.code : 'internal';
    log.warn({ signal, code, ...(code === 'internal' ? { err } : {}) }, 'telemetry was not taken');
  };
  const post = async (signal: Signal, body: Uint8Array) => {
    const url = `${base.replace(/\/$/, '')}/v1/${signal}`;
    await http.ask({ url, method: 'POST', headers, body, timeoutMs, maxBytes: 64 * 1024 });
  };
  return async (signal, body) => {
    if (body === undefined) return;
    try {
      await once(signal, body, post);
    } catch (error) {
      tell(signal, error);
    }
  };
}

/** A collector that says that it is busy is asked a second time. */
async function once(
  signal: Signal,
  body: Uint8Array,
  post: (signal: Signal, body: Uint8Array) => Promise<void>,
): Promise<void> {
  try {
    await post(signal, body);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'http_busy') throw error;
    await pause(againAfterMs, undefined, { ref: false });
    await post(signal, body);
  }
}
