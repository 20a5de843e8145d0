import type { Contexts } from '../arithmetic.ts';
import type { Bitmap } from './bitmap.ts';
import { broken } from './broken.ts';
import type { Generic } from './generic.ts';
import type { HuffmanTable } from './huffman.ts';
import type { Refinement } from './refinement.ts';
import type { Work } from './work.ts';

/** The contexts that a symbol dictionary retains for another one (ITU-T T.88 §7.4.2.2). */
export interface Learnt {
  /** The contexts of generic regions. */
  generic: { shape: Generic; contexts: Contexts } | undefined;
  refining: { shape: Refinement; contexts: Contexts } | undefined;
}

/** The result of a segment that others refer to. */
export type Part =
  | { kind: 'symbols'; symbols: readonly Bitmap[]; learnt: Learnt | undefined }
  | { kind: 'patterns'; patterns: readonly Bitmap[] }
  | { kind: 'table'; table: HuffmanTable }
  | { kind: 'region'; bitmap: Bitmap };

/** The results of segments, by segment number. */
export type Parts = ReadonlyMap<number, Part>;

/** The results that a segment refers to, in the order of its references. */
export class Referred {
  readonly #parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** The symbols of all dictionaries; they are counted before the list is made. */
  symbols(work: Work): readonly Bitmap[] {
    const lists = this.#parts.flatMap((part) => (part.kind === 'symbols' ? [part.symbols] : []));
    work.list(lists.reduce((sum, { length }) => sum + length, 0));
    return lists.flat();
  }

  get tables(): readonly HuffmanTable[] {
    return this.#parts.flatMap((part) => (part.kind === 'table' ? [part.table] : []));
  }

  /** The contexts that the last dictionary retains. */
  get learnt(): Learnt | undefined {
    const last = this.#parts.findLast((part) => part.kind === 'symbols');
    return last?.learnt;
  }

  /** The patterns of the only pattern dictionary. */
  get patterns(): readonly Bitmap[] {
    const [part, ...more] = this.#parts;
    if (part?.kind !== 'patterns' || more.length > 0)
      throw broken('a halftone has other than one dictionary');
    return part.patterns;
  }

  /** The only region; undefined without a reference. */
  get region(): Bitmap | undefined {
    const [part, ...more] = this.#parts;
    if (part === undefined) return undefined;
    if (part.kind !== 'region' || more.length > 0) throw broken('other than one region is refined');
    return part.bitmap;
  }
}
