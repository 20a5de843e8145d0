import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';

/** Bytes that pictures may decode to, beside those of other streams: of a hundred scanned pages in grey. */
const PICTURE_BYTES = 2 ** 30;

/** Work on the pictures of a file so far; each kind of picture has a bound of its own (`content`). */
export interface PictureWork {
  /** Samples that are turned into means. */
  samples: number;
  /** Blocks of JPEGs. */
  jpeg: number;
  /** Passes of 64 samples of JPEG 2000 pictures. */
  jpx: number;
  /** Pixels of JBIG2 pictures. */
  jbig2: number;
}

/** Work that one file may cost in all, whichever of its revisions asks for it. */
export class Budget {
  readonly pictureWork: PictureWork = { samples: 0, jpeg: 0, jpx: 0, jbig2: 0 };
  #ofPictures: Budget | undefined;
  #inflated = 0;
  #laid = 0;
  #read = 0;
  readonly #limits: Limits;
  readonly #fileBytes: number;

  constructor(limits: Limits, fileBytes: number) {
    this.#limits = limits;
    this.#fileBytes = fileBytes;
  }

  /** What the samples of pictures may decode to. */
  get ofPictures(): Budget {
    this.#ofPictures ??= new Budget({ ...this.#limits, inflatedBytes: PICTURE_BYTES }, this.#fileBytes);
    return this.#ofPictures;
  }

  /** Bytes that streams may still decode to. */
  get inflatable(): number {
    return Math.max(this.#limits.inflatedBytes - this.#inflated, 0);
  }

  inflated(bytes: number): void {
    this.#inflated += bytes;
  }

  /**
   * Counts bytes parsed or decoded, and items of arrays looked at. An honest file is read a few times over; one
   * where thousands of places share something large is not.
   */
  read(units: number): void {
    this.#read += units;
    if (this.#read > this.#limits.readBytes + 8 * this.#fileBytes + 2 * this.#inflated) {
      throw new PdfError('too_many_objects', 'Reading the file takes more work than is allowed');
    }
  }

  /** Counts a laying of `entries` over each other: thousands of revisions times millions of entries hang. */
  laidOver(entries: number): void {
    this.#laid += entries;
    if (this.#laid > this.#limits.entries * 10) {
      throw new PdfError('too_many_revisions', 'The file has too many revisions for its size');
    }
  }
}
