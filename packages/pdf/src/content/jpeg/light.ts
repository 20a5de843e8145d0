import { Means, samplesAValue } from '../means.ts';
import { BLOCK, blocksOf } from './frame.ts';
import { MIDDLE, type Side } from './idct.ts';
import type { Planes } from './planes.ts';
import { type Head, readJpeg } from './read.ts';

/** What is known of a JPEG beside its data. */
export interface Described {
  width: number;
  height: number;
  components: number;
  /** Whether it is said to be of lightness and differences of colour, where the data do not say; undefined without. */
  isTransformed: boolean | undefined;
  /** 0 to 255, of a sample's components as they are written, 0 to 255 each. */
  worth: (parts: readonly number[]) => number;
}

/** What reading may cost: undefined is read where `admit` says no to so many blocks; `spend` is told of those of a scan. */
export interface Costs {
  admit: (blocks: number) => boolean;
  spend: (blocks: number) => void;
}

const SIDES: readonly Side[] = [8, 4, 2, 1];
/** How far from grey colours are whose lightness is looked at; nearer, that of the grey alone counts. */
const COLOURED = 32;
/** Steps along each axis of colours that are compared with greys, and how far from them they may be, of 255. */
const STEPS = [0, 32, 64, 96, 128, 160, 192, 224, 255];
const APART = 40;
/** Bits of each component of colours that are told from each other. */
const BITS = 5;

/** How light a JPEG is; undefined for one that is not read. */
export function lightnessOf(bytes: Uint8Array, described: Described, costs: Costs): Means | undefined {
  const times = samplesAValue(described.width, described.height);
  let row: ((planes: Planes) => Row) | undefined;
  const planes = readJpeg(
    bytes,
    (head) => {
      const isTransformed = transformOf(head, described.isTransformed);
      const { width, height, components } = head.frame;
      const isSame = width === described.width && height === described.height;
      if (!isSame || components.length !== described.components || isTransformed === undefined)
        return undefined;
      if (!costs.admit(components.reduce((sum, component) => sum + blocksOf(component), 0))) return undefined;
      const { worth } = described;
      const isGrey =
        components.length === 1 || (isTransformed && components.length === 3 && followsGreys(worth));
      row = (of) =>
        isGrey ? greyRow(of, worth, components.length) : colourRow(of, described, isTransformed);
      // The smallest that is not smaller than what is kept.
      const side = SIDES.findLast((each) => each * times >= BLOCK) ?? BLOCK;
      return { side, differences: isTransformed ? [1, 2] : [], nearby: isGrey ? COLOURED : 0 };
    },
    costs.spend,
  );
  return planes === undefined || row === undefined
    ? undefined
    : gathered(planes, row(planes), described, times);
}

/** §7.4.8 of ISO 32000-2; undefined where readers differ. */
function transformOf({ frame, transform }: Head, said: boolean | undefined): boolean | undefined {
  const count = frame.components.length;
  if (count === 1) return false;
  if (transform !== undefined) return transform > 0;
  if (said !== undefined) return said;
  const isNamed = frame.components.map(({ id }) => String.fromCharCode(id)).join('') === 'RGB';
  return isNamed ? undefined : count === 3;
}

/** The lightness of a colour, as it is transformed (ITU-T T.871 §7). */
const greyOf = (red: number, green: number, blue: number): number =>
  Math.round(0.299 * red + 0.587 * green + 0.114 * blue);

/** Whether colours are about as light as the greys of their lightness. */
function followsGreys(worth: Described['worth']): boolean {
  return STEPS.every((r) =>
    STEPS.every((g) =>
      STEPS.every((b) => {
        const grey = greyOf(r, g, b);
        return Math.abs(worth([r, g, b]) - worth([grey, grey, grey])) <= APART;
      }),
    ),
  );
}

/** Hands out a row of lightness, from above. */
type Row = (y: number, into: Uint8Array) => void;

