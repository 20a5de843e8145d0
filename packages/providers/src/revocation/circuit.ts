/** How long a host that failed is not asked: at first, and at most; milliseconds. */
const FIRST_REST = 15_000;
const LONGEST_REST = 10 * 60_000;
/** Hosts that are remembered; the one that failed first is forgotten past it. */
const MAX_HOSTS = 1000;

/** Keeps hosts that failed from costing every document their time-out. Times are milliseconds since 1970. */
export class Circuit {
  readonly #clock: () => number;
  readonly #failed = new Map<string, { until: number; rest: number }>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Whether the host may be asked now. */
  closed(host: string): boolean {
    return (this.#failed.get(host)?.until ?? 0) <= this.#clock();
  }

  succeeded(host: string): void {
    this.#failed.delete(host);
  }

  /** Each failure after a rest doubles the next one; those of requests that ran beside each other count once. */
  failed(host: string): void {
    const known = this.#failed.get(host);
    const now = this.#clock();
    if (known !== undefined && known.until > now) return;
    const rest = Math.min(LONGEST_REST, known === undefined ? FIRST_REST : known.rest * 2);
    this.#failed.delete(host);
    this.#failed.set(host, { until: now + rest, rest });
    const [oldest] = this.#failed.keys();
    if (this.#failed.size > MAX_HOSTS && oldest !== undefined) this.#failed.delete(oldest);
  }
}
