/** Gathers strings that are shown as one. */
export class TextLine {
  /** Adjustments between them: the byte before which each stands, and the adjustment. */
  #gaps: number[] = [];
  #bytes = new Uint8Array(256);
  #length = 0;
  /** Where the only string so far stands: it needs no copy. */
  #source: Uint8Array | undefined;
  #start = 0;

  get empty(): boolean {
    return this.#length === 0;
  }

  get odd(): boolean {
    return this.#length % 2 === 1;
  }

  /** Bytes `start` up to `end` of `source`. */
  add(source: Uint8Array, start: number, end: number): void {
    if (end <= start) return;
    if (this.#length === 0) {
      this.#source = source;
      this.#start = start;
      this.#length = end - start;
      return;
    }
    if (this.#source !== undefined) {
      const length = this.#length;
      this.#length = 0;
      this.#append(this.#source, this.#start, this.#start + length);
      this.#source = undefined;
    }
    this.#append(source, start, end);
  }

  /** Moves what follows by thousandths of an em. */
  adjust(gap: number): void {
    if (gap !== 0) this.#gaps.push(this.#length, gap);
  }

  /** What was gathered; then begins anew. */
  take(): { bytes: Uint8Array; gaps: readonly number[] } {
    const taken = this.#source?.subarray(this.#start, this.#start + this.#length);
    const bytes = taken ?? this.#bytes.slice(0, this.#length);
    const gaps = this.#gaps;
    this.#source = undefined;
    this.#length = 0;
    this.#gaps = [];
    return { bytes, gaps };
  }

  #append(source: Uint8Array, start: number, end: number): void {
    const length = this.#length + end - start;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    // Kerned pieces are a few bytes long: a call costs more than they do.
    const bytes = this.#bytes;
    for (let from = start, to = this.#length; from < end; from++, to++) bytes[to] = source[from] ?? 0;
    this.#length = length;
  }
}
