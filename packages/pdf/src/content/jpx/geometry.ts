import type { Area, Parameters, Quantization, Style } from './parameters.ts';
import { TagTree } from './tagtree.ts';
import { unread } from './unread.ts';

/** The most bit-planes that are read. */
export const MOST_PLANES = 30;

/** The kind of a sub-band: LL (0), HL (1), LH (2) or HH (3). */
export type Kind = 0 | 1 | 2 | 3;

/** A code-block (ITU-T T.800 §B.7). */
export interface Block {
  /** In coordinates of the sub-band. */
  area: Area;
  isIncluded: boolean;
  /** Missing most significant bit-planes (§B.10.5). */
  zeroPlanes: number;
  /** Lblock (§B.10.7.1). */
  lengthBits: number;
  passes: number;
  /** Codeword segments: coding passes that one decoder reads, and their data layer by layer. */
  segments: Segment[];
}

export interface Segment {
  passes: number;
  most: number;
  data: Uint8Array[];
}

/** The code-blocks of a sub-band in a precinct. */
export interface Blocks {
  band: Band;
  across: number;
  blocks: readonly Block[];
  inclusion: TagTree;
  zeros: TagTree;
}

/** A precinct (§B.6). */
export interface Precinct {
  /** Where it begins on the reference grid. */
  x: number;
  y: number;
  bands: readonly Blocks[];
  /** Its next layer. */
  layer: number;
}

export interface Band {
  kind: Kind;
  area: Area;
  /** Bit-planes of its coefficients (Mb, equation E-2), with the shift of a region of interest. */
  planes: number;
  /** The quantization step size (equation E-3). */
  step: number;
}

export interface Resolution {
  area: Area;
  bands: readonly Band[];
  precincts: readonly Precinct[];
}

export interface TileComponent {
  style: Style;
  shift: number;
  resolutions: readonly Resolution[];
}

/** Counts precincts and code-blocks, an empty resolution level as one precinct; throws where there are too many. */
export type Take = (precincts: number, blocks: number) => void;

/** A rectangle at a smaller scale: so many columns, and as many rows, become one. */
export const reduced = ({ x0, y0, x1, y1 }: Area, times: number): Area => ({
  x0: Math.ceil(x0 / times),
  y0: Math.ceil(y0 / times),
  x1: Math.ceil(x1 / times),
  y1: Math.ceil(y1 / times),
});
export const isEmpty = ({ x0, y0, x1, y1 }: Area): boolean => x0 >= x1 || y0 >= y1;

/** Lays out the resolution levels of a tile-component (§B.5). */
export function layOut(
  tile: Area,
  { component, depth }: { component: number; depth: number },
  parameters: Parameters,
  take: Take,
): TileComponent {
  const style = parameters.styleOf(component);
  const shift = parameters.shiftOf(component);
  const quantization = parameters.quantizationOf(component);
  const resolutions = Array.from({ length: style.levels + 1 }, (_, resolution): Resolution => {
    const times = 2 ** (style.levels - resolution);
    const area = reduced(tile, times);
    const kinds: Kind[] = resolution === 0 ? [0] : [1, 2, 3];
    const bands = kinds.map((kind) => {
      const scale = scaleOf({ style, quantization, depth }, resolution, kind);
      return {
        kind,
        area: bandOf(tile, style.levels, resolution, kind),
        ...scale,
        planes: scale.planes + shift,
      };
    });
    if (bands.some(({ planes }) => planes > MOST_PLANES)) throw unread('too many planes of bits');
    const precincts = precinctsOf({ area, bands, style, resolution, tile }, take);
    return { area, bands, precincts };
  });
  return { style, shift, resolutions };
}

/** §B.5, equation B-15 */
function bandOf({ x0, y0, x1, y1 }: Area, levels: number, resolution: number, kind: Kind): Area {
  const times = 2 ** (resolution === 0 ? levels : levels - resolution + 1);
  const [left, top] = [(kind & 1) * (times / 2), (kind >> 1) * (times / 2)];
  return reduced({ x0: x0 - left, y0: y0 - top, x1: x1 - left, y1: y1 - top }, times);
}

