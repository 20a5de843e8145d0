import { ArithmeticDecoder } from '../arithmetic.ts';
import { Bitmap, type Operator, strideOf } from './bitmap.ts';
import { broken } from './broken.ts';

/** The most octets of all bitmaps of a picture, with the contexts and tables that its segments retain. */
export const MOST_BYTES = 2 ** 26;
/** The most symbols and patterns of all dictionaries of a picture; one in several dictionaries counts for each. */
export const MOST_SYMBOLS = 2 ** 18;
/** The most columns or rows of a bitmap. */
export const LONGEST_SIDE = 2 ** 20;
/** Octets of memory that a bitmap takes in addition to its pixels. */
const BITMAP_BYTES = 128;
/** What a bitmap costs to make or to draw, and a row to decode, in pixels; and how many octets are made or drawn in the time of one pixel. */
const BITMAP = 16;
const DRAWING = 8;
const ROW = 4;
/** What an octet of arithmetic data costs. */
const OCTET = 8;
const OCTETS_A_PIXEL = 2;

/** Counts the work and memory of reading a picture before it is done, and throws past the bounds. */
export class Work {
  readonly #spend: (pixels: number) => void;
  #bytes = 0;
  #symbols = 0;

  /** `spend` counts work in decoded pixels, and throws past the bounds. */
  constructor(spend: (pixels: number) => void) {
    this.#spend = spend;
  }

  /** Octets of all bitmaps, contexts and tables so far. */
  get bytes(): number {
    return this.#bytes;
  }

  spend(pixels: number): void {
    this.#spend(pixels);
  }

  /** Counts a bitmap before it is made. */
  keep(width: number, height: number): void {
    if (Math.max(width, height) > LONGEST_SIDE) throw broken('a bitmap is larger than is read');
    const bytes = strideOf(width) * height;
    this.#count(bytes + BITMAP_BYTES);
    this.#spend(BITMAP + bytes / OCTETS_A_PIXEL);
  }

  /** Counts the octets of contexts and tables that a segment retains. */
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

  /** A bitmap of zeros whose pixels are to be decoded; rows cost something even where they have no pixel. */
  decoded(width: number, height: number): Bitmap {
    this.#spend((width + ROW) * (height + 1));
    return this.bitmap(width, height);
  }

  /** Combines a bitmap with another one, its upper left corner at a place. */
  draw(below: Bitmap, bitmap: Bitmap, [x, y]: readonly [number, number], operator: Operator): void {
    const octets = Math.min(bitmap.stride, below.stride) * Math.min(bitmap.height, below.height);
    this.#spend(DRAWING + octets / OCTETS_A_PIXEL);
    below.draw(bitmap, x, y, operator);
  }

  /** A decoder of data. Octets cost as well as pixels, since improbable bits take many of them. */
  decoder(bytes: Uint8Array): ArithmeticDecoder {
    this.#spend(OCTET * bytes.length);
    return new ArithmeticDecoder(bytes, 0, bytes.length);
  }

  /** Counts symbols before they are listed. */
  list(count: number): void {
    this.#symbols += count;
    if (this.#symbols > MOST_SYMBOLS) throw broken('more symbols than are read');
    this.#spend(count);
  }
}
