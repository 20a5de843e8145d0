/** Qe, the probability of the less probable bit in units of 3/4 · 2^-16, by state (ITU-T T.88 Table E.1, T.800 Table C.2). */
const QE = Uint16Array.of(
  ...[0x5601, 0x3401, 0x1801, 0x0ac1, 0x0521, 0x0221, 0x5601, 0x5401, 0x4801, 0x3801, 0x3001, 0x2401],
  ...[0x1c01, 0x1601, 0x5601, 0x5401, 0x5101, 0x4801, 0x3801, 0x3401, 0x3001, 0x2801, 0x2401, 0x2201],
  ...[0x1c01, 0x1801, 0x1601, 0x1401, 0x1201, 0x1101, 0x0ac1, 0x09c1, 0x08a1, 0x0521, 0x0441, 0x02a1],
  ...[0x0221, 0x0141, 0x0111, 0x0085, 0x0049, 0x0025, 0x0015, 0x0009, 0x0005, 0x0001, 0x5601],
);
/** The next state after the more probable bit (NMPS), and after the less probable one (NLPS). */
const NEXT_MORE_PROBABLE = Uint8Array.of(
  ...[1, 2, 3, 4, 5, 38, 7, 8, 9, 10, 11, 12, 13, 29, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  ...[25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 45, 46],
);
const NEXT_LESS_PROBABLE = Uint8Array.of(
  ...[1, 6, 9, 12, 29, 33, 6, 14, 14, 14, 17, 18, 20, 21, 14, 14, 15, 16, 17, 18, 19, 19, 20, 21],
  ...[22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 46],
);
/** States after whose less probable bit the two change places (SWITCH). */
const SWITCHING: ReadonlySet<number> = new Set([0, 6, 14]);

/** The value of a context after a bit, by its value before. */
const AFTER_MORE_PROBABLE = Uint8Array.from(
  { length: 94 },
  (_, at) => ((NEXT_MORE_PROBABLE[at >> 1] ?? 0) << 1) | (at & 1),
);
const AFTER_LESS_PROBABLE = Uint8Array.from(
  { length: 94 },
  (_, at) => ((NEXT_LESS_PROBABLE[at >> 1] ?? 0) << 1) | (SWITCHING.has(at >> 1) ? 1 - (at & 1) : at & 1),
);

/** The value of each context: twice its state, and its more probable bit (MPS). All begin with state 0 and bit 0. */
export type Contexts = Uint8Array;

/** The second octet of a marker that ends the data (ITU-T T.88 §E.2.9). */
const END = 0xac;

/** The value of a context in a state whose more probable bit is 0. */
export const inState = (state: number): number => state << 1;

/**
 * The MQ decoder that JBIG2 (ITU-T T.88 Annex E) and JPEG 2000 (ITU-T T.800 Annex C) share, in the form that software
 * reads fastest (§E.3.8, §C.3.6). Behind the data, and from a marker on, there are ones.
 */
export class ArithmeticDecoder {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  /** The code register (C): its upper half, which is compared with Qe, and its lower half. */
  #codeHigh: number;
  #codeLow: number;
  /** The interval register (A). */
  #interval = 0x8000;
  /** Shifts until an octet is taken in (CT). */
  #left: number;
  #past = 0;

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.#bytes = bytes;
    this.#end = end;
    this.#at = from;
    this.#codeHigh = from < end ? (bytes[from] ?? 0) : 0xff;
    this.#codeLow = 0;
    this.#left = 0;
    this.#take();
    this.#codeHigh = ((this.#codeHigh << 7) & 0xffff) | ((this.#codeLow >> 9) & 0x7f);
    this.#codeLow = (this.#codeLow << 7) & 0xffff;
    this.#left -= 7;
  }

  /** Octets that were asked for behind the data. Encoders leave out a few. */
  get past(): number {
    return this.#past;
  }

  /** Whether all is read up to a marker of JBIG2's that ends the data, behind which encoders leave out any number of ones. */
  get isAtEnd(): boolean {
    return this.#bytes[this.#at] === 0xff && this.#bytes[this.#at + 1] === END && this.#at + 1 < this.#end;
  }

  /** The next bit, in a context. */
  bit(contexts: Contexts, context: number): number {
    const state = contexts[context] ?? 0;
    const qe = QE[state >> 1] ?? 0;
    let bit = state & 1;
    let interval = this.#interval - qe;
    if (this.#codeHigh < qe) {
      // The lower sub-interval: the larger of both always belongs to the more probable bit.
      if (interval < qe) contexts[context] = AFTER_MORE_PROBABLE[state] ?? 0;
      else {
        bit = 1 - bit;
        contexts[context] = AFTER_LESS_PROBABLE[state] ?? 0;
      }
      interval = qe;
    } else {
      this.#codeHigh -= qe;
      if (interval >= 0x8000) {
        this.#interval = interval;
        return bit;
      }
      if (interval < qe) {
        bit = 1 - bit;
        contexts[context] = AFTER_LESS_PROBABLE[state] ?? 0;
      } else contexts[context] = AFTER_MORE_PROBABLE[state] ?? 0;
    }
    do {
      if (this.#left === 0) this.#take();
      interval <<= 1;
      this.#codeHigh = ((this.#codeHigh << 1) & 0xffff) | ((this.#codeLow >> 15) & 1);
      this.#codeLow = (this.#codeLow << 1) & 0xffff;
      this.#left--;
    } while (interval < 0x8000);
    this.#interval = interval;
    return bit;
  }

  /** Takes in the next octet (BYTEIN); one of 0xFF is followed by seven bits, or by a marker that ends the data. */
  #take(): void {
    const bytes = this.#bytes;
    const isInside = this.#at < this.#end;
    const now = isInside ? (bytes[this.#at] ?? 0) : 0xff;
    const next = this.#at + 1 < this.#end ? (bytes[this.#at + 1] ?? 0) : 0xff;
    if (now === 0xff && next > 0x8f) {
      this.#codeLow += 0xff00;
      this.#left = 8;
      this.#past++;
    } else if (now === 0xff) {
      this.#at++;
      this.#codeLow += next << 9;
      this.#left = 7;
    } else {
      this.#at++;
      this.#codeLow += next << 8;
      this.#left = 8;
      if (!isInside || this.#at >= this.#end) this.#past++;
    }
    if (this.#codeLow > 0xffff) {
      this.#codeHigh += this.#codeLow >> 16;
      this.#codeLow &= 0xffff;
    }
  }
}
