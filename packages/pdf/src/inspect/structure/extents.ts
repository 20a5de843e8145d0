/** The parts of a file that something is known of, by first byte and first byte after. */
export class Extents {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  add(start: number, end: number): void {
    this.#starts.push(start);
    this.#ends.push(end);
  }

  /** Where a part begins inside an earlier one. */
  *overlaps(): Generator<number> {
    let at = 0;
    for (const index of this.#inOrder()) {
      const start = this.#starts[index] ?? 0;
      if (start < at) yield start;
      at = Math.max(at, this.#ends[index] ?? 0);
    }
  }

  /** What lies between the parts in the first `length` bytes, in order. */
  *gaps(length: number): Generator<[from: number, to: number]> {
    let at = 0;
    for (const index of this.#inOrder()) {
      const start = this.#starts[index] ?? 0;
      if (start > at) yield [at, Math.min(start, length)];
      at = Math.max(at, this.#ends[index] ?? 0);
    }
    if (at < length) yield [at, length];
  }

  #inOrder(): Uint32Array {
    const starts = this.#starts;
    return Uint32Array.from(starts.keys()).sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  }
}
