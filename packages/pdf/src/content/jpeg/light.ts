import { gatherMeans, type Row, rowOfColours, unmixYcc, type Worth } from '../levels.ts';
import { type Means, samplesAValue } from '../means.ts';
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
  worth: Worth;
}

/** What reading may cost: nothing is read where `admit` says no to all blocks of a picture, and no further than `mayRead` says to those of a scan. */
export interface Costs {
  admit: (blocks: number) => boolean;
  mayRead: (blocks: number) => boolean;
}

const SIDES: readonly Side[] = [8, 4, 2, 1];
/** How far from grey colours are whose lightness is looked at; nearer, that of the grey alone counts. */
const COLOURED = 32;
/** Steps along each axis of colours that are compared with greys, and how far from them they may be, of 255. */
const STEPS = [0, 32, 64, 96, 128, 160, 192, 224, 255];
const APART = 40;

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
        isGrey
          ? greyRow(of, worth, components.length)
          : rowOfColours(of, described, isTransformed ? untransform : undefined);
      // The smallest that is not smaller than what is kept.
      const side = SIDES.findLast((each) => each * times >= BLOCK) ?? BLOCK;
      return { side, differences: isTransformed ? [1, 2] : [], nearby: isGrey ? COLOURED : 0 };
    },
    costs.mayRead,
  );
  return planes === undefined || row === undefined
    ? undefined
    : gatherMeans(planes, row(planes), described, times);
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
function followsGreys(worth: Worth): boolean {
  return STEPS.every((r) =>
    STEPS.every((g) =>
      STEPS.every((b) => {
        const grey = greyOf(r, g, b);
        return Math.abs(worth([r, g, b]) - worth([grey, grey, grey])) <= APART;
      }),
    ),
  );
}

/** Of a picture of lightness, with differences of colour where they are far from grey. */
function greyRow(planes: Planes, worth: Worth, components: number): Row {
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
          unmixYcc(parts, grey, b, r);
          grey = greyOf(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0);
        }
      }
      into[x] = greys[grey] ?? 0;
    }
  };
}

/** Of a colour as it is written, what it is of. */
function untransform(parts: number[]): void {
  unmixYcc(parts, parts[0] ?? 0, (parts[1] ?? 0) - MIDDLE, (parts[2] ?? 0) - MIDDLE);
  // With black beside them, of which they are what ink leaves.
  if (parts.length === 4) for (let part = 0; part < 3; part++) parts[part] = 255 - (parts[part] ?? 0);
}
