import { spanUnderWay, type TraceSpan, within } from './current.ts';

/** Work that takes time, by closed names: labels of metrics and names of spans. */
export interface Step {
  step: 'sandbox' | 'signer' | 'time_stamp' | 'revocation' | 'blobs' | 'database';
  /** The sandbox's job, the provider of keys, the operation on blobs … */
  kind: string;
}

/** Runs a step, and tells how long it took and how it ended. */
export type Observe = <T>(step: Step, work: () => Promise<T>) => Promise<T>;

export interface StepMetrics {
  took(step: Step, seconds: number): void;
  failed(step: Step, code: string): void;
}

/** Errors of ours carry closed codes; what others throw is `internal`. */
const ours = new Set([
  'SandboxError',
  'ProviderError',
  'StorageError',
  'RequestError',
  'PadesError',
  'PkiError',
]);

/** The closed code of an error, for labels and spans. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !ours.has(error.name) || !('code' in error)) return 'internal';
  return typeof error.code === 'string' ? error.code : 'internal';
}

/** Measures each step, and shows it in the trace under way, if there is one. */
export function observer(metrics: StepMetrics): Observe {
  return async (step, work) => {
    const { step: name, kind } = step;
    const span = spanUnderWay()?.child(`${name} ${kind}`, { 'websign.step': name, 'websign.kind': kind });
    const started = performance.now();
    try {
      const result = await inSpan(span, work);
      span?.end();
      return result;
    } catch (error) {
      const code = errorCode(error);
      span?.end({}, code);
      metrics.failed(step, code);
      throw error;
    } finally {
      metrics.took(step, (performance.now() - started) / 1000);
    }
  };
}

const inSpan = <T>(span: TraceSpan | undefined, work: () => Promise<T>): Promise<T> =>
  span === undefined ? work() : within(span, work);
