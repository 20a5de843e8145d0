/** Bounds on what a file may make us do. All inclusive. */
export interface Limits {
  /** Bytes of the file. */
  fileBytes: number;
  /** Highest object number; ISO 32000-1 Annex C names 8,388,607. */
  objectNumber: number;
  /** Cross-reference entries over all sections. */
  entries: number;
  /** Cross-reference sections. */
  sections: number;
  /** Nesting of arrays and dictionaries, and of the trees of pages and fields. */
  depth: number;
  /** Values inside one indirect object. */
  valuesPerObject: number;
  /** Bytes that one stream may inflate to. */
  streamBytes: number;
  /** Bytes that all streams of a file may inflate to, over all its revisions. */
  inflatedBytes: number;
  /** Bytes that the samples of pictures may decode to, which count by themselves. */
  sampleBytes: number;
  /** Bytes parsed and items looked at in all, beside eight times the file and twice what was inflated. */
  readBytes: number;
  /** Filters on one stream. */
  filters: number;
  pages: number;
  fields: number;
}

export const DEFAULT_LIMITS: Limits = {
  fileBytes: 128 * 1024 * 1024,
  objectNumber: 8_388_607,
  entries: 4_000_000,
  sections: 2_000,
  depth: 100,
  valuesPerObject: 400_000,
  streamBytes: 32 * 1024 * 1024,
  inflatedBytes: 256 * 1024 * 1024,
  // Of a hundred scanned pages in grey.
  sampleBytes: 1024 * 1024 * 1024,
  readBytes: 32 * 1024 * 1024,
  filters: 8,
  pages: 100_000,
  fields: 50_000,
};
