/** Combination operators by number: OR, AND, XOR, XNOR, REPLACE (ITU-T T.88 §7.4.1.5). */
export type Operator = 0 | 1 | 2 | 3 | 4;
export const [OR, AND, XOR, XNOR, REPLACE] = [0, 1, 2, 3, 4] as const;

/** A bitmap of one-bit pixels. Each row takes whole octets, whose highest bit is leftmost; the padding bits mean nothing. */
export class Bitmap {
  readonly width: number;
  readonly height: number;
  /** Octets of a row. */
  readonly stride: number;
  readonly bytes: Uint8Array;

  /** All 0, or what `bytes` hold. */
  constructor(width: number, height: number, bytes?: Uint8Array) {
    this.width = width;
    this.height = height;
    this.stride = strideOf(width);
    this.bytes = bytes ?? new Uint8Array(this.stride * height);
  }

  /** The pixel at a place; 0 outside the bitmap. */
  get(x: number, y: number): number {
    if (x < 0 || x >= this.width || y < 0 || y >= this.height) return 0;
    return ((this.bytes[y * this.stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
  }

  /** Copies the pixels of a row from `x` on, one per octet, as many as `into` has room for; 0 outside the bitmap. */
  unpack(pixels: Uint8Array, x: number, y: number): void {
    if (y < 0 || y >= this.height) {
      pixels.fill(0);
      return;
    }
    const row = y * this.stride;
    const [from, to] = [Math.max(0, -x), Math.min(pixels.length, this.width - x)];
    pixels.fill(0, 0, Math.max(0, from));
    for (let at = from; at < to; at++) {
      pixels[at] = ((this.bytes[row + ((x + at) >> 3)] ?? 0) >> (7 - ((x + at) & 7))) & 1;
    }
    pixels.fill(0, Math.max(0, to));
  }

  /** Sets a row, which has to be all 0 before, to pixels that are given one per octet. */
  pack(pixels: Uint8Array, y: number): void {
    const row = y * this.stride;
    for (let x = 0; x < this.width; x++) {
      if (pixels[x] === 1) this.bytes[row + (x >> 3)] = (this.bytes[row + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
  }

  /** Combines another bitmap with this one, its upper left corner at a place; what lies outside is left out. */
  draw(other: Bitmap, x: number, y: number, operator: Operator): void {
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + other.width)];
    const [top, bottom] = [Math.max(0, y), Math.min(this.height, y + other.height)];
    if (left >= right) return;
    const [first, last] = [left >> 3, (right - 1) >> 3];
    const [head, tail] = [0xff >> (left & 7), 0xff & (0xff << (7 - ((right - 1) & 7)))];
    // Octets of the other are taken from that of its bits on which comes to lie at the first octet's.
    const [offset, shift] = [(8 * first - x) >> 3, (8 * first - x) & 7];
    for (let row = top; row < bottom; row++) {
      const place = row * this.stride + first;
      const span = { place, from: (row - y) * other.stride + offset, shift, count: last - first + 1 };
      drawRow(this.bytes, other.bytes, span, { head, tail }, operator);
    }
  }

  /** A copy of a part; 0 where it lies outside. */
  part(x: number, y: number, width: number, height: number): Bitmap {
    const part = new Bitmap(width, height);
    part.draw(this, -x, -y, REPLACE);
    return part;
  }
}

export const strideOf = (width: number): number => Math.ceil(width / 8);

/** A run of octets: its target, its source with the first bit, and its length. */
interface Span {
  place: number;
  from: number;
  shift: number;
  count: number;
}

/** Puts octets of a row upon others; of the first and last some bits only: what lies beside the other's row is masked. */
function drawRow(
  below: Uint8Array,
  above: Uint8Array,
  { place, from, shift, count }: Span,
  { head, tail }: { head: number; tail: number },
  operator: Operator,
): void {
  // What is next to the first octet may lie beside the data.
  let word = above[from] ?? 0;
  for (let at = 0; at < count; at++) {
    word = ((word << 8) | (above[from + at + 1] ?? 0)) & 0xffff;
    const mask = (at === 0 ? head : 0xff) & (at === count - 1 ? tail : 0xff);
    const [old, value] = [below[place + at] ?? 0, word >> (8 - shift)];
    if (operator === OR) below[place + at] = old | (value & mask);
    else if (operator === XOR) below[place + at] = old ^ (value & mask);
    else if (operator === XNOR) below[place + at] = old ^ (~value & mask);
    else if (operator === AND) below[place + at] = old & (value | ~mask);
    else below[place + at] = (old & ~mask) | (value & mask);
  }
}
