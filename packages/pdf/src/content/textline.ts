import { decodeHexInto } from '../syntax/strings.ts';

/** Bytes that strings are gathered in together: a buffer for each costs more than its letters. */
const BLOCK = 16_384;

/** Of lines without adjustments. */
const NO_GAPS: readonly number[] = [];

/** Gathers strings that are shown as one. */
export class TextLine {
  /** Adjustments between them: the byte before which each stands, and the adjustment. */
  #gaps: number[] | undefined;
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
    this.#keep();
    const to = this.#room(end - start);
    // Kerned pieces are a few bytes long: a call costs more than they do.
    const block = this.#block;
    for (let from = start; from < end; from++) block[to + from - start] = source[from] ?? 0;
    this.#length += end - start;
  }

  /** The bytes for which hexadecimal digits stand, those from `start` up to `end` of `source`. */
  addHex(source: Uint8Array, start: number, end: number): void {
    this.#keep();
    const to = this.#room((end - start + 1) >> 1);
    this.#length += decodeHexInto(this.#block, to, source, start, end);
  }

  /** Moves what follows by thousandths of an em. */
  adjust(gap: number): void {
    if (gap === 0) return;
    this.#gaps ??= [];
    this.#gaps.push(this.#length, gap);
  }

  /** What was gathered; then begins anew. */
  take(): { bytes: Uint8Array; gaps: readonly number[] } {
    const gaps = this.#gaps ?? NO_GAPS;
    const bytes = this.#source === undefined ? this.#ofBlock() : this.#ofSource(this.#source);
    this.#source = undefined;
    this.#length = 0;
    this.#gaps = undefined;
    return { bytes, gaps };
  }

  #ofSource(source: Uint8Array): Uint8Array {
    const isAll = this.#start === 0 && this.#length === source.length;
    return isAll ? source : source.subarray(this.#start, this.#start + this.#length);
  }

  #ofBlock(): Uint8Array {
    const start = this.#from;
    this.#from += this.#length;
    return this.#block.subarray(start, this.#from);
  }

  /** Puts the only string so far into the block: another one follows. */
  #keep(): void {
    if (this.#source === undefined) return;
    const string = this.#source.subarray(this.#start, this.#start + this.#length);
    this.#source = undefined;
    this.#length = 0;
    const to = this.#room(string.length);
    this.#block.set(string, to);
    this.#length = string.length;
  }

  /** Sees to it that the block has room for more bytes; tells where they go. */
  #room(more: number): number {
    const length = this.#length + more;
    if (this.#from + length > this.#block.length) {
      const block = new Uint8Array(Math.max(BLOCK, length * 2));
      block.set(this.#block.subarray(this.#from, this.#from + this.#length));
      this.#block = block;
      this.#from = 0;
    }
    return this.#from + this.#length;
  }
}
