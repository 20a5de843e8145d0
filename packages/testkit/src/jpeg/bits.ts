import { type Codes, codesOf } from './codes.ts';

/** Writes entropy-coded data of a JPEG (ITU-T T.81 §F.1.2). */
export class BitWriter {
  readonly bytes: number[] = [];
  #bits = 0;
  #count = 0;
  readonly #codes = new Map<Codes, ReturnType<typeof codesOf>>();

  symbol(codes: Codes, symbol: number): void {
    const known = this.#codes.get(codes) ?? codesOf(codes);
    this.#codes.set(codes, known);
    const code = known.get(symbol);
    if (code === undefined) throw new Error(`no code for ${symbol}`);
    this.number(code[1], code[0]);
  }

  number(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit--) {
      this.#bits = (this.#bits << 1) | ((value >> bit) & 1);
      if (++this.#count === 8) this.#byte();
    }
  }

  /** A difference or coefficient of so many bits. */
  signed(value: number, length: number): void {
    this.number(value < 0 ? value + (1 << length) - 1 : value, length);
  }

  /** Fills the last octet with ones. */
  end(): void {
    while (this.#count > 0) this.number(1, 1);
  }

  /** Ends what is written and puts a restart marker behind it. */
  restart(number: number): void {
    this.end();
    this.bytes.push(0xff, 0xd0 + (number & 7));
  }

  #byte(): void {
    this.bytes.push(this.#bits);
    if (this.#bits === 0xff) this.bytes.push(0);
    this.#bits = 0;
    this.#count = 0;
  }
}

/** How many bits a value takes. */
export const sizeOf = (value: number): number => (value === 0 ? 0 : 32 - Math.clz32(Math.abs(value)));
