import { concat } from '../../syntax/bytes.ts';
import { Octets } from '../octets.ts';
import {
  Parameters,
  readCoding,
  readProgressions,
  readQuantization,
  readSize,
  readStyleOf,
  type Size,
} from './parameters.ts';
import { unread } from './unread.ts';

const MOST_TILES = 2 ** 14;
/** The most marker segments of all headers, each change of the progression counted as one; and the most tile-parts. */
const MOST_SEGMENTS = 2 ** 14;
const MOST_PARTS = 2 ** 16;

const [START, SIZE, TILE, DATA, END] = [0xff4f, 0xff51, 0xff90, 0xff93, 0xffd9];
const [STYLE, STYLE_OF, QUANTIZATION, QUANTIZATION_OF] = [0xff52, 0xff53, 0xff5c, 0xff5d];
const [REGION, PROGRESSION, HEADERS, TILE_HEADERS] = [0xff5e, 0xff5f, 0xff60, 0xff61];
/** Segments that are skipped: lengths (TLM, PLM, PLT), component registration (CRG) and comments (COM). */
const PASSED: ReadonlySet<number> = new Set([0xff55, 0xff57, 0xff58, 0xff63, 0xff64]);

/** A tile, in its tile-parts. */
export interface Tile {
  parameters: Parameters;
  parts: Uint8Array[];
  /** Its packed packet headers (PPM, PPT); undefined where headers stand in the packets. */
  headers: Uint8Array[] | undefined;
}

export interface Codestream {
  size: Size;
  /** How many tiles stand in a row, and all of them. */
  across: number;
  tiles: readonly Tile[];
}

/** How large a codestream is. */
export function sizeOf(octets: Octets): Size {
  if (octets.number(2) !== START || octets.number(2) !== SIZE) throw unread('no codestream');
  return readSize(octets.part(octets.number(2) - 2));
}

/** The parts of a codestream (ITU-T T.800 Annex A), of which no packet is read yet. */
export const readCodestream = (octets: Octets): Codestream => new Reader(octets).read();

class Reader {
  readonly #octets: Octets;
  readonly #main = new Parameters();
  readonly #tiles = new Map<number, Tile>();
  /** Packed packet headers of the main header (PPM), by their index. */
  readonly #packed = new Map<number, Octets>();
  #size: Size | undefined;
  #segmentsLeft = MOST_SEGMENTS;
  #partsLeft = MOST_PARTS;

  constructor(octets: Octets) {
    this.#octets = octets;
  }

  read(): Codestream {
    const size = sizeOf(this.#octets);
    this.#size = size;
    const { area, tile } = size;
    const across = Math.ceil((area.x1 - tile.x0) / (tile.x1 - tile.x0));
    const count = across * Math.ceil((area.y1 - tile.y0) / (tile.y1 - tile.y0));
    if (count > MOST_TILES) throw unread('too many tiles');
    let marker: number | undefined = this.#segments(this.#main, undefined);
    const packed = this.#packedHeaders();
    while (marker === TILE) marker = this.#part(count, packed);
    if (marker !== END && marker !== undefined) throw unread('data break off');
    const tiles = Array.from({ length: count }, (_, index) => {
      const found = this.#tiles.get(index);
      if (found === undefined) throw unread('a tile is missing');
      return found;
    });
    return { size, across, tiles };
  }

  #body(): Octets {
    return this.#octets.part(this.#octets.number(2) - 2);
  }

  /** The segments of a header; gives the marker that ends it. */
  #segments(parameters: Parameters, tile: Tile | undefined): number {
    for (;;) {
      const marker = this.#octets.number(2);
      if (marker === (tile === undefined ? TILE : DATA)) return marker;
      this.#segment(marker, this.#body(), parameters, tile);
    }
  }

  #segment(marker: number, body: Octets, parameters: Parameters, tile: Tile | undefined): void {
    if (PASSED.has(marker)) return;
    this.#takeSegments(1);
    if (marker === STYLE) {
      const { coding, style } = readCoding(body);
      parameters.coding = coding;
      parameters.style = style;
    } else if (marker === STYLE_OF) parameters.styles.set(body.number(this.#wide), readStyleOf(body));
    else if (marker === QUANTIZATION) parameters.quantization = readQuantization(body);
    else if (marker === QUANTIZATION_OF)
      parameters.quantizations.set(body.number(this.#wide), readQuantization(body));
    else if (marker === REGION) this.#region(body, parameters);
    else if (marker === PROGRESSION) {
      const changes = readProgressions(body, this.#wide);
      this.#takeSegments(changes.length);
      parameters.progressions ??= [];
      parameters.progressions.push(...changes);
    } else if (marker === HEADERS && tile === undefined) this.#packed.set(body.number(1), body);
    else if (marker === TILE_HEADERS && tile !== undefined) {
      // Their index: they stand in its order.
      body.number(1);
      tile.headers ??= [];
      tile.headers.push(body.rest());
    } else throw unread('a segment that is not known');
  }

  #takeSegments(count: number): void {
    this.#segmentsLeft -= count;
    if (this.#segmentsLeft < 0) throw unread('too many segments');
  }

  /** Octets of an index of a component. */
  get #wide(): 1 | 2 {
    return (this.#size?.components.length ?? 0) < 257 ? 1 : 2;
  }

  /** §A.6.3 */
  #region(body: Octets, parameters: Parameters): void {
    const component = body.number(this.#wide);
    if (body.number(1) !== 0) throw unread('a region of another kind');
    parameters.shifts.set(component, body.number(1));
  }

  /** §A.7.4: the packed packet headers of all tile-parts, in their order; undefined where there are none. */
  #packedHeaders(): Octets | undefined {
    if (this.#packed.size === 0) return undefined;
    const parts = [...this.#packed].sort(([one], [other]) => one - other).map(([, body]) => body);
    return new Octets(concat(parts.map((body) => body.rest())));
  }

  /** Reads a tile-part (§A.4.2); gives the marker behind it, undefined where the data end there. */
  #part(count: number, packed: Octets | undefined): number | undefined {
    const octets = this.#octets;
    const start = octets.at - 2;
    const body = this.#body();
    const [index, length] = [body.number(2), body.number(4)];
    if (index >= count) throw unread('a tile that is not there');
    if (--this.#partsLeft < 0) throw unread('too many parts of tiles');
    const tile = this.#tiles.get(index) ?? {
      parameters: new Parameters(this.#main),
      parts: [],
      headers: undefined,
    };
    this.#tiles.set(index, tile);
    this.#segments(tile.parameters, tile);
    if (packed !== undefined) {
      const own = packed.part(packed.number(4));
      tile.headers ??= [];
      tile.headers.push(own.rest());
    }
    const end = length === 0 ? this.#last() : start + length;
    const data = octets.part(end - octets.at);
    tile.parts.push(data.rest());
    return octets.left < 2 ? undefined : octets.number(2);
  }

  /** Where the data of the last tile-part end, which need not say its length: before the end of the codestream. */
  #last(): number {
    const { bytes } = this.#octets;
    const end = bytes.length;
    return bytes[end - 2] === 0xff && bytes[end - 1] === (END & 0xff) ? end - 2 : end;
  }
}
