/** Gathers strings that are shown as one. */
export class TextLine {
  /** Sum of the adjustments between them. */
  shift = 0;
  #bytes = new Uint8Array(256);
  #length = 0;
  /** The only string so far: it needs no copy. */
  #first: Uint8Array | undefined;

  get empty(): boolean {
    return this.#length === 0;
  }

  get odd(): boolean {
    return this.#length % 2 === 1;
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#first = this.#length === 0 ? bytes : undefined;
    const length = this.#length + bytes.length;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = length;
  }

  /** What was gathered, and begins anew. */
  take(): { bytes: Uint8Array; shift: number } {
    const taken = { bytes: this.#first ?? this.#bytes.slice(0, this.#length), shift: this.shift };
    this.#first = undefined;
    this.#length = 0;
    this.shift = 0;
    return taken;
  }
}
