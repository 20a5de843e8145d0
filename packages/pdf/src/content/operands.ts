import { PdfError } from '../errors.ts';

/** Kinds of operand. */
export const NUMBER = 1;
export const NAME = 2;
/** A literal string without escapes: its bytes are those of the content. */
export const PLAIN = 3;
/** A literal string with escapes. */
export const LITERAL = 4;
export const HEX = 5;
/** `[` of an array, whose items follow as operands of their own. */
export const OPEN = 6;
export const CLOSE = 7;
/** A dictionary; it is read by its span where somebody wants it. */
export const DICT = 8;
/** true, false or null. */
export const WORD = 9;

/** More before one operator is no content. */
const MOST = 200_000;

/**
 * What stands before an operator, in arrays that are used again: a page has a hundred thousand operands. `start` and
 * `end` are the value's bytes in the content, of a string and a name without their delimiters.
 */
export class Operands {
  count = 0;
  kind = new Uint8Array(64);
  number = new Float64Array(64);
  start = new Int32Array(64);
  end = new Int32Array(64);

  push(kind: number, number: number, start: number, end: number): void {
    if (this.count === this.kind.length) this.#grow();
    const at = this.count++;
    this.kind[at] = kind;
    this.number[at] = number;
    this.start[at] = start;
    this.end[at] = end;
  }

  /** Where the last `count` operands begin, if they are there and numbers; else -1. Surplus ones before them are left out, as viewers do. */
  numbers(count: number): number {
    const from = this.count - count;
    for (let at = from; at < this.count; at++) if (this.kind[at] !== NUMBER) return -1;
    return from;
  }

  /** Whether one of them goes over a byte of the content. They stand in order. */
  goOver(position: number): boolean {
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.start[middle] ?? 0) <= position) from = middle + 1;
      else to = middle;
    }
    return from > 0 && (this.end[from - 1] ?? 0) > position;
  }

  /** The number at an index; 0 for what is none. */
  at(index: number): number {
    return this.kind[index] === NUMBER ? (this.number[index] ?? 0) : 0;
  }

  /** The last operand's number; 0 for what is none. */
  get last(): number {
    return this.at(this.count - 1);
  }

  #grow(): void {
    const size = this.kind.length * 2;
    if (size > MOST) throw new PdfError('too_large', 'Too many operands stand before an operator');
    this.kind = grown(this.kind, new Uint8Array(size));
    this.number = grown(this.number, new Float64Array(size));
    this.start = grown(this.start, new Int32Array(size));
    this.end = grown(this.end, new Int32Array(size));
  }
}

function grown<T extends Uint8Array | Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
