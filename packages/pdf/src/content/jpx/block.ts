import { concat } from '../../syntax/bytes.ts';
import { ArithmeticDecoder } from '../arithmetic.ts';
import {
  ACROSS,
  DIAGONAL,
  DOWN,
  MAGNITUDES,
  NEGATIVE,
  NEIGHBOURS,
  newContexts,
  REFINED,
  RUN,
  resetContexts,
  SIGN,
  SIGNIFICANCE,
  SIGNIFICANT,
  UNIFORM,
  VISITED,
} from './contexts.ts';
import type { Block, Kind } from './geometry.ts';
import type { Style } from './parameters.ts';
import { unread } from './unread.ts';

/** The most coefficients of a code-block, and its longest side (ITU-T T.800 Table A.18). */
const MOST = 4096;
const LONGEST = 1024;
/** Rows of a stripe (§D.1). */
const STRIPE = 4;
/** The first coding passes, which are always coded arithmetically (§D.6). */
export const CODED_PASSES = 10;
/** The segmentation symbol at the end of a bit-plane (§D.5). */
const MARK = 10;

/** The raw bits of a coding pass that bypasses the arithmetic coder (§D.6). */
class RawBits {
  readonly #bytes: Uint8Array;
  #at = 0;
  #octet = 0;
  #left = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bit(): number {
    if (this.#left === 0) {
      this.#left = this.#octet === 0xff ? 7 : 8;
      this.#octet = this.#bytes[this.#at++] ?? 0xff;
    }
    this.#left--;
    return (this.#octet >> this.#left) & 1;
  }
}

/** Reads the coefficients of one code-block after the other (Annex D). */
export class BlockReader {
  /** Twice each magnitude: the middle of the values that it may still have once the later bit-planes are left out. */
  readonly magnitudes = new Int32Array(MOST);
  /** What is known of each coefficient, with a frame of one around the code-block. */
  readonly #flags = new Uint16Array(MOST + 2 * (MOST / STRIPE + LONGEST) + STRIPE);
  readonly #contexts = newContexts();
  #coded = new ArithmeticDecoder(new Uint8Array(0), 0, 0);
  #raw: RawBits | undefined;
  #significance = SIGNIFICANCE[0];
  #isVerticallyCausal = false;
  #width = 0;
  #height = 0;

