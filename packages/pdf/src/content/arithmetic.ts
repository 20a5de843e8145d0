/** How likely the rarer bit is, in 2^16ths of three quarters, by state (ITU-T T.88 table E.1, T.800 table C.2). */
const LIKELIHOOD = Uint16Array.of(
  ...[0x5601, 0x3401, 0x1801, 0x0ac1, 0x0521, 0x0221, 0x5601, 0x5401, 0x4801, 0x3801, 0x3001, 0x2401],
  ...[0x1c01, 0x1601, 0x5601, 0x5401, 0x5101, 0x4801, 0x3801, 0x3401, 0x3001, 0x2801, 0x2401, 0x2201],
  ...[0x1c01, 0x1801, 0x1601, 0x1401, 0x1201, 0x1101, 0x0ac1, 0x09c1, 0x08a1, 0x0521, 0x0441, 0x02a1],
  ...[0x0221, 0x0141, 0x0111, 0x0085, 0x0049, 0x0025, 0x0015, 0x0009, 0x0005, 0x0001, 0x5601],
);
/** The next state behind the likelier bit, and behind the rarer. */
const LIKELIER = Uint8Array.of(
  ...[1, 2, 3, 4, 5, 38, 7, 8, 9, 10, 11, 12, 13, 29, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  ...[25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 45, 46],
);
const RARER = Uint8Array.of(
  ...[1, 6, 9, 12, 29, 33, 6, 14, 14, 14, 17, 18, 20, 21, 14, 14, 15, 16, 17, 18, 19, 19, 20, 21],
  ...[22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 46],
);
/** States behind whose rarer bit the likelier one is the other. */
const SWITCHES: ReadonlySet<number> = new Set([0, 6, 14]);

/** For each context and bit: the state over the likelier bit, of the next. */
const AFTER_LIKELIER = Uint8Array.from({ length: 94 }, (_, at) => ((LIKELIER[at >> 1] ?? 0) << 1) | (at & 1));
const AFTER_RARER = Uint8Array.from(
  { length: 94 },
  (_, at) => ((RARER[at >> 1] ?? 0) << 1) | (SWITCHES.has(at >> 1) ? 1 - (at & 1) : at & 1),
);

/** What is known of each context: its state, over its likelier bit. They begin at state 0 with a likelier 0. */
export type Contexts = Uint8Array;

/** The second octet of a marker that ends the data (ITU-T T.88 §E.2.9). */
const END = 0xac;

/** A context's value that is in this state, with a likelier 0. */
export const inState = (state: number): number => state << 1;

/**
 * The MQ decoder that JBIG2 (ITU-T T.88 Annex E) and JPEG 2000 (ITU-T T.800 Annex C) share, in the form that software
 * reads fastest (§E.3.8, §C.3.6). Behind the data, and from a marker on, there are ones.
 */
export class ArithmeticDecoder {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  /** What is decoded, the next bits over those that follow. */
  #chance: number;
  #follow: number;
  #interval = 0x8000;
  /** Bits until an octet is taken in. */
  #left: number;
  #past = 0;

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.#bytes = bytes;
    this.#end = end;
    this.#at = from;
    this.#chance = from < end ? (bytes[from] ?? 0) : 0xff;
    this.#follow = 0;
    this.#left = 0;
    this.#take();
    this.#chance = ((this.#chance << 7) & 0xffff) | ((this.#follow >> 9) & 0x7f);
    this.#follow = (this.#follow << 7) & 0xffff;
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
    const likelihood = LIKELIHOOD[state >> 1] ?? 0;
    let bit = state & 1;
    let interval = this.#interval - likelihood;
    if (this.#chance < likelihood) {
      // The lower part, of which the larger of both is the likelier bit's.
      if (interval < likelihood) contexts[context] = AFTER_LIKELIER[state] ?? 0;
      else {
        bit = 1 - bit;
        contexts[context] = AFTER_RARER[state] ?? 0;
      }
      interval = likelihood;
    } else {
      this.#chance -= likelihood;
      if (interval >= 0x8000) {
        this.#interval = interval;
        return bit;
      }
      if (interval < likelihood) {
        bit = 1 - bit;
        contexts[context] = AFTER_RARER[state] ?? 0;
      } else contexts[context] = AFTER_LIKELIER[state] ?? 0;
    }
    do {
      if (this.#left === 0) this.#take();
      interval <<= 1;
      this.#chance = ((this.#chance << 1) & 0xffff) | ((this.#follow >> 15) & 1);
      this.#follow = (this.#follow << 1) & 0xffff;
      this.#left--;
    } while (interval < 0x8000);
    this.#interval = interval;
    return bit;
  }

  /** Takes in the next octet; behind one of ones stand seven bits, or a marker that ends the data. */
  #take(): void {
    const bytes = this.#bytes;
    const isInside = this.#at < this.#end;
    const now = isInside ? (bytes[this.#at] ?? 0) : 0xff;
    const next = this.#at + 1 < this.#end ? (bytes[this.#at + 1] ?? 0) : 0xff;
    if (now === 0xff && next > 0x8f) {
      this.#follow += 0xff00;
      this.#left = 8;
      this.#past++;
    } else if (now === 0xff) {
      this.#at++;
      this.#follow += next << 9;
      this.#left = 7;
    } else {
      this.#at++;
      this.#follow += next << 8;
      this.#left = 8;
      if (!isInside || this.#at >= this.#end) this.#past++;
    }
    if (this.#follow > 0xffff) {
      this.#chance += this.#follow >> 16;
      this.#follow &= 0xffff;
    }
  }
}
