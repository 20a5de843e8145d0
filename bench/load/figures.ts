import { STEPS, type Step, type Told } from './journey.ts';

/** Milliseconds and failures of each step of a run. */
export class Figures {
  readonly #times = new Map<Step, number[]>();
  readonly failures = new Map<string, number>();

  readonly told: Told = (step, ms, failure) => {
    if (failure === undefined) this.#times.set(step, [...(this.#times.get(step) ?? []), ms]);
    else {
      // Requests' own ids apart, the same failures are one.
      const name = `${step}: ${failure.replace(/"requestId".*/su, '…')}`;
      this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
    }
  };

  done(step: Step): number {
    return this.#times.get(step)?.length ?? 0;
  }

  /** Answers that say so when the server has too much to do, and when to come again. */
  refused(): number {
    return this.#count((failure) => /^[^:]*: 503 /u.test(failure));
  }

  /** What should never be. */
  failed(): number {
    return this.#count(() => true) - this.refused();
  }

  #count(which: (failure: string) => boolean): number {
    return [...this.failures].reduce((sum, [failure, count]) => sum + (which(failure) ? count : 0), 0);
  }

  /** Steps in order, with how often each was done and its percentiles. */
  steps(): { step: Step; count: number; p50: number; p95: number; p99: number }[] {
    return STEPS.map((step) => {
      const times = [...(this.#times.get(step) ?? [])].sort((a, b) => a - b);
      const at = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0;
      return { step, count: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
    });
  }
}
