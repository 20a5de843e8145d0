import { Means } from './means.ts';

/** The lightness of a sample, 0 to 255, by its components, 0 to 255 each, as the data hold them. */
export type Worth = (parts: readonly number[]) => number;

/** Copies a row of lightness, counted from above. */
export type Row = (y: number, into: Uint8Array) => void;

/** A source of the components of a picture, 0 to 255, row by row. */
export interface ColourRows {
  readonly width: number;
  readonly height: number;
  row(component: number, y: number, into: Uint8Array): void;
}

/** Bits by which the components of colours are told apart. */
const BITS = 5;

/** The lightness of a picture with one component. */
export function rowOfGreys(source: ColourRows, worth: Worth): Row {
  const greys = Uint8Array.from({ length: 256 }, (_, grey) => Math.round(worth([grey])));
  return (y, into) => {
    source.row(0, y, into);
    for (let x = 0; x < into.length; x++) into[x] = greys[into[x] ?? 0] ?? 0;
  };
}

/** The lightness of a picture with several components, which are rounded so that few colours are evaluated. `change` converts a sample first. */
export function rowOfColours(
  source: ColourRows,
  { components, worth }: { components: number; worth: Worth },
  change?: (parts: number[]) => void,
): Row {
  const rows = Array.from({ length: components }, () => new Uint8Array(source.width));
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
    for (const [part, row] of rows.entries()) source.row(part, y, row);
    for (let x = 0; x < into.length; x++) {
      for (let part = 0; part < components; part++) parts[part] = rows[part]?.[x] ?? 0;
      change?.(parts);
      into[x] = look();
    }
  };
}

/** Gathers rows into means of `times` by `times` samples. */
export function gatherMeans(
  source: Pick<ColourRows, 'width' | 'height'>,
  row: Row,
  { width, height }: { width: number; height: number },
  times: number,
): Means {
  const [columns, rows] = [Math.ceil(width / times), Math.ceil(height / times)];
  const values = new Uint8Array(columns * rows);
  const levels = new Uint8Array(source.width);
  const [sums, counts] = [new Float64Array(columns), new Float64Array(columns)];
  const isSame = source.width === columns && source.height === rows;
  for (let y = 0; y < source.height; y++) {
    row(y, levels);
    const line = Math.floor((y * rows) / source.height);
    if (isSame) {
      values.set(levels, (rows - 1 - line) * columns);
      continue;
    }
    for (let x = 0; x < levels.length; x++) {
      const column = Math.floor((x * columns) / levels.length);
      sums[column] = (sums[column] ?? 0) + (levels[x] ?? 0);
      counts[column] = (counts[column] ?? 0) + 1;
    }
    if (y + 1 < source.height && Math.floor(((y + 1) * rows) / source.height) === line) continue;
    for (let column = 0; column < columns; column++)
      values[(rows - 1 - line) * columns + column] = Math.round((sums[column] ?? 0) / (counts[column] ?? 1));
    sums.fill(0);
    counts.fill(0);
  }
  return new Means(columns, rows, values);
}

const clamp = (value: number): number => Math.min(Math.max(Math.round(value), 0), 255);

/** Converts lightness and two colour differences around 0 to red, green and blue (ITU-T T.871 §7). */
export function unmixYcc(parts: number[], level: number, blue: number, red: number): void {
  parts[0] = clamp(level + 1.402 * red);
  parts[1] = clamp(level - 0.344136 * blue - 0.714136 * red);
  parts[2] = clamp(level + 1.772 * blue);
}
