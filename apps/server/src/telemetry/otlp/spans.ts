import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { SpanFacts, TraceSpan } from '../current.ts';

/** A span of a new trace, or of the one that a trusted proxy began. */
export function rootSpan(
  tracer: Tracer,
  name: string,
  attributes: SpanFacts,
  kind: SpanKind,
  parent?: string,
): TraceSpan {
  const remote = parent === undefined ? null : parseTraceParent(parent);
  const context = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
  return traceSpan(tracer, tracer.startSpan(name, { kind, attributes }, context));
}

function traceSpan(tracer: Tracer, span: Span): TraceSpan {
  const { traceId, spanId } = span.spanContext();
  const inside: Context = trace.setSpan(ROOT_CONTEXT, span);
  return {
    traceId,
    spanId,
    child: (name, attributes) =>
      traceSpan(tracer, tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, inside)),
    end(facts = {}, error) {
      span.setAttributes(facts);
      if (error !== undefined) {
        span.setAttribute('error.type', error);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}
