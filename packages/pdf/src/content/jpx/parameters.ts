import type { Octets } from '../octets.ts';
import { unread } from './unread.ts';

const MOST_COMPONENTS = 32;
/** The most bits of a sample; deeper ones are rare. */
const MOST_DEPTH = 16;
const MOST_LEVELS = 32;
/** The most coefficients of a code-block, as a power of two (ITU-T T.800 Table A.18). */
const MOST_BLOCK = 12;
/** The width and height of precincts by default, as a power of two. */
const WHOLE = 15;
const HIGH_THROUGHPUT = 0x4000;

/** A rectangle without its right and lower edge. */
export interface Area {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A component: its bit depth, and its sub-sampling on the reference grid (XRsiz, YRsiz). */
export interface Component {
  depth: number;
  across: number;
  down: number;
}

/** SIZ (§A.5.1) */
export interface Size {
  area: Area;
  /** The first tile. */
  tile: Area;
  components: readonly Component[];
}

/** How a component is coded (§A.6.1, §A.6.2). */
export interface Style {
  levels: number;
  /** The nominal width and height of code-blocks, as powers of two. */
  block: readonly [number, number];
  bypassesCoding: boolean;
  resetsContexts: boolean;
  endsEachPass: boolean;
  isVerticallyCausal: boolean;
  hasSegmentationSymbols: boolean;
  isReversible: boolean;
  /** The width and height of precincts at each resolution level, as powers of two. */
  precincts: readonly (readonly [number, number])[];
}

/** A progression order, and the resolution levels, components and layers that it goes through. */
export interface Progression {
  order: number;
  resolutions: readonly [number, number];
  components: readonly [number, number];
  layers: number;
}

/** The coding style of all components of a tile (SGcod). */
export interface TileCoding {
  order: number;
  layers: number;
  hasColourTransform: boolean;
  hasPacketMarkers: boolean;
  hasHeaderEnds: boolean;
}

/** How coefficients are scaled (§A.6.4). */
export interface Quantization {
  guard: number;
  kind: 'none' | 'derived' | 'each';
  /** Exponent and mantissa of the step size of each sub-band. */
  steps: readonly (readonly [number, number])[];
}

/** The parameters of a codestream, or of a tile, which come before those of the codestream (§A.6). */
export class Parameters {
  readonly #under: Parameters | undefined;
  coding: TileCoding | undefined;
  style: Style | undefined;
  quantization: Quantization | undefined;
  readonly styles = new Map<number, Style>();
  readonly quantizations = new Map<number, Quantization>();
  readonly shifts = new Map<number, number>();
  progressions: Progression[] | undefined;

  constructor(under?: Parameters) {
    this.#under = under;
  }

  codingOf(): TileCoding {
    const found = this.coding ?? this.#under?.coding;
    if (found === undefined) throw unread('no coding style');
    return found;
  }

  styleOf(component: number): Style {
    const under = this.#under;
    const found = this.styles.get(component) ?? this.style ?? under?.styles.get(component) ?? under?.style;
    if (found === undefined) throw unread('no coding style');
    return found;
  }

  quantizationOf(component: number): Quantization {
    const under = this.#under;
    const found =
      this.quantizations.get(component) ??
      this.quantization ??
      under?.quantizations.get(component) ??
      under?.quantization;
    if (found === undefined) throw unread('no quantization');
    return found;
  }

  /** The shift of a region of interest (RGN). */
  shiftOf(component: number): number {
    return this.shifts.get(component) ?? this.#under?.shifts.get(component) ?? 0;
  }

