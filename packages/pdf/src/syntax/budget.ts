import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';

/** Work that one file may cost in all, whichever of its revisions asks for it. */
export class Budget {
  #inflated = 0;
  #laid = 0;
  #read = 0;
  readonly #limits: Limits;
  readonly #fileBytes: number;

  constructor(limits: Limits, fileBytes: number) {
    this.#limits = limits;
    this.#fileBytes = fileBytes;
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
