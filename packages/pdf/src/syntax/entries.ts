import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';

/** Kinds of cross-reference entry; the numbers are those of cross-reference streams (Table 18). */
export const FREE = 0;
export const IN_USE = 1;
export const COMPRESSED = 2;

/** One cross-reference entry. */
export interface Entry {
  number: number;
  kind: number;
  /** Byte offset, or the number of the object stream. */
  place: number;
  /** Generation, or the index within the object stream. */
  detail: number;
}

/**
 * All cross-reference entries of a file, in typed arrays: 100,000 objects cost 1.3 MB. Sections are ranges
 * of it.
 */
export class EntryStore {
  length = 0;
  /** Whether some object stands in an object stream. */
  hasCompressed = false;
  #number = new Uint32Array(256);
  #kind = new Uint8Array(256);
  #place = new Uint32Array(256);
  #detail = new Uint32Array(256);
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Throws where a subsection goes past the highest number, also one without entries: some readers mend such a file. */
  checkRange(first: number, count: number): void {
    if (first + Math.max(count, 1) > this.#limits.objectNumber + 1)
      throw new PdfError('too_many_objects', 'The file has more objects than are allowed');
  }

  add(number: number, kind: number, place: number, detail: number): void {
    if (number > this.#limits.objectNumber || this.length >= this.#limits.entries) {
      throw new PdfError('too_many_objects', 'The file has more objects than are allowed');
    }
    // §7.5.4: a greater one has no place in a table, so an update could not keep it.
    if (kind === IN_USE && detail > 65_535) {
      throw new PdfError('broken_xref', 'A generation number is out of range', { object: number });
    }
    if (this.length === this.#number.length) this.#grow();
    const at = this.length++;
    this.#number[at] = number;
    this.#kind[at] = kind > COMPRESSED ? 255 : kind;
    if (kind === COMPRESSED) this.hasCompressed = true;
    this.#place[at] = place;
    this.#detail[at] = detail;
  }

  number(index: number): number {
    return this.#number[index] ?? 0;
  }

  kind(index: number): number {
    return this.#kind[index] ?? FREE;
  }

  entry(index: number): Entry {
    return {
      number: this.number(index),
      kind: this.kind(index),
      place: this.#place[index] ?? 0,
      detail: this.#detail[index] ?? 0,
    };
  }

  /** Whether two entries say the same. */
  same(a: number, b: number): boolean {
    return (
      this.#kind[a] === this.#kind[b] &&
      this.#place[a] === this.#place[b] &&
      this.#detail[a] === this.#detail[b]
    );
  }

  /** The same entries, to add others to. */
  copy(): EntryStore {
    const copy = new EntryStore(this.#limits);
    copy.length = this.length;
    copy.hasCompressed = this.hasCompressed;
    copy.#number = this.#number.slice();
    copy.#kind = this.#kind.slice();
    copy.#place = this.#place.slice();
    copy.#detail = this.#detail.slice();
    return copy;
  }

  #grow(): void {
    const size = this.length * 2;
    this.#number = grown(this.#number, new Uint32Array(size));
    this.#kind = grown(this.#kind, new Uint8Array(size));
    this.#place = grown(this.#place, new Uint32Array(size));
    this.#detail = grown(this.#detail, new Uint32Array(size));
  }
}

function grown<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** A half-open range of an {@link EntryStore}. */
export interface EntryRange {
  from: number;
  to: number;
}

/** Which entry is valid for each object number: an index into the store plus one, 0 for none. */
export class EntryIndex {
  /** Highest number that has an entry. */
  highest = 0;
  #slots = new Uint32Array(256);

  get(number: number): number | undefined {
    const slot = this.#slots[number] ?? 0;
    return slot === 0 ? undefined : slot - 1;
  }

  set(number: number, index: number): void {
    if (number >= this.#slots.length) {
      const size = Math.max(number + 1, this.#slots.length * 2);
      this.#slots = grown(this.#slots, new Uint32Array(size));
    }
    if (number > this.highest) this.highest = number;
    this.#slots[number] = index + 1;
  }

  /**
   * Numbers that may mean another object in `other`, both of them of `store`: those of another entry, and those in object
   * streams, where one entry means another object once the stream is replaced.
   */
  differing(other: EntryIndex, store: EntryStore): number[] {
    const [slots, others] = [this.#slots, other.#slots];
    const { hasCompressed } = store;
    const found: number[] = [];
    const highest = Math.max(this.highest, other.highest);
    for (let number = 0; number <= highest; number++) {
      const slot = slots[number] ?? 0;
      const isSame = slot === (others[number] ?? 0);
      if (isSame && (!hasCompressed || slot === 0 || store.kind(slot - 1) !== COMPRESSED)) continue;
      found.push(number);
    }
    return found;
  }

  copy(): EntryIndex {
    const copy = new EntryIndex();
    copy.highest = this.highest;
    copy.#slots = this.#slots.slice();
    return copy;
  }
}