/** Of a picture of lightness, with differences of colour where they are far from grey. */
function greyRow(planes: Planes, worth: Described['worth'], components: number): Row {
  const [level, blue, red] = [0, 1, 2].map(() => new Uint8Array(planes.width)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const parts = new Array<number>(components).fill(0);
  const greys = Uint8Array.from({ length: 256 }, (_, grey) => Math.round(worth(parts.map(() => grey))));
  const isColoured = components === 3 && (planes.has(1) || planes.has(2));
  return (y, into) => {
    planes.row(0, y, level);
    if (isColoured) {
      planes.row(1, y, blue);
      planes.row(2, y, red);
    }
    for (let x = 0; x < into.length; x++) {
      let grey = level[x] ?? 0;
      if (isColoured) {
        const [b, r] = [(blue[x] ?? 0) - MIDDLE, (red[x] ?? 0) - MIDDLE];
        if (b > COLOURED || b < -COLOURED || r > COLOURED || r < -COLOURED) {
          transform(parts, grey, b, r);
          grey = greyOf(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0);
        }
      }
      into[x] = greys[grey] ?? 0;
    }
  };
}

/** Of any other picture; colours are counted in steps, so that few of them are looked at. */
function colourRow(planes: Planes, { components, worth }: Described, isTransformed: boolean): Row {
  const rows = Array.from({ length: components }, () => new Uint8Array(planes.width));
  const parts = new Array<number>(components).fill(0);
  const known = new Int16Array(2 ** (BITS * components)).fill(-1);
  const look = (): number => {
    let key = 0;
    for (const part of parts) key = (key << BITS) | (part >> (8 - BITS));
    if ((known[key] ?? -1) < 0)
      known[key] = Math.round(worth(parts.map((part) => ((part >> (8 - BITS)) * 255) / (2 ** BITS - 1))));
    return known[key] ?? 0;
  };
  return (y, into) => {
    for (const [part, row] of rows.entries()) planes.row(part, y, row);
    for (let x = 0; x < into.length; x++) {
      for (let part = 0; part < components; part++) parts[part] = rows[part]?.[x] ?? 0;
      if (isTransformed) {
        transform(parts, parts[0] ?? 0, (parts[1] ?? 0) - MIDDLE, (parts[2] ?? 0) - MIDDLE);
        // With black beside them, of which they are what ink leaves.
        if (components === 4) for (let part = 0; part < 3; part++) parts[part] = 255 - (parts[part] ?? 0);
      }
      into[x] = look();
    }
  };
}

const clamp = (value: number): number => Math.min(Math.max(Math.round(value), 0), 255);

/** Of lightness and differences of colour, red, green and blue (ITU-T T.871 §7). */
function transform(parts: number[], level: number, blue: number, red: number): void {
  parts[0] = clamp(level + 1.402 * red);
  parts[1] = clamp(level - 0.344136 * blue - 0.714136 * red);
  parts[2] = clamp(level + 1.772 * blue);
}

/** The means that are kept of so many samples each. */
function gathered(planes: Planes, row: Row, { width, height }: Described, times: number): Means {
  const [columns, rows] = [Math.ceil(width / times), Math.ceil(height / times)];
  const values = new Uint8Array(columns * rows);
  const levels = new Uint8Array(planes.width);
  const [sums, counts] = [new Float64Array(columns), new Float64Array(columns)];
  const isSame = planes.width === columns && planes.height === rows;
  for (let y = 0; y < planes.height; y++) {
    row(y, levels);
    const line = Math.floor((y * rows) / planes.height);
    if (isSame) {
      values.set(levels, (rows - 1 - line) * columns);
      continue;
    }
    for (let x = 0; x < levels.length; x++) {
      const column = Math.floor((x * columns) / levels.length);
      sums[column] = (sums[column] ?? 0) + (levels[x] ?? 0);
      counts[column] = (counts[column] ?? 0) + 1;
    }
    if (y + 1 < planes.height && Math.floor(((y + 1) * rows) / planes.height) === line) continue;
    for (let column = 0; column < columns; column++)
      values[(rows - 1 - line) * columns + column] = Math.round((sums[column] ?? 0) / (counts[column] ?? 1));
    sums.fill(0);
    counts.fill(0);
  }
  return new Means(columns, rows, values);
}
