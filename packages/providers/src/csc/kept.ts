/** Something asked for once and kept until shortly before its end; those who ask meanwhile share one asking. */
export class Kept<T> {
  readonly #fetch: () => Promise<{ value: T; until: number }>;
  readonly #clock: () => number;
  #held: { value: T; until: number } | undefined;
  #asking: Promise<{ value: T; until: number }> | undefined;

  /** `until`: epoch milliseconds. */
  constructor(fetch: () => Promise<{ value: T; until: number }>, clock: () => number) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  async get(): Promise<T> {
    if (this.#held !== undefined && this.#clock() < this.#held.until) return this.#held.value;
    return this.renew();
  }

  /** Asks anew, whatever is held. */
  async renew(): Promise<T> {
    this.#asking ??= this.#fetch().finally(() => {
      this.#asking = undefined;
    });
    const held = await this.#asking;
    this.#held = held;
    return held.value;
  }

  /** Lets go of a value that turned out to be no good, if it is still the one that is held. */
  drop(value: T): void {
    if (this.#held?.value === value) this.#held = undefined;
  }
}
