import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';

/** Work that one file may cost in all, whichever of its revisions asks for it. */
export class Budget {
  #inflated = 0;
  #laid = 0;
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Bytes that streams may still decode to. */
  get inflatable(): number {
    return this.#limits.inflatedBytes - this.#inflated;
  }

  inflated(bytes: number): void {
    this.#inflated += bytes;
  }

  /** Counts a laying of `entries` over each other: thousands of revisions times millions of entries hang. */
  laidOver(entries: number): void {
    this.#laid += entries;
    if (this.#laid > this.#limits.entries * 10) {
      throw new PdfError('too_many_revisions', 'The file has too many revisions for its size');
    }
  }
}
