import { BlockReader } from './block.ts';
import { type Channel, type Enumerated, unwrap } from './boxes.ts';
import { type Codestream, readCodestream, sizeOf } from './codestream.ts';
import { invertTransform } from './colourtransform.ts';
import { reduced } from './geometry.ts';
import type { Area, Component, Size } from './parameters.ts';
import { halvingsOf, type LaidTile, layOutTile, samplesOf, workOf } from './tile.ts';
import { unread } from './unread.ts';
import type { Raster } from './wavelet.ts';

/** The most samples of a component that are kept. */
const MOST_SAMPLES = 2 ** 23;
/** The most code-blocks and precincts of a picture. */
const MOST_BLOCKS = 2 ** 17;
const MOST_PRECINCTS = 2 ** 15;

/** What is known of a picture before its tiles are read. */
export interface Head {
  width: number;
  height: number;
  /** The number of all channels, and of those that are colours. */
  channels: number;
  colours: number;
  /** Whether no component is sub-sampled. */
  isWhole: boolean;
  space: Enumerated | undefined;
}

/** The head of a JPEG 2000 picture (ITU-T T.800); throws where there is none. */
export function headOf(bytes: Uint8Array): Head {
  const { codestream, space, channels, colours } = unwrap(bytes);
  const { area, components } = sizeOf(codestream);
  return {
    width: area.x1 - area.x0,
    height: area.y1 - area.y0,
    channels: (channels ?? components).length,
    colours: (colours ?? channels ?? components).length,
    isWhole: components.every(isWhole),
    space,
  };
}

const isWhole = ({ across, down }: Component): boolean => across === 1 && down === 1;

/** The samples of a component, 0 to 255, by rows from above; indices of a palette are not scaled. */
interface Plane {
  area: Area;
  values: Uint8Array;
}

/** The colours of a picture, whose width and height may have been halved. */
export class Colours {
  readonly width: number;
  readonly height: number;
  readonly #planes: ReadonlyMap<number, Plane>;
  readonly #channels: readonly Channel[];

  constructor(area: Area, planes: ReadonlyMap<number, Plane>, channels: readonly Channel[]) {
    this.width = area.x1 - area.x0;
    this.height = area.y1 - area.y0;
    this.#planes = planes;
    this.#channels = channels;
  }

  /** Copies a row of a colour, counted from above. */
  row(index: number, y: number, into: Uint8Array): void {
    const channel = this.#channels[index];
    const plane = this.#planes.get(channel?.component ?? -1);
    if (channel === undefined || plane === undefined) return;
    const { values } = plane;
    const from = y * this.width;
    const { column } = channel;
    for (let x = 0; x < this.width; x++) {
      const value = values[from + x] ?? 0;
      into[x] = column === undefined ? value : (column[Math.min(value, column.length - 1)] ?? 0);
    }
  }
}

/** What reading costs: `admit` decides whether so many passes of 64 samples are read; `spend` counts packets, their code-blocks and pieces. */
export interface Costs {
  admit: (passes: number) => boolean;
  spend: (steps: number) => void;
}

/**
 * Reads the colours of a JPEG 2000 picture (ITU-T T.800) without sub-sampled components. `most`: how often width and height may
 * be halved. Throws where `costs` say no, where data break off or make no sense, and past the bounds.
 */
export function readJpx(bytes: Uint8Array, most: number, costs: Costs): Colours {
  const { codestream: octets, channels: given, colours } = unwrap(bytes);
  const codestream = readCodestream(octets);
  const { size } = codestream;
  if (!size.components.every(isWhole)) throw unread('components of fewer samples');
  const channels = channelsOf(size, given, colours);
  const tiles = layOutTiles(codestream, costs.spend);
  const hasColourTransform = tiles.some((tile) => tile.hasColourTransform);
  const needed = new Set([
    ...channels.map(({ component }) => component),
    ...(hasColourTransform ? [0, 1, 2] : []),
  ]);
  const styles = tiles.flatMap(({ components }) => [...needed].map((index) => components[index]?.style));
  const halvings = Math.min(most, ...styles.map((style) => style?.levels ?? 0));
  if (!costs.admit(tiles.reduce((sum, tile) => sum + workOf(tile, needed, halvings), 0)))
    throw unread('too much work');
  const planes = beginPlanes(size, needed, halvings);
  const palettes = channels.filter(({ column }) => column !== undefined).map(({ component }) => component);
  const reader = new BlockReader();
  for (const tile of tiles) {
    for (const [component, raster] of rastersOf(tile, needed, reader, halvings)) {
      const [plane, described] = [planes.get(component), size.components[component]];
      if (plane === undefined || described === undefined) continue;
      putTile(plane, raster, described, palettes.includes(component));
    }
  }
  const times = 2 ** halvings;
  return new Colours(reduced(size.area, times), planes, channels);
}

