import { coefficientsOf, type Sample } from './blocks.ts';
import { AC_CODES, ALL_CODES, type Codes, DC_CODES } from './codes.ts';
import { codeScan, type Part, type Units } from './scans.ts';

export type { Sample } from './blocks.ts';

export interface TestJpeg {
  width: number;
  height: number;
  /** What each component shows at places of the whole picture. */
  components: readonly Sample[];
  /** Sampling factors of each component, across and down; 1 without. */
  factors?: readonly (readonly [number, number])[];
  /** What all coefficients are divided by: the less, the truer the picture. */
  step?: number;
  /** Units between restart markers. */
  interval?: number;
  /** Sequential: all components in one scan, or each in its own; or progressive, with both ways to part coefficients. */
  scans?: 'together' | 'alone' | 'progressive';
  /** The transform that Adobe's segment names. */
  adobe?: number;
  /** What components are called; 1, 2 and so on without. */
  ids?: readonly number[];
}

/** A JPEG (ITU-T T.81) of 8 bits with Huffman codes. */
export function writeJpeg(jpeg: TestJpeg): Uint8Array {
  const { width, height, components, scans = 'together', interval = 0, step = 1, adobe } = jpeg;
  const isProgressive = scans === 'progressive';
  const factors = components.map((_, at) => jpeg.factors?.[at] ?? ([1, 1] as const));
  const ids = components.map((_, at) => jpeg.ids?.[at] ?? at + 1);
  const blocks = new Blocks(jpeg, factors, step);
  const codes = isProgressive ? { dc: DC_CODES, ac: ALL_CODES } : { dc: DC_CODES, ac: AC_CODES };
  const bytes = [0xff, 0xd8];
  if (adobe !== undefined) bytes.push(...segment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, adobe]));
  bytes.push(...segment(0xdb, [0, ...new Array<number>(64).fill(step)]));
  const named = ids.flatMap((id, at) => [id, 16 * (factors[at]?.[0] ?? 1) + (factors[at]?.[1] ?? 1), 0]);
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  bytes.push(...segment(isProgressive ? 0xc2 : 0xc0, [8, ...size, components.length, ...named]));
  bytes.push(...segment(0xc4, [0, ...tableOf(codes.dc)]), ...segment(0xc4, [0x10, ...tableOf(codes.ac)]));
  if (interval > 0) bytes.push(...segment(0xdd, [interval >> 8, interval & 0xff]));
  const scan = (parts: readonly number[], part?: Part): void => {
    const { first = 0, last = 63, high = 0, low = 0 } = part ?? {};
    const head = [parts.length, ...parts.flatMap((at) => [ids[at] ?? 0, 0]), first, last, 16 * high + low];
    const data = codeScan(blocks.units(parts), { ...codes, interval, part });
    // There are more octets than a call takes arguments.
    for (const byte of [segment(0xda, head), data].flat()) bytes.push(byte);
  };
  const all = components.map((_, at) => at);
  if (scans === 'together') scan(all);
  else if (scans === 'alone') for (const at of all) scan([at]);
  else {
    scan(all, { first: 0, last: 0, high: 0, low: 1 });
    for (const at of all) scan([at], { first: 1, last: 5, high: 0, low: 2 });
    for (const at of all) scan([at], { first: 6, last: 63, high: 0, low: 2 });
    for (const at of all) scan([at], { first: 1, last: 63, high: 2, low: 1 });
    scan(all, { first: 0, last: 0, high: 1, low: 0 });
    for (const at of all) scan([at], { first: 1, last: 63, high: 1, low: 0 });
  }
  bytes.push(0xff, 0xd9);
  return Uint8Array.from(bytes);
}

const segment = (marker: number, body: readonly number[]): number[] => [
  0xff,
  marker,
  (body.length + 2) >> 8,
  (body.length + 2) & 0xff,
  ...body,
];

const tableOf = ({ counts, symbols }: Codes): number[] => [...counts, ...symbols];

/** The blocks of a picture, each worked out once. */
class Blocks {
  readonly #jpeg: TestJpeg;
  readonly #factors: readonly (readonly [number, number])[];
  readonly #step: number;
  readonly #most: readonly [number, number];
  readonly #known = new Map<string, readonly number[]>();

  constructor(jpeg: TestJpeg, factors: readonly (readonly [number, number])[], step: number) {
    this.#jpeg = jpeg;
    this.#factors = factors;
    this.#step = step;
    this.#most = [
      Math.max(...factors.map(([across]) => across)),
      Math.max(...factors.map(([, down]) => down)),
    ];
  }

  /** Units of a scan of these components (§A.2). */
  units(parts: readonly number[]): Units {
    const { width, height } = this.#jpeg;
    const [most, mostDown] = this.#most;
    const [only = 0] = parts;
    const isAlone = parts.length === 1;
    const [across = 1, down = 1] = isAlone ? (this.#factors[only] ?? []) : this.#most;
    const columns = Math.ceil(Math.ceil((width * across) / most) / (isAlone ? 8 : 8 * most));
    const rows = Math.ceil(Math.ceil((height * down) / mostDown) / (isAlone ? 8 : 8 * mostDown));
    return Array.from({ length: columns * rows }, (_, unit) => {
      const [column, row] = [unit % columns, Math.floor(unit / columns)];
      if (isAlone) return [this.#block(only, column, row)];
      return parts.flatMap((component) => {
        const [wide = 1, high = 1] = this.#factors[component] ?? [];
        return Array.from({ length: wide * high }, (_, at) =>
          this.#block(component, column * wide + (at % wide), row * high + Math.floor(at / wide)),
        );
      });
    });
  }

  #block(component: number, column: number, row: number): { component: number; block: readonly number[] } {
    const key = `${component} ${column} ${row}`;
    const known =
      this.#known.get(key) ?? coefficientsOf(this.#sample(component), [8 * column, 8 * row], this.#step);
    this.#known.set(key, known);
    return { component, block: known };
  }

  /** The mean of the places that a sample of a component stands for; past the edges what is nearest. */
  #sample(component: number): Sample {
    const { width, height, components } = this.#jpeg;
    const [wide = 1, high = 1] = this.#factors[component] ?? [];
    const [across, down] = [this.#most[0] / wide, this.#most[1] / high];
    const show = components[component] ?? (() => 0);
    return (x, y) => {
      let [sum, count] = [0, 0];
      for (let row = Math.floor(y * down); row < Math.max((y + 1) * down, Math.floor(y * down) + 1); row++) {
        for (let column = Math.floor(x * across); column < (x + 1) * across; column++) {
          sum += show(Math.min(column, width - 1), Math.min(row, height - 1));
          count++;
        }
      }
      return sum / count;
    };
  }
}
