import { PdfError } from '../../errors.ts';
import type { PdfValue } from '../../syntax/values.ts';

/** References in all: an object stream of a few kilobytes can hold millions. */
const MOST_REFERENCES = 4_000_000;
/** Keys that lead down a tree or along a chain: what they lead back to never ends. */
const DOWNWARD = new Set(['Kids', 'First', 'Next', 'K']);

/** Numbers of the objects that were met. */
export interface Reached {
  has(number: number): boolean;
}

/** Which object refers to which, as numbers, so that a large file stays small. */
export class Graph {
  #from = new Uint32Array(1024);
  #to = new Uint32Array(1024);
  #length = 0;
  #highest = 0;
  readonly #targets = new Set<number>();
  /** References whose targets are gathered. */
  #met = 0;

  add(from: number, to: number): void {
    if (this.#length >= MOST_REFERENCES) {
      throw new PdfError('too_many_objects', 'The file holds too many references', { object: from });
    }
    if (this.#length === this.#from.length) {
      this.#from = doubled(this.#from);
      this.#to = doubled(this.#to);
    }
    this.#from[this.#length] = from;
    this.#to[this.#length++] = to;
    if (from > this.#highest) this.#highest = from;
  }

  /** Everything that is reached from `roots`, these included. */
  reached(roots: Iterable<number>): Reached {
    const { first, targets } = this.#sorted();
    const seen = new Set<number>(roots);
    const open = [...seen];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      for (let at = first[number] ?? 0; at < (first[number + 1] ?? 0); at++) {
        const target = targets[at] ?? 0;
        if (seen.has(target)) continue;
        seen.add(target);
        open.push(target);
      }
    }
    return seen;
  }

  get length(): number {
    return this.#length;
  }

  /** What the first `length` references lead to, until more or fewer are asked for. More cost only what they add. */
  targets(length = this.#length): Reached {
    if (length < this.#met) {
      this.#met = 0;
      this.#targets.clear();
    }
    for (; this.#met < length; this.#met++) this.#targets.add(this.#to[this.#met] ?? 0);
    return this.#targets;
  }

  /** Objects that lead back to themselves, one of each ring that is met. */
  loops(): number[] {
    const { first, targets } = this.#sorted();
    const found: number[] = [];
    const state = new Uint8Array(this.#highest + 1);
    const next = first.slice();
    const path: number[] = [];
    for (let root = 0; root <= this.#highest; root++) {
      if (state[root] === 0) path.push(root);
      for (let number = path.at(-1); number !== undefined; number = path.at(-1)) {
        state[number] = ON_PATH;
        const at = next[number] ?? 0;
        if (at >= (first[number + 1] ?? 0)) {
          state[number] = DONE;
          path.pop();
          continue;
        }
        next[number] = at + 1;
        const target = targets[at] ?? 0;
        if (state[target] === ON_PATH) found.push(target);
        else if (target <= this.#highest && state[target] === 0) path.push(target);
      }
    }
    return found;
  }

  /** The targets of each object side by side: those of `n` stand from `first[n]` up to `first[n + 1]`. */
  #sorted(): { first: Uint32Array; targets: Uint32Array } {
    const first = new Uint32Array(this.#highest + 2);
    for (let at = 0; at < this.#length; at++) count(first, (this.#from[at] ?? 0) + 1, 1);
    for (let number = 0; number <= this.#highest; number++) count(first, number + 1, first[number] ?? 0);
    const next = first.slice();
    const targets = new Uint32Array(this.#length);
    for (let at = 0; at < this.#length; at++) {
      const from = this.#from[at] ?? 0;
      targets[next[from] ?? 0] = this.#to[at] ?? 0;
      count(next, from, 1);
    }
    return { first, targets };
  }
}

const ON_PATH = 1;
const DONE = 2;

function count(counts: Uint32Array, at: number, more: number): void {
  counts[at] = (counts[at] ?? 0) + more;
}

function doubled(from: Uint32Array): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2);
  to.set(from);
  return to;
}

/** Calls `visit` for each reference inside a value; `down` where a key leads down a tree or along a chain. */
export function eachReference(value: PdfValue, visit: (number: number, down: boolean) => void): void {
  const open: PdfValue[] = [value];
  const flags: boolean[] = [false];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const down = flags.pop() === true;
    if (next.type === 'ref') {
      visit(next.number, down);
    } else if (next.type === 'array') {
      for (const item of next.items) {
        if (item.type === 'ref') visit(item.number, down);
        else if (isOpen(item)) {
          open.push(item);
          flags.push(down);
        }
      }
    } else if (next.type === 'stream' || next.type === 'dict') {
      const { entries } = next.type === 'stream' ? next.dict : next;
      for (const [key, item] of entries) {
        if (item.type === 'ref') visit(item.number, DOWNWARD.has(key));
        else if (isOpen(item)) {
          open.push(item);
          flags.push(DOWNWARD.has(key));
        }
      }
    }
  }
}

const isOpen = ({ type }: PdfValue): boolean => type === 'array' || type === 'dict';
