/** One component of a picture (ITU-T T.81 §B.2.2). Blocks are of 8 by 8 samples. */
export interface Component {
  id: number;
  /** Its samples, across and down, for those of the whole: the sampling factors. */
  across: number;
  down: number;
  /** Which table its coefficients are multiplied by. */
  table: number;
  /** Blocks that show something, across and down; and with those that fill up the last units of a scan. */
  shown: readonly [number, number];
  stored: readonly [number, number];
}

export interface Frame {
  width: number;
  height: number;
  isProgressive: boolean;
  components: readonly Component[];
  /** The greatest sampling factors, and units across and down in which components are coded together. */
  most: readonly [number, number];
  units: readonly [number, number];
}

export const BLOCK = 8;
/** SOF2; SOF0 and SOF1 are coded one block after the other. */
const PROGRESSIVE = 0xc2;
const MOST_FACTOR = 4;

/** The head of a frame, after its length; undefined for what is not read: other numbers of bits or components. */
export function readFrame(marker: number, head: Uint8Array): Frame | undefined {
  const short = (at: number): number => ((head[at] ?? 0) << 8) | (head[at + 1] ?? 0);
  const count = head[5] ?? 0;
  const [height, width] = [short(1), short(3)];
  if (head[0] !== 8 || ![1, 3, 4].includes(count) || head.length !== 6 + 3 * count) return undefined;
  const parts = Array.from({ length: count }, (_, index) => {
    const [id = 0, factors = 0, table = 0] = head.subarray(6 + 3 * index);
    return { id, across: factors >> 4, down: factors & 15, table };
  });
  const isUsual = (factor: number): boolean => factor >= 1 && factor <= MOST_FACTOR;
  if (!parts.every(({ across, down, table }) => isUsual(across) && isUsual(down) && table < 4))
    return undefined;
  if (width === 0 || height === 0 || new Set(parts.map(({ id }) => id)).size < count) return undefined;
  const most = [
    Math.max(...parts.map(({ across }) => across)),
    Math.max(...parts.map(({ down }) => down)),
  ] as const;
  const units = [Math.ceil(width / (BLOCK * most[0])), Math.ceil(height / (BLOCK * most[1]))] as const;
  const blocks = (size: number, factor: number, greatest: number): number =>
    Math.ceil(Math.ceil((size * factor) / greatest) / BLOCK);
  const components = parts.map((part) => ({
    ...part,
    shown: [blocks(width, part.across, most[0]), blocks(height, part.down, most[1])] as const,
    stored: [units[0] * part.across, units[1] * part.down] as const,
  }));
  return { width, height, isProgressive: marker === PROGRESSIVE, components, most, units };
}

/** Blocks of a component that are stored. */
export const blocksOf = ({ stored: [across, down] }: Component): number => across * down;
