/** Of each state: how likely the rarer bit is, the states behind the likelier and the rarer, whether that switches both. */
const STATES = (
  '5601 1 1 1,3401 2 6,1801 3 9,0ac1 4 12,0521 5 29,0221 38 33,5601 7 6 1,5401 8 14,4801 9 14,3801 10 14,3001 11 17,' +
  '2401 12 18,1c01 13 20,1601 29 21,5601 15 14 1,5401 16 14,5101 17 15,4801 18 16,3801 19 17,3401 20 18,3001 21 19,' +
  '2801 22 19,2401 23 20,2201 24 21,1c01 25 22,1801 26 23,1601 27 24,1401 28 25,1201 29 26,1101 30 27,0ac1 31 28,' +
  '09c1 32 29,08a1 33 30,0521 34 31,0441 35 32,02a1 36 33,0221 37 34,0141 38 35,0111 39 36,0085 40 37,0049 41 38,' +
  '0025 42 39,0015 43 40,0009 44 41,0005 45 42,0001 45 43,5601 46 46'
)
  .split(',')
  .map((state) => {
    const [likelihood = '', likelier, rarer, switches] = state.split(' ');
    return [Number.parseInt(likelihood, 16), Number(likelier), Number(rarer), switches === '1'] as const;
  });

/** What was learnt of each context: its state and likelier bit. */
export type EncoderContexts = Map<number, { state: number; likelier: number }>;

/** The MQ encoder of JBIG2 and JPEG 2000 (ITU-T T.88 §E.2, T.800 §C.2). */
export class ArithmeticEncoder {
  /** The octet that may still change, behind those that are written; the first is none. */
  readonly #bytes: number[] = [0];
  #interval = 0x8000;
  #code = 0;
  #left = 12;

  bit(contexts: EncoderContexts, context: number, bit: number): void {
    const known = contexts.get(context) ?? { state: 0, likelier: 0 };
    const [likelihood, likelier, rarer, switches] = STATES[known.state] ?? [0, 0, 0, false];
    this.#interval -= likelihood;
    const isLikelier = bit === known.likelier;
    // The larger part is the likelier bit's, wherever it lies.
    const isUpper = isLikelier === this.#interval >= likelihood;
    if (isUpper) this.#code += likelihood;
    else this.#interval = likelihood;
    if (isLikelier && isUpper && this.#interval >= 0x8000) return;
    contexts.set(context, {
      state: isLikelier ? likelier : rarer,
      likelier: !isLikelier && switches ? 1 - known.likelier : known.likelier,
    });
    do {
      this.#interval *= 2;
      this.#code *= 2;
      if (--this.#left === 0) this.#put();
    } while (this.#interval < 0x8000);
  }

  /** Ends the data with the marker that stands there in JBIG2, or without. */
  end(isMarked = true): Uint8Array {
    const top = this.#code + this.#interval;
    this.#code = Math.floor(this.#code / 0x10000) * 0x10000 + 0xffff;
    if (this.#code >= top) this.#code -= 0x8000;
    for (let time = 0; time < 2; time++) {
      this.#code *= 2 ** this.#left;
      this.#put();
    }
    if (this.#bytes.at(-1) === 0xff) this.#bytes.pop();
    return Uint8Array.from(isMarked ? [...this.#bytes.slice(1), 0xff, 0xac] : this.#bytes.slice(1));
  }

  /** Moves an octet out; behind one of ones follow seven bits. */
  #put(): void {
    const last = this.#bytes.length - 1;
    if (this.#bytes[last] !== 0xff && this.#code >= 2 ** 27) {
      this.#bytes[last] = (this.#bytes[last] ?? 0) + 1;
      this.#code -= 2 ** 27;
    }
    this.#left = this.#bytes[last] === 0xff ? 7 : 8;
    const rest = 2 ** (27 - this.#left);
    this.#bytes.push(Math.floor(this.#code / rest));
    this.#code %= rest;
  }
}
