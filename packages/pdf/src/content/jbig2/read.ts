import type { Bitmap } from './bitmap.ts';
import { broken } from './broken.ts';
import { readHalftone, readPatterns } from './halftone.ts';
import { readTable } from './huffman.ts';
import { Page } from './page.ts';
import { type Part, type Parts, Referred } from './parts.ts';
import { type RegionPlace, readRegionPlace } from './region.ts';
import { readGenericRegion, readRefinementRegion } from './regions.ts';
import { readSegments, type Segment } from './segments.ts';
import { readSymbols } from './symbols.ts';
import { readTextRegion } from './textregion.ts';
import type { Work } from './work.ts';

const [SYMBOLS, PATTERNS, TABLE] = [0, 16, 53];
const [PAGE, END_OF_PAGE, END_OF_STRIPE, END_OF_FILE] = [48, 49, 50, 51];
/** Segments that change no pixel: profiles and extensions. */
const SILENT: ReadonlySet<number> = new Set([52, 62]);

/** Region segments by type. Intermediate ones are refined by others; immediate ones go to the page. */
type RegionKind = 'text' | 'halftone' | 'generic' | 'refinement';
const REGIONS: ReadonlyMap<number, { kind: RegionKind; isImmediate: boolean }> = new Map(
  (
    [
      ['text', 4],
      ['halftone', 20],
      ['generic', 36],
      ['refinement', 40],
    ] as const
  ).flatMap(([kind, first]) =>
    [first, first + 2, first + 3].map((type) => [type, { kind, isImmediate: type !== first }] as const),
  ),
);

const NONE: Parts = new Map();

/** Reads the global segments of pictures (ISO 32000-2 §7.4.7); throws where they are broken, and past the bounds. */
export function readShared(bytes: Uint8Array, work: Work): Parts {
  const reader = new Jbig2Reader(NONE, work);
  for (const segment of readSegments(bytes)) reader.read(segment, undefined);
  return reader.parts;
}

/**
 * Reads a JBIG2 picture (ITU-T T.88) of a known size, with its global segments; 1 is black. Throws where data are broken or break
 * off, where readers show them in different ways, and past the bounds.
 */
export function readJbig2(
  bytes: Uint8Array,
  shared: Parts,
  size: { width: number; height: number },
  work: Work,
): Bitmap {
  const reader = new Jbig2Reader(shared, work);
  for (const segment of readSegments(bytes)) reader.read(segment, size);
  return reader.bitmap;
}

class Jbig2Reader {
  readonly #shared: Parts;
  readonly #work: Work;
  readonly #own = new Map<number, Part>();
  #page: Page | undefined;
  #isEnded = false;

  constructor(shared: Parts, work: Work) {
    this.#shared = shared;
    this.#work = work;
  }

  get parts(): Parts {
    return this.#own;
  }

  get bitmap(): Bitmap {
    if (this.#page === undefined) throw broken('there is no page');
    return this.#page.bitmap;
  }

  /** `size`: the size of the image; undefined for global segments, which have no page. */
  read(segment: Segment, size: { width: number; height: number } | undefined): void {
    const { number, type, data } = segment;
    if (SILENT.has(type)) return;
    if (type === END_OF_PAGE || type === END_OF_FILE) {
      this.#isEnded = true;
      return;
    }
    if (this.#isEnded) throw broken('segments stand behind the end of the page');
    if (type === PAGE) {
      if (size === undefined || this.#page !== undefined) throw broken('there are several pages');
      this.#page = new Page(data, size, this.#work);
      return;
    }
    if (type === END_OF_STRIPE) {
      this.#page?.endStripe(data);
      return;
    }
    const part = this.#readPart(segment);
    if (part === undefined) return;
    if (this.#own.has(number) || this.#shared.has(number)) throw broken('two segments have one number');
    this.#own.set(number, part);
  }

  /** The result of a segment; undefined for one that goes to the page. */
  #readPart(segment: Segment): Part | undefined {
    const { type, data } = segment;
    if (type === SYMBOLS) return readSymbols(data, this.#referred(segment), this.#work);
    if (type === PATTERNS) return readPatterns(data, this.#work);
    if (type === TABLE) return { kind: 'table', table: readTable(data, this.#work) };
    const region = REGIONS.get(type);
    if (region === undefined) throw broken('a segment is of a kind that is not read');
    return this.#readRegion(segment, region);
  }

  #readRegion(
    segment: Segment,
    { kind, isImmediate }: { kind: RegionKind; isImmediate: boolean },
  ): Part | undefined {
    const { data, rows } = segment;
    const place = readRegionPlace(data);
    if (rows !== undefined && rows > place.height) throw broken('a region has more rows than its place');
    const bitmap = this.#readBitmap(segment, { ...place, height: rows ?? place.height }, kind);
    if (!isImmediate) return { kind: 'region', bitmap };
    if (this.#page === undefined) throw broken('there is no page');
    this.#page.put(bitmap, place);
    return undefined;
  }

  #readBitmap(segment: Segment, place: RegionPlace, kind: RegionKind): Bitmap {
    const { data } = segment;
    if (kind === 'generic') return readGenericRegion(data, place, this.#work);
    const referred = this.#referred(segment);
    if (kind === 'text') return readTextRegion(data, place, referred, this.#work);
    if (kind === 'halftone') return readHalftone(data, place, referred.patterns, this.#work);
    return readRefinementRegion(data, place, this.#reference(referred.region, place), this.#work);
  }

  /** The bitmap that a region refines: another region, or the page (§7.4.7.5). */
  #reference(region: Bitmap | undefined, place: RegionPlace): Bitmap {
    if (region === undefined) {
      if (this.#page === undefined) throw broken('there is no page');
      return this.#page.whole(place);
    }
    if (region.width !== place.width || region.height !== place.height) {
      throw broken('a region refines one of another size');
    }
    return region;
  }

  #referred({ references }: Segment): Referred {
    return new Referred(
      references.map((number) => {
        const part = this.#own.get(number) ?? this.#shared.get(number);
        if (part === undefined) throw broken('a segment refers to what there is not');
        return part;
      }),
    );
  }
}
