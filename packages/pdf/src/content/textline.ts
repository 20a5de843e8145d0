/** Bytes that strings are gathered in together: a buffer for each costs more than its letters. */
const BLOCK = 16_384;

/** Gathers strings that are shown as one. */
export class TextLine {
  /** Adjustments between them: the byte before which each stands, and the adjustment. */
  #gaps: number[] = [];
  #block = new Uint8Array(0);
  /** Where in the block the string begins that is gathered. */
  #from = 0;
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
    const [source, gaps] = [this.#source, this.#gaps];
    const [bytes, start] = source === undefined ? [this.#block, this.#from] : [source, this.#start];
    const end = start + this.#length;
    if (source === undefined) this.#from = end;
    this.#source = undefined;
    this.#length = 0;
    this.#gaps = [];
    return { bytes: start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), gaps };
  }

  #append(source: Uint8Array, start: number, end: number): void {
    const length = this.#length + end - start;
    if (this.#from + length > this.#block.length) {
      const block = new Uint8Array(Math.max(BLOCK, length * 2));
      block.set(this.#block.subarray(this.#from, this.#from + this.#length));
      this.#block = block;
      this.#from = 0;
    }
    // Kerned pieces are a few bytes long: a call costs more than they do.
    const block = this.#block;
    for (let from = start, to = this.#from + this.#length; from < end; from++, to++)
      block[to] = source[from] ?? 0;
    this.#length = length;
  }
}
