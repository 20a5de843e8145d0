/** What was read lately, by number. Past its bounds it forgets everything and begins anew. */
export class Cache<T> {
  readonly #known = new Map<number, T>();
  readonly #mostBytes: number;
  readonly #mostEntries: number;
  #bytes = 0;

  constructor(mostBytes: number, mostEntries = Number.POSITIVE_INFINITY) {
    this.#mostBytes = mostBytes;
    this.#mostEntries = mostEntries;
  }

  has(number: number): boolean {
    return this.#known.has(number);
  }

  get(number: number): T | undefined {
    return this.#known.get(number);
  }

  set(number: number, value: T, bytes: number): void {
    this.#bytes += bytes;
    if (this.#known.size >= this.#mostEntries || this.#bytes > this.#mostBytes) {
      this.#known.clear();
      this.#bytes = bytes;
    }
    this.#known.set(number, value);
  }
}
