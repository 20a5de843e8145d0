import type { BlockReader } from './block.ts';
import type { Codestream } from './codestream.ts';
import { type Block, isEmpty, layOut, type Resolution, type Take, type TileComponent } from './geometry.ts';
import { readPackets } from './packets.ts';
import type { Area } from './parameters.ts';
import { unread } from './unread.ts';
import { type Raster, synthesize } from './wavelet.ts';

/** Samples of a unit of work. */
const SAMPLES_A_UNIT = 64;

/** A tile whose packets are read, and nothing of which is decoded. */
export interface LaidTile {
  area: Area;
  components: readonly TileComponent[];
  /** Whether the first three components hold lightness and differences of colour. */
  hasColourTransform: boolean;
}

/** Lays out a tile of a picture and reads its packets. */
export function layOutTile(
  { size, across, tiles }: Codestream,
  index: number,
  take: Take,
  spend: (steps: number) => void,
): LaidTile {
  const tile = tiles[index];
  if (tile === undefined) throw unread('a tile is missing');
  const { area, tile: first } = size;
  const [column, row] = [index % across, Math.floor(index / across)];
  const [width, height] = [first.x1 - first.x0, first.y1 - first.y0];
  const own = {
    x0: Math.max(first.x0 + column * width, area.x0),
    y0: Math.max(first.y0 + row * height, area.y0),
    x1: Math.min(first.x0 + (column + 1) * width, area.x1),
    y1: Math.min(first.y0 + (row + 1) * height, area.y1),
  };
  const components = size.components.map(({ depth }, component) =>
    layOut(own, { component, depth }, tile.parameters, take),
  );
  readPackets(tile, components, spend);
  return { area: own, components, hasColourTransform: tile.parameters.codingOf().hasColourTransform };
}

/** What decoding components of a tile costs, in passes of 64 samples. */
export function workOf(tile: LaidTile, needed: ReadonlySet<number>, halvings: number): number {
  let samples = 0;
  for (const index of needed)
    for (const { area, precincts } of wantedOf(tile.components[index], halvingsOf(tile, index, halvings))) {
      samples += isEmpty(area) ? 0 : (area.x1 - area.x0) * (area.y1 - area.y0);
      for (const { bands } of precincts)
        for (const { blocks } of bands)
          for (const { passes, area: own } of blocks)
            samples += passes * (own.x1 - own.x0) * (own.y1 - own.y0);
    }
  return samples / SAMPLES_A_UNIT;
}

/** How often a component is halved: colour differences once more than lightness, where the picture is halved at all. */
export function halvingsOf(
  { components, hasColourTransform }: LaidTile,
  index: number,
  halvings: number,
): number {
  const isDifference = hasColourTransform && (index === 1 || index === 2);
  const canHalve = [1, 2].every((other) => (components[other]?.style.levels ?? 0) > halvings);
  return isDifference && canHalve && halvings > 0 ? halvings + 1 : halvings;
}

/** The resolution levels of a component that are decoded. */
const wantedOf = (component: TileComponent | undefined, halvings: number): readonly Resolution[] =>
  component?.resolutions.slice(0, component.style.levels + 1 - halvings) ?? [];

/** The samples of a tile-component, before the DC level shift; `halvings`: how often width and height are halved. */
export function samplesOf(component: TileComponent, reader: BlockReader, halvings: number): Raster {
  const { style, shift } = component;
  let lower: Raster | undefined;
  for (const [index, resolution] of wantedOf(component, halvings).entries()) {
    const width = resolution.area.x1 - resolution.area.x0;
    const values = new Float32Array(
      isEmpty(resolution.area) ? 0 : width * (resolution.area.y1 - resolution.area.y0),
    );
    const raster = { area: resolution.area, values };
    const apart = index === 0 ? 1 : 2;
    if (lower !== undefined) spread(lower, raster);
    for (const { bands } of resolution.precincts)
      for (const { band, blocks } of bands)
        for (const block of blocks) {
          if (block.passes === 0) continue;
          reader.read(block, band.kind, band.planes, style);
          put(reader, block, raster, {
            apart,
            left: band.kind & 1,
            top: band.kind >> 1,
            step: band.step,
            shift,
            isReversible: style.isReversible,
          });
        }
    if (index > 0 && values.length > 0) synthesize(raster, style.isReversible);
    lower = raster;
  }
  if (lower === undefined) throw unread('nothing to show');
  return lower;
}

/** Copies the samples of the resolution level below to the places of the LL coefficients. */
function spread({ area: below, values: from }: Raster, { area, values }: Raster): void {
  const [wide, width] = [below.x1 - below.x0, area.x1 - area.x0];
  let at = 0;
  for (let y = below.y0; y < below.y1; y++) {
    const row = (2 * y - area.y0) * width - area.x0;
    for (let x = below.x0; x < below.x0 + wide; x++) values[row + 2 * x] = from[at++] ?? 0;
  }
}

interface Put {
  /** The distance between coefficients of one sub-band, and the place of the first. */
  apart: number;
  left: number;
  top: number;
  step: number;
  shift: number;
  isReversible: boolean;
}

/** Copies the coefficients of a code-block to their interleaved places, dequantized. */
function put(reader: BlockReader, { area: own }: Block, { area, values }: Raster, way: Put): void {
  const { apart, left, top, step, shift, isReversible } = way;
  const width = area.x1 - area.x0;
  const { magnitudes } = reader;
  let at = 0;
  for (let y = own.y0; y < own.y1; y++) {
    const row = (apart * y + top - area.y0) * width + left - area.x0;
    for (let x = own.x0; x < own.x1; x++) {
      let magnitude = magnitudes[at++] ?? 0;
      if (magnitude === 0) continue;
      // A region of interest is shifted above all other coefficients (§H.1).
      if (shift > 0 && magnitude >= 2 ** (shift + 1)) magnitude >>= shift;
      const value = isReversible ? magnitude >> 1 : (magnitude * step) / 2;
      values[row + apart * x] = reader.isNegative(x - own.x0, y - own.y0) ? -value : value;
    }
  }
}
