import { Bits } from '../fax/bits.ts';
import { readFax } from '../fax/decode.ts';
import { Bitmap } from './bitmap.ts';
import { broken } from './broken.ts';
import type { Work } from './work.ts';

/** What a row costs, and an octet of the data, in pixels. */
const ROW = 16;
const OCTET = 16;

/** Reads MMR-coded bitmaps that follow each other in the data (ITU-T T.88 §6.2.6). */
export class MmrReader {
  readonly #work: Work;
  #bytes: Uint8Array;

  constructor(bytes: Uint8Array, work: Work) {
    this.#bytes = bytes;
    this.#work = work;
  }

  read(width: number, height: number): Bitmap {
    this.#work.keep(width, height);
    this.#work.spend(ROW * height + OCTET * this.#bytes.length);
    if (width === 0 || height === 0) return new Bitmap(width, height);
    const bits = new Bits(this.#bytes);
    const parameters = { k: -1, columns: width, isBlackOne: true, isAligned: false, isEnded: false };
    const samples = readFax(bits, parameters, height);
    if (samples === undefined) throw broken('a bitmap breaks off');
    bits.endPicture();
    this.#bytes = this.#bytes.subarray(bits.octet);
    return new Bitmap(width, height, samples);
  }
}