/** Lays out all tiles and reads their packets, after which the cost of decoding is known. */
function layOutTiles(codestream: Codestream, spend: (steps: number) => void): LaidTile[] {
  let [precinctsLeft, blocksLeft] = [MOST_PRECINCTS, MOST_BLOCKS];
  const take = (precincts: number, blocks: number): void => {
    precinctsLeft -= precincts;
    blocksLeft -= blocks;
    if (precinctsLeft < 0 || blocksLeft < 0) throw unread('too many blocks');
  };
  return codestream.tiles.map((_, index) => layOutTile(codestream, index, take, spend));
}

/** The samples of a tile's components; `halvings`: how often width and height are halved. */
function rastersOf(
  tile: LaidTile,
  needed: ReadonlySet<number>,
  reader: BlockReader,
  halvings: number,
): ReadonlyMap<number, Raster> {
  const rasters = new Map<number, Raster>();
  for (const component of needed) {
    const own = tile.components[component];
    if (own !== undefined)
      rasters.set(component, samplesOf(own, reader, halvingsOf(tile, component, halvings)));
  }
  if (tile.hasColourTransform) invertTransform(rasters, tile.components[0]?.style.isReversible === true);
  return rasters;
}

/** The channels that are colours, in their order. */
function channelsOf(
  { components }: Size,
  given: readonly Channel[] | undefined,
  colours: readonly number[] | undefined,
): Channel[] {
  const all = given ?? components.map((_, component) => ({ component, column: undefined }));
  if (all.some(({ component }) => component >= components.length)) throw unread('a channel of no component');
  return (colours ?? all.map((_, index) => index)).map((index) => {
    const channel = all[index];
    if (channel === undefined) throw unread('a colour of no channel');
    return channel;
  });
}

function beginPlanes(size: Size, needed: ReadonlySet<number>, halvings: number): Map<number, Plane> {
  const times = 2 ** halvings;
  const planes = new Map<number, Plane>();
  for (const component of needed) {
    if (size.components[component] === undefined) throw unread('a component that is not there');
    const area = reduced(size.area, times);
    const count = (area.x1 - area.x0) * (area.y1 - area.y0);
    if (count < 1 || count > MOST_SAMPLES) throw unread('too many samples');
    planes.set(component, { area, values: new Uint8Array(count) });
  }
  return planes;
}

/** Copies the samples of a tile into the picture. */
function putTile(plane: Plane, { area, values }: Raster, { depth }: Component, isIndex: boolean): void {
  const [wide, width] = [area.x1 - area.x0, plane.area.x1 - plane.area.x0];
  const most = 2 ** depth - 1;
  const middle = 2 ** (depth - 1);
  // Samples of other depths are shifted to 8 bits, as readers do, not scaled.
  const times = isIndex ? 1 : 2 ** (8 - depth);
  if (isIndex && depth > 8) throw unread('a palette of deep samples');
  for (let y = area.y0; y < area.y1; y++) {
    const from = (y - area.y0) * wide;
    const to = (y - plane.area.y0) * width + area.x0 - plane.area.x0;
    for (let x = 0; x < wide; x++) {
      const value = (values[from + x] ?? 0) + middle;
      plane.values[to + x] = Math.min(Math.max(Math.floor(value + 0.5), 0), most) * times;
    }
  }
}
