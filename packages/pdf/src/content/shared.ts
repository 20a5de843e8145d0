import { Cache } from '../syntax/cache.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfStream, PdfValue } from '../syntax/values.ts';
import { type ColourSpace, readSpace } from './colour/spaces.ts';
import type { Parts } from './jbig2/parts.ts';
import { Layers } from './layers.ts';
import type { Means } from './means.ts';
import type { Part } from './mesh.ts';
import type { Look } from './patternlook.ts';
import { Recordings } from './replay.ts';
import type { Plain } from './samples.ts';
import type { SoftMask } from './softmask.ts';

const CACHED_BYTES = 8 * 1024 * 1024;
const PICTURE_BYTES = 48 * 1024 * 1024;
const JBIG2_BYTES = 16 * 1024 * 1024;
const MESH_BYTES = 16 * 1024 * 1024;
/** Longer content is not drawn again and again. */
const LARGEST = 1024 * 1024;

/** What the pages of a document share, read once. */
export class Shared {
  readonly recordings = new Recordings();
  readonly #pdf: Pdf;
  /** Content whose data break off, or make no sense in places. */
  readonly #broken = new WeakSet<Uint8Array>();
  readonly #streams = new Cache<Uint8Array>(CACHED_BYTES);
  readonly #spaces = new WeakMap<PdfValue, ColourSpace>();
  /** Soft masks, by what they are and where. */
  readonly masks = new Map<string, SoftMask>();
  /** What images show that are of one colour, by where their data stand; and how many bytes that took. */
  readonly plain = new Map<number, Plain>();
  sampled = 0;
  /** What segments give that several JBIG2 pictures share, by where they stand. */
  readonly jbig2Parts = new Cache<Parts>(JBIG2_BYTES);
  /** Whether readers show pictures in several ways, by where their data stand. */
  readonly contradictory = new Map<number, boolean>();
  /** Samples of pictures with palettes that were looked through. */
  paletteSamples = 0;
  /** Bytes of samples that were counted. */
  countedSamples = 0;
  /** Of images, by where their data begin, whether samples go beyond their palette; undefined where that is not known. */
  readonly beyondPalette = new Map<number, boolean | undefined>();
  /** How light images are and how much they hide, by where their data stand; undefined for what is not read. */
  readonly pictures = new Cache<Means | undefined>(PICTURE_BYTES);
  /** The triangles and patches of meshes, by where their data stand. */
  readonly meshes = new Cache<{ parts: readonly Part[] | undefined }>(MESH_BYTES);
  /** What patterns look like, by number. */
  readonly looks = new Map<number, Look>();
  /** Of images within content, which stand at no place of the file: numbers below zero instead. */
  readonly #inline = new WeakMap<Uint8Array, number>();
  #lastInline = 0;
  #layers: Layers | undefined;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  get layers(): Layers {
    this.#layers ??= new Layers(this.#pdf);
    return this.#layers;
  }

  /** A content stream, decoded; a form that stands on every page once only. */
  content(stream: PdfStream, object: number | undefined): Uint8Array {
    const known = object === undefined ? undefined : this.#streams.get(object);
    if (known !== undefined) return known;
    let broken = false;
    const bytes = this.#pdf.decoded(stream, () => {
      broken = true;
    });
    if (broken) this.#broken.add(bytes);
    if (object === undefined || bytes.length > LARGEST) return bytes;
    this.#streams.set(object, bytes, bytes.length);
    return bytes;
  }

  /** What tells an image from all others: where its data stand. */
  placeOf({ source, dataStart }: PdfStream): number {
    if (dataStart > 0) return dataStart;
    const place = this.#inline.get(source) ?? --this.#lastInline;
    this.#inline.set(source, place);
    return place;
  }

  isBroken(content: Uint8Array): boolean {
    return this.#broken.has(content);
  }

  space(value: PdfValue): ColourSpace {
    const resolved = this.#pdf.resolve(value) ?? value;
    const known = this.#spaces.get(resolved);
    if (known !== undefined) return known;
    const space = readSpace(this.#pdf, resolved);
    this.#spaces.set(resolved, space);
    return space;
  }
}

const all = new WeakMap<Pdf, Shared>();

export function sharedOf(pdf: Pdf): Shared {
  const shared = all.get(pdf) ?? new Shared(pdf);
  all.set(pdf, shared);
  return shared;
}
