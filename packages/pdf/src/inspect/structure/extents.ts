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

  /** Calls with each part, as they were added. */
  eachPart(visit: (from: number, to: number) => void): void {
    for (let index = 0; index < this.#starts.length; index++)
      visit(this.#starts[index] ?? 0, this.#ends[index] ?? 0);
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

  /** Indexes by start; most writers number their objects in the order in which they stand. */
  #inOrder(): Uint32Array {
    const starts = this.#starts;
    const order = new Uint32Array(starts.length);
    let sorted = true;
    for (let at = 0; at < order.length; at++) {
      order[at] = at;
      if ((starts[at] ?? 0) < (starts[at - 1] ?? 0)) sorted = false;
    }
    return sorted ? order : order.sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  }
}
