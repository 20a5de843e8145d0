import type { Handler } from '../services/outbox.ts';
import { within } from './current.ts';
import { errorCode } from './observe.ts';
import { overlaid } from './overlay.ts';
import type { Telemetry } from './tracing.ts';

/** The outbox's handlers, each job in a span of its own. */
export function tracedHandlers(
  handlers: Readonly<Record<string, Handler>>,
  telemetry: Telemetry | undefined,
): Readonly<Record<string, Handler>> {
  if (telemetry === undefined) return handlers;
  const traced = Object.entries(handlers).map(([kind, handler]) => [kind, inSpan(kind, handler, telemetry)]);
  return Object.fromEntries(traced);
}

const inSpan = (kind: string, handler: Handler, telemetry: Telemetry): Handler =>
  overlaid(handler, {
    async work(job, attempt) {
      const span = telemetry.job(`job ${kind}`, { 'websign.attempt': job.attempt });
      try {
        const outcome = await within(span, () => handler.work(job, attempt));
        const bad = outcome.kind === 'failed' || outcome.kind === 'unknown';
        span.end({ 'websign.outcome': outcome.kind }, bad ? outcome.kind : undefined);
        return outcome;
      } catch (error) {
        span.end({}, errorCode(error));
        throw error;
      }
    },
  });
