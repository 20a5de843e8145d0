/** Behind the last entry of a list: entries count from 1. */
const NONE = 0;
/** Entries that there is room for at first. */
const ROOM = 1024;

/**
 * Numbers that stand in the cells of a grid, those of each cell in the order in which they came. Linked within arrays
 * of numbers: a page has thousands of cells and numbers, and an array for each cell takes more than what stands in it.
 */
export class CellLists {
  /** By cell: where its first entry stands, and its last one. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  /** By entry: its number, and where the next entry of its cell stands. */
  #numbers = new Int32Array(0);
  #next = new Int32Array(0);
  #count = 1;

  constructor(cells: number) {
    this.#first = new Int32Array(cells);
    this.#last = new Int32Array(cells);
  }

  add(cell: number, number: number): void {
    if (this.#count >= this.#numbers.length) {
      this.#numbers = enlarge(this.#numbers);
      this.#next = enlarge(this.#next);
    }
    const entry = this.#count++;
    this.#numbers[entry] = number;
    const last = this.#last[cell] ?? NONE;
    if (last === NONE) this.#first[cell] = entry;
    else this.#next[last] = entry;
    this.#last[cell] = entry;
  }

  /** Keeps of a cell the numbers for which `stay` holds; returns how many there were. */
  filter(cell: number, stay: (number: number) => boolean): number {
    let count = 0;
    let last = NONE;
    for (let entry = this.#first[cell] ?? NONE; entry !== NONE; entry = this.#next[entry] ?? NONE) {
      count++;
      if (!stay(this.#numbers[entry] ?? 0)) continue;
      if (last === NONE) this.#first[cell] = entry;
      else this.#next[last] = entry;
      last = entry;
    }
    if (last === NONE) this.#first[cell] = NONE;
    else this.#next[last] = NONE;
    this.#last[cell] = last;
    return count;
  }

  /** Looks for a number of a cell for which `test` holds; returns whether there is one, and how many were looked at. */
  find(cell: number, test: (number: number) => boolean): { isAny: boolean; passed: number } {
    let passed = 0;
    for (let entry = this.#first[cell] ?? NONE; entry !== NONE; entry = this.#next[entry] ?? NONE) {
      passed++;
      if (test(this.#numbers[entry] ?? 0)) return { isAny: true, passed };
    }
    return { isAny: false, passed };
  }
}

function enlarge(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(ROOM, 2 * from.length));
  to.set(from);
  return to;
}
