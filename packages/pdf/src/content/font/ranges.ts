import { PdfError } from '../../errors.ts';

/** More than any font has: 65,536 glyphs, each named a few times. */
const MOST_RANGES = 262_144;

/**
 * Values of ranges of codes, in arrays of numbers: a CMap of 65,536 entries costs 1.5 MB. Where ranges overlap,
 * the one that begins last holds, and of those that begin alike the one that was added last; so nothing costs
 * more for how wide a range is. Throws PdfError `too_large` past 262,144 ranges.
 */
export class RangeMap {
  size = 0;
  #low = new Uint32Array(64);
  #high = new Uint32Array(64);
  #value = new Int32Array(64);
  /** Where another range (its index plus one, 0 for none) begins to hold; sorted. */
  #from: Float64Array | undefined;
  #range = new Uint32Array(0);

  add(low: number, high: number, value: number): void {
    if (high < low) return;
    if (this.size >= MOST_RANGES) throw new PdfError('too_large', 'A CMap has more entries than are allowed');
    if (this.size === this.#low.length) this.#grow();
    this.#low[this.size] = low;
    this.#high[this.size] = high;
    this.#value[this.size++] = value;
    this.#from = undefined;
  }

  /** Index of the range that holds for a code, or -1. */
  find(code: number): number {
    const from = this.#from ?? this.#layOut();
    let first = 0;
    let last = from.length;
    while (first < last) {
      const middle = (first + last) >>> 1;
      if ((from[middle] ?? 0) <= code) first = middle + 1;
      else last = middle;
    }
    return (this.#range[first - 1] ?? 0) - 1;
  }

  low(range: number): number {
    return this.#low[range] ?? 0;
  }

  high(range: number): number {
    return this.#high[range] ?? 0;
  }

  value(range: number): number {
    return this.#value[range] ?? 0;
  }

  /** Cuts the ranges into pieces that do not overlap, by one sweep over them with the open ones on a stack. */
  #layOut(): Float64Array {
    const low = this.#low;
    const high = this.#high;
    const order = this.#sorted();
    const from = new Float64Array(2 * this.size);
    const range = new Uint32Array(2 * this.size);
    const open: number[] = [];
    let count = 0;
    const emit = (at: number, index: number): void => {
      if (count > 0 && from[count - 1] === at) count--;
      from[count] = at;
      range[count++] = index + 1;
    };
    const closeBefore = (at: number): void => {
      for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
        const end = high[top] ?? 0;
        if (end >= at) return;
        do open.pop();
        while (open.length > 0 && (high[open.at(-1) ?? 0] ?? 0) <= end);
        emit(end + 1, open.at(-1) ?? -1);
      }
    };
    for (const index of order) {
      closeBefore(low[index] ?? 0);
      emit(low[index] ?? 0, index);
      open.push(index);
    }
    closeBefore(Number.POSITIVE_INFINITY);
    this.#range = range.subarray(0, count);
    this.#from = from.subarray(0, count);
    return this.#from;
  }

  #sorted(): Uint32Array {
    const low = this.#low;
    const order = Uint32Array.from({ length: this.size }, (_, index) => index);
    for (let index = 1; index < this.size; index++) {
      if ((low[index - 1] ?? 0) > (low[index] ?? 0)) {
        return order.sort((a, b) => (low[a] ?? 0) - (low[b] ?? 0) || a - b);
      }
    }
    return order;
  }

  #grow(): void {
    const size = this.size * 2;
    const low = new Uint32Array(size);
    const high = new Uint32Array(size);
    const value = new Int32Array(size);
    low.set(this.#low);
    high.set(this.#high);
    value.set(this.#value);
    this.#low = low;
    this.#high = high;
    this.#value = value;
  }
}
