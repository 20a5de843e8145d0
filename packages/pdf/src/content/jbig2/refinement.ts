import type { ArithmeticDecoder, Contexts } from '../arithmetic.ts';
import type { Octets } from '../octets.ts';
import type { Bitmap } from './bitmap.ts';
import { checkEnd, type Place, readOwnPlace, readPlace } from './generic.ts';
import type { Work } from './work.ts';

/** The parameters of generic refinement region decoding (ITU-T T.88 §6.3). */
export interface Refinement {
  template: 0 | 1;
  /** Of template 0: the places of its adaptive pixels, in the bitmap and in the reference. */
  adaptive: readonly Place[];
  /** Whether typical prediction is used: pixels around which the reference has one colour are left out (TPGRON). */
  isTypical: boolean;
}

/** Bits of contexts: the bitmap's own pixels over the other's, whose middle one alone is 1 of typical rows (§6.3.5.6). */
const BITS = [13, 10] as const;
const TYPICAL = [0x10, 0x8] as const;

/** Reads the parameters of a region or dictionary whose template is known (§7.4.7.3). */
export const readRefinementShape = (octets: Octets, template: 0 | 1, isTypical: boolean): Refinement => ({
  ...{ template, isTypical },
  adaptive: template === 0 ? [readOwnPlace(octets), readPlace(octets)] : [],
});

export const refinementContexts = (template: 0 | 1): Contexts => new Uint8Array(2 ** BITS[template]);

export interface Refined {
  refinement: Refinement;
  width: number;
  height: number;
  /** The reference bitmap, and its offset (GRREFERENCEDX, GRREFERENCEDY). */
  reference: Bitmap;
  dx: number;
  dy: number;
}

/** Decodes a generic refinement region. */
export function readRefinement(
  decoder: ArithmeticDecoder,
  contexts: Contexts,
  refined: Refined,
  work: Work,
): Bitmap {
  const { refinement, width, height, reference, dx, dy } = refined;
  // A pixel costs about as much as two of a generic region.
  work.spend(width * height);
  const bitmap = work.decoded(width, height);
  // With one more pixel on either side.
  const [own, other] = [() => new Uint8Array(width + 2), new Uint8Array(width + 2)];
  let [above, row] = [own(), own()];
  let [upper, middle, lower] = [own(), own(), other];
  const unpack = (pixels: Uint8Array, y: number): void => reference.unpack(pixels, -1 - dx, y - dy);
  unpack(upper, -1);
  unpack(middle, 0);
  const moved = movedIn(refined, bitmap);
  if (moved !== undefined) work.spend(2 * width * height);
  let isLeftOut = 0;
  for (let y = 0; y < height; y++) {
    unpack(lower, y + 1);
    if (refinement.isTypical) isLeftOut ^= decoder.bit(contexts, TYPICAL[refinement.template]);
    const rows = { row, above, upper, middle, lower };
    readRow(
      decoder,
      contexts,
      rows,
      { isLeftOut: isLeftOut === 1, isSmall: refinement.template === 1 },
      moved?.(y, row),
    );
    bitmap.pack(row.subarray(1), y);
    checkEnd(decoder);
    [above, row] = [row, above];
    [upper, middle, lower] = [middle, lower, upper];
  }
  return bitmap;
}

/** The rows of which a context is formed, each with one more pixel on either side. */
interface Rows {
  row: Uint8Array;
  above: Uint8Array;
  upper: Uint8Array;
  middle: Uint8Array;
  lower: Uint8Array;
}

/** The bits of the two adaptive pixels in a context: of the bitmap, and of the reference. */
type Moved = (x: number) => number;
const [OWN, OTHER] = [1 << 12, 1 << 8];

/** Undefined where both are at their nominal places, and for templates without adaptive pixels. */
function movedIn(
  { refinement: { template, adaptive }, reference, dx, dy }: Refined,
  bitmap: Bitmap,
): ((y: number, row: Uint8Array) => Moved) | undefined {
  const [own, other] = adaptive;
  if (template === 1 || own === undefined || other === undefined) return undefined;
  if ([...own, ...other].every((coordinate) => coordinate === -1)) return undefined;
  return (y, row) => (x) => {
    // A pixel of this very row, which is not packed yet.
    const first = own[1] === 0 ? row[x + 1 + own[0]] : bitmap.get(x + own[0], y + own[1]);
    const second = reference.get(x + other[0] - dx, y + other[1] - dy);
    return (first === 1 ? OWN : 0) | (second === 1 ? OTHER : 0);
  };
}

function readRow(
  decoder: ArithmeticDecoder,
  contexts: Contexts,
  { row, above, upper, middle, lower }: Rows,
  { isLeftOut, isSmall }: { isLeftOut: boolean; isSmall: boolean },
  moved: Moved | undefined,
): void {
  const width = row.length - 2;
  // The three by three pixels of the reference around the pixel.
  let [a, u, m, l, left] = [above[1] ?? 0, first(upper), first(middle), first(lower), 0];
  for (let x = 0; x < width; x++) {
    a = ((a << 1) | (above[x + 2] ?? 0)) & 7;
    u = ((u << 1) | (upper[x + 2] ?? 0)) & 7;
    m = ((m << 1) | (middle[x + 2] ?? 0)) & 7;
    l = ((l << 1) | (lower[x + 2] ?? 0)) & 7;
    if (isLeftOut && u === m && m === l && (m === 0 || m === 7)) left = m & 1;
    else {
      let context = (a << 7) | (left << 6) | ((u & 2) << 4) | (m << 2) | (l & 3);
      if (!isSmall) {
        context = ((a & 3) << 10) | (left << 9) | ((u & 3) << 6) | (m << 3) | l;
        context |= moved?.(x) ?? ((a & 4) << 10) | ((u & 4) << 6);
      }
      left = decoder.bit(contexts, context);
    }
    row[x + 1] = left;
  }
}

const first = (pixels: Uint8Array): number => ((pixels[0] ?? 0) << 1) | (pixels[1] ?? 0);
