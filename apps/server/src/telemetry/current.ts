import { AsyncLocalStorage } from 'node:async_hooks';

/** What a span may say of itself: closed names and codes, never a name, an id or a text of somebody's. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** A piece of work in a trace. */
export interface TraceSpan {
  /** 32 hexadecimal digits; the same for all spans of a trace. */
  readonly traceId: string;
  readonly spanId: string;
  child(name: string, facts: SpanFacts): TraceSpan;
  /** `error`: the code of what went wrong. */
  end(facts?: SpanFacts, error?: string): void;
}

const underWay = new AsyncLocalStorage<TraceSpan>();

/** The span in which this code runs; undefined where nothing is traced. */
export const spanUnderWay = (): TraceSpan | undefined => underWay.getStore();

/** Runs `work`, and all that it starts, in a span. */
export const within = <T>(span: TraceSpan, work: () => T): T => underWay.run(span, work);

/** What a log line says of the trace it belongs to. */
export function traceFacts(): { trace?: string } {
  const span = underWay.getStore();
  return span === undefined ? {} : { trace: span.traceId };
}
