import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';

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

/** What streams decode to, and how much more they may. */
export class Inflation {
  #bytes = 0;
  readonly #most: number;

  /** `most`: in bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes that streams may still decode to. */
  get inflatable(): number {
    return Math.max(this.#most - this.#bytes, 0);
  }

  inflated(bytes: number): void {
    this.#bytes += bytes;
  }
}

/** Work that one file may cost in all, whichever of its revisions asks for it. */
export class Budget extends Inflation {
  /** What the samples of pictures decode to. */
  readonly samples: Inflation;
  readonly pictureWork: PictureWork = { samples: 0, jpeg: 0, jpx: 0, jbig2: 0 };
  #laid = 0;
  #read = 0;
  readonly #limits: Limits;
  readonly #fileBytes: number;

  constructor(limits: Limits, fileBytes: number) {
    super(limits.inflatedBytes);
    this.samples = new Inflation(limits.sampleBytes);
    this.#limits = limits;
    this.#fileBytes = fileBytes;
  }

  /**
   * Counts bytes parsed or decoded, and items of arrays looked at. An honest file is read a few times over; one
   * where thousands of places share something large is not.
   */
  read(units: number): void {
    this.#read += units;
    if (this.#read > this.#limits.readBytes + 8 * this.#fileBytes + 2 * this.bytes) {
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
