import { ArithmeticDecoder } from '../arithmetic.ts';
import { Bitmap, type Operator, strideOf } from './bitmap.ts';
import { broken } from './broken.ts';

/** Octets that the bitmaps of a picture take in all, with the contexts and tables that its segments give. */
export const MOST_BYTES = 2 ** 26;
/** Symbols and patterns that the dictionaries of a picture give, one that several give counted for each. */
export const MOST_SYMBOLS = 2 ** 18;
/** Columns and rows of a bitmap. */
export const LONGEST_SIDE = 2 ** 20;
/** What a bitmap takes beside its octets. */
const BITMAP_BYTES = 128;
/** What making a bitmap costs, drawing one, and a row that is decoded, in pixels; and octets of it that are made or drawn as fast as one is decoded. */
const BITMAP = 16;
const DRAWING = 8;
const ROW = 4;
/** What an octet of arithmetic data costs. */
const OCTET = 8;
const OCTETS_A_PIXEL = 2;

/** What reading a picture takes: it is counted before it is done, and ends the reading past the bounds. */
export class Work {
  readonly #spend: (pixels: number) => void;
  #bytes = 0;
  #symbols = 0;

  /** `spend` is told of work, in pixels that are decoded; it throws past the bounds. */
  constructor(spend: (pixels: number) => void) {
    this.#spend = spend;
  }

  /** Octets of the bitmaps that were made, and of what else segments give. */
  get bytes(): number {
    return this.#bytes;
  }

  spend(pixels: number): void {
    this.#spend(pixels);
  }

  /** Counts a bitmap that is to be made. */
  keep(width: number, height: number): void {
    if (Math.max(width, height) > LONGEST_SIDE) throw broken('a bitmap is larger than is read');
    const bytes = strideOf(width) * height;
    this.#count(bytes + BITMAP_BYTES);
    this.#spend(BITMAP + bytes / OCTETS_A_PIXEL);
  }

  /** Counts octets that a segment gives beside bitmaps: contexts and tables. */
  hold(octets: number): void {
    this.#count(octets);
    this.#spend(octets / OCTETS_A_PIXEL);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MOST_BYTES) throw broken('segments give more than is read');
  }

  /** A bitmap of zeros. */
  bitmap(width: number, height: number): Bitmap {
    this.keep(width, height);
    return new Bitmap(width, height);
  }

  /** A bitmap each of whose pixels is decoded, by rows beside it that are made even where it has none. */
  decoded(width: number, height: number): Bitmap {
    this.#spend((width + ROW) * (height + 1));
    return this.bitmap(width, height);
  }

  /** Puts a bitmap upon another, its upper left corner at a place. */
  draw(below: Bitmap, bitmap: Bitmap, [x, y]: readonly [number, number], operator: Operator): void {
    const octets = Math.min(bitmap.stride, below.stride) * Math.min(bitmap.height, below.height);
    this.#spend(DRAWING + octets / OCTETS_A_PIXEL);
    below.draw(bitmap, x, y, operator);
  }

  /** A decoder of data, each of whose octets costs beside what is decoded: the rarer bits are, the more of them. */
  decoder(bytes: Uint8Array): ArithmeticDecoder {
    this.#spend(OCTET * bytes.length);
    return new ArithmeticDecoder(bytes, 0, bytes.length);
  }

  /** Counts symbols that are to be listed. */
  list(count: number): void {
    this.#symbols += count;
    if (this.#symbols > MOST_SYMBOLS) throw broken('more symbols than are read');
    this.#spend(count);
  }
}