  progressionsOf(components: number): readonly Progression[] {
    const { order, layers } = this.codingOf();
    const all = { order, layers, resolutions: [0, MOST_LEVELS + 1], components: [0, components] } as const;
    return this.progressions ?? this.#under?.progressions ?? [all];
  }
}

/** SIZ (§A.5.1) */
export function readSize(body: Octets): Size {
  if ((body.number(2) & HIGH_THROUGHPUT) !== 0) throw unread('high throughput');
  const [x1, y1, x0, y0] = four(body);
  const [width, height, left, top] = four(body);
  const count = body.number(2);
  const isEmpty = x0 >= x1 || y0 >= y1 || width === 0 || height === 0;
  if (isEmpty || left > x0 || top > y0 || left + width <= x0 || top + height <= y0) throw unread('its size');
  if (count < 1 || count > MOST_COMPONENTS) throw unread('its components');
  const components = Array.from({ length: count }, () => {
    const [depth, across, down] = [body.number(1), body.number(1), body.number(1)];
    // Signed samples, whose depth has its highest bit set, are no colours.
    if (depth >= MOST_DEPTH || across === 0 || down === 0) throw unread('a component');
    return { depth: depth + 1, across, down };
  });
  const tile = { x0: left, y0: top, x1: left + width, y1: top + height };
  return { area: { x0, y0, x1, y1 }, tile, components };
}

const four = (body: Octets): [number, number, number, number] => [
  body.number(4),
  body.number(4),
  body.number(4),
  body.number(4),
];

/** COD (§A.6.1) */
export function readCoding(body: Octets): { coding: TileCoding; style: Style } {
  const flags = body.number(1);
  const [order, layers, mixed] = [body.number(1), body.number(2), body.number(1)];
  if (order > 4 || layers === 0 || mixed > 1) throw unread('a coding style');
  const coding = {
    ...{ order, layers },
    hasColourTransform: mixed === 1,
    hasPacketMarkers: (flags & 2) !== 0,
    hasHeaderEnds: (flags & 4) !== 0,
  };
  return { coding, style: readStyle(body, (flags & 1) !== 0) };
}

/** COC (§A.6.2) */
export function readStyleOf(body: Octets): Style {
  const flags = body.number(1);
  return readStyle(body, (flags & 1) !== 0);
}

function readStyle(body: Octets, hasPrecincts: boolean): Style {
  const [levels, wide, high] = [body.number(1), body.number(1) + 2, body.number(1) + 2];
  const [flags, transform] = [body.number(1), body.number(1)];
  const isUsual = wide <= 10 && high <= 10 && wide + high <= MOST_BLOCK;
  if (levels > MOST_LEVELS || !isUsual || flags > 0x3f || transform > 1) throw unread('a coding style');
  const precincts = Array.from({ length: levels + 1 }, (_, resolution) => {
    if (!hasPrecincts) return [WHOLE, WHOLE] as const;
    const size = body.number(1);
    const [across, down] = [size & 15, size >> 4];
    // Above the lowest resolution level, sub-bands have half the size, which has to be a whole number.
    if (resolution > 0 && (across === 0 || down === 0)) throw unread('a precinct');
    return [across, down] as const;
  });
  return {
    levels,
    block: [wide, high],
    bypassesCoding: (flags & 1) !== 0,
    resetsContexts: (flags & 2) !== 0,
    endsEachPass: (flags & 4) !== 0,
    isVerticallyCausal: (flags & 8) !== 0,
    hasSegmentationSymbols: (flags & 0x20) !== 0,
    isReversible: transform === 1,
    precincts,
  };
}

/** QCD and QCC (§A.6.4, §A.6.5) */
export function readQuantization(body: Octets): Quantization {
  const flags = body.number(1);
  const guard = flags >> 5;
  const kind = (['none', 'derived', 'each'] as const)[flags & 31];
  if (kind === undefined) throw unread('a quantization');
  const count = kind === 'none' ? body.left : body.left >> 1;
  if (count < 1 || count > 3 * MOST_LEVELS + 1) throw unread('a quantization');
  const steps = Array.from({ length: count }, () => {
    if (kind === 'none') return [body.number(1) >> 3, 0] as const;
    const value = body.number(2);
    return [value >> 11, value & 0x7ff] as const;
  });
  return { guard, kind, steps };
}

/** POC (§A.6.6) */
export function readProgressions(body: Octets, wide: 1 | 2): Progression[] {
  const list: Progression[] = [];
  while (body.left > 0) {
    const [firstResolution, firstComponent, layers] = [body.number(1), body.number(wide), body.number(2)];
    const [lastResolution, lastComponent, order] = [body.number(1), body.number(wide), body.number(1)];
    if (order > 4) throw unread('a progression');
    // In one octet, 0 stands for 256.
    const behind = lastComponent === 0 ? 256 : lastComponent;
    list.push({
      ...{ order, layers },
      resolutions: [firstResolution, lastResolution],
      components: [firstComponent, behind],
    });
  }
  return list;
}
