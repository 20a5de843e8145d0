/** Answers kept for a short while, bounded in number and octets; the oldest go first. Times in milliseconds. */
export class ShortCache {
  readonly #clock: () => number;
  readonly #maxBytes: number;
  readonly #kept = new Map<string, { bytes: Uint8Array; until: number }>();
  #bytes = 0;

  constructor(clock: () => number, maxBytes: number) {
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  get(key: string): Uint8Array | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.until > this.#clock()) return kept?.bytes;
    this.#drop(key);
    return undefined;
  }

  put(key: string, bytes: Uint8Array, keepMs: number): void {
    this.#drop(key);
    if (keepMs <= 0 || bytes.length > this.#maxBytes) return;
    this.#kept.set(key, { bytes, until: this.#clock() + keepMs });
    this.#bytes += bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes.length ?? 0;
    this.#kept.delete(key);
  }
}
