import type { ArithmeticEncoder, EncoderContexts } from '../arithmetic.ts';

/** Ones before a number, its bits, and the least (ITU-T T.88 table A.1). */
const RANGES = [
  ['0', 2, 0],
  ['10', 4, 4],
  ['110', 6, 20],
  ['1110', 8, 84],
  ['11110', 12, 340],
  ['11111', 32, 4436],
] as const;

/** Codes numbers, each kind in contexts of its own, and the numbers of symbols. */
export class IntegerEncoder {
  readonly encoder: ArithmeticEncoder;
  readonly #contexts = new Map<string, EncoderContexts>();

  constructor(encoder: ArithmeticEncoder) {
    this.encoder = encoder;
  }

  /** Undefined: out of band. */
  number(kind: string, value: number | undefined): void {
    const size = Math.abs(value ?? 0);
    const [ones, count, least] = RANGES.findLast(([, , first]) => size >= first) ?? RANGES[0];
    const sign = value === undefined || value < 0 ? '1' : '0';
    let before = 1;
    for (const sign_ of `${sign}${ones}${(size - least).toString(2).padStart(count, '0')}`) {
      const bit = Number(sign_);
      this.encoder.bit(this.#of(kind), before, bit);
      before = before < 256 ? before * 2 + bit : ((before * 2 + bit) & 511) | 256;
    }
  }

  symbol(number: number, length: number): void {
    let before = 1;
    for (let at = length - 1; at >= 0; at--) {
      const bit = (number >> at) & 1;
      this.encoder.bit(this.#of('ID'), before, bit);
      before = before * 2 + bit;
    }
  }

  #of(kind: string): EncoderContexts {
    const contexts = this.#contexts.get(kind) ?? new Map();
    this.#contexts.set(kind, contexts);
    return contexts;
  }
}
