/** How pixels are put upon others (ITU-T T.88 §7.4.1.5), by number. */
export type Operator = 0 | 1 | 2 | 3 | 4;
export const [OR, AND, XOR, XNOR, REPLACE] = [0, 1, 2, 3, 4] as const;

/** Rows of pixels of one bit, each in whole octets whose highest bit is leftmost. What pads a row says nothing. */
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

  /** 0 beside the bitmap. */
  get(x: number, y: number): number {
    if (x < 0 || x >= this.width || y < 0 || y >= this.height) return 0;
    return ((this.bytes[y * this.stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
  }

  /** Writes the pixels of a row from `x` on, one an octet, as many as there is room for; 0 beside the bitmap. */
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

  /** Sets a row that was 0 to pixels, one an octet. */
  pack(pixels: Uint8Array, y: number): void {
    const row = y * this.stride;
    for (let x = 0; x < this.width; x++) {
      if (pixels[x] === 1) this.bytes[row + (x >> 3)] = (this.bytes[row + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
  }

  /** Puts another upon this, its upper left corner at a place; what of it lies beside this is left out. */
  draw(other: Bitmap, x: number, y: number, operator: Operator): void {
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + other.width)];
    const [top, bottom] = [Math.max(0, y), Math.min(this.height, y + other.height)];
    if (left >= right) return;
    const [first, last] = [left >> 3, (right - 1) >> 3];
    for (let row = top; row < bottom; row++) {
      const source = (row - y) * other.stride;
      for (let octet = first; octet <= last; octet++) {
        let mask = octet === first ? 0xff >> (left & 7) : 0xff;
        if (octet === last) mask &= 0xff << (7 - ((right - 1) & 7));
        // Bits beside the other's row, which may be those of its next, are masked.
        const bit = 8 * octet - x;
        const at = source + (bit >> 3);
        const word = ((other.bytes[at] ?? 0) << 8) | (other.bytes[at + 1] ?? 0);
        const place = row * this.stride + octet;
        const value = (word >> (8 - (bit & 7))) & 0xff;
        this.bytes[place] = combine(this.bytes[place] ?? 0, value, mask, operator);
      }
    }
  }

  /** A copy of a part; 0 where that lies beside this. */
  part(x: number, y: number, width: number, height: number): Bitmap {
    const part = new Bitmap(width, height);
    part.draw(this, -x, -y, REPLACE);
    return part;
  }
}

export const strideOf = (width: number): number => Math.ceil(width / 8);

function combine(below: number, above: number, mask: number, operator: Operator): number {
  if (operator === OR) return below | (above & mask);
  if (operator === AND) return below & (above | ~mask);
  if (operator === XOR) return below ^ (above & mask);
  if (operator === XNOR) return below ^ (~above & mask);
  return (below & ~mask) | (above & mask);
}