  /** Whether a coefficient of the code-block that was read last is negative. */
  isNegative(column: number, row: number): boolean {
    return ((this.#flags[(row + 1) * (this.#width + 2) + column + 1] ?? 0) & NEGATIVE) !== 0;
  }

  /** `planes`: bit-planes of the sub-band. */
  read(block: Block, kind: Kind, planes: number, style: Style): void {
    const { x0, y0, x1, y1 } = block.area;
    this.#width = x1 - x0;
    this.#height = y1 - y0;
    this.magnitudes.fill(0, 0, this.#width * this.#height);
    this.#flags.fill(0, 0, (this.#width + 2) * (this.#height + 2));
    this.#significance = SIGNIFICANCE[kind];
    this.#isVerticallyCausal = style.isVerticallyCausal;
    resetContexts(this.#contexts);
    let plane = planes - block.zeroPlanes - 1;
    let pass = 0;
    for (const { passes, data } of block.segments) {
      const bytes = data.length === 1 && data[0] !== undefined ? data[0] : concat(data);
      const isRaw = style.bypassesCoding && pass >= CODED_PASSES && pass % 3 !== 0;
      this.#raw = isRaw ? new RawBits(bytes) : undefined;
      if (!isRaw) this.#coded = new ArithmeticDecoder(bytes, 0, bytes.length);
      for (let count = 0; count < passes; count++, pass++) {
        // The first bit-plane has a cleanup pass only.
        if (pass % 3 === 1) plane--;
        if (plane < 0) throw unread('too many passes');
        if (pass % 3 === 1) this.#findSignificant(plane);
        else if (pass % 3 === 2) this.#refine(plane);
        else this.#cleanUp(plane, style.hasSegmentationSymbols);
        if (style.resetsContexts) resetContexts(this.#contexts);
      }
    }
  }

  /** The significance propagation pass (§D.3.1): coefficients beside significant ones. */
  #findSignificant(plane: number): void {
    const [width, height, flags] = [this.#width, this.#height, this.#flags];
    const [coded, raw, contexts, table] = [this.#coded, this.#raw, this.#contexts, this.#significance];
    const stride = width + 2;
    for (let top = 0; top < height; top += STRIPE) {
      const bottom = Math.min(top + STRIPE, height);
      for (let x = 0; x < width; x++)
        for (let y = top, at = (top + 1) * stride + x + 1; y < bottom; y++, at += stride) {
          const known = flags[at] ?? 0;
          const neighbours = known & NEIGHBOURS;
          if (neighbours === 0 || (known & SIGNIFICANT) !== 0) continue;
          const bit = raw === undefined ? coded.bit(contexts, table[neighbours] ?? 0) : raw.bit();
          if (bit === 1) this.#begin(x, y, at, plane);
          flags[at] = (flags[at] ?? 0) | VISITED;
        }
    }
  }

  /** The magnitude refinement pass (§D.3.3): another bit of coefficients that were significant before this bit-plane. */
  #refine(plane: number): void {
    const [width, height, flags, magnitudes] = [this.#width, this.#height, this.#flags, this.magnitudes];
    const [coded, raw, contexts] = [this.#coded, this.#raw, this.#contexts];
    const stride = width + 2;
    const half = 1 << plane;
    for (let top = 0; top < height; top += STRIPE) {
      const bottom = Math.min(top + STRIPE, height);
      for (let x = 0; x < width; x++)
        for (let y = top, at = (top + 1) * stride + x + 1; y < bottom; y++, at += stride) {
          const known = flags[at] ?? 0;
          if ((known & (SIGNIFICANT | VISITED)) !== SIGNIFICANT) continue;
          const first = (known & NEIGHBOURS) === 0 ? MAGNITUDES : MAGNITUDES + 1;
          const context = (known & REFINED) === 0 ? first : MAGNITUDES + 2;
          const bit = raw === undefined ? coded.bit(contexts, context) : raw.bit();
          const place = y * width + x;
          magnitudes[place] = (magnitudes[place] ?? 0) + (bit === 1 ? half : -half);
          flags[at] = known | REFINED;
        }
    }
  }

  /** The cleanup pass (§D.3.4): all other coefficients. Four in a column without significant neighbours share one bit that says whether all are zero. */
  #cleanUp(plane: number, hasSegmentationSymbols: boolean): void {
    const [width, height, flags] = [this.#width, this.#height, this.#flags];
    const [coded, contexts, table] = [this.#coded, this.#contexts, this.#significance];
    const stride = width + 2;
    for (let top = 0; top < height; top += STRIPE) {
      const bottom = Math.min(top + STRIPE, height);
      for (let x = 0; x < width; x++) {
        let y = top;
        let at = (top + 1) * stride + x + 1;
        if (bottom - top === STRIPE && this.#isQuiet(at, stride)) {
          if (coded.bit(contexts, RUN) === 0) continue;
          const run = coded.bit(contexts, UNIFORM) * 2 + coded.bit(contexts, UNIFORM);
          y += run;
          at += run * stride;
          this.#begin(x, y, at, plane);
          y++;
          at += stride;
        }
        for (; y < bottom; y++, at += stride) {
          const known = flags[at] ?? 0;
          if ((known & (SIGNIFICANT | VISITED)) !== 0) flags[at] = known & ~VISITED;
          else if (coded.bit(contexts, table[known & NEIGHBOURS] ?? 0) === 1) this.#begin(x, y, at, plane);
        }
      }
    }
    if (!hasSegmentationSymbols) return;
    let mark = 0;
    for (let count = 0; count < 4; count++) mark = mark * 2 + coded.bit(contexts, UNIFORM);
    if (mark !== MARK) throw unread('a plane that does not end');
  }

  /** Whether no coefficient of a column of a stripe is significant, visited, or beside a significant one. */
  #isQuiet(at: number, stride: number): boolean {
    const flags = this.#flags;
    const known =
      (flags[at] ?? 0) |
      (flags[at + stride] ?? 0) |
      (flags[at + 2 * stride] ?? 0) |
      (flags[at + 3 * stride] ?? 0);
    return (known & (NEIGHBOURS | SIGNIFICANT | VISITED)) === 0;
  }

  /** Makes a coefficient significant: reads its sign (§D.3.2) and counts it for its neighbours. */
  #begin(x: number, y: number, at: number, plane: number): void {
    const flags = this.#flags;
    const stride = this.#width + 2;
    // In a vertically causal context the stripe below counts for nothing (§D.7).
    const isLast = this.#isVerticallyCausal && y % STRIPE === STRIPE - 1;
    const sign = this.#raw === undefined ? this.#sign(at, stride, isLast) : this.#raw.bit();
    this.magnitudes[y * this.#width + x] = 3 << plane;
    flags[at] = (flags[at] ?? 0) | (sign === 1 ? SIGNIFICANT | NEGATIVE : SIGNIFICANT);
    flags[at - 1] = (flags[at - 1] ?? 0) + ACROSS;
    flags[at + 1] = (flags[at + 1] ?? 0) + ACROSS;
    const below = at + stride;
    flags[below - 1] = (flags[below - 1] ?? 0) + DIAGONAL;
    flags[below] = (flags[below] ?? 0) + DOWN;
    flags[below + 1] = (flags[below + 1] ?? 0) + DIAGONAL;
    if (this.#isVerticallyCausal && y % STRIPE === 0) return;
    const above = at - stride;
    flags[above - 1] = (flags[above - 1] ?? 0) + DIAGONAL;
    flags[above] = (flags[above] ?? 0) + DOWN;
    flags[above + 1] = (flags[above + 1] ?? 0) + DIAGONAL;
  }

  #sign(at: number, stride: number, isLast: boolean): number {
    const flags = this.#flags;
    const across = signOf(flags[at - 1] ?? 0) + signOf(flags[at + 1] ?? 0);
    const down = signOf(flags[at - stride] ?? 0) + (isLast ? 0 : signOf(flags[at + stride] ?? 0));
    const found = SIGN[3 * (limit(across) + 1) + limit(down) + 1] ?? 0;
    return this.#coded.bit(this.#contexts, found >> 1) ^ (found & 1);
  }
}

const signOf = (known: number): number => {
  if ((known & SIGNIFICANT) === 0) return 0;
  return (known & NEGATIVE) === 0 ? 1 : -1;
};

const limit = (sum: number): number => Math.max(-1, Math.min(sum, 1));
