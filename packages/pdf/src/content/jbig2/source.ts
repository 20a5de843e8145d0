import type { ArithmeticDecoder, Contexts } from '../arithmetic.ts';
import type { Bits } from '../fax/bits.ts';
import { broken } from './broken.ts';
import { checkEnd } from './generic.ts';
import type { Code } from './huffman.ts';
import { integerContexts, readInteger, readSymbolNumber } from './integers.ts';
import type { Work } from './work.ts';

/** Numbers of dictionaries (ITU-T T.88 §6.5.5): differences of height and width, instances of an aggregate, runs of exports. */
type DictionaryKind = 'DH' | 'DW' | 'AI' | 'EX';
/**
 * Numbers of text regions (§6.4.5): differences of stripes, of their first places and of further ones, the place within a
 * stripe, whether a symbol is refined, and how: differences of its size, its place.
 */
type TextKind = 'DT' | 'FS' | 'DS' | 'IT' | 'RI' | 'RDW' | 'RDH' | 'RDX' | 'RDY';
export type Kind = DictionaryKind | TextKind;

/** Reads the integers and symbol IDs of a dictionary or text region, arithmetically or by Huffman codes. */
export interface Source {
  /** The next integer; undefined for the out-of-band value. */
  next(kind: Kind): number | undefined;
  /** The next symbol ID. */
  symbol(): number;
  /** The next bitmap, which is coded arithmetically in either case. */
  bitmap<T>(read: (decoder: ArithmeticDecoder) => T): T;
}

/** The next integer, where the out-of-band value is an error. */
export function numberOf(source: Source, kind: Kind): number {
  const number = source.next(kind);
  if (number === undefined) throw broken('a number is missing');
  return number;
}

/** Arithmetic coding: each kind of integer has contexts of its own. */
export class ArithmeticSource implements Source {
  readonly decoder: ArithmeticDecoder;
  readonly #symbolBits: number;
  readonly #symbolContexts: Contexts;
  readonly #contexts = new Map<Kind, Contexts>();

  /** `symbolBits`: bits of a symbol ID. */
  constructor(decoder: ArithmeticDecoder, symbolBits: number) {
    this.decoder = decoder;
    this.#symbolBits = symbolBits;
    this.#symbolContexts = new Uint8Array(2 ** symbolBits);
  }

  next(kind: Kind): number | undefined {
    checkEnd(this.decoder);
    const contexts = this.#contexts.get(kind) ?? integerContexts();
    this.#contexts.set(kind, contexts);
    return readInteger(this.decoder, contexts);
  }

  symbol(): number {
    return readSymbolNumber(this.decoder, this.#symbolContexts, this.#symbolBits);
  }

  bitmap<T>(read: (decoder: ArithmeticDecoder) => T): T {
    return read(this.decoder);
  }
}

/** The Huffman tables of each kind of integer, of symbol IDs, and of the size of refined bitmaps. */
export interface Codes {
  numbers: Readonly<Partial<Record<Kind, Code>>>;
  symbol: Code;
  size: Code | undefined;
}

/** Huffman coding: refined bitmaps stand between the codes, in whole octets. */
export class HuffmanSource implements Source {
  readonly bits: Bits;
  readonly #codes: Codes;
  readonly #work: Work;

  constructor(bits: Bits, codes: Codes, work: Work) {
    this.#work = work;
    this.bits = bits;
    this.#codes = codes;
  }

  next(kind: Kind): number | undefined {
    return this.#read(this.#codes.numbers[kind]);
  }

  symbol(): number {
    return this.#read(this.#codes.symbol) ?? -1;
  }

  bitmap<T>(read: (decoder: ArithmeticDecoder) => T): T {
    return read(this.#work.decoder(this.octets(this.#read(this.#codes.size) ?? -1)));
  }

  /** So many octets, from the next octet boundary on. */
  octets(count: number): Uint8Array {
    if (count < 0) throw broken('a bitmap has no size');
    const bytes = this.bits.take(count);
    if (bytes.length < count) throw broken('a bitmap breaks off');
    return bytes;
  }

  #read(code: Code | undefined): number | undefined {
    if (code === undefined) throw broken('a number has no codes');
    const number = code.read(this.bits);
    if (this.bits.isPast) throw broken('codes break off');
    return number;
  }
}
