import type { Contexts } from '../arithmetic.ts';
import type { Bitmap } from './bitmap.ts';
import { broken } from './broken.ts';
import type { Generic } from './generic.ts';
import type { HuffmanTable } from './huffman.ts';
import type { Refinement } from './refinement.ts';
import type { Work } from './work.ts';

/** What decoding the symbols of a dictionary taught, for one that goes on with it (ITU-T T.88 §7.4.2.2). */
export interface Learnt {
  /** Of symbols that are written by themselves. */
  generic: { shape: Generic; contexts: Contexts } | undefined;
  refining: { shape: Refinement; contexts: Contexts } | undefined;
}

/** What a segment gives to those that refer to it. */
export type Part =
  | { kind: 'symbols'; symbols: readonly Bitmap[]; learnt: Learnt | undefined }
  | { kind: 'patterns'; patterns: readonly Bitmap[] }
  | { kind: 'table'; table: HuffmanTable }
  | { kind: 'region'; bitmap: Bitmap };

/** What segments give, by their numbers. */
export type Parts = ReadonlyMap<number, Part>;

/** What a segment refers to, in its order. */
export class Referred {
  readonly #parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** All symbols, which are counted before they are listed. */
  symbols(work: Work): readonly Bitmap[] {
    const lists = this.#parts.flatMap((part) => (part.kind === 'symbols' ? [part.symbols] : []));
    work.list(lists.reduce((sum, { length }) => sum + length, 0));
    return lists.flat();
  }

  get tables(): readonly HuffmanTable[] {
    return this.#parts.flatMap((part) => (part.kind === 'table' ? [part.table] : []));
  }

  /** What the last dictionary learnt. */
  get learnt(): Learnt | undefined {
    const last = this.#parts.findLast((part) => part.kind === 'symbols');
    return last?.learnt;
  }

  /** The only dictionary of patterns. */
  get patterns(): readonly Bitmap[] {
    const [part, ...more] = this.#parts;
    if (part?.kind !== 'patterns' || more.length > 0)
      throw broken('a halftone has other than one dictionary');
    return part.patterns;
  }

  /** The only region; undefined where nothing is referred to. */
  get region(): Bitmap | undefined {
    const [part, ...more] = this.#parts;
    if (part === undefined) return undefined;
    if (part.kind !== 'region' || more.length > 0) throw broken('other than one region is refined');
    return part.bitmap;
  }
}