/** §E.1.1 */
function scaleOf(
  { style, quantization, depth }: { style: Style; quantization: Quantization; depth: number },
  resolution: number,
  kind: Kind,
): { planes: number; step: number } {
  const { guard, kind: way, steps } = quantization;
  const at = resolution === 0 ? 0 : 3 * (resolution - 1) + kind;
  const found = steps[way === 'derived' ? 0 : at];
  if (found === undefined) throw unread('a sub-band without its step');
  // Equation E-5: derived from the step of the LL sub-band.
  const exponent = found[0] - (way === 'derived' && resolution > 0 ? resolution - 1 : 0);
  const planes = guard + exponent - 1;
  if (planes < 0) throw unread('a step');
  if (style.isReversible) return { planes, step: 1 };
  const gain = [0, 1, 1, 2][kind] ?? 0;
  return { planes, step: 2 ** (depth + gain - exponent) * (1 + found[1] / 2048) };
}

interface Laid {
  area: Area;
  bands: readonly Band[];
  style: Style;
  resolution: number;
  tile: Area;
}

function precinctsOf({ area, bands, style, resolution, tile }: Laid, take: Take): Precinct[] {
  if (isEmpty(area)) {
    take(1, 0);
    return [];
  }
  const [wide, high] = style.precincts[resolution] ?? [0, 0];
  const [width, height] = [2 ** wide, 2 ** high];
  const [left, top] = [Math.floor(area.x0 / width), Math.floor(area.y0 / height)];
  const [right, bottom] = [Math.ceil(area.x1 / width), Math.ceil(area.y1 / height)];
  take((right - left) * (bottom - top), 0);
  const times = 2 ** (style.levels - resolution);
  // Above the lowest resolution level, a precinct has half its size in each sub-band.
  const half = resolution === 0 ? 0 : 1;
  const block = [
    2 ** Math.min(style.block[0], wide - half),
    2 ** Math.min(style.block[1], high - half),
  ] as const;
  const list: Precinct[] = [];
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) {
      const place = {
        x0: (column * width) / 2 ** half,
        y0: (row * height) / 2 ** half,
        x1: ((column + 1) * width) / 2 ** half,
        y1: ((row + 1) * height) / 2 ** half,
      };
      list.push({
        x: column * width < area.x0 ? tile.x0 : column * width * times,
        y: row * height < area.y0 ? tile.y0 : row * height * times,
        bands: bands.map((band) => blocksOf(band, meet(band.area, place), block, take)),
        layer: 0,
      });
    }
  return list;
}

const meet = (one: Area, other: Area): Area => ({
  x0: Math.max(one.x0, other.x0),
  y0: Math.max(one.y0, other.y0),
  x1: Math.min(one.x1, other.x1),
  y1: Math.min(one.y1, other.y1),
});

/** The code-blocks of a sub-band within a precinct, on a grid from the origin (§B.7). */
function blocksOf(band: Band, place: Area, [width, height]: readonly [number, number], take: Take): Blocks {
  const [left, top] = [Math.floor(place.x0 / width), Math.floor(place.y0 / height)];
  const across = isEmpty(place) ? 0 : Math.ceil(place.x1 / width) - left;
  const down = isEmpty(place) ? 0 : Math.ceil(place.y1 / height) - top;
  take(0, across * down);
  const blocks = Array.from({ length: across * down }, (_, at): Block => {
    const [column, row] = [left + (at % across), top + Math.floor(at / across)];
    const cell = { x0: column * width, y0: row * height, x1: (column + 1) * width, y1: (row + 1) * height };
    const rest = { isIncluded: false, zeroPlanes: 0, lengthBits: 3, passes: 0, segments: [] };
    return { area: meet(place, cell), ...rest };
  });
  return {
    ...{ band, across, blocks },
    inclusion: new TagTree(across, down),
    zeros: new TagTree(across, down),
  };
}
