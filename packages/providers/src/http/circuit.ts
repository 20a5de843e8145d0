/** How long a server that failed rests: at first, and at most; milliseconds. */
const RESTS = { first: 15_000, longest: 10 * 60_000 };
/** Servers that are remembered; the one that failed first is forgotten past it. */
const MAX_SERVERS = 1000;

/** Keeps servers that failed from costing every document their time-out. Times are milliseconds since 1970. */
export class Circuit {
  readonly #clock: () => number;
  readonly #rests: { readonly first: number; readonly longest: number };
  readonly #failed = new Map<string, { until: number; rest: number }>();

  constructor(clock: () => number, rests = RESTS) {
    this.#clock = clock;
    this.#rests = rests;
  }

  /** Whether it may be asked now. */
  closed(server: string): boolean {
    return (this.#failed.get(server)?.until ?? 0) <= this.#clock();
  }

  succeeded(server: string): void {
    this.#failed.delete(server);
  }

  /** Each failure after a rest doubles the next one; those of requests that ran beside each other count once. */
  failed(server: string): void {
    const known = this.#failed.get(server);
    const now = this.#clock();
    if (known !== undefined && known.until > now) return;
    const rest = Math.min(this.#rests.longest, known === undefined ? this.#rests.first : known.rest * 2);
    this.#failed.delete(server);
    this.#failed.set(server, { until: now + rest, rest });
    const [oldest] = this.#failed.keys();
    if (this.#failed.size > MAX_SERVERS && oldest !== undefined) this.#failed.delete(oldest);
  }
}
